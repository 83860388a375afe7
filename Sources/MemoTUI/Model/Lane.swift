internal import BoardModel
internal import MemoKit
internal import Words

/// A column of the board, or the one list.
struct Lane: Hashable, Sendable {
  /// Nil for the list of all statuses.
  var status: Status?
  /// The shown tasks, in order.
  var keys: [TaskKey] = []
  /// The selected task; nil if the lane is empty.
  var selected: TaskKey?
  /// The index of the first visible card.
  var top = 0

  func title(_ words: Words) -> String {
    (status.map { words.name(of: $0) } ?? words.tasks).uppercased()
  }

  var selectedIndex: Int? { selected.flatMap { keys.firstIndex(of: $0) } }

  /// Replaces the shown tasks.
  ///
  /// The selection stays on its task. If that is gone, the next remaining task is selected, else
  /// the previous one.
  mutating func show(_ new: [TaskKey]) {
    defer { keys = new }
    guard let selected else {
      self.selected = new.first
      return
    }
    let there = Set(new)
    guard !there.contains(selected) else { return }
    let old = keys.firstIndex(of: selected) ?? 0
    self.selected =
      keys.dropFirst(old).first(where: there.contains)
      ?? keys.prefix(old).last(where: there.contains) ?? new.first
  }

  mutating func move(by steps: Int) {
    guard !keys.isEmpty else { return }
    let index = selectedIndex ?? 0
    selected = keys[max(0, min(index + steps, keys.count - 1))]
  }
}
