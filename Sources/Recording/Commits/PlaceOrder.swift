internal import Git
internal import StoreFiles
internal import TaskHistory

extension [TaskEdit] {
  /// The changes one after another so that each path is free before another task comes there:
  /// steps of one, or of those that changed places in a ring.
  ///
  /// Otherwise they stay in their order.
  var inOrderOfPlaces: [[TaskEdit]] {
    // Whose path each was; what stays where it is stands in nobody's way.
    var leaving: [PathKey: Int] = [:]
    for (number, edit) in enumerated() {
      if let before = edit.before, !before.isAt(edit.after?.path) {
        leaving[PathKey(before.path)] = number
      }
    }
    var steps: [[TaskEdit]] = []
    var done: Set<Int> = []
    for number in indices where !done.contains(number) {
      // Each waits for one other at most.
      var chain: [Int] = []
      var next: Int? = number
      while let one = next, !done.contains(one), !chain.contains(one) {
        chain.append(one)
        next = self[one].after.flatMap { leaving[PathKey($0.path)] }.flatMap {
          $0 == one ? nil : $0
        }
      }
      done.formUnion(chain)
      if let start = next.flatMap({ chain.firstIndex(of: $0) }) {
        steps.append(chain[start...].sorted().map { self[$0] })
        chain.removeSubrange(start...)
      }
      steps += chain.reversed().map { [self[$0]] }
    }
    return steps
  }

  /// Where tasks come that were elsewhere, or nowhere.
  var arrivals: [String] {
    compactMap { edit in edit.after.flatMap { $0.isAt(edit.before?.path) ? nil : $0.path } }
  }

  /// Where tasks were that are elsewhere now, or nowhere.
  var departures: [String] {
    compactMap { edit in edit.before.flatMap { $0.isAt(edit.after?.path) ? nil : $0.path } }
  }
}
