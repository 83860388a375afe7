internal import ArgumentParser
internal import MemoKit
internal import Terminal

/// Takes the arguments of `memo clone URL [DIR]`.
struct Clone: Command {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: "Bring a store from a git remote",
    discussion: """
      An empty remote becomes a new store.

      EXAMPLES:
        memo clone https://example.org/kim/tasks.git
        memo clone git@example.org:kim/tasks.git ~/tasks
        memo clone /mnt/usb/tasks.git
      """)

  @Argument(help: "Any address that git clone takes") var url: String
  @Argument(help: ArgumentHelp("The folder to make", valueName: "dir")) var folder: String?
  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> CloneOutput {
    defer { context.progress.end() }
    return CloneOutput(
      report: try Store.clone(
        url, to: folder, in: context.directory, environment: context.environment, context.progress))
  }
}

struct CloneOutput: Report {
  var report: CloneReport

  func text(_ page: Page) -> String {
    let path = report.path.sanitized
    guard let root = report.root?.sanitized else { return "Cloned into \(path).\n" }
    if report.isNew { return "Cloned into \(path); it was empty, so a new store begins there.\n" }
    let tasks = report.taskCount.counted("task")
    return "Cloned \(tasks) into \(path)" + (root == path ? "" : ", the store is \(root)") + ".\n"
  }

  func notes(_ page: Page) -> [String] {
    guard report.root == nil else { return [] }
    let path = report.path.quotedForShell.sanitized
    return ["note: there is no store in it; 'memo init \(path)' makes one"]
  }

  func json(_ page: Page) -> JSON {
    .document(
      .clone,
      [
        (.path, .string(report.path)), (.root, .text(report.root)),
        (.branch, .string(report.branch)), (.taskCount, .number(report.taskCount)),
        (.new, .bool(report.isNew)), (.details, .texts(page.details)),
      ])
  }
}
