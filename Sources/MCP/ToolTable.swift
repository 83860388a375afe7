internal import MemoCLI
internal import MemoKit

extension Tool {
  private static let id = Parameter(
    "id", .text, "The task: its id, the beginning of its id, or its path", isRequired: true)
  private static let filter = Parameter(
    "filter", .text,
    "Words side by side, which must all match: todo, doing, +tag, -tag, due:today, due<fri, "
      + "overdue, p:high, project:NAME, ready, blocked, unclaimed, claimed-by:NAME, KEY:VALUE; "
      + "a plain word is a word of the title; 'not', 'or' and parentheses combine them")
  private static let fields: [Parameter] = [
    Parameter(
      "deadline", .text, "2026-12-01, 2026-12-01 17:00, fri, tomorrow, +3d; none removes it"),
    Parameter("priority", .word(["high", "medium", "low", "none"]), "How important it is"),
    Parameter(
      "fields", .table,
      "Other fields by their keys, such as project, assignee, after, wait, estimate, or your own; "
        + "none removes one"),
  ]
  private static let worker = Parameter(
    "as", .text, "Who works on it (default: the name of this program)")

  static let table = [
    listTasks, getTask, findTasks, taskHistory, addTask, updateTask,
    moveTask, claimTask, releaseTask, undoTool, syncTool,
  ]

  private static let listTasks = Tool(
    "list_tasks", "List tasks",
    "List tasks, the nearest deadline first. Without a filter: open tasks.",
    [
      filter, Parameter("all", .bool, "Include done and waiting tasks"),
      Parameter("sort", .text, "Keys with commas: deadline, priority, created, title, -created"),
    ], limit: 50, gives: ["tasks"]
  ) { session, given in
    let line =
      ["list", "--no-filter", "--number=\(given.limit + 1)"] + (given.bool("all") ? ["--all"] : [])
      + (given.text("sort").map { ["--sort=\($0)"] } ?? [])
    return try session.run(line + session.words(given.text("filter")))
  }

  private static let getTask = Tool(
    "get_task", "Show a task", "Show one task with its text.",
    [id], gives: ["tasks"]
  ) { session, given in
    session.run(["show", "--", try session.task(given)])
  }

  private static let findTasks = Tool(
    "find_tasks", "Search tasks", "Search titles, tags and texts of all tasks, done ones too.",
    [
      Parameter("text", .text, "Words to find, literally", isRequired: true), filter,
    ], limit: 20, gives: ["matches"]
  ) { session, given in
    try session.run(
      ["find", "--", given.text("text") ?? "", "--"] + session.words(given.text("filter")))
  }

  private static let taskHistory = Tool(
    "task_history", "Show the journal",
    "Show the changes of one task, or of all, the newest first.",
    [
      Parameter("id", .text, "A task (default: all)"),
      Parameter("since", .text, "Only changes after this: 2026-11-01, yesterday, 3 days ago"),
      Parameter("client", .text, "Only changes by this program"),
    ], limit: 20, gives: ["log"]
  ) { session, given in
    let line =
      ["log", "--number=\(given.limit + 1)"] + (given.text("since").map { ["--since=\($0)"] } ?? [])
      + (given.text("client").map { ["--client=\($0)"] } ?? [])
    let words = try given.has("id") ? ["--", session.task(given)] : session.ownFilter
    return session.run(line + words)
  }

  private static let addTask = Tool(
    "add_task", "Add a task", "Add a task.",
    [
      Parameter("title", .text, "One line, taken literally", isRequired: true),
      Parameter("body", .text, "The text below the title, in Markdown"),
      Parameter("status", .word(["todo", "doing"]), "Status (default: todo)"),
      Parameter("tags", .texts, "Its tags, a word each"),
    ] + fields, gives: ["add"], .changes
  ) { session, given in
    var edits = try session.edits(given)
    if let status = given.text("status").flatMap(Status.init) { edits.append(status.edit) }
    return session.run(
      .addOne(
        title: given.text("title") ?? "", edits, body: given.text("body").map { "\($0)\n" } ?? ""),
      of: [])
  }

