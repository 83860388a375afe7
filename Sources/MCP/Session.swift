internal import MemoCLI
internal import MemoKit

/// Runs memo's commands for one request.
struct Session: Sendable {
  let context: Context
  let request: AgentRequest
  let client: Client
  let made: OwnOperations

  var isFiltered: Bool { !request.filter.isEmpty }

  // MARK: Arguments as words

  /// The words of a filter, combined with the server's filter.
  func words(_ filter: String?) throws -> [String] {
    guard let words = ShellWords.split(filter ?? "") else {
      throw Arguments.wrong("a quotation mark of 'filter' isn't closed")
    }
    if !words.isEmpty { try Memo.checkFilter(words, in: context) }
    return ownFilter + (isFiltered && !words.isEmpty ? ["("] + words + [")"] : words)
  }

  /// The words of the server's filter.
  var ownFilter: [String] { isFiltered ? ["("] + request.filter + [")"] : [] }

  /// The full id or path of the task, if the client may see it.
  func task(_ given: Arguments) throws -> String {
    try Memo.task(given.text("id") ?? "", within: request.filter, in: context)
  }

  func edits(_ given: Arguments) throws -> [FieldEdit] {
    var fields: [(key: String, value: String)] = []
    let tags = given.texts("tags") + given.texts("add_tags")
    for key in ["deadline", "priority"] {
      if let value = given.text(key) { fields.append((key, value)) }
    }
    for (key, value) in given.table("fields") {
      guard TaskDocument.isKey(key) else { throw Arguments.wrong("'\(key)' can't be a key") }
      let isTask = key == "after" && value.lowercased() != "none"
      fields.append(
        (key, isTask ? try Memo.task(value, within: request.filter, in: context) : value))
    }
    return try Memo.edits(
      fields, adding: tags, removing: given.texts("remove_tags"), in: context)
  }

  // MARK: Calls

  /// Runs a command and gets its JSON document.
  func run(_ line: [String]) -> Outcome {
    Memo.run([line[0], "--json"] + line.dropFirst(), in: context)
  }

  func run(_ change: BoardChange, of tasks: [String]) -> Outcome {
    Memo.run(change, of: tasks, in: context, asDocument: true)
  }

  /// Answers `tools/call`.
  func call(_ parameters: TypedValue) throws(RPCError) -> JSON {
    guard case .text(let name)? = parameters["name"] else {
      throw .invalidParameters("'name' is missing")
    }
    guard let tool = Tool.all(request).first(where: { $0.name == name }) else {
      throw .invalidParameters("there is no tool '\(name)'")
    }
    let outcome: Outcome
    var limit = Int.max
    do {
      let given = try Arguments(parameters["arguments"] ?? .map([]), of: tool)
      limit = given.limit
      outcome = try tool.call(self, given)
    } catch {
      outcome = Memo.outcome(of: error, context)
    }
    guard let document = outcome.document, outcome.failure == nil else {
      let text = outcome.failure?.plainText ?? outcome.output + outcome.error
      return [
        "content": .list([Self.content(text)]),
        "isError": .bool(true),
      ]
    }
    if tool.name != "undo", let operation = outcome.operation { made.add(operation) }
    let (shown, remark) = (isFiltered ? withoutOthers(document, tool.name) : document)
      .bounded(to: limit)
    let remarks = remark.map { [Self.content($0)] } ?? []
    return [
      "content": .list([Self.content(shown.line)] + remarks),
      "structuredContent": shown,
      "isError": .bool(false),
    ]
  }

  private static func content(_ text: String) -> JSON {
    ["type": .text("text"), "text": .text(text)]
  }
}

// MARK: What the client may see

extension Session {
  /// Removes data of tasks that the client may not see.
  private func withoutOthers(_ document: JSON, _ tool: String) -> JSON {
    guard case .map(let members) = document else { return document }
    var hidden: Set = ["recorded", "notices", "details"]
    if tool == "sync" { hidden.formUnion(["changes", "sent", "mergedTasks"]) }
    if tool == "undo" { hidden.formUnion(["changes", "mergedTasks", "kept"]) }
    return .map(
      members.map { member in
        if hidden.contains(member.key) { return JSON.Pair(key: member.key, value: .list([])) }
        guard tool == "undo", member.key == "tasks", case .list(let tasks) = member.value else {
          return member
        }
        return JSON.Pair(key: member.key, value: .list(tasks.filter(isVisible)))
      })
  }

  private func isVisible(_ task: JSON) -> Bool {
    guard case .map(let members) = task,
      case .text(let id)? = members.first(where: { $0.key == "id" })?.value
    else { return false }
    // An unreadable task isn't shown.
    return (try? Memo.task(id, within: request.filter, in: context)) != nil
  }

  /// Undoes this session's last change: another client may have the same name and see more.
  func undoOwn() throws -> Outcome {
    guard let operation = made.takeLast() else {
      throw MemoError(.notFound, "there is nothing of this session to undo")
    }
    return run(["undo", "--", operation])
  }
}

