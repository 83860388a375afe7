import TestSupport
import Testing

/// Changes of so many tasks that what they write is one pack, killed in the middle.
@Suite(.onItsOwnThread, .enabled(if: Fault.canBeMade, "needs strace, and to be let trace"))
struct PackFaultTests {
  private static let setup = """
    set -e
    memo init
    for number in $(seq 60); do echo "Task $number word-$number"; done | memo add -
    """

  @Test func allOrNoneHaveMoved() throws {
    let scene = try FaultScene(Self.setup)
    let command = "memo start todo --yes"
    let points = try scene.points(of: command)
    #expect(points > 60, "\(points) calls")
    for (fault, count) in [
      (Fault.kill, 8), (.error("EIO"), 3), (.lasting("ENOSPC"), 3), (.error("ENOSPC"), 2),
    ] {
      // Most of what comes last are the files of the tasks; what is stored comes first.
      for point in FaultScene.sample(points, count) + FaultScene.sample(40, 2) {
        let (person, ran) = try scene.run(command, fault, at: point)
        let next = try person.type("memo add After")
        let place = "\(fault) at \(point): \(ran) \(next)"
        #expect(next.code == 0, "\(place)")
        // Nobody did anything by hand.
        #expect(!next.output.contains("recorded"), "\(place)")
        let counts = try ["todo", "doing"].map { folder in
          try person.expect("grep -rl word- \(folder) | wc -l").filter(\.isNumber)
        }
        #expect(counts == ["60", "0"] || counts == ["0", "60"], "\(counts) \(place)")
        #expect(try person.complaints() == "", "\(place)")
        let left = try person.expect("find . -name '.memo-*' -o -name '*.lock'")
        #expect(left == "", "\(left) \(place)")
      }
    }
  }
}
