internal import MemoKit

/// Tables with field names in the first line (RFC 4180).
extension ExchangeFormat {
  static let csv = ExchangeFormat(
    name: "csv", title: "CSV", endings: [".csv"],
    isRecognized: { $0.has(ending: ".csv") || SeparatedValues.isTable($0.text) },
    read: { file, context in
      let first = file.lines.first ?? ""
      let separator = ",;\t".max { a, b in first.count { $0 == a } < first.count { $0 == b } }
      return SeparatedValues(separator ?? ",").records(of: file.text)
    },
    write: { [ExchangeFile(text: SeparatedValues(",").text(of: $0, isSafe: $1.isSafe))] })

  static let tsv = ExchangeFormat(
    name: "tsv", title: "TSV", endings: [".tsv"], isRecognized: { $0.has(ending: ".tsv") },
    read: { file, _ in SeparatedValues("\t").records(of: file.text) },
    write: { [ExchangeFile(text: SeparatedValues("\t").text(of: $0, isSafe: $1.isSafe))] })
}

private struct SeparatedValues {
  let separator: Character

  init(_ separator: Character) { self.separator = separator }

  /// Column names of other programs, and the fields they mean.
  private static let names: [String: String] = [
    "task": "title", "task name": "title", "name": "title", "summary": "title", "subject": "title",
    "content": "title",
    "state": "status", "due": "deadline", "due date": "deadline", "duedate": "deadline",
    "due_date": "deadline", "date": "deadline", "labels": "tags", "tag": "tags", "notes": "body",
    "note": "body", "text": "body", "list": "project", "folder": "project", "uuid": "id",
    "key": "id", "created at": "created", "created_at": "created", "creation date": "created",
    "done": "completed", "completed at": "completed", "completion date": "completed",
    "type": "type",
  ]

  /// Whether the first line has column names.
  static func isTable(_ text: String) -> Bool {
    let lines = text.split(maxSplits: 2, whereSeparator: \.isNewline)
    guard lines.count > 1 else { return false }
    return ",;\t".contains { separator in
      let columns = lines[0].split(separator: separator, omittingEmptySubsequences: false).map {
        $0.filter { $0 != "\"" }.split(separator: " ").joined(separator: " ")
      }
      // Lists of titles don't quote each title.
      let isQuoted =
        lines[0].hasPrefix("\"") && lines[0].hasSuffix("\"")
        && lines[0].contains("\"\(separator)\"")
      let known = columns.count { field(called: $0) != nil || $0.lowercased() == "description" }
      return columns.count > 1 && (isQuoted || known > 1) && lines[1].contains(separator)
    }
  }

  /// Each column is a field of a task, and each change of one reads the front matter again.
  private static let mostColumns = 500

  /// The field that a column's name means, in any case; nil for a field of the table's own.
  private static func field(called name: String) -> String? {
    let name = name.lowercased()
    if name == "body" || name == "completed" { return name }
    return names[name] ?? KnownField(typed: name)?.rawValue
  }

  /// The keys of the columns, each once except for `tags`.
  ///
  /// Of several columns for one field, the one with its exact name has it, or else the first.
  private static func keys(of columns: [String]) -> [String] {
    // In memo's own table each column has the name of its field.
    let isOwn = columns.starts(with: first) && columns.contains("id")
    var fields: [String?] = isOwn ? columns : columns.map(field(called:))
    // Without another title, the description is the title.
    if !isOwn, let index = columns.firstIndex(where: { $0.lowercased() == "description" }) {
      fields[index] = fields.contains("title") ? "body" : "title"
    }
    var keys: [String?] = columns.indices.map { index in
      guard let field = fields[index] else { return nil }
      let owner =
        columns.indices.first { columns[$0].lowercased() == field && fields[$0] == field }
        ?? fields.firstIndex(of: field)
      return field == "tags" || index == owner ? field : nil
    }
    var taken = Set(keys.compactMap(\.self))
    for (index, column) in columns.enumerated() where keys[index] == nil {
      let isKnown = KnownField(key: column) != nil
      let name = isKnown ? column : TaskRecord.ownKey(column, of: "csv")
      var (key, count) = (name, 1)
      while taken.contains(key) || field(called: key) != nil {
        count += 1
        key = "\(name)-\(count)"
      }
      taken.insert(key)
      keys[index] = key
    }
    return keys.compactMap(\.self)
  }

  func records(of text: String) -> ReadRecords {
    var found = ReadRecords()
    var rows = rows(of: text)
    if let line = rows.openLine {
      found.problems.append(RecordProblem(line: line, "a quote that is not closed"))
    }
    guard let head = rows.all.first else { return found }
    rows.all.removeFirst()
    guard head.cells.count <= Self.mostColumns else {
      let message = "\(head.cells.count) columns, and memo reads at most \(Self.mostColumns)"
      found.problems.append(RecordProblem(line: head.line, message))
      return found
    }
    let keys = Self.keys(of: head.cells.map(\.trimmingSpaces))
    guard keys.contains("title") else {
      found.problems.append(RecordProblem(line: 1, "no column is called title"))
      return found
    }
    for row in rows.all where row.cells.contains(where: { !$0.isEmpty }) {
      found.add(at: row.line) { () throws(RecordProblem) in
        guard row.cells.count <= keys.count else {
          throw RecordProblem("\(row.cells.count) cells, and the first line has \(keys.count)")
        }
        var record = TaskRecord(title: "")
        record.tell(keys, of: "csv")
        for (key, cell) in zip(keys, row.cells) { set(key, Self.bare(cell), in: &record) }
        return record
      }
    }
    return found
  }

