internal import ArgumentParser
internal import MemoKit
internal import TaskFile
internal import Terminal

/// Takes the arguments of `memo log [ID…]`.
struct Log: Command {
  static let configuration = CommandConfiguration(
    abstract: "Show the journal of the store, or of some tasks",
    discussion: """
      EXAMPLES:
        memo log -n 10
        memo log kx
      """)

  @Argument(help: "Only what is about these tasks") var tasks: [String] = []
  @Option(
    name: [.customShort("n", allowingJoined: true), .customLong("number")],
    help: "At most this many entries")
  var number: Int?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let number, number < 0 { throw ValidationError("-n takes a number from 0 on") }
  }

  func run(in context: Context) throws -> LogOutput {
    let store = try context.store()
    var ids: Set<TaskID> = []
    if !tasks.isEmpty {
      let snapshot = try store.read()
      for name in tasks { ids.insert(try id(of: name, in: snapshot, store, context)) }
    }
    var entries: [LogEntry] = []
    guard number != 0 else { return LogOutput(entries: []) }
    try store.log(of: ids) { entry in
      entries.append(entry)
      return number.map { entries.count < $0 } ?? true
    }
    return LogOutput(entries: entries)
  }

  /// A deleted task has no file any more, but its whole id still names it.
  private func id(
    of name: String, in snapshot: Snapshot, _ store: Store, _ context: Context
  ) throws -> TaskID {
    do throws(MemoError) {
      let task = try snapshot.task(named: name, from: context.folder(in: store))
      if let id = task.id { return id }
      throw MemoError(
        .refused, "\(task.path) has no id yet", hints: ["the next command that writes gives it one"]
      )
    } catch {
      if error.kind == .notFound, let id = TaskID(name) { return id }
      throw error
    }
  }
}

struct LogOutput: Report {
  var entries: [LogEntry]

  func text(_ page: Page) -> String {
    entries.map { entry in
      let commit = page.style.paint(String(entry.commit.prefix(7)), .yellow)
      return "\(commit)  \(page.moment(entry.time))  \(entry.author.sanitized)  "
        + "\(entry.subject.sanitized)\n"
    }.joined()
  }

  func json(_ page: Page) -> JSON {
    .document(
      "log",
      [
        (
          "entries",
          .array(
            entries.map { entry in
              .members([
                ("commit", .string(entry.commit)), ("time", .string(entry.time.description)),
                ("author", .string(entry.author)), ("subject", .string(entry.subject)),
                ("kind", .text(entry.tasks.first?.kind.rawValue)),
                ("task", entry.tasks.first.map(\.json) ?? .null),
                ("tasks", .array(entry.tasks.map(\.json))),
              ])
            })
        )
      ])
  }
}

extension LogEntry.Subject {
  fileprivate var json: JSON { .members([("id", .text(id)), ("title", .string(title))]) }
}
