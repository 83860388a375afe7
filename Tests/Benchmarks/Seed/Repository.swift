#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Seed {
  /// How many tasks a commit adds: one, but among so many in one folder 100, since each commit
  /// writes that folder anew, which takes git hours for 100,000.
  private var tasksOfACommit: Int { shape == .flat && count > 20_000 ? 100 : 1 }

  /// Makes the repository: a commit with the marker, and one a task or a hundred.
  public func make(at folder: String) throws {
    try Self.shell("git init -q -b main '\(folder)'")
    guard let pipe = popen("git -C '\(folder)' fast-import --quiet --done", "w") else {
      throw SeedFailure(description: "can't run git fast-import")
    }
    func put(_ text: String) { fputs(text, pipe) }
    func file(_ path: String, _ text: String) {
      put("M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n")
    }
    func commit(_ number: Int, _ message: String) {
      put("commit refs/heads/main\ncommitter Kim <kim@example.org> \(1_735_689_600 + number * 60) ")
      put("+0000\ndata \(message.utf8.count)\n\(message)\n")
    }
    commit(0, "init: benchmark\n")
    file(".memo/config.yml", "version: 1\n")
    file(".gitattributes", Self.attributes)
    for first in stride(from: 0, to: count, by: tasksOfACommit) {
      let numbers = first..<min(first + tasksOfACommit, count)
      let subject = numbers.count == 1 ? title(first) : "\(numbers.count) tasks"
      let trailers = numbers.map { "Memo-Task: \(id($0))\n" }.joined()
      commit(first + 1, "add: \(subject)\n\n\(trailers)")
      for number in numbers { file(path(number), text(number)) }
    }
    put("done\n")
    guard pclose(pipe) == 0 else { throw SeedFailure(description: "git fast-import failed") }
    try Self.shell(
      "git -C '\(folder)' reset -q --hard; mkdir -p '\(folder)'/todo '\(folder)'/doing '\(folder)'/done"
    )
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

/// Why a store can't be made.
public struct SeedFailure: Error, CustomStringConvertible {
  public var description: String
}
