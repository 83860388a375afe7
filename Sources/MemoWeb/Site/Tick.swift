internal import TaskFile

/// What a box of a checklist asks for, as the one value that a button has: `4 true Rye bread`.
struct Tick: Hashable, Sendable {
  /// Where the item stood in the body when the page was made.
  var line: Int?
  /// Whether it is to be ticked.
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

  /// - Returns: Nil for a form that ticks nothing.
  init?(_ form: FormFields) {
    if let tick = form["tick"] {
      self.init(tick)
      return
    }
    // A page that was made before the program was renewed, or a change that waited in one.
    guard let item = form["item"] else { return nil }
    self.init("\(form["line"] ?? "") \(form["value"] ?? "") \(item)")
  }

  var text: String { "\(line ?? 0) \(isDone) \(item)" }
}
