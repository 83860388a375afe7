import Foundation
import TestSupport
import Testing

/// Kills commands and lets system calls fail at many points.
///
/// `MEMO_ALL=1` tries every point, otherwise a few.
@Suite(.onItsOwnThread, .enabled(if: Fault.canBeMade, "needs strace, and to be let trace"))
struct FaultTests {
  /// Four tasks; another clone has pushed changes of two of them, and a new task.
  static let setup = """
    set -e
    git init -q --bare --initial-branch=main ../hub.git
    memo init --remote ../hub.git
    for name in A B C D; do memo add "Task $name" -m "word-$name"; done
    memo done task-d; memo sync; memo clone ../hub.git ../other
    cd ../other
    memo set task-a priority=high; memo start task-b; memo add 'Task E' -m word-E; memo sync
    cd ../store
    git remote set-url origin ../hub.git
    memo set task-a step=1
    """

  private static let scene = Result { try FaultScene(setup) }

  static let commands = [
    "memo add Tea -m leaves", "memo set task-a task-b step=2", "memo done task-a task-b task-c",
    "memo start task-c", "memo undo", "memo archive task-d", "memo sync", "memo remove task-c",
    "env EDITOR='sh -c \"echo more >> $1\" -' memo edit task-a",
  ]

  private static let faults: [(fault: Fault, count: Int)] = [
    (.kill, 3), (.lasting("ENOSPC"), 1), (.error("EIO"), 1),
  ]

  @Test(arguments: commands) func nothingIsLost(_ command: String) throws {
    let scene = try Self.scene.get().again()
    let points = try scene.points(of: command)
    #expect(points > 10, "\(command) made \(points) calls")
    for (fault, count) in Self.faults {
      for point in FaultScene.sample(points, count) {
        let (person, ran) = try scene.run(command, fault, at: point)
        let wrong = try Self.wrong(
          with: person, mayLack: command.contains(" remove ") ? "C" : "",
          mayRecord: command.contains(" edit "))
        #expect(wrong == [], "\(command) \(fault) at \(point): \(ran)")
      }
    }
  }

  /// A refused change is rolled back, even if memo was killed before it could report this, and hand
  /// edits stay.
  @Test func nothingIsLostWhenAHookRefuses() throws {
    let scene = try FaultScene(
      Self.setup + """

        printf '#!/bin/sh\nexit 1\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
        echo more >>todo/task-a.md; echo word-F >todo/task-f.md
        """)
    let command = "memo done task-b"
    let points = try scene.points(of: command, mayFail: true)
    for point in FaultScene.sample(points, 3) {
      let (person, ran) = try scene.run(command, .kill, at: point)
      #expect(try person.type("memo done task-b").code == 1)
      try person.expect("rm .git/hooks/pre-commit")
      let wrong = try Self.wrong(with: person, mayRecord: true)
      #expect(wrong == [], "at \(point) of \(points): \(ran)")
      #expect(try person.expect("ls todo; git show HEAD:todo/task-a.md").hasSuffix("more\n"))
      #expect(try person.expect("git show HEAD:todo/task-f.md").contains("word-F"))
    }
  }

  /// An error after the branch was moved, and a disk that doesn't support `fsync`.
  @Test(
    arguments: Effort.isWhole ? ["EINVAL", "EINTR", "EIO", "EPERM", "ENOSPC"] : ["EINVAL", "EIO"])
  func failedFsyncsOfTheBranchAreHandled(_ error: String) throws {
    let scene = try Self.scene.get().again()
    let command = "memo done task-a task-b task-c"
    let points = try scene.points(of: command, "fsync")
    for point in FaultScene.sample(points, 2) {
      let (person, ran) = try scene.run(command, .error(error), at: point, "fsync")
      let count = try person.expect("ls done | wc -l").filter(\.isNumber)
      #expect(count == (ran.code == 0 ? "4" : "1"), "\(error) at \(point): \(ran)")
      #expect(try Self.wrong(with: person) == [], "\(error) at \(point): \(ran)")
    }
    let (person, ran) = try scene.run(command, .lasting(error), at: 1, "fsync")
    #expect((ran.code == 0) == (error == "EINVAL"), "\(error): \(ran)")
    #expect(try Self.wrong(with: person) == [])
  }

  /// On a disk where nothing can be removed, the branch's lock stays, and memo knows that it is its
  /// own.
  @Test func anUnremovableLockIsRecognized() throws {
    let scene = try Self.scene.get().again()
    let command = try #require(Self.commands.last)
    let points = try scene.points(of: command, "fsync,unlink")
    for point in FaultScene.sample(points, 4) {
      let (person, ran) = try scene.run(command, .lasting("ENOSPC"), at: point, "fsync,unlink")
      let wrong = try Self.wrong(with: person, mayRecord: true)
      #expect(wrong == [], "at \(point) of \(points): \(ran)")
    }
  }

  /// The problems that a person would see, first reading, then changing tasks.
  private static func wrong(with person: Person, mayLack: String = "", mayRecord: Bool = false)
    throws -> [String]
  {
    var wrong: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { wrong.append(what) } }
    let titles = try person.type("memo list --all --format '{title}'")
    let status = try person.type("memo status")
    let next = try person.type("memo add After")
    check(titles.code == 0, "\(titles)")
    check(status.code == 0 && !status.output.contains("is a copy"), "\(status)")
    check(next.code == 0, "\(next)")
    // Nobody edited a file by hand.
    check(mayRecord || !next.output.contains("committed"), "\(next)")
    for name in ["A", "B", "C", "D"] {
      let shown = titles.output.split(separator: "\n").filter { $0 == "Task \(name)" }.count
      let files = try person.type("grep -rl word-\(name) todo doing done")
      let count = files.output.split(separator: "\n").count
      guard name != mayLack || count > 0 else { continue }
      check(shown == 1 || name == mayLack, "Task \(name) is shown \(shown) times")
      check(count == 1, "word-\(name) is in \(files.output)")
    }
    check(try person.complaints() == "", try person.complaints())
    let left = try person.expect("find . -name '.memo-*' -o -name '*.lock'")
    check(left == "", left)
    return wrong
  }
}
