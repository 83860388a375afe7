internal import Merging
internal import StoreFiles
internal import TaskHistory

extension Store {
  /// Says of merged tasks whose value stands over whose, as the journal tells it.
  ///
  /// The merge is made and sent already: where a part of the past is missing, as in a partial clone,
  /// no more is said of it.
  func addDecisions(to report: inout SyncReport) {
    guard let merge = report.merge, !report.merged.isEmpty else { return }
    var decisions: [String: [MergeDecision]] = [:]
    var isReached = false
    // What memo has put right since comes before it.
    let most = report.merged.count + report.recorded.count + Self.mostBetween
    try? log(LogQuery(limit: most)) { entry in
      guard entry.commit == merge else { return !isReached }
      isReached = true
      if let id = entry.id { decisions[id] = entry.decisions }
      return true
    }
    for index in report.merged.indices {
      if let found = report.merged[index].id.flatMap({ decisions[$0] }) {
        report.merged[index].decisions = found
      }
    }
  }

  private static let mostBetween = 100
}
