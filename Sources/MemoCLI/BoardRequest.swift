package import MemoKit
public import TaskFile
internal import Terminal

/// The options of a board.
public struct BoardRequest: Hashable, Sendable {
  public enum View: String, CaseIterable, Hashable, Sendable { case board, list, notes }

  /// The words of a filter, as the user types them.
  public var filter = ""
  /// The columns, in the board's order.
  public var columns = Status.allCases
  public var view = View.board
  /// A past moment in words; nil for the present.
  public var moment: String?
  /// A theme's name; nil for the user's own choice.
  public var theme: String?
  public var usesMouse = true
  /// Whether to print lines instead of drawing a screen, for screen readers.
  public var isPlain = false

  public init() {}
}

/// A change by a board, with values instead of words, so that no typed text is read as an option.
package enum BoardChange: Hashable, Sendable {
  /// Like `memo set`.
  case set([FieldEdit])
  /// Like `memo move`.
  case move(Status)
  /// Like `memo remove`.
  case remove
  /// Like `memo add`, with a title and fields on each line.
  case add(lines: [String], Status)
  /// A task whose title has no fields in it.
  case addOne(title: String, [FieldEdit], body: String)

  package var addsTasks: Bool {
    switch self {
    case .set, .move, .remove: false
    case .add, .addOne: true
    }
  }
}

extension Memo {
  /// - Parameters:
  ///   - tasks: Ids or paths of the tasks to change.
  ///   - asDocument: Whether to print a JSON document, as with `--json`.
  package static func run(
    _ change: BoardChange, of tasks: [String], in context: Context, asDocument: Bool = false
  ) -> Outcome {
    var context = context
    context.color = .auto
    context.options = CommonOptions(given: asDocument ? ["--json": ""] : [:])
    if asDocument { context.keepQuiet() }
    return outcome(in: context) { try output(of: change, tasks, context).outcome(in: context) }
  }

  private static func output(
    of change: BoardChange, _ tasks: [String], _ context: Context
  ) throws -> ChangeOutput {
    let store = try context.bulkStore()
    func grammar(_ options: [FieldEdit]) throws -> NewTaskWords {
      try NewTaskWords(store: store, context, folder: "", options: options, template: nil)
    }
    switch change {
    case .set(let edits):
      return ChangeOutput(report: try store.change(tasks, edits), kind: .set)
    case .move(let status):
      return ChangeOutput(report: try store.move(tasks, to: status), kind: .move)
    case .remove:
      return ChangeOutput(report: try store.remove(tasks), kind: .remove)
    case .add(let lines, let status):
      let options = status == .doing ? [status.edit] : []
      return try Add.add(lines, try grammar(options))
    case .addOne(let title, let edits, let body):
      let words = try grammar(edits)
      var task = try words.task(["--", title])
      task.body = body
      return try Add.add([task], words)
    }
  }
}

extension Status {
  /// The change that moves a task to this status.
  package var edit: FieldEdit { .set(key: "status", .text(rawValue)) }
}

extension Memo {
  /// The document of `memo web --json`: a link that authorizes one browser, and the code for a
  /// device.
  package static func invitation(_ address: String, code: String?) -> String {
    JSON.document(.web, ["address": .text(address), "code": .text(code)]).text
  }

  /// The document of `memo web devices --json`.
  package static func devices(_ guests: [BrowserRegistry.AuthorizedBrowser], in context: Context)
    -> String
  {
    JSON.document(
      .devices,
      [
        "devices": .list(guests) { guest in
          [
            "name": .text(guest.visitor.name),
            "kind": .text(guest.visitor.isDevice ? "device" : "this-machine"),
            "since": .text(context.now.at(guest.since).timestamp.description),
            "seen": .text(context.now.at(guest.seen).date.description),
            "author": .text(guest.visitor.author?.text),
          ]
        }
      ]
    ).text
  }
}
