internal import Exchange
internal import MemoKit
internal import Terminal

struct Export: Command {
  static let formats =
    ExchangeFormat.all.filter(\.isWritten).map(\.name) + [JSONForm.ndjson.rawValue]

  static let grammar = Grammar(
    "export", "Export tasks for other programs",
    """
    FORMATS: \(formats.joined(separator: ", ")). Without a filter, memo exports every \
    task, done ones too. A task that came from a program goes back with its name and fields there.
    """,
    examples: """
      memo export csv -o tasks.csv
      memo export taskwarrior todo | task import -
      memo export ics --events > deadlines.ics
      memo export html +work 'due<eom' -o work.html
      memo export backlog -o backlog/tasks
      """)

  @Argument("format", "The format", words: formats) var format
  @Arguments(filter: "filter") var filter
  @Value("-o --output", "file", "File to write, - for standard output; for backlog, a folder")
  var output
  @Flag("--safe", "In csv and tsv: an apostrophe before texts that look like formulas") var safe
  @Flag("--events", "In ics: deadlines as events instead of tasks") var events
  @Time(
    "--alarm", "In ics: alarm before each deadline: 15m, 2h, 1d", in: 0...366 * 86_400,
    hint: "15m, 2h or 1d") var alarm

  enum JSONForm: String { case json, ndjson }

  /// Nil for standard output.
  private var path: String? { output == "-" ? nil : output }

  private func checkOptions(_ form: OutputForm) throws(MemoError) {
    // The report would mix with the exported text.
    if form == .document, path == nil {
      throw MemoError(.usage, "--json needs --output", hints: ["'memo export json' prints tasks"])
    }
    let name = ExchangeFormat.named(format)?.name
    if safe, !["csv", "tsv"].contains(name) { throw Self.onlyFor("--safe", "csv and tsv") }
    if events || alarm != nil, name != "ics" {
      throw Self.onlyFor(events ? "--events" : "--alarm", "ics")
    }
  }

  private static func onlyFor(_ option: String, _ format: String) -> MemoError {
    MemoError(
      .usage, "\(option) is for \(format)", hints: ["'memo export --help' shows the options"])
  }

  func run(in context: Context) throws -> Outcome {
    try checkOptions(context.options.form)
    let store = try context.store()
    let snapshot = try store.read()
    let tasks = snapshot.tasks
    try context.checkTags(filter, among: tasks)
    let found = try Selection.filter(filter, store, at: context.now, among: tasks)
    let chosen = tasks.filter { found.matches($0, at: context.now) }
    let page = Page(context)
    var files = try files(format, chosen, among: tasks, store, context, page)
    if let path {
      files = try Self.placed(files, in: context.absolute(path), path, tasks)
      for file in files {
        let place = context.absolute(file.path.isEmpty ? path : "\(path)/\(file.path)")
        try Store.write(file.text, toFile: place)
      }
    } else if let file = files.first, !file.path.isEmpty {
      throw MemoError(
        .usage, "\(format) is a folder of files",
        hints: ["name the folder: memo export \(format) -o backlog/tasks"])
    }
    // Only these become events.
    let count =
      events ? chosen.count { $0.status != .done && $0.item.deadline != nil } : chosen.count
    let reason =
      chosen.isEmpty && !filter.isEmpty
      ? EmptyResult.reason(snapshot, of: store, words: filter, at: context.now, nil) : nil
    return context.outcome(
      // Unchanged, because another program reads it.
      bytes: path == nil ? Array(files.map(\.text).joined().utf8) : nil,
      document: .document(
        .export,
        ["format": .text(format), "path": .text(path ?? ""), "count": .number(count)]),
      // Values that can't be read are not exported.
      notes: [
        reason, path.map { "\(count.counted("task")) written to \($0)" },
        Listing.note(problems: snapshot.problemCount),
      ].compactMap(\.self))
  }

  /// The files with the names that imported tasks have in the folder, perhaps with former titles.
  ///
  /// - Throws: If the folder has other tasks: an import would add those too.
  private static func placed(
    _ files: [ExchangeFile], in folder: String, _ name: String, _ tasks: [StoredTask]
  ) throws(MemoError) -> [ExchangeFile] {
    guard files.contains(where: { !$0.path.isEmpty }), Store.isFolder(folder) else { return files }
    func id(_ path: String) -> String? {
      path.firstRange(of: " - ").map { String(path[..<$0.lowerBound]) }
    }
    let present = Store.files(inFolder: folder)
    let there = Dictionary(present.map { (id($0) ?? $0, $0) }, uniquingKeysWith: { one, _ in one })
    let sources = Set(tasks.compactMap { $0.value(of: "source") })
    let placed = files.map { file in
      guard let id = id(file.path), sources.contains(.text("backlog:\(id)")) else { return file }
      var file = file
      file.path = there[id] ?? file.path
      return file
    }
    let names = Set(placed.map(\.path))
    guard let other = present.first(where: { $0.hasSuffix(".md") && !names.contains($0) })
    else { return placed }
    throw MemoError(
      .refused, "'\(name)' has tasks that this export doesn't write, such as '\(other)'",
      hints: ["name a new folder"])
  }

  func files(
    _ format: String, _ tasks: [StoredTask], among all: [StoredTask], _ store: Store,
    _ context: Context, _ page: Page
  ) throws -> [ExchangeFile] {
    let name = ExchangeFormat.named(format)?.name ?? format
    if let form = JSONForm(rawValue: name) {
      // Only these dates are missing if the history can't be read.
      let completed = (try? store.completionTimes(of: tasks)) ?? PathMap()
      let members = tasks.map { $0.json(page, completed: completed[$0.path]) }
      let text =
        form == .ndjson
        ? members.map(\.line).joined()
        : JSON.document(
          .tasks,
          [
            "filter": .text(filter.isEmpty ? nil : filter.joined(separator: " ")),
            "tasks": .list(members), "notices": .list([]),
          ]
        ).text
      return [ExchangeFile(path: "", text: text)]
    }
    guard let format = ExchangeFormat.named(name) else { return [] }
    var exchange = ExchangeContext(now: context.now)
    exchange.name = store.root.split(separator: "/").last.map(String.init) ?? ""
    exchange.isSafe = safe
    exchange.hasEvents = events
    exchange.alarm = alarm.map { Int64($0) }
    for task in all {
      if let id = task.id, case .text(let source)? = task.value(of: "source") {
        exchange.sources[id.text] = source
      }
    }
    return format.written(try store.records(of: tasks), exchange)
  }
}