  private static let updateTask = Tool(
    "update_task", "Change a task",
    "Change fields of a task. Or, as the only change, add to its text or change its checklist.",
    [
      id, Parameter("title", .text, "A new title, taken literally"),
      Parameter("add_tags", .texts, "Tags to add"),
      Parameter("remove_tags", .texts, "Tags to remove"),
    ] + fields + [
      Parameter("note", .text, "Paragraph in Markdown to add to its text; no other change with it"),
      Parameter(
        "tick", .texts,
        "Items to tick: numbers from 1, or words of an item; no other change with it"),
      Parameter("untick", .texts, "Items to untick, in the same way; no other change with it"),
      Parameter("add_items", .texts, "Items to add to its checklist; no other change with it"),
    ], gives: ["set", "note", "tick"], .changes
  ) { session, given in
    let task = try session.task(given)
    var edits = try session.edits(given)
    if let title = given.text("title") { edits.append(.set(key: "title", .text(title))) }
    // Each of these is a separate command.
    let alone = [
      ("note", ["note", "--", task, given.text("note") ?? ""]),
      ("tick", ["tick", "--", task] + given.texts("tick")),
      ("untick", ["tick", "--untick", "--", task] + given.texts("untick")),
      ("add_items", ["tick"] + given.texts("add_items").map { "--add=\($0)" } + ["--", task]),
    ].filter { given.has($0.0) }
    guard let (name, line) = alone.first else {
      guard !edits.isEmpty else { throw Arguments.wrong("there is nothing to change") }
      return session.run(.set(edits), of: [task])
    }
    guard edits.isEmpty, alone.count == 1 else {
      throw Arguments.wrong(
        "'\(name)' can't be combined with other fields", "change the fields with another call")
    }
    return session.run(line)
  }

  private static let moveTask = Tool(
    "move_task", "Move a task", "Move a task to todo, doing or done. Done ends its claim.",
    [
      id, Parameter("status", .word(["todo", "doing", "done"]), "New status", isRequired: true),
    ], gives: ["set"], .changes
  ) { session, given in
    let status = given.text("status").flatMap(Status.init) ?? .todo
    return session.run(.set([status.edit]), of: [try session.task(given)])
  }

  private static let claimTask = Tool(
    "claim_task", "Claim a task",
    "Claim a task, so that nobody else works on it, and move it to doing: the one "
      + "that 'id' names, or the most urgent free one. With a remote, the claim counts when the "
      + "remote accepts it.",
    [
      Parameter("id", .text, "A task (default: the most urgent free one)"), filter, worker,
      Parameter("for", .text, "Duration of the claim: 30m, 1h (default), 2d"),
      Parameter("local", .bool, "Without the remote; others may then claim the same task"),
    ], gives: ["claim"], .syncs
  ) { session, given in
    let line =
      ["claim", "--no-filter", "--as=\(given.text("as") ?? session.client.name)"]
      + (given.text("for").map { ["--for=\($0)"] } ?? []) + (given.bool("local") ? ["--local"] : [])
    guard given.has("id") else {
      return try session.run(line + session.words(given.text("filter")))
    }
    guard !given.has("filter") else {
      throw Arguments.wrong("'id' and 'filter' exclude each other")
    }
    return session.run(line + ["--", try session.task(given)])
  }

  private static let releaseTask = Tool(
    "release_task", "Release a task", "Release a claimed task, so that others can claim it.",
    [id, worker], gives: ["release"], .changes
  ) { session, given in
    session.run([
      "release", "--as=\(given.text("as") ?? session.client.name)", "--",
      try session.task(given),
    ])
  }

  private static let undoTool = Tool(
    "undo", "Undo",
    "Undo the last change of this program, or the last 'count', or one change by its commit.",
    [
      Parameter("count", .number(1...1000), "How many of this program's changes (default: 1)"),
      Parameter("commit", .text, "A commit from task_history, by anybody"),
    ], gives: ["undo", "redo"], .changes
  ) { session, given in
    guard let commit = given.text("commit") else {
      if session.isFiltered {
        guard (given.number("count") ?? 1) == 1 else {
          throw Arguments.wrong("this server undoes one change at a time")
        }
        return try session.undoOwn()
      }
      return session.run([
        "undo", "--client=\(session.client.name)", "\(given.number("count") ?? 1)",
      ])
    }
    guard !session.isFiltered, !given.has("count"), (7...64).contains(commit.count),
      commit.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else {
      throw Arguments.wrong(
        session.isFiltered
          ? "this server undoes only what this program did" : "'\(commit)' is not a commit")
    }
    return session.run(["undo", "--", commit])
  }

  private static let syncTool = Tool(
    "sync", "Sync", "Fetch, merge and push.", [],
    gives: ["sync"], .syncs
  ) { session, _ in session.run(["sync"]) }
}
