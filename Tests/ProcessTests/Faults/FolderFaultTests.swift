import TestSupport
import Testing

/// Tasks that move with their folders, killed in the middle.
///
/// Each file is in one place, and the next command only finishes or undoes the change.
@Suite(.onItsOwnThread, .enabled(if: Fault.canBeMade, "needs strace, and to be let trace"))
struct FolderFaultTests {
  private static let setup = """
    set -e
    git init -q --bare --initial-branch=main ../hub.git
    memo init --remote ../hub.git
    memo add Trip; memo add Else
    echo '*.log' > .git/info/exclude
    mkdir -p todo/trip/sub doing/trip; echo taken > doing/trip/map.png
    echo word-map > todo/trip/map.png; echo word-sub > todo/trip/sub/x; echo word-log > todo/trip/x.log
    memo sync; memo clone ../hub.git ../other
    cd ../other; memo start trip; memo sync
    cd ../store; git remote set-url origin ../hub.git; memo add After
    """

  private static let scene = Result { try FaultScene(setup) }

  @Test(arguments: ["memo start trip", "memo sync", "memo done trip else", "memo rename trip Rome"])
  func everyFileIsInOnePlace(_ command: String) throws {
    let scene = try Self.scene.get().again()
    let points = try scene.points(of: command)
    #expect(points > 10, "\(command) made \(points) calls")
    for (fault, count) in [(Fault.kill, 3), (.error("EIO"), 1), (.lasting("ENOSPC"), 1)] {
      for point in FaultScene.sample(points, count) {
        let (person, ran) = try scene.run(command, fault, at: point)
        let next = try person.type("memo add Next")
        #expect(next.code == 0, "\(fault) at \(point): \(ran) \(next)")
        // Nobody edited a file by hand.
        #expect(!next.error.contains("committed"), "\(fault) at \(point): \(ran) \(next)")
        let task = try person.expect("find todo doing done -name '*.md' | grep -E 'trip|rome'")
        let folder = task.split(separator: ".")[0]
        for word in ["map", "sub", "log"] {
          let files = try person.expect("grep -rlx word-\(word) todo doing done")
            .split(separator: "\n")
          #expect(
            files.count == 1 && files[0].hasPrefix("\(folder)/"),
            "\(fault) at \(point): \(files) \(ran) \(next)")
        }
        #expect(try person.complaints() == "", "\(fault) at \(point): \(ran) \(next)")
      }
    }
  }
}
