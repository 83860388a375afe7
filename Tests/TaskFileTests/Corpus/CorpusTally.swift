import Foundation
import TaskFile

/// What came out for a whole folder.
struct CorpusTally {
  private(set) var files = 0
  private(set) var changes = 0
  private var kinds: [String: Int] = [:]
  /// By reason, what could not be tried.
  private var skipped: [String: Places] = [:]
  /// By promise: how many files, and some of them.
  private var complaints: [String: Places] = [:]
  private var refusals: [String: Places] = [:]

  fileprivate struct Places {
    var count = 0
    var examples: [String] = []

    mutating func add(_ example: String) {
      count += 1
      if examples.count < 12 { examples.append(example) }
    }
  }

  /// Of how many promises some file is an exception.
  var broken: Int { complaints.count }
  /// How many files could not be tried.
  var untried: Int { skipped.values.reduce(0) { $0 + $1.count } }

  init() {}

  /// - Parameter names: Paths below the folder.
  init(_ folder: String, _ names: ArraySlice<String>) {
    for name in names {
      let url = URL(filePath: folder).appending(path: name)
      let data: Data
      do { data = try Data(contentsOf: url) } catch {
        skipped["can't be read", default: Places()].add("\(name): \(error)")
        continue
      }
      guard data.count <= Limits.taskBytes else {
        skipped["larger than memo reads", default: Places()].add("\(name): \(data.count) bytes")
        continue
      }
      var check = CorpusCheck(Array(data))
      check.run()
      files += 1
      changes += check.changes
      kinds[check.plain.kind.rawValue, default: 0] += 1
      for complaint in check.complaints {
        let promise = complaint.firstRange(of: ": ").map { String(complaint[..<$0.lowerBound]) }
        complaints[promise ?? complaint, default: Places()].add("\(name): \(complaint)")
      }
      for refusal in check.refusals {
        let reason = refusal.split(separator: "'").last.map(String.init) ?? refusal
        refusals[reason, default: Places()].add("\(name): \(refusal)")
      }
    }
  }

  mutating func add(_ other: CorpusTally) {
    files += other.files
    changes += other.changes
    kinds.merge(other.kinds, uniquingKeysWith: +)
    for (reason, places) in other.skipped { skipped[reason, default: Places()].add(places) }
    for (promise, places) in other.complaints { complaints[promise, default: Places()].add(places) }
    for (reason, places) in other.refusals { refusals[reason, default: Places()].add(places) }
  }

  var report: String {
    let kinds = kinds.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
    var lines = ["\(files) files (\(kinds.joined(separator: ", "))), \(changes) changes"]
    lines += Self.lines(skipped, "NOT TRIED")
    lines += Self.lines(refusals, "refused")
    lines += Self.lines(complaints, "BROKEN")
    return lines.joined(separator: "\n")
  }

  private static func lines(_ all: [String: Places], _ word: String) -> [String] {
    all.sorted { $0.value.count > $1.value.count }.flatMap { reason, places in
      ["\(word), \(places.count) times: \(reason)"] + places.examples.map { "    \($0)" }
    }
  }
}

extension CorpusTally.Places {
  fileprivate mutating func add(_ other: Self) {
    count += other.count
    examples += other.examples.prefix(12 - examples.count)
  }
}
