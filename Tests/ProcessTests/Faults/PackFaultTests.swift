import TestSupport
import Testing

/// Changes of so many tasks that memo writes a pack, killed in the middle.
@Suite(.onItsOwnThread, .enabled(if: Fault.canBeMade, "needs strace, and to be let trace"))
struct PackFaultTests {
  private static let setup = """
    set -e
    memo init
    for number in $(seq 60); do echo "Task $number word-$number"; done | memo add -
    """

  @Test func allOrNoTasksMove() throws {
    let scene = try FaultScene(Self.setup)
    let command = "memo start todo --yes"
    let points = try scene.points(of: command)
    #expect(points > 60, "\(points) calls")
    for (fault, count) in [(Fault.kill, 4), (.error("EIO"), 1), (.lasting("ENOSPC"), 1)] {
      // The last calls move the tasks' files, the first ones store objects.
      for point in FaultScene.sample(points, count) + FaultScene.sample(40, 1) {
        let (person, ran) = try scene.run(command, fault, at: point)
        let next = try person.type("memo add After")
        let place = "\(fault) at \(point): \(ran) \(next)"
        #expect(next.code == 0, "\(place)")
        // Nobody edited a file by hand.
        #expect(!next.output.contains("committed"), "\(place)")
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

  /// A folder in which every third file has the status done.
  private static let folder = """
    mkdir -p new/todo
    for number in $(seq 60); do
      [ $((number % 3)) = 0 ] && head='---\nstatus: done\n---\n' || head=''
      printf -- "${head}word-$number\n" > new/todo/$number.md
    done
    """

  /// If `init` is killed at any point, no file is lost or doubled.
  @Test func anAdoptedFolderIsComplete() throws {
    let scene = try FaultScene(Self.folder)
    let points = try scene.points(of: "memo init new")
    #expect(points > 200, "\(points) calls")
    for (fault, count) in [(Fault.kill, 4), (.error("EIO"), 1), (.lasting("ENOSPC"), 1)] {
      for point in FaultScene.sample(points, count) {
        let (person, ran) = try scene.run("memo init new", fault, at: point)
        let again = try person.type("memo init new")
        let next = try person.type("memo -C new add After")
        let place = "\(fault) at \(point): \(ran) \(again) \(next)"
        #expect(again.code == 0 && next.code == 0, "\(place)")
        #expect(!next.output.contains("committed"), "\(place)")
        let counts = try ["todo", "done"].map { folder in
          try person.expect("grep -rh word- new/\(folder) | sort -u | wc -l").filter(\.isNumber)
        }
        #expect(counts == ["40", "20"], "\(counts) \(place)")
        let complaints = try person.expect(
          "git -C new status --porcelain; git -C new fsck --strict --no-dangling 2>&1")
        let all = try person.expect("find new -name '*.md' | wc -l").filter(\.isNumber)
        #expect(all == "61", "\(place)")
        #expect(complaints == "", "\(place)")
        let left = try person.expect("find . -name '.memo-*' -o -name '*.lock'")
        #expect(left == "", "\(left) \(place)")
      }
    }
  }

  /// After a power cut, each name has a complete file.
  @Test func textsAreSyncedBeforeTheyAreRenamed() throws {
    let person = try FaultScene(Self.setup).copy()
    try person.expect(
      "strace -f -qq -o ../trace -e trace=openat,rename,renameat,renameat2,syncfs,fsync "
        + "memo start todo --yes")
    let lines = try person.expect("cat ../trace").split(separator: "\n")
    func places(_ isIt: (Substring) -> Bool) -> [Int] { lines.indices.filter { isIt(lines[$0]) } }
    let written = places {
      $0.contains("\".memo-w") && $0.contains(".md\"") && $0.contains("O_CREAT")
    }
    let waited = places { $0.contains("syncfs(") }
    let placed = places {
      $0.contains("rename") && $0.contains("\".memo-w") && $0.contains(".md\"")
    }
    let moved = places { $0.contains("rename") && $0.contains("refs/heads/main") }
    #expect(written.count == 60 && placed.count == 60)
    #expect(waited.count == 1 && places { $0.contains("fsync(") }.count < 60)
    let (wait, move) = try (#require(waited.first), #require(moved.first))
    #expect(written.allSatisfy { $0 < wait } && placed.allSatisfy { wait < $0 && $0 < move })
  }

  /// A system without `syncfs`, or one that reports an error.
  @Test(arguments: ["ENOSYS", "EIO"]) func failedSyncfsIsHandled(_ error: String) throws {
    let (person, ran) = try FaultScene(Self.setup).run(
      "memo start todo --yes", .error(error), at: 1, "syncfs")
    let counts = try ["todo", "doing"].map { folder in
      try person.expect("grep -rl word- \(folder) | wc -l").filter(\.isNumber)
    }
    #expect(counts == (error == "EIO" ? ["60", "0"] : ["0", "60"]), "\(ran)")
    #expect((ran.code == 0) == (error == "ENOSYS"), "\(ran)")
    #expect(try person.complaints() == "")
    #expect(try person.expect("find . -name '.memo-*' -o -name '*.lock'") == "")
  }
}
