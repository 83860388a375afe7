import Foundation
import TestSupport

/// What happens to a program at one of its system calls.
enum Fault: Hashable, CustomStringConvertible {
  /// It is killed just before the call.
  case kill
  /// It gets a signal that asks it to end, SIGTERM or SIGINT.
  case terminate, interrupt
  /// The call fails, once, with an error by its name, as `EIO`.
  case error(String)
  /// It and all like it fail from then on, as on a full disk.
  case lasting(String)

  var description: String {
    switch self {
    case .kill: "killed"
    case .terminate: "asked to end"
    case .interrupt: "interrupted"
    case .error(let name): name
    case .lasting(let name): "\(name) from then on"
    }
  }

  fileprivate func rule(at point: Int) -> String {
    switch self {
    case .kill: "signal=KILL:when=\(point)"
    case .terminate: "signal=TERM:when=\(point)"
    case .interrupt: "signal=INT:when=\(point)"
    case .error(let name): "error=\(name):when=\(point)"
    case .lasting(let name): "error=\(name):when=\(point)+"
    }
  }

  /// The calls by which files come, go and change.
  static let writing =
    "write,fsync,syncfs,ftruncate,rename,renameat,renameat2,link,unlink,unlinkat,mkdir,mkdirat,rmdir"

  /// Whether calls can be made to fail here.
  static let canBeMade: Bool = {
    let ran = try? run(
      "strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=getpid", "true"], in: "/",
      environment: ProcessInfo.processInfo.environment)
    return ran?.code == 0
  }()
}

/// A place as it is before a command, of which each try gets a copy.
struct FaultScene {
  private let original: Person
  /// Where its copies are.
  private let place = "copy-\(UUID().uuidString.prefix(8))"

  /// - Parameter setup: Typed in a folder `store` beside whatever else it makes.
  init(_ setup: String) throws {
    var person = try Person()
    try person.expect("mkdir -p ../original/store")
    person.folder = "original/store"
    try person.expect(setup)
    original = person
  }

  private init(of original: Person) { self.original = original }

  /// The same once more, beside others: what takes many commands is made once.
  func again() -> FaultScene { FaultScene(of: original) }

  /// A fresh copy to look at, or to try something in.
  func copy() throws -> Person {
    try original.expect("rm -rf ../../\(place) && cp -a .. ../../\(place)")
    var person = original
    person.folder = "\(place)/store"
    return person
  }

  /// How often a command makes these calls, when nothing disturbs it.
  ///
  /// - Parameter mayFail: Whether it is refused then.
  func points(
    of command: String, _ calls: String = Fault.writing, mayFail: Bool = false
  ) throws -> Int {
    let person = try copy()
    let traced = "strace -f --seccomp-bpf -qq -o ../trace -e trace=\(calls) \(command)"
    try person.expect(mayFail ? "\(traced) || true" : traced)
    var counts: [Substring: Int] = [:]
    for line in try person.expect("cat ../trace").split(separator: "\n") {
      guard line.contains("("), !line.contains(" resumed>") else { continue }
      counts[line.prefix { $0 != " " }, default: 0] += 1
    }
    // Each thread counts its own.
    return counts.values.max() ?? 0
  }

  /// Runs a command with a fault in a copy.
  func run(
    _ command: String, _ fault: Fault, at point: Int, _ calls: String = Fault.writing
  ) throws -> (person: Person, ran: Ran) {
    let person = try copy()
    let ran = try person.type(
      "strace -f --seccomp-bpf -qq -o /dev/null -e trace=\(calls) "
        + "-e inject=\(calls):\(fault.rule(at: point)) \(command)")
    return (person, ran)
  }

  /// All points, or where nobody asked for all of them (`MEMO_FAULTS=all`, or `MEMO_ALL=1` with all else), a few.
  static func sample(_ points: Int, _ count: Int) -> [Int] {
    let isWhole =
      Effort.isWhole || ProcessInfo.processInfo.environment["MEMO_FAULTS"] == "all"
    guard !isWhole, points > count else {
      return Array(1...max(points, 1))
    }
    // Others each time that the number of calls changes, and the same as long as it doesn't.
    var random = SeededRandom(seed: UInt64(points))
    return (0..<count).map { part in
      Int.random(in: (points * part / count + 1)...(points * (part + 1) / count), using: &random)
    }
  }
}