  private func set(_ key: String, _ cell: String, in record: inout TaskRecord) {
    let text = TaskRecord.trimmed(cell).trimmingSpaces
    guard !text.isEmpty else { return }
    func items(_ separators: String) -> [String] {
      text.split { separators.contains($0) }.map { String($0).trimmingSpaces }
    }
    switch key {
    case "title": record.title = text.oneLine
    case "body": record.body = TaskRecord.trimmed(cell)
    case "status": record.setStatus(called: text, keepingAs: "csv-status")
    case "priority": record.setPriority(called: text, keepingAs: "csv-priority")
    case "tags":
      let labels = record.labels(keptAs: Self.labels) + items(",;")
      record.setTags(of: labels, keepingAs: Self.labels)
    case "after": record.set(key, items(","))
    case "assignee": record.set(key, oneOrMore: items(","))
    case "created": record.setCreated(text, of: "csv")
    case "completed":
      switch text.lowercased() {
      case "true", "yes", "x", "1": record.status = .done
      case "false", "no", "0": break
      default:
        record.set("completed", text)
        record.status = .done
      }
    case "id": record.setID(text, of: "csv")
    case "source": record.source = text
    default: record.set(known: key, text, orIn: "csv")
    }
  }

  /// Removes the apostrophe that stops a spreadsheet from evaluating the text.
  private static func bare(_ cell: String) -> String {
    hasApostrophe(cell) ? String(cell.dropFirst()) : cell
  }

  private static func hasApostrophe(_ cell: String) -> Bool {
    cell.first == "'" && cell.first { $0 != "'" }.map(risky.contains) ?? false
  }

  private static let risky: Set<Character> = ["=", "+", "-", "@", "\t", "\r"]

  func text(of records: [TaskRecord], isSafe: Bool) -> String {
    var keys = Self.first
    for field in records.flatMap(\.fields) {
      let key = Self.column(of: field)
      if !keys.contains(key) { keys.append(key) }
    }
    keys += ["body", "created", "id", "source"].filter { key in
      !keys.contains(key) && (key == "id" || records.contains { cell(key, of: $0) != nil })
    }
    let rows = records.map { record in keys.map { cell($0, of: record) ?? "" } }
    return ([keys] + rows).map { row in
      row.map { quoted($0, isSafe: isSafe) }.joined(separator: String(separator)) + "\r\n"
    }.joined()
  }

  /// The first columns of memo's own tables.
  private static let first = ["title", "status", "deadline", "priority", "tags"]

  private func cell(_ key: String, of record: TaskRecord) -> String? {
    switch key {
    case "title": record.title
    case "status": record.ownWord(for: key, of: "csv") ?? record.status.rawValue
    case "priority": record.ownWord(for: key, of: "csv") ?? record.text(key)
    case "created": record.created?.description ?? record.text("csv-created")
    case "id": record.id?.text
    case "source": record.source
    case "body": record.body.isEmpty ? nil : record.body
    case "tags": record.labels(keptAs: Self.labels).joined(separator: ",")
    default: record.text(key) ?? record.text("csv-\(key)")
    }
  }

  /// The field with tags that aren't valid in memo.
  private static let labels = "csv-tags"

  /// The column to which a field is written back.
  private static func column(of field: Field) -> String {
    let name = field.key(in: "csv")
    return KnownField(key: name) == nil ? field.key : name
  }

  private func quoted(_ cell: String, isSafe: Bool) -> String {
    var cell = cell
    let isRisky = isSafe && cell.first.map(Self.risky.contains) ?? false
    // Another apostrophe keeps the text's own.
    if isRisky || Self.hasApostrophe(cell) { cell = "'" + cell }
    let needsQuotes =
      cell.contains { $0 == separator || $0 == "\"" || $0.isNewline }
      || cell.first?.isWhitespace == true || cell.last?.isWhitespace == true
    return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
  }

  /// The rows of a text with their first lines, and the line of a quote that isn't closed.
  private func rows(
    of text: String
  ) -> (all: [(line: Int, cells: [String])], openLine: Int?) {
    var rows: [(line: Int, cells: [String])] = []
    var (cells, cell): ([String], String) = ([], "")
    var (line, start, isQuoted, wasQuoted) = (1, 1, false, false)
    var quoteLine = 1
    var rest = text[...]
    func endRow() {
      cells.append(cell)
      if cells != [""] { rows.append((start, cells)) }
      (cells, cell, wasQuoted) = ([], "", false)
    }
    while let letter = rest.popFirst() {
      if letter.isNewline { line += 1 }
      if isQuoted {
        if letter != "\"" {
          cell.append(letter == "\r\n" ? "\n" : letter)
        } else if rest.first == "\"" {
          cell.append(rest.removeFirst())
        } else {
          (isQuoted, wasQuoted) = (false, true)
        }
      } else if letter == "\"", cell.isEmpty, !wasQuoted {
        (isQuoted, quoteLine) = (true, line)
      } else if letter == separator {
        cells.append(cell)
        (cell, wasQuoted) = ("", false)
      } else if letter.isNewline {
        endRow()
        start = line
      } else {
        cell.append(letter)
      }
    }
    if isQuoted { return (rows, quoteLine) }
    if !cell.isEmpty || !cells.isEmpty { endRow() }
    return (rows, nil)
  }
}
