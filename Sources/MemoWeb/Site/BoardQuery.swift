package import BoardModel
internal import MemoKit
package import TaskFile

/// Which board a page shows: all of it stands in the address, so that it can be kept, shared and
/// gone back from.
package struct BoardQuery: Hashable, Sendable {
  package enum View: String, CaseIterable, Hashable, Sendable { case board, list, notes }

  package var view = View.board
  /// Nil for what the view has by itself.
  private var chosenOrder: Order?
  /// A filter's words, as on the command line.
  package var filter = ""
  /// The column that is shown where there is room for one.
  package var lane = Status.todo
  /// A moment of the past, in words; nil for the present.
  package var moment: String?
  /// The task that stands open beside the list, as addresses have it; nil for the first.
  package var open: String?
  /// The lanes of which more than the first cards are shown, and how many.
  package var shown: [Status: Int] = [:]
  /// Whether several tasks are marked, for something that is done to all of them.
  package var isMarking = false

  /// Cards that a column has at first; each time that it grows it becomes twice as long.
  package static let pageLength = 60

  /// Notes are read from the one that was changed last.
  package var order: Order {
    get { chosenOrder ?? (view == .notes ? .newest : .standard) }
    set { chosenOrder = newValue }
  }

  /// As an address has it; nil where it goes without saying.
  var orderName: String? {
    chosenOrder == (view == .notes ? .newest : .standard) ? nil : chosenOrder?.rawValue
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

  /// How many of a lane's cards the page has.
  func count(_ status: Status) -> Int { shown[status] ?? Self.pageLength }

  /// The query of an address that shows it; empty for the board as it is at first.
  package var text: String {
    var pairs: [(String, String)] = []
    if view != .board { pairs.append(("view", view.rawValue)) }
    if let orderName { pairs.append(("order", orderName)) }
    if !filter.isEmpty { pairs.append(("q", filter)) }
    if lane != .todo { pairs.append(("lane", lane.rawValue)) }
    if let moment { pairs.append(("at", moment)) }
    if let open, view == .notes { pairs.append(("open", open)) }
    if isMarking { pairs.append(("mark", "several")) }
    for status in Status.allCases {
      if let count = shown[status] { pairs.append(("n-\(status.rawValue)", String(count))) }
    }
    return pairs.map { "\($0)=\(FormFields.encoded($1))" }.joined(separator: "&")
  }

  /// The same from the first cards.
  var fromFirst: BoardQuery { with { $0.shown = [:] } }

  func with(_ change: (inout BoardQuery) -> Void) -> BoardQuery {
    var query = self
    change(&query)
    return query
  }

  /// As it stands behind an address.
  var suffix: String { text.isEmpty ? "" : "?" + text }
}

/// A task's part of an address: its id, or for a file without one a name that leads nowhere on the
/// disk.
enum TaskAddress {
  static func text(of key: TaskKey) -> String {
    TaskID(key.name) != nil ? key.name : "file-" + Fingerprint.text(of: key.name.utf8)
  }

  /// Whether it is made of a path, and so another one where the file was moved.
  static func isOfFile(_ text: String) -> Bool { text.hasPrefix("file-") }

  static func key(_ text: String, in storeState: StoreState) -> TaskKey? {
    let key = TaskKey(name: text)
    if storeState.tasks[key] != nil, TaskID(text) != nil { return key }
    guard isOfFile(text) else { return nil }
    // A file that was given an id since is still asked for by its path, by who has it open.
    return storeState.keys.first { TaskID($0.name) == nil && self.text(of: $0) == text }
      ?? storeState.keys.first { key in
        storeState.tasks[key].map { self.text(of: TaskKey(name: $0.path)) == text } ?? false
      }
      ?? storeState.former.first { self.text(of: $0.value) == text }?.key
  }
}
