internal import Git
package import StoreFiles
package import TaskFile

extension History {
  /// When a task of the last commit came to the status that it has, on the clock of whoever
  /// brought it there.
  ///
  /// Everybody who has the history gets the same. Where the arrival itself is not in it, as in
  /// a clone that was cut off, it is the time of the oldest commit that has the task so.
  package func completionTime(of version: PlacedState) throws(MemoError) -> Timestamp? {
    if let place = try statusChange(of: version) { return index.nodes[place.node].authored }
    return isIn.indices.filter { isIn[$0] && isCutOff($0) }.map { index.nodes[$0].authored }
      .min { $0.secondsSince1970 < $1.secondsSince1970 }
  }
}
