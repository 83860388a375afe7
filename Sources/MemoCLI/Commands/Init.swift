internal import MemoKit
internal import Terminal

struct Init: Command {
  static let grammar = Grammar(
    "init", "Create a store in a folder",
    """
    Also makes a git repository, unless the folder is in one. Markdown files in todo/, doing/ \
    and done/ become tasks: memo commits them unchanged, and then gives them ids and moves them \
    to the folder of their status. 'memo undo' undoes this second step.

    In an existing store, it does the same with files that are not tasks yet. After 'git clone', \
    it sets up the merge driver.

    --from is for programs that keep all tasks in one folder, such as Backlog.md in \
    backlog/tasks and kanbn in .kanbn/tasks. It moves the tasks to the folders of their status. \
    The other program no longer finds them there.
    """,
    examples: """
      memo init
      memo init ~/tasks
      memo init ~/notes --verbose
      memo init --remote git@example.org:kim/tasks.git
      cd backlog && memo init --from tasks
      """,
    options: [.yes(), .verbose])

  @OptionalArgument("dir", "Folder (default: this one)") var folder
  @Value("--remote", "url", "Remote to sync with") var remote
  @Value(
    "--from", "folder", "Folder of another program; moves its tasks to todo/, doing/ and done/")
  var from

  func run(in context: Context) throws -> Outcome {
    let folder = folder ?? "."
    if folder.contains("://") || folder.contains(":") && folder.contains("@") {
      throw Self.misuse("this is an address, not a folder; 'memo clone URL' clones it")
    }
    let report = try Store.create(
      context.absolute(folder),
      remoteURL: remote.map {
        Store.remoteAddress($0, from: context.directory, environment: context.environment)
      },
      from: from.map(context.absolute), reporting: context.options.verbose,
      environment: context.environment,
      confirms: { context.options.yes || context.confirm($0) },
      context.lockTimeout, isInterrupted: context.progress.isInterrupted)
    let page = Page(context)
    return context.outcome(
      text: report.text, document: .document(.`init`, report.members(page)),
      notes: report.notes(page))
  }
}

extension CreateReport {
  fileprivate var text: String {
    let root = root.sanitized
    guard isNew else {
      let isDone = adopted.isEmpty && recorded.isEmpty && !setsUpMerging && remote == nil
      return "\(root) is a store already" + (isDone ? "; nothing to do" : "") + "\n" + adoption
        + (setsUpMerging ? "The merge driver is set up.\n" : "") + remoteLine
    }
    let repository =
      madeRepository
      ? "a new git repository, on branch \(branch)"
      : "in the git repository that is there, on branch \(branch)"
    return "Made a store in \(root) (\(repository)).\n" + adoption + remoteLine
  }

  private var remoteLine: String { remote.map { "Syncs with \($0.sanitized).\n" } ?? "" }

  private var adoption: String {
    let (tasks, edits) = (adopted.count, recorded.count)
    let them = "\(tasks.counted("task")) that \(tasks == 1 ? "was" : "were") there"
    return (edits > 0 ? "Committed \(edits.counted("hand edit")).\n" : "")
      + (tasks > 0 ? "Adopted \(them); 'memo undo' gives the files back as they were.\n" : "")
      + aliasLines
  }

  private var aliasLines: String {
    guard !aliases.isEmpty else { return "" }
    return
      "Their words for it are in .memo/config.yml now, and stay in the files; change them there:\n"
      + aliases.map { "  \($0.sanitized)\n" }.joined()
  }

  /// A note about the folder of another program; of several, the outermost one.
  private var otherFolder: String? {
    // They are sorted by path.
    let depths = otherFolders.map { $0.path.utf8.count { $0 == UInt8(ascii: "/") } }
    let folder = zip(depths, otherFolders).min { $0.0 < $1.0 }?.1
    guard let (path, count) = folder else { return nil }
    return
      "\(path)/ has \(count.counted("task")) of another program, which keeps all in one folder; "
      + "memo's lie in the folder of their status, so they are none of memo's there. "
      + "'memo init --from \(path.quotedForShell)' moves them to todo/, doing/ and done/, and "
      + "'memo undo' back; that program doesn't see them there"
  }

  fileprivate func notes(_ page: Page) -> [String] {
    var notes = notices.listed(
      atMost: page.most(5), rest: \.leftOut
    ) { $0 }.map { "note: \($0)" }
    notes += summary.map { "note: \($0)" }
    if isOfCheck { notes.append("note: 'memo check' shows each with its place") }
    notes += passedOver.map { "note: \($0)" }
    if let note = otherFolder { notes.append("note: \(note)") }
    if !looseFiles.isEmpty {
      let words =
        looseFiles.count == 1
        ? "1 Markdown file lies outside todo/, doing/ and done/; move it there to make it a task"
        : "\(looseFiles.count.grouped) Markdown files lie outside todo/, doing/ and done/; move "
          + "them there to make them tasks"
      notes.append("note: \(words)")
      if page.isVerbose { notes += looseFiles.map { "  \($0)" } }
    }
    return notes
  }

  fileprivate func members(_ page: Page) -> JSON {
    [
      "root": .text(root), "new": .bool(isNew),
      "madeRepository": .bool(madeRepository), "branch": .text(branch),
      "remote": .text(remote), "adopted": .list(adopted.map(\.json)),
      "recorded": .list(recorded.map(\.json)),
      "setsUpMerging": .bool(setsUpMerging),
      "notices": .texts(notices + summary + passedOver),
      "details": .texts(page.details),
    ]
  }
}
