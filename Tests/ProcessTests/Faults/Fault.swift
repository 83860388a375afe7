import Foundation
import TestSupport

/// A fault at one of a program's system calls.
enum Fault: Hashable, CustomStringConvertible {
  /// The program is killed just before the call.
  case kill
  /// It gets SIGTERM or SIGINT.
  case terminate, interrupt
  /// The call fails once with an error, such as `EIO`.
  case error(String)
  /// This and all later calls of its kind fail, as on a full disk.
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

  /// The calls that create, change and remove files.
  static let writing =
    "write,fsync,syncfs,ftruncate,rename,renameat,renameat2,link,unlink,unlinkat,mkdir,mkdirat,rmdir"

  /// Whether faults can be injected here.
  static let canBeMade: Bool = {
    let ran = try? run(
      "strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=getpid", "true"], in: "/",
      environment: ProcessInfo.processInfo.environment)
    return ran?.code == 0
  }()
}

/// A prepared folder, of which each try gets a copy.
struct FaultScene {
  private let original: Person
  /// The folder for copies.
  private let place = "copy-\(UUID().uuidString.prefix(8))"

  /// - Parameter setup: A script, run in a folder `store`.
  init(_ setup: String) throws {
    var person = try Person()
    try person.expect("mkdir -p ../original/store")
    person.folder = "original/store"
    try person.expect(setup)
    original = person
  }

  private init(of original: Person) { self.original = original }

  /// The same setup with a separate folder for copies.
  func again() -> FaultScene { FaultScene(of: original) }

  /// A fresh copy.
  func copy() throws -> Person {
    try original.expect("rm -rf ../../\(place) && cp -a .. ../../\(place)")
    var person = original
    person.folder = "\(place)/store"
    return person
  }

  /// The number of these calls in a command without faults.
  ///
  /// - Parameter mayFail: Whether the command is refused.
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
    // strace counts for each thread.
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

  /// A sample of the points, or all with `MEMO_ALL=1` or `MEMO_FAULTS=all`.
  static func sample(_ points: Int, _ count: Int) -> [Int] {
    let isWhole =
      Effort.isWhole || ProcessInfo.processInfo.environment["MEMO_FAULTS"] == "all"
    guard !isWhole, points > count else {
      return Array(1...max(points, 1))
    }
    // The sample changes with the number of calls, and only with it.
    var random = SeededRandom(seed: UInt64(points))
    return (0..<count).map { part in
      Int.random(in: (points * part / count + 1)...(points * (part + 1) / count), using: &random)
    }
  }
}
