package import BoardModel
package import MemoCLI
internal import MemoKit
package import TaskFile

/// The board of a page; its address encodes everything, so it can be bookmarked and shared.
package struct BoardQuery: Hashable, Sendable {
  package typealias View = BoardRequest.View

  package var view = View.board
  /// Nil for the view's default.
  private var chosenOrder: Order?
  /// A filter in the command line's syntax.
  package var filter = ""
  /// The visible column of a narrow page.
  package var lane = Status.todo
  /// A moment of the history, in words; nil for the present.
  package var moment: String?
  /// The address of the task beside the list; nil for the first.
  package var open: String?
  /// The number of cards of lanes that show more than the first ones.
  package var shown: [Status: Int] = [:]
  /// Whether the page selects several tasks.
  package var isMarking = false

  /// The first cards of a column; each extension doubles the number.
  package static let pageLength = 60

  /// The sort order; notes start with the last one changed.
  package var order: Order {
    get { chosenOrder ?? view.defaultOrder }
    set { chosenOrder = newValue }
  }

  package init() {}

  package init(_ fields: FormFields) {
    view = fields["view"].flatMap { View(rawValue: $0) } ?? .board
    chosenOrder = fields["order"].flatMap { Order(rawValue: $0) }
    filter = fields["q"] ?? ""
    lane = fields["lane"].flatMap { Status(rawValue: $0) } ?? .todo
    moment = fields["at"].flatMap { $0.isEmpty ? nil : $0 }
    open = fields["open"].flatMap { $0.isEmpty ? nil : $0 }
    isMarking = fields["mark"] == "several"
    for status in Status.allCases {
      shown[status] = fields["n-\(status.rawValue)"].flatMap { Int($0) }.map {
        max($0, Self.pageLength)
      }
    }
  }

  /// The number of a lane's cards in the page.
  func count(_ status: Status) -> Int { shown[status] ?? Self.pageLength }

  /// The fields of the address, without those of the default board.
  var fields: [(String, String)] {
    var pairs: [(String, String)] = []
    if view != .board { pairs.append(("view", view.rawValue)) }
    if let chosenOrder, chosenOrder != view.defaultOrder {
      pairs.append(("order", chosenOrder.rawValue))
    }
    if !filter.isEmpty { pairs.append(("q", filter)) }
    if lane != .todo { pairs.append(("lane", lane.rawValue)) }
    if let moment { pairs.append(("at", moment)) }
    if let open, view == .notes { pairs.append(("open", open)) }
    if isMarking { pairs.append(("mark", "several")) }
    for status in Status.allCases {
      if let count = shown[status] { pairs.append(("n-\(status.rawValue)", String(count))) }
    }
    return pairs
  }

  /// The query of the address; empty for the default board.
  package var text: String {
    fields.map { "\($0)=\(FormFields.encoded($1))" }.joined(separator: "&")
  }

  /// The same board with only the first cards.
  var fromFirst: BoardQuery { with { $0.shown = [:] } }

  func with(_ change: (inout BoardQuery) -> Void) -> BoardQuery {
    var query = self
    change(&query)
    return query
  }

  /// The query to append to other fields: with its `&`, or nothing.
  var continuation: String { text.isEmpty ? "" : "&" + text }

  /// The query with its `?`, or nothing.
  var suffix: String { text.isEmpty ? "" : "?" + text }
}

/// A task's part of an address: its id, or a hash of its path if it has no id.
enum TaskAddress {
  static func text(of key: TaskKey) -> String {
    TaskID(key.name) != nil ? key.name : "file-" + Fingerprint.text(of: key.name.utf8)
  }

  /// Whether it is a hash of a path, which changes when the file moves.
  static func isOfFile(_ text: String) -> Bool { text.hasPrefix("file-") }

  static func key(_ text: String, in storeState: StoreState) -> TaskKey? {
    let key = TaskKey(name: text)
    if storeState.tasks[key] != nil, TaskID(text) != nil { return key }
    guard isOfFile(text) else { return nil }
    // An open page still uses the path of a file that has got an id since.
    return storeState.tasks.first { self.text(of: TaskKey(name: $0.value.path)) == text }?.key
      ?? storeState.former.first { self.text(of: $0.value) == text }?.key
  }
}
