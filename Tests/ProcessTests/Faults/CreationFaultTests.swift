import Foundation
import TestSupport
import Testing

/// If making a store is interrupted, trying again makes it.
@Suite(.onItsOwnThread, .enabled(if: Fault.canBeMade, "needs strace, and to be let trace"))
struct CreationFaultTests {
  /// A remote with three tasks.
  private static let hub = """
    set -e
    git init -q --bare --initial-branch=main ../hub.git
    memo init ../source --remote ../hub.git
    cd ../source; for name in A B C; do memo add "Task $name" -m "word-$name"; done; memo sync
    cd ../store
    """
  private static let files = """
    mkdir -p new/todo; for name in A B C; do echo "word-$name" > new/todo/$name.md; done
    """

  static let births = [
    ("memo clone ../hub.git new", hub), ("memo -C new clone ../../hub.git .", hub + "\nmkdir new"),
    ("memo init new --remote ../hub.git", hub), ("memo init new", files),
  ]

  private static let faults: [(fault: Fault, count: Int)] = [
    (.kill, 3), (.terminate, 1), (.lasting("ENOSPC"), 1), (.error("EIO"), 1),
  ]

  @Test(arguments: births) func tryingAgainSucceeds(_ command: String, _ setup: String) throws {
    let scene = try FaultScene(setup)
    let calls = Fault.writing + ",openat"
    let points = try scene.points(of: command, calls)
    for (fault, count) in Self.faults {
      for point in FaultScene.sample(points, count) {
        let (person, ran) = try scene.run(command, fault, at: point, calls)
        let wrong = try Self.wrong(with: person, command, hasTasks: !command.contains("remote"))
        #expect(wrong == [], "\(command) \(fault) at \(point): \(ran)")
      }
    }
  }

  private static func wrong(
    with person: Person, _ command: String, hasTasks: Bool
  ) throws -> [String] {
    var wrong: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { wrong.append(what) } }
    let again = try person.type(command)
    // A clone that was finished just before the kill is whole.
    check(again.code == 0 || again.error.contains("there and not empty"), "\(again)")
    let add = try person.type("memo -C new add After")
    check(add.code == 0 && !add.output.contains("committed"), "\(add)")
    if hasTasks {
      check(try person.type("cat new/todo/*.md | grep -c word-").output == "3\n", "words")
    }
    let complaints = try person.type("git -C new status -s; git -C new fsck --strict --no-dangling")
    check(complaints.output == "", "\(complaints)")
    let left = try person.expect("find . -name '.memo-*' -o -name '*.lock'")
    check(left == "", left)
    return wrong
  }

  @Test(arguments: ["INT", "TERM"]) func aSignalLeavesNothing(_ signal: String) throws {
    let scene = try FaultScene(Self.hub)
    for command in ["memo clone ../hub.git new", "memo init new"] {
      // While it is made under a temporary name.
      let calls = "mkdir"
      for point in FaultScene.sample(try scene.points(of: command, calls), 2) {
        let (person, ran) = try scene.run(
          command, signal == "INT" ? .interrupt : .terminate, at: point, calls)
        guard ran.code != 0 else { continue }
        #expect(try person.expect("ls -A") == "", "\(command) at \(point): \(ran)")
      }
    }
  }

  @Test func aMissingIdentityLeavesNoRepository() throws {
    var person = try Person()
    for name in [
      "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL",
    ] {
      person.environment[name] = nil
    }
    person.environment["EMAIL"] = nil
    try person.expect("git config --global user.useConfigOnly true")
    for folder in ["new/folder", "."] {
      let ran = try person.type("memo init \(folder)")
      #expect(ran.code == 1)
      #expect(ran.error.contains("git doesn't know who you are"), "\(ran)")
      #expect(try person.expect("ls -A") == "")
    }
    try person.expect(
      "git config --global user.name Kim; git config --global user.email k@example.org")
    try person.expect("memo init new/folder && memo init . && memo add Milk")
  }

  /// A clone into an existing folder, killed when half of the files had their place.
  @Test func aCloneKilledWhileMovingIsFinished() throws {
    let scene = try FaultScene(Self.hub)
    let person = try scene.copy()
    try person.expect(
      """
      memo clone ../hub.git whole; mkdir -p new/.memo-clone
      mv whole new/.memo-clone/ready; mv new/.memo-clone/ready/todo new/
      """)
    let other = try person.type("memo clone ../source new")
    #expect(other.code == 1)
    #expect(other.error.contains("has an unfinished clone of something else"), "\(other)")
    try person.expect("memo clone ../hub.git new")
    #expect(try person.expect("cat new/todo/*.md | grep -c word-") == "3\n")
    #expect(try person.expect("git -C new status -s; find new -name '.memo-*'") == "")
  }
}
