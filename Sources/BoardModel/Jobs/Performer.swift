package import MemoCLI
package import MemoKit
internal import Synchronization
internal import Terminal
package import Words

/// Performs jobs in the store; runs on the thread that owns the store.
package struct Performer: Sendable {
  package private(set) var context: Context
  package let words: Words

  /// - Parameters:
  ///   - context: The program's context; commands get a copy that neither asks nor prints.
  ///   - words: The language of messages; nil for that of the environment.
  package init(_ context: Context, words: Words? = nil) {
    self.context = context
    self.words = words ?? Language(environment: context.environment.variables).words
  }

  /// The context of a command whose output the board shows.
  private func quiet(_ messages: CommandMessages, width: Int) -> Context {
    var quiet = context
    // Output is for a person at this terminal, so commands format it for one.
    quiet.terminal = TerminalFacts(output: true, width: width)
    quiet.environment.variables["NO_COLOR"] = "1"
    quiet.environment.onMessage = { messages.append($0) }
    quiet.ask = { _ in nil }
    quiet.standardInput = { [] }
    quiet.notify = { messages.append($0) }
    quiet.progress = SyncProgress(onMessage: { messages.append($0) })
    quiet.openLongOutput = nil
    // The board draws on the terminal. So the caller runs the command again outside it.
    quiet.runOnTerminal = { _ throws(MemoError) in
      messages.wantTerminal()
      throw MemoError(.refused, "the terminal is drawn on")
    }
    return quiet
  }

  /// Performs a job and waits for it.
  ///
  /// - Parameters:
  ///   - store: A store with its cached files; nil opens one. A command always opens its own.
  ///   - lockTimeout: That of a store opened here.
  package func perform(
    _ job: Job, on store: Store? = nil, width: Int, _ lockTimeout: LockTimeout = LockTimeout()
  ) -> JobResult {
    var performer = self
    performer.context.ownLockTimeout = lockTimeout
    do throws(MemoError) {
      return try performer.result(of: job, width: width) { () throws(MemoError) in
        if let store { store } else { try performer.context.store() }
      }
    } catch {
      return JobResult(error)
    }
  }

  private func result(
    of job: Job, width: Int, _ store: () throws(MemoError) -> Store
  ) throws(MemoError) -> JobResult {
    switch job.kind {
    case .command(let line):
      var ending = ending(of: job, width: width) { Memo.run(line, in: $0) }
      ending.cause = line.first.flatMap { LogEntry.Cause(rawValue: $0) }
      return ending
    case .change(let change):
      return ending(of: job, width: width) {
        Memo.run(change, of: job.tasks.map(\.name), in: $0)
      }
    case .tick(let item, let isDone):
      let report = try store().tick(job.tasks[0].name, item, isDone: isDone)
      return JobResult(report, (isDone ? words.ticked : words.unticked)(item.text).headline)
    case .resolve(let note, let takesNote):
      return try resolve(note, of: job.tasks[0], takesNote, store())
    case .ranks(let changes):
      let report = try store().change(
        each: changes.sorted { $0.value < $1.value }.map { task, rank in
          (task.name, [.set(key: "rank", .text(rank))])
        })
      let title = changes.count == 1 ? report.changes.first?.title : nil
      return JobResult(
        report, title.map { words.placed($0.sanitized) } ?? words.orderWritten(changes.count))
    case .text(let text, let opened, let rule):
      return try save(text, opened, rule, store())
    case .theme(let theme, let former):
      return said(try store().save(theme, over: former))
    case .deleteTheme(let theme): return said(try store().delete(theme))
    case .orderThemes(let names): return said(try store().order(themes: names))
    case .syncByItself(let value):
      try store().setSyncsByItself(value)
      return JobResult(value ? words.syncsAutomatically : words.syncsOnRequest)
    case .sync: return ending(of: .success(try store().sync(SyncProgress())))
    }
  }

  private func said(_ report: ThemeReport?) -> JobResult {
    JobResult(report?.words ?? words.nothingChanged, operation: report?.operation)
  }

  /// Runs a command that may ask a question.
  private func ending(of job: Job, width: Int, _ run: (Context) -> Outcome) -> JobResult {
    let messages = CommandMessages()
    var context = quiet(messages, width: width)
    context.answers = job.answers.map { Answers($0) }
    let outcome = run(context)
    if messages.wantsTerminal { return .needsTerminal }
    if let program = outcome.handOver {
      guard case .command(let line) = job.kind, line.first == "git" else { return .needsTerminal }
      return read(program, width: width)
    }
    var ending = JobResult(outcome)
    ending.notes = messages.text + ending.notes
    return ending.writing(outcome.changes ?? [])
  }

  /// Finds the note by its content, since its number may have changed.
  private func resolve(
    _ note: ConflictNote, of key: TaskKey, _ takesNote: Bool, _ store: Store
  ) throws(MemoError) -> JobResult {
    let task = try store.read().task(named: key.name, from: nil as String?)
    guard let place = task.document.conflictNotes.firstIndex(where: { $0.note == note }) else {
      throw MemoError(.notFound, words.conflictIsResolved)
    }
    return JobResult(
      try store.resolve(
        [key.name], takesNote ? .takeDiscarded : .keepCurrent, number: place + 1))
  }

  /// Runs git without a pager and returns its output.
  private func read(_ git: Program, width: Int) -> JobResult {
    var git = git
    git.environment = context.environment.variables.merging(
      ["GIT_PAGER": "cat", "COLUMNS": "\(width - 2)"]) { $1 }
    do throws(MemoError) {
      let ending = try git.run()
      var result = JobResult(ending.output)
      if ending.isSuccess {
        result.notes = ending.error
      } else {
        let lines = ending.error.split(separator: "\n").map(String.init)
        result.failure = MemoError(
          .refused, lines.first ?? words.hasFailed, details: Array(lines.dropFirst()))
      }
      return result
    } catch {
      return JobResult(error)
    }
  }

  /// The result of a sync, in the reader's language.
  package func ending(of result: Result<SyncReport, MemoError>) -> JobResult {
    switch result {
    case .success(let report):
      let page = Page(quiet(CommandMessages(), width: 100), .never)
      var ending = JobResult(lines(of: report, on: page).joined(separator: "\n"))
      ending.notes = report.notes(page).map(page.note).joined(separator: "\n")
      return ending
    case .failure(let error): return JobResult(error)
    }
  }

  private func lines(of report: SyncReport, on page: Page) -> [String] {
    let most = 3
    func some(_ head: String, _ changes: [TaskChange]) -> [String] {
      guard !changes.isEmpty else { return [] }
      return [head] + changes.prefix(most).map { words.said($0, on: page).text }
        + (changes.count > most ? [words.andMore(changes.count - most)] : [])
    }
    var lines =
      some(words.cameIn(report.changes.count), report.changes)
      + some(words.wentOut(report.sent.count), report.sent)
    if !report.merged.isEmpty { lines.append(words.wereMerged(report.merged.count)) }
    if report.conflicts > 0 { lines.append(words.conflicts(report.conflicts)) }
    return lines.isEmpty ? [report.isUpToDate ? words.isUpToDate : words.isDone] : lines
  }

  private func save(
    _ text: [UInt8], _ opened: TaskVersion, _ rule: ConflictRule, _ store: Store
  ) throws(MemoError) -> JobResult {
    let aliases = store.settings.aliases
    let title = opened.with(TaskDocument(text, aliases)).item.title
    let base = opened.with(TaskDocument(opened.document.bytes, aliases))
    switch try store.edit(base, to: text, onConflict: rule) {
    case .saved(let report): return JobResult(report)
    case .merged(let report, let by):
      return JobResult(
        words.merged(report.changes.first?.title ?? title, by), operation: report.operation
      ).writing(report.changes)
    case .conflict(let theirs, let by, let time):
      return JobResult(Clash(theirs: theirs.map { TaskVersion($0) }, by: by, time: time))
    }
  }
}

extension JobResult {
  fileprivate init(_ report: ChangeReport) {
    self.init(operation: report.operation)
    changes = report.changes
    self = writing(report.changes)
  }

  fileprivate init(_ report: ChangeReport, _ text: String) {
    self.init(text, operation: report.changes.isEmpty ? nil : report.operation)
  }

  fileprivate func writing(_ changes: [TaskChange]) -> JobResult {
    var ending = self
    ending.task = changes.count == 1 && changes[0].kind != .delete ? changes[0].id : nil
    return ending
  }

  /// The command would start another program, whose questions are unknown.
  fileprivate static var needsTerminal: JobResult {
    var ending = JobResult()
    ending.needsTerminal = true
    return ending
  }
}

/// Collects a command's messages and whether it needs the terminal.
private final class CommandMessages: Sendable {
  private let words = Mutex("")
  private let wants = Mutex(false)

  func append(_ text: String) { words.withLock { $0 += text } }
  var text: String { words.withLock { $0 } }

  func wantTerminal() { wants.withLock { $0 = true } }
  var wantsTerminal: Bool { wants.withLock { $0 } }
}
