internal import MemoKit
internal import Terminal

struct Clone: Command {
  static let grammar = Grammar(
    "clone", "Clone a store from a git remote",
    "An empty remote becomes a new store.",
    examples: """
      memo clone https://example.org/kim/tasks.git
      memo clone git@example.org:kim/tasks.git ~/tasks
      memo clone /mnt/usb/tasks.git
      """)

  @Argument("url", "Any address that 'git clone' accepts") var url
  @OptionalArgument("dir", "New folder") var folder

  func run(in context: Context) throws -> Outcome {
    defer { context.progress.end() }
    let report = try Store.clone(
      url, to: folder, in: context.directory, environment: context.environment, context.progress)
    let page = Page(context)
    return context.outcome(
      text: report.text, document: .document(.clone, report.members(page)), notes: report.notes)
  }
}

extension CloneReport {
  fileprivate var text: String {
    let path = path.sanitized
    guard let root = root?.sanitized else { return "Cloned into \(path).\n" }
    if isNew { return "Cloned into \(path); it was empty, so a new store begins there.\n" }
    let tasks = taskCount.counted("task")
    return "Cloned \(tasks) into \(path)" + (root == path ? "" : ", the store is \(root)") + ".\n"
  }

  fileprivate var notes: [String] {
    guard root == nil else { return [] }
    let path = path.quotedForShell.sanitized
    return ["note: there is no store in it; 'memo init \(path)' makes one"]
  }

  fileprivate func members(_ page: Page) -> JSON {
    [
      "path": .text(path), "root": .text(root),
      "branch": .text(branch), "taskCount": .number(taskCount),
      "new": .bool(isNew), "details": .texts(page.details),
    ]
  }
}
