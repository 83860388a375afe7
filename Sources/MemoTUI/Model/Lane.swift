internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Words

/// A column of the board, or the one list.
struct Lane: Hashable, Sendable {
  /// Nil for the list, in which all statuses are.
  var status: Status?
  /// What is shown, in order.
  var keys: [TaskKey] = []
  /// The one that is selected there; nil in an empty one.
  var selected: TaskKey?
  /// The first one that is in the window.
  var top = 0

  func title(_ words: Words) -> String {
    (status.map { words.name(of: $0) } ?? words.tasks).uppercased()
  }

  /// The role of a theme that its name is drawn in.
  var hue: Role {
    switch status {
    case .todo?: .todo
    case .doing?: .doing
    case .done?: .done
    case nil: .text
    }
  }

  var selectedIndex: Int? { selected.flatMap { keys.firstIndex(of: $0) } }

  /// Takes what is to be shown from now on.
  ///
  /// The selection stays on its task; where that is gone, it goes to the next one that is still
  /// there, else to the one before, else to none.
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
