internal import ArgumentParser
internal import MemoKit
internal import TaskFile
internal import Terminal

/// Takes the arguments of `memo sync`.
struct Sync: Command {
  static let configuration = CommandConfiguration(
    abstract: "Take in what the remote has, and send what it lacks",
    discussion: """
      Hand edits are recorded first. When the remote can't be reached, everything stays
      committed here and the exit code is 3; the next sync sends it.

      With --watch it goes on until it is ended: saves are recorded as they happen, and synced
      soon after and every few minutes. A remote that can't be reached is tried again.

      EXAMPLES:
        memo sync
        memo sync --watch --every 2m
      """)

  @Flag(help: "Keep running: record saves as they happen, and sync")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "With --watch: the time between two syncs, as 90s, 5m or 1h", valueName: "time"))
  var every: String?

  @OptionGroup var output: OutputOptions

  func outcome(in context: Context) throws -> Outcome {
    guard watch || every != nil else { return try reported(in: context) }
    return try Watching(every: every, isAskedFor: watch, output: output).run(in: context)
  }

  func run(in context: Context) throws -> SyncOutput {
    defer { context.progress.end() }
    return SyncOutput(report: try context.store().sync(context.progress, context.patience))
  }
}

struct SyncOutput: Report {
  var report: SyncReport

  var status: ExitStatus { report.conflicts > 0 ? .attention : .done }

  func text(_ page: Page) -> String {
    var lines = report.changes.map { change in
      let details =
        change.kind == .edit || change.kind == .move
        ? change.fields.map { page.sentence(for: $0) }.joined(separator: ", ") : ""
      return "in: \(change.kind.rawValue) \(change.title.sanitized)"
        + (details.isEmpty ? "" : " (\(details))")
    }
    for task in report.merged {
      lines.append("merged: \(task.title.sanitized)")
      lines += task.notes.map { note in
        "conflict: \(note.told)".sanitizedLines
      }
      if let notice = task.notice { lines.append("note: \(notice.sanitized)") }
    }
    let summary =
      report.isUpToDate
      ? "Up to date with \(report.upstream)."
      : "In sync with \(report.upstream): \(count(report.incoming)) in, "
        + "\(count(report.outgoing)) out."
    lines.append(summary.sanitized)
    return lines.joined(separator: "\n") + "\n"
  }

  private func count(_ number: Int) -> String { number == 1 ? "1 commit" : "\(number) commits" }

  func notes(_ page: Page) -> [String] {
    RecordedNotes.lines(report.recorded, report.notices, page)
  }

  func json(_ page: Page) -> JSON {
    .document(
      "sync",
      [
        ("remote", .string(report.upstream)), ("incoming", .number(report.incoming)),
        ("outgoing", .number(report.outgoing)), ("merged", .number(report.merged.count)),
        ("conflicts", .number(report.conflicts)), ("head", .text(report.head)),
        ("upToDate", .bool(report.isUpToDate)),
        (
          "mergedTasks",
          .array(
            report.merged.map { task in
              .members([
                ("id", .text(task.id)), ("title", .string(task.title)),
                ("conflicts", .array(task.notes.map { .string($0.description) })),
                ("notice", .text(task.notice)),
              ])
            })
        ),
        ("changes", .array(report.changes.map(\.json))),
        ("recorded", .array(report.recorded.map(\.json))),
      ])
  }
}
