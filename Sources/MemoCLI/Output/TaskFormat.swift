internal import MemoKit
internal import Terminal

/// A format of `--format`: text with `{placeholders}`.
struct TaskFormat {
  private enum Piece {
    case text(String)
    /// The width is in cells; nil is the value's own.
    case value(name: String, width: Int?, isRight: Bool)
  }

  private var pieces: [Piece] = []

  /// The user's own keys in the format.
  var keys: [String] {
    pieces.compactMap { piece in
      guard case .value(let name, _, _) = piece, name.hasPrefix("fields.") else { return nil }
      return String(name.dropFirst("fields.".count))
    }
  }

  /// - Throws: `MemoError` that points at an invalid placeholder, and lists the valid ones.
  init(_ text: String) throws(MemoError) {
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if let escaped = Self.escapes["\(character)\(rest.prefix(1))"] {
        literal += escaped
        rest.removeFirst()
        continue
      }
      guard character == "{" else {
        literal.append(character)
        continue
      }
      let name = rest.prefix { $0 != "}" }
      let behind = rest[name.endIndex...]
      guard behind.first == "}", let value = Self.placeholder(String(name)) else {
        let start = text.unicodeScalars.count - rest.unicodeScalars.count - 1
        throw Self.unknown("{\(name)\(behind.prefix(1))", at: start, in: text)
      }
      pieces += [.text(literal), value]
      (literal, rest) = ("", behind.dropFirst())
    }
    // Ends each task's line, unless the format does.
    if literal.last != "\n", literal.last != "\0" { literal += "\n" }
    pieces.append(.text(literal))
  }

  private static let escapes = [
    "\\t": "\t", "\\n": "\n", "\\0": "\0", "\\\\": "\\", "{{": "{", "}}": "}",
  ]

  static let names =
    ["short"] + KnownField.ofAll.map(\.rawValue)
    + ["path", "name", "checklist", "overdue", "conflicts"]

  /// `title`, `title:30`, `deadline:>10`.
  private static func placeholder(_ text: String) -> Piece? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard names.contains(name) || (name.hasPrefix("fields.") && name.count > 7) else { return nil }
    guard parts.count == 2 else { return .value(name: name, width: nil, isRight: false) }
    let isRight = parts[1].hasPrefix(">")
    let digits = isRight || parts[1].hasPrefix("<") ? parts[1].dropFirst() : parts[1]
    guard let width = Int(digits), (1...10_000).contains(width) else { return nil }
    return .value(name: name, width: width, isRight: isRight)
  }

  private static func unknown(_ word: String, at start: Int, in text: String) -> MemoError {
    let scalars = start..<(start + word.unicodeScalars.count)
    return MemoError(
      .usage, "invalid placeholder '\(word)'", details: MemoError.pointer(at: scalars, in: text),
      hints: [
        "there are \(names.map { "{\($0)}" }.joined(separator: " ")), {fields.KEY} for a key of "
          + "your own; {title:30} has a width, {{ is a brace"
      ])
  }
}

extension TaskFormat {
  /// A task in this format, with control characters escaped.
  func text(of task: StoredTask, _ prefixes: [TaskID: Int], _ page: Page) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .value(let name, let width, let isRight):
        let value = Self.value(name, task, prefixes, page).sanitized
        guard let width else { return value }
        let cut = value.truncated(to: width)
        return isRight
          ? String(repeating: " ", count: max(0, width - cut.terminalWidth)) + cut
          : cut.padded(to: width)
      }
    }.joined()
  }

  private static func value(
    _ name: String, _ task: StoredTask, _ prefixes: [TaskID: Int], _ page: Page
  ) -> String {
    switch name {
    case "short": return task.id == nil ? "" : ShortID(task.id, prefixes).text
    case "path": return task.path
    case "name": return task.name
    case "checklist":
      let checklist = task.item.checklist
      return checklist.total > 0 ? "\(checklist.done)/\(checklist.total)" : ""
    case "overdue": return task.isOverdue(page.now) ? "overdue" : ""
    case "conflicts": return "\(task.conflictNotes)"
    case _ where !name.hasPrefix("fields."):
      guard let field = KnownField(rawValue: name) else { return "" }
      return task.texts(of: field, in: task.item).joined(separator: ",")
    default:
      return task.value(of: String(name.dropFirst(7)))?.items.joined(separator: ",") ?? ""
    }
  }
}
