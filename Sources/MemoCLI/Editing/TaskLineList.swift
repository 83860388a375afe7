internal import MemoKit
internal import Terminal

/// Tasks as a list to edit.
///
/// Each status has a heading, and each task a line with a short id, the common fields and the
/// title.
///
/// ```
/// todo:
/// kx  due:2026-12-01 p:high +home  Buy milk
/// ```
struct TaskLineList {
  struct Row {
    /// The task's id, or the path of a task without an id.
    let name: String
    /// The first word of the line.
    let label: String
    let title: String
    let status: Status
    fileprivate let line: String
  }

  struct Changes {
    var edits: [(task: String, edits: [FieldEdit]?)] = []
    var deleted: [Row] = []
  }

  private(set) var rows: [Row] = []
  private let grammar: FieldGrammar

  init(_ tasks: [StoredTask], _ prefixes: [TaskID: Int], _ grammar: FieldGrammar) {
    self.grammar = grammar
    rows = tasks.map { task in
      Row(
        name: task.distinctID, label: task.id.map { ShortID($0, prefixes).text } ?? task.path,
        title: task.title, status: task.status, line: line(of: task))
    }
  }

  var text: String {
    let width = rows.map(\.label.terminalWidth).max() ?? 0
    var text = ""
    for status in Status.allCases {
      text += "\(status.rawValue):\n"
      for row in rows where row.status == status {
        text += row.label.padded(to: width) + "  \(row.line)\n"
      }
      text += "\n"
    }
    return text + Self.help
  }

  private static let help = """
    # Change fields and titles; any KEY:VALUE is a field, and what is behind -- is title.
    # Move a line below another heading to move its task; delete it to delete the task.
    # Lines with # are left out. An empty list changes nothing.

    """

  /// A task's fields and title, which ``read(_:)`` returns unchanged.
  private func line(of task: StoredTask) -> String {
    let item = task.item
    // A tag of several words, from another tool, can't be in the line. The task keeps it. An error
    // only means that the line needs another form.
    let tags = item.tags.filter { (try? read("+\($0)  -- x"))?.edits == [.addTag($0)] }
    let fields =
      (item.deadline.map { ["due:\($0)"] } ?? [])
      + (item.priority.map { ["p:\($0.rawValue)"] } ?? []) + tags.map { "+\($0)" }
    let start = fields.isEmpty ? "" : fields.joined(separator: " ") + "  "
    let literal = "\(start)-- \(task.title)"
    let plain = try? read(start + task.title)
    return plain?.title == task.title && plain?.edits == (try? read(literal))?.edits
      ? start + task.title : literal
  }

  private func read(_ line: String) throws(MemoError) -> (title: String, edits: [FieldEdit]) {
    let literal = " \(line)".firstRange(of: " -- ")
    let words = literal.map { String(" \(line)"[..<$0.lowerBound]) } ?? line
    let title = literal.map { String(" \(line)"[$0.upperBound...]) }
    let found = try TaskWords([words], literal: title.map { [$0] } ?? [], grammar)
    var edits: [FieldEdit] = []
    for edit in found.edits {
      switch edit {
      // `tags:a,b` adds to the tags with a plus, as in `add`.
      case .set("tags", .list(let tags)): edits += tags.map(FieldEdit.addTag)
      case .clear("tags"): edits.removeAll { $0.key == "tags" }
      default: edits.append(edit)
      }
    }
    return (found.title.trimmingSpaces, edits)
  }

  /// The changes in an edited text; nil for an empty text, which changes nothing.
  ///
  /// - Throws: `MemoError` that names the line.
  func changes(in text: String) throws(MemoError) -> Changes? {
    var status = Status.todo
    var found = PathMap<(status: Status, line: String)>()
    let labels = PathMap(rows) { $0.label }
    var changes = Changes()
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = String(line).trimmingSpaces
      if line.isEmpty || line.hasPrefix("#") { continue }
      if let heading = Status.allCases.first(where: { line.lowercased() == "\($0.rawValue):" }) {
        status = heading
        continue
      }
      let label = String(line.prefix { !$0.isWhitespace })
      guard let row = labels[label] ?? rows.first(where: { line.hasPrefix("\($0.label)  ") }) else {
        throw Self.failure(index, line, "'\(label)' is not one of the edited tasks")
      }
      guard found[row.name] == nil else {
        throw Self.failure(index, line, "duplicate id '\(row.label)'")
      }
      let words = String(line.dropFirst(row.label.count)).trimmingSpaces
      found[row.name] = (status, words)
      do throws(MemoError) {
        let edits = try edits(of: row, words, status)
        if !edits.isEmpty { changes.edits.append((row.name, edits)) }
      } catch {
        throw Self.failure(index, line, error.message, hints: error.hints)
      }
    }
    guard !found.isEmpty else { return nil }
    for row in rows where found[row.name] == nil {
      changes.deleted.append(row)
      changes.edits.append((row.name, nil))
    }
    return changes
  }

  private func edits(
    of row: Row, _ words: String, _ status: Status
  ) throws(MemoError) -> [FieldEdit] {
    var edits: [FieldEdit] = []
    if words != row.line {
      let new = try read(words)
      // A value of another tool may not be readable in a line. Then all fields are set again.
      let old = (try? read(row.line)) ?? (title: "", edits: [])
      guard !new.title.isEmpty else {
        throw MemoError(
          .usage, "there is no title left", hints: ["delete the whole line to delete the task"])
      }
      if new.title != old.title { edits.append(.set(key: "title", .text(new.title))) }
      for edit in old.edits where !new.edits.contains(where: { $0.replaces(edit) }) {
        if case .addTag(let tag) = edit {
          edits.append(.removeTag(tag))
        } else {
          edits.append(.clear(key: edit.key))
        }
      }
      edits += new.edits.filter { !old.edits.contains($0) }
    }
    if status != row.status { edits.append(.set(key: "status", .text(status.rawValue))) }
    return edits
  }

  private static func failure(
    _ index: Int, _ line: String, _ message: String, hints: [String] = []
  ) -> MemoError {
    MemoError(.usage, "line \(index + 1): \(message)", details: [line], hints: hints)
  }
}

extension FieldEdit {
  /// Whether another edit needn't be undone, because this one has its value or a new one.
  fileprivate func replaces(_ other: FieldEdit) -> Bool {
    if case .addTag = self { self == other } else { key == other.key }
  }
}
