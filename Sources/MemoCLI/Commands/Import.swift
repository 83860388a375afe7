internal import Exchange
internal import MemoKit
internal import Terminal

struct Import: Command {
  static let formats = ExchangeFormat.all.filter(\.isRead).map(\.name)

  static let grammar = Grammar(
    "import", "Import tasks of other programs",
    """
    The format is recognized; --from names it: \
    \(formats.joined(separator: ", ")). \
    Each task keeps its origin in the field 'source', so another import updates it: changes here \
    and there are merged as in a sync. A record that memo can't understand is reported with its \
    line and left out. 'memo undo' reverts an import.
    """,
    examples: """
      task export | memo import -
      memo import ~/todo.txt ~/done.txt
      memo import --dry-run tasks.csv
      memo import --from backlog backlog/
      gh issue list --json number,title,body,state,labels | memo import -
      """,
    options: [.strict("Import nothing if memo can't understand a record"), .writing])

  @Arguments("file", "Files, a folder, or - for standard input", isOptional: false) var files
  @Value("--from", "format", "Format, if memo doesn't recognize it") var from
  @Flag("-n --dry-run", "Print what would be imported, and import nothing") var dryRun

  func run(in context: Context) throws -> Outcome {
    let formats = Self.formats.joined(separator: ", ")
    let named = try from.map { name in
      guard let format = ExchangeFormat.named(name == "ndjson" ? "json" : name), format.isRead
      else { throw MemoError(.usage, "unknown format '\(name)'", hints: ["write \(formats)"]) }
      return format
    }
    let store = try context.writableStore()
    let files = try found(context)
    guard let format = named ?? ExchangeFormat.recognized(files) else {
      throw MemoError(
        .refused, "the format of \(self.files.joined(separator: " ")) isn't recognized",
        hints: files.contains(where: \.isNamed)
          ? [
            "if each line is a task: memo import --from todo.txt "
              + self.files.map(\.quotedForShell).joined(separator: " "),
            "else write --from and \(formats)",
          ] : ["write --from and \(formats)"])
    }
    let isStrict = context.options.strict
    var read = format.records(of: files, ExchangeContext(now: context.now))
    if named == nil { read.notes += [format.noteAboutOthers(in: files)].compactMap(\.self) }
    try restore(&read.records, of: format, store, context)
    var report = try store.importTasks(
      isStrict && !read.problems.isEmpty ? [] : read.records, from: format.name,
      strict: isStrict, isTrial: dryRun)
    let paths = files.map(\.path)
    report.problems = (read.problems + report.problems).sorted { a, b in
      a.file == b.file
        ? a.line < b.line
        : paths.firstIndex(of: a.file) ?? 0 < paths.firstIndex(of: b.file) ?? 0
    }
    if report.problems.isEmpty || !isStrict || dryRun { report.report.notices += read.notes }
    return outcome(of: report, format, context)
  }

  /// Restores what an export of the store's tasks can't hold in the format.
  private func restore(
    _ records: inout [TaskRecord], of format: ExchangeFormat, _ store: Store, _ context: Context
  ) throws {
    let ids = Set(records.compactMap(\.id))
    guard format.isWritten, !ids.isEmpty else { return }
    let all = try store.read().tasks
    let tasks = all.filter { $0.id.map(ids.contains) ?? false }
    let files = try Export().files(
      format.name, tasks, among: all, store, context, Page(context))
    let exported = format.records(of: files, ExchangeContext(now: context.now)).records
    let byID = Dictionary(grouping: exported, by: \.id)
    let own = Dictionary(grouping: tasks, by: \.id)
    for index in records.indices {
      guard let id = records[index].id, let task = own[id]?.first, let echo = byID[id]?.first
      else { continue }
      records[index].restore(TaskRecord(task), exportedAs: echo)
    }
  }

  /// The files with their texts; of a folder, the files that may have a known format.
  private func found(_ context: Context) throws -> [ExchangeFile] {
    var found: [ExchangeFile] = []
    for name in files {
      let path = name == "-" ? name : context.absolute(name)
      guard name != "-", Store.isFolder(path) else {
        found.append(
          ExchangeFile(path: name == "-" ? "" : name, text: try text(path, context)))
        continue
      }
      for file in Store.files(inFolder: path) where ExchangeFormat.mayRead(file) {
        found.append(
          ExchangeFile(
            path: "\(name)/\(file)", text: try text("\(path)/\(file)", context), isNamed: false))
      }
    }
    return found
  }

  private func text(_ path: String, _ context: Context) throws -> String {
    try ArgumentText.file(path, context, CalendarLine.joiningLetters)
  }

  private func outcome(
    of report: ImportReport, _ format: ExchangeFormat, _ context: Context
  ) -> Outcome {
    let (page, change) = (Page(context), report.report)
    let isRefused = context.options.strict && !report.problems.isEmpty
    // The named file; empty for several.
    let source = files.count == 1 ? files[0] : ""
    func file(_ problem: RecordProblem) -> String { problem.file.isEmpty ? source : problem.file }
    func place(_ problem: RecordProblem) -> String {
      file(problem).isEmpty ? "line \(problem.line)" : "\(file(problem)):\(problem.line)"
    }
    var outcome = context.outcome(
      isRefused
        ? .refused : report.problems.isEmpty && report.conflicts == 0 ? .done : .attention,
      text: dryRun
        ? TaskTable(report.tasks, change.shortestPrefixes, page).text
        : ChangeOutput(report: change, most: 20).text(page),
      document: .document(
        .import,
        [
          "format": .text(format.name), "dryRun": .bool(dryRun),
          "added": .number(report.added), "updated": .number(report.updated),
          "unchanged": .number(report.unchanged),
          "tasks": .list(report.tasks) { $0.json(page) },
          "changes": .list(change.changes.map(\.json)),
          "recorded": .list(change.recorded.map(\.json)),
          "problems": .list(report.problems) { problem in
            [
              "path": .text(file(problem)), "line": .number(problem.line), "column": .null,
              "message": .text(problem.message), "hint": .null,
            ]
          },
          "notices": .texts(change.notices), "details": .texts(page.details),
        ]),
      notes: page.notes(change.recorded, change.notices)
        + report.problems.map { "\(place($0)): error: \($0.message)" }
        + [isRefused ? "nothing was imported" : summary(of: report, format)],
      ids: change.ids)
    outcome.operation = change.operation
    outcome.changes = dryRun ? nil : change.changes
    return outcome
  }

  private func summary(of report: ImportReport, _ format: ExchangeFormat) -> String {
    let counts = [
      (report.added, "added"), (report.updated, "updated"), (report.unchanged, "unchanged"),
      (report.deleted, "deleted here"), (report.conflicts, "with a conflict note"),
      (report.problems.count, "left out"),
    ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    let sum = counts.isEmpty ? "no tasks" : counts.joined(separator: ", ")
    return "\(format.title): \(sum)" + (dryRun ? "; nothing was imported yet" : "")
  }
}
