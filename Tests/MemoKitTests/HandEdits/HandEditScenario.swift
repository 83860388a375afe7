import Foundation
import MemoKit
import TestSupport
import Testing

/// A hand edit and its expected result.
struct HandEditScenario: CustomTestStringConvertible {
  /// A description for failures.
  let name: String
  /// A shell script, run in the store.
  let script: String
  /// The entries that memo's next command records, oldest first.
  let journal: [String]
  /// The entries that it records if plain git committed the edit before.
  let afterCommit: [String]
  /// The files that differ from the start in the end.
  let files: [String]
  /// These files, if plain git committed the edit before and they are others.
  let filesAfterCommit: [String]?
  /// The notices that memo prints.
  let notices: [String]
  /// The output of `git status` afterwards, for changes that people staged.
  let status: String

  init(
    _ name: String, _ script: String, _ journal: [String], afterCommit: [String] = [],
    files: [String] = [], filesAfterCommit: [String]? = nil, notices: [String] = [],
    status: String = ""
  ) {
    self.name = name
    self.script = script
    self.journal = journal
    self.afterCommit = afterCommit
    self.files = files
    self.filesAfterCommit = filesAfterCommit
    self.notices = notices
    self.status = status
  }

  var testDescription: String { name }

  /// New ids by the order in which they come: for what git committed they follow from its
  /// commit, whose name is another one each time.
  private func plain(_ lines: [String]) -> [String] {
    var seen: [Substring] = []
    return lines.map { line in
      line.replacing(/\b[bcdfghjkmnpqrstvwxz]{10}\b/) { match in
        let id = match.output
        if Set(id).count == 1 { return String(id) }
        if !seen.contains(id) { seen.append(id) }
        return "new id \((seen.firstIndex(of: id) ?? 0) + 1)"
      }
    }
  }

  /// Plays it on a new store.
  ///
  /// - Parameter committing: Whether everything is committed with plain git before memo comes.
  func play(committing: Bool) throws {
    let bench = try Bench()
    let commit = "git add -A; git commit -q --allow-empty -m 'by hand'"
    try bench.shell(script + (committing ? "\n\(commit)" : ""))
    let report = try bench.record()
    #expect(
      plain(try bench.journal()) == plain(committing ? ["by hand"] + afterCommit : journal),
      "\(name)")
    let expected = committing ? filesAfterCommit ?? files : files
    #expect(plain(try bench.changedFiles()) == plain(expected), "\(name)")
    if !committing { #expect(plain(report.notices) == plain(notices), "\(name)") }
    #expect(
      try bench.desk.scratch.git("status", "--porcelain", in: bench.desk.folder)
        == (committing ? "" : status), "\(name)")
    // Recording again changes nothing.
    #expect(try bench.record().recorded == [], "\(name)")
  }
}