// MARK: Resources

enum Resources {
  static let board = "memo://board"
  static let task = "memo://task/"

  static var list: JSON {
    [
      "resources": .list([
        [
          "uri": .text(board),
          "name": .text("board"),
          "title": .text("Board"),
          "description": .text("The three columns with their tasks, as JSON"),
          "mimeType": .text("application/json"),
        ]
      ])
    ]
  }

  static var templates: JSON {
    [
      "resourceTemplates": .list([
        [
          "uriTemplate": .text("\(task){id}"),
          "name": .text("task"),
          "title": .text("Task"),
          "description": .text("The file of a task, byte for byte"),
          "mimeType": .text("text/markdown"),
        ]
      ])
    ]
  }
}

extension Session {
  /// Answers `resources/read`.
  func resource(_ parameters: TypedValue) throws(RPCError) -> JSON {
    guard case .text(let address)? = parameters["uri"] else {
      throw .invalidParameters("'uri' is missing")
    }
    let text: String
    do {
      text = try self.text(of: address)
    } catch {
      let failure = MemoError(of: error)
      // A task that the client may not see is as good as missing.
      guard address != Resources.board,
        [.notFound, .ambiguous, .usage].contains(failure.kind)
      else { throw .failed(failure.plainText) }
      throw .unknownResource(address)
    }
    let type = address == Resources.board ? "application/json" : "text/markdown"
    return [
      "contents": .list([
        [
          "uri": .text(address),
          "mimeType": .text(type),
          "text": .text(text),
        ]
      ])
    ]
  }

  private func text(of address: String) throws -> String {
    if address == Resources.board {
      let outcome = run(["board", "--no-filter"] + ownFilter)
      if let failure = outcome.failure { throw failure }
      return outcome.document?.bounded().document.line ?? ""
    }
    guard address.hasPrefix(Resources.task) else { throw MemoError(.notFound, address) }
    let name = String(address.dropFirst(Resources.task.count))
    let task = try Memo.task(name, within: request.filter, in: context)
    let outcome = Memo.run(["show", "--raw", "--", task], in: context)
    if let failure = outcome.failure { throw failure }
    return outcome.bytes.map { String(decoding: $0, as: UTF8.self) } ?? outcome.output
  }
}

// MARK: Bounds

extension JSON {
  /// Lists that can be long.
  private static let lists = ["tasks", "entries"]
  /// The maximum size in bytes of a document and of a text in it.
  private static let (mostBytes, longestText) = (200_000, 50_000)

  /// Shortens a document until it fits.
  ///
  /// - Parameter most: The maximum number of tasks or entries.
  /// - Returns: The document, and a remark if it is incomplete.
  fileprivate func bounded(to most: Int = .max) -> (document: JSON, remark: String?) {
    var (document, longest) = changingLists { Array($0.prefix(most)) }
    var remark: String?
    if longest > most {
      let more = most < 500 ? "a larger 'limit' (up to 500) lists more" : "a filter lists others"
      remark = "Only the first \(most) are here; \(more)."
    }
    guard document.line.utf8.count > Self.mostBytes else { return (document, remark) }
    document = document.withShortTexts
    let long = "Long texts are cut; the resource \(Resources.task)ID has all of a task."
    remark = [remark, long].compactMap(\.self).joined(separator: " ")
    longest = min(longest, most)
    while document.line.utf8.count > Self.mostBytes, longest > 0 {
      longest /= 2
      document = document.changingLists { Array($0.prefix(longest)) }.document
      remark = "The result is too large. Only the first \(longest) are here; ask for fewer tasks."
    }
    return (document, remark)
  }

  /// - Returns: The document, and the original length of the longest list.
  private func changingLists(_ change: ([JSON]) -> [JSON]) -> (document: JSON, longest: Int) {
    guard case .map(let members) = self else { return (self, 0) }
    var longest = 0
    var changed: [Pair] = []
    for member in members {
      guard case .list(let items) = member.value else {
        changed.append(member)
        continue
      }
      if Self.lists.contains(member.key) { longest = max(longest, items.count) }
      let kept = Self.lists.contains(member.key) ? change(items) : items
      // The board has its tasks in columns.
      let found = member.key == "columns" ? kept.map { $0.changingLists(change) } : []
      longest = max(longest, found.map(\.longest).max() ?? 0)
      changed.append(
        Pair(key: member.key, value: .list(found.isEmpty ? kept : found.map(\.document))))
    }
    return (.map(changed), longest)
  }

  private var withShortTexts: JSON {
    switch self {
    case .text(let text) where text.utf8.count > Self.longestText:
      .text(text.prefix(Self.longestText / 4) + " …")
    case .list(let items): .list(items.map(\.withShortTexts))
    case .map(let members):
      .map(members.map { Pair(key: $0.key, value: $0.value.withShortTexts) })
    default: self
    }
  }
}
