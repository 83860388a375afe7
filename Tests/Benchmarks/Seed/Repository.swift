#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Seed {
  /// The number of tasks per commit: 100 in a large folder, otherwise one.
  ///
  /// Each commit writes the folder's tree again, which would take git hours for 100,000 tasks.
  private var tasksOfACommit: Int { shape == .flat && count > 20_000 ? 100 : 1 }

  /// Makes the repository: a commit with the marker, and one for each task or hundred tasks.
  public func make(at folder: String) throws {
    try Repository.make(at: folder) { repository in
      for first in stride(from: 0, to: count, by: tasksOfACommit) {
        let numbers = first..<min(first + tasksOfACommit, count)
        let subject = numbers.count == 1 ? title(first) : "\(numbers.count) tasks"
        let trailers = numbers.map { "Memo-Task: \(id($0))\n" }.joined()
        repository.commit(first + 1, "add: \(subject)\n\n\(trailers)")
        for number in numbers { repository.file(path(number), text(number)) }
      }
    }
  }
}

extension OddShape {
  /// Makes the repository: a commit with the marker, and one with all files.
  public func make(at folder: String, _ count: Int) throws {
    try Repository.make(at: folder) { repository in
      repository.commit(1, "add: \(name)\n")
      for (path, text) in files(count) { repository.file(path, text) }
    }
  }
}

/// Input for `git fast-import`.
private struct Repository {
  private let pipe: UnsafeMutablePointer<FILE>

  static func make(at folder: String, _ body: (Repository) -> Void) throws {
    try shell("git init -q -b main '\(folder)'")
    guard let pipe = popen("git -C '\(folder)' fast-import --quiet --done", "w") else {
      throw SeedFailure(description: "can't run git fast-import")
    }
    let repository = Repository(pipe: pipe)
    repository.commit(0, "init: benchmark\n")
    repository.file(".memo/config.yml", "version: 1\n")
    repository.file(".gitattributes", attributes)
    body(repository)
    fputs("done\n", pipe)
    guard pclose(pipe) == 0 else { throw SeedFailure(description: "git fast-import failed") }
    try shell(
      "git -C '\(folder)' reset -q --hard; mkdir -p '\(folder)'/todo '\(folder)'/doing '\(folder)'/done"
    )
  }

  func file(_ path: String, _ text: String) {
    fputs("M 100644 inline \(path)\ndata \(text.utf8.count)\n", pipe)
    fputs("\(text)\n", pipe)
  }

  func commit(_ number: Int, _ message: String) {
    fputs("commit refs/heads/main\n", pipe)
    fputs("committer Kim <kim@example.org> \(1_735_689_600 + number * 60) +0000\n", pipe)
    fputs("data \(message.utf8.count)\n\(message)\n", pipe)
  }

  private static func shell(_ script: String) throws {
    guard system("set -e\n\(script)") == 0 else {
      throw SeedFailure(description: "failed: \(script)")
    }
  }

  /// As `memo init` writes them.
  private static let attributes =
    ["todo", "doing", "done"].map { "\($0)/**/*.md merge=memo\n" }.joined()
}

/// The reason why a store can't be made.
public struct SeedFailure: Error, CustomStringConvertible {
  public var description: String
}
