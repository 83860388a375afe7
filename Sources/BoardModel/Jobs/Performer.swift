internal import Synchronization
package import MemoCLI
package import MemoKit
internal import TaskFile
internal import Terminal
package import Words

/// Does in the store what the board asks for; on the thread that owns the store.
package struct Performer: Sendable {
  package let context: Context
  package let words: any Catalog

  /// - Parameters:
  ///   - context: Of the program; commands get one in which nobody is asked and nothing is printed.
  ///   - words: What is said of a job's end; nil for those of the environment.
  package init(_ context: Context, words: (any Catalog)? = nil) {
    self.context = context
    self.words = words ?? Language(environment: context.environment.variables).catalog
  }

  /// The context of a command whose output the board shows.
  private func quiet(_ heard: Heard, input: String?, width: Int) -> Context {
    var quiet = context
    // What is printed is read by the person at this terminal.
    quiet.terminal = TerminalFacts(output: true, width: width)
    quiet.environment.variables["NO_COLOR"] = "1"
    quiet.environment.hear = { heard.hear($0) }
    quiet.ask = { _ in nil }
    quiet.standardInput = { Array((input ?? "").utf8) }
    quiet.notify = { heard.hear($0) }
    quiet.show = { _ in true }
    quiet.progress = SyncProgress(hear: { heard.hear($0) })
    quiet.openLongOutput = nil
    return quiet
  }

  /// - Parameter patience: How a change waits for another memo.
  package func perform(_ job: Job, width: Int, _ patience: Patience = Patience()) -> Ending {
    switch job.kind {
    case .command(let line, let input):
      let heard = Heard()
      var context = quiet(heard, input: input, width: width)
      context.ownPatience = patience
      let outcome = Memo.run(line, in: context)
      return Ending(
        isDone: outcome.status == .done || outcome.status == .attention, output: outcome.output,
        notes: heard.text + outcome.error, operation: outcome.operation)
    case .tick(let item, let isDone):
      return change { store throws(MemoError) in
        let report = try store.tick(job.tasks[0].name, item, isDone: isDone, patience)
        return (report, isDone ? words.ticked(item.text) : words.unticked(item.text))
      }
    case .ranks(let changes):
      return change { store throws(MemoError) in
        let report = try store.change(
          each: changes.map { ($0.task.name, [.set(key: "rank", .text($0.rank))]) }, patience)
        return (report, words.orderWritten(changes.count))
      }
    case .text(let change): return save(change, patience)
    case .theme(let theme, let former):
      return recorded { store throws(MemoError) in try store.save(theme, over: former, patience) }
    case .deleteTheme(let theme):
      return recorded { store throws(MemoError) in try store.delete(theme, patience) }
    case .orderThemes(let names):
      return recorded { store throws(MemoError) in try store.order(themes: names, patience) }
    case .syncByItself(let value):
      do throws(MemoError) {
        try context.store().setSyncsByItself(value)
        return Ending(
          isDone: true,
          output: value ? words.sentByItself : words.sentOnRequest, notes: "")
      } catch {
        return Ending(error)
      }
    case .sync:
      return ending(
        of: Result { () throws(MemoError) in try context.store().sync(SyncProgress(), patience) },
        width: width)
    }
  }

  /// What a sync brought and sent, in the words of the command.
  package func ending(of result: Result<SyncReport, MemoError>, width: Int) -> Ending {
    switch result {
    case .success(let report):
      let page = Page(quiet(Heard(), input: nil, width: width), .never)
      let output = SyncOutput(report: report)
      return Ending(
        isDone: true, output: output.text(page), notes: output.notes(page).joined(separator: "\n"))
    case .failure(let error): return Ending(error)
    }
  }

  private func change(
    _ body: (Store) throws(MemoError) -> (ChangeReport, String)
  ) -> Ending {
    do throws(MemoError) {
      let (report, text) = try body(try context.store())
      return Ending(
        isDone: true, output: text, notes: "",
        operation: report.changes.isEmpty ? nil : report.operation)
    } catch {
      return Ending(error)
    }
  }

  private func recorded(_ body: (Store) throws(MemoError) -> String?) -> Ending {
    do throws(MemoError) {
      let text = try body(try context.store())
      return Ending(isDone: true, output: text ?? words.nothingChanged, notes: "")
    } catch {
      return Ending(error)
    }
  }

  private func save(_ change: Job.TextChange, _ patience: Patience) -> Ending {
    do throws(MemoError) {
      let store = try context.store()
      let text = TaskDocument(change.text, store.settings.aliases)
      let title = text.item(fileName: change.path).title
      let opened = PlacedDocument(
        path: change.path, document: TaskDocument(change.opened, store.settings.aliases))
      switch try store.edit(
        opened, to: change.text, clash: change.notesClashes ? .note : .ask, patience)
      {
      case .saved(let report):
        return Ending(
          isDone: true, output: report.changes.isEmpty ? words.nothingChanged : words.saved(title),
          notes: "", operation: report.operation)
      case .merged(let report, let by):
        return Ending(
          isDone: true, output: words.merged(title, with: by), notes: "",
          operation: report.operation)
      case .clash(let theirs, let by, let time):
        return Ending(
          isDone: false, output: "", notes: words.changedTheSame(by),
          clash: Ending.Clash(
            theirs: theirs?.document.bytes, path: theirs?.path, by: by, time: time))
      }
    } catch {
      return Ending(error)
    }
  }
}

/// What commands say on the way.
private final class Heard: Sendable {
  private let words = Mutex("")
  package func hear(_ text: String) { words.withLock { $0 += text } }
  package var text: String { words.withLock { $0 } }
}
