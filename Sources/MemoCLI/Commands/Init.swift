internal import ArgumentParser
internal import MemoKit
internal import Terminal

/// Takes the arguments of `memo init [DIR]`.
struct Init: Command {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a folder a store of tasks",
    discussion: """
      A git repository is made too, unless the folder is in one. Markdown files that are in \
      todo/, doing/ and done/ already become tasks: they are recorded as they are, and then get \
      ids, and the folder that their status names; 'memo undo' takes the latter back. To do it \
      twice is harmless; in a clone that git made, it sets up the merge driver.

      EXAMPLES:
        memo init ~/tasks
        cd ~/notes && memo init
        memo init --remote git@example.org:kim/tasks.git
      """)

  @Argument(help: ArgumentHelp("The folder; this one by default", valueName: "dir"))
  var folder: String = "."
  @Option(help: ArgumentHelp("The git remote to sync with", valueName: "url")) var remote: String?
  @OptionGroup var confirm: ConfirmOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if folder.isEmpty { throw ValidationError("an empty name means no folder") }
    if folder.contains("://") || folder.contains(":") && folder.contains("@") {
      throw ValidationError(
        "that is an address and no folder; 'memo clone URL' brings a store from it")
    }
  }

  func run(in context: Context) throws -> InitOutput {
    InitOutput(
      report: try Store.create(
        context.absolute(folder),
        remoteURL: remote.map {
          Store.remoteAddress($0, from: context.directory, environment: context.environment)
        },
        environment: context.environment, confirms: { confirm.yes || context.confirm($0) },
        context.patience, isInterrupted: context.progress.isInterrupted))
  }
}

struct InitOutput: Report {
  var report: CreateReport

  func text(_ page: Page) -> String {
    let root = report.root.sanitized
    guard report.isNew else {
      let isDone = report.adopted.isEmpty && !report.setsUpMerging && report.remote == nil
      return "\(root) is a store already" + (isDone ? "; nothing to do" : "") + "\n" + adopted
        + (report.setsUpMerging ? "git merges its tasks with memo from now on.\n" : "") + remote
    }
    let repository =
      report.madeRepository
      ? "a new git repository, on branch \(report.branch)"
      : "in the git repository that is there, on branch \(report.branch)"
    return "Made a store in \(root) (\(repository)).\n" + adopted
      + remote
  }

  private var remote: String { report.remote.map { "Syncs with \($0.sanitized).\n" } ?? "" }

  private var adopted: String {
    guard !report.adopted.isEmpty else { return "" }
    let tasks = report.adopted.count.counted("task")
    let wayBack = report.isNew ? "; 'memo undo' gives the files back as they were" : ""
    return "Took in \(tasks) that \(report.adopted.count == 1 ? "was" : "were") there\(wayBack).\n"
  }

  /// Where hundreds of files are taken in, the journal tells of each.
  private static let mostNotices = 20

  func notes(_ page: Page) -> [String] {
    var notes = report.notices.prefix(Self.mostNotices).map { "note: \($0.sanitized)" }
    if report.notices.count > notes.count {
      notes.append("note: … and \(report.notices.count - notes.count) more")
    }
    if report.looseFiles > 0 {
      let files =
        report.looseFiles == 1 ? "1 Markdown file lies" : "\(report.looseFiles) Markdown files lie"
      notes.append(
        "note: \(files) outside todo/, doing/ and done/; move it there to make it a task")
    }
    return notes.map { page.errorStyle.paint($0, .dim) }
  }

  func json(_ page: Page) -> JSON {
    .document(
      .`init`,
      [
        (.root, .string(report.root)), (.new, .bool(report.isNew)),
        (.madeRepository, .bool(report.madeRepository)), (.branch, .string(report.branch)),
        (.remote, .text(report.remote)), (.adopted, .array(report.adopted.map(\.json))),
        (.setsUpMerging, .bool(report.setsUpMerging)),
        (.notices, .texts(report.notices)), (.details, .texts(page.details)),
      ])
  }
}
