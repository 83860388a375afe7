internal import MemoKit

/// Pages to read or to print. memo can't import them.
extension ExchangeFormat {
  static let markdown = ExchangeFormat(
    name: "markdown", title: "a table in Markdown", endings: [],
    write: { records, _ in [ExchangeFile(text: table(of: records))] })

  static let html = ExchangeFormat(
    name: "html", title: "a page to print", endings: [],
    write: { records, context in [ExchangeFile(text: page(of: records, context))] })

  private static func table(of records: [TaskRecord]) -> String {
    func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    let keys = columns(of: records)
    return row(keys.map(title)) + row(keys.map { _ in "---" })
      + records.map { record in
        row(
          keys.map { key in
            (cell(key, of: record) ?? "").oneLine.replacing("\\", with: "\\\\")
              .replacing("|", with: "\\|")
          })
      }.joined()
  }

  private static func page(of records: [TaskRecord], _ context: ExchangeContext) -> String {
    let keys = columns(of: records)
    let parts = Status.allCases.map { status in
      let tasks = records.filter { $0.status == status }
      guard !tasks.isEmpty else { return "" }
      let rows = tasks.map { record in
        let cells = keys.filter { $0 != "status" }.map { key in
          let text = escaped(cell(key, of: record) ?? "")
          let body =
            key == "title" && !record.body.isEmpty ? "<p>\(escaped(record.body))</p>" : ""
          return "<td>\(text)\(body)</td>"
        }
        return "<tr>\(cells.joined())</tr>\n"
      }
      let head = keys.filter { $0 != "status" }.map { "<th>\(escaped(title($0)))</th>" }
      return """
        <h2>\(status.rawValue) (\(tasks.count))</h2>
        <table>
        <thead><tr>\(head.joined())</tr></thead>
        <tbody>
        \(rows.joined())</tbody>
        </table>

        """
    }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(escaped(context.name))</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
      body { font: 1rem/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem }
      table { border-collapse: collapse; width: 100% }
      th, td { border-bottom: 1px solid #bbb; padding: .3rem .6rem .3rem 0; text-align: left }
      td { vertical-align: top }
      td p { font-size: .85rem; margin: .3rem 0; white-space: pre-wrap }
      @media print { body { margin: 0; max-width: none } tr { break-inside: avoid } }
      </style></head><body>
      <h1>\(escaped(context.name))</h1>
      <p>\(context.now.date)</p>
      \(parts.joined())</body></html>

      """
  }

  /// Title, status, and the other readable fields that some task has.
  private static func columns(of records: [TaskRecord]) -> [String] {
    ["title", "status"]
      + ["deadline", "priority", "tags", "project", "assignee", "estimate"].filter { key in
        records.contains { $0[key] != nil }
      }
  }

  private static func cell(_ key: String, of record: TaskRecord) -> String? {
    switch key {
    case "title": record.title
    case "status": record.status.rawValue
    default: record.text(key)
    }
  }

  private static func title(_ key: String) -> String {
    key.prefix(1).uppercased() + key.dropFirst()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
