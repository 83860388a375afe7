internal import TaskFile

/// A checkbox's request, encoded as a button's single value: `4 true Rye bread`.
struct Tick: Hashable, Sendable {
  /// The item's line in the body when the page was made.
  var line: Int?
  /// Whether to tick or untick the item.
  var isDone: Bool
  var item: String

  init(_ item: ChecklistItem) {
    (line, isDone, self.item) = (item.line, !item.isDone, item.text)
  }

  init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    line = parts.first.flatMap { Int($0) }
    isDone = parts.dropFirst().first == "true"
    item = parts.dropFirst(2).first.map(String.init) ?? ""
  }

  var text: String { "\(line ?? 0) \(isDone) \(item)" }
}
