internal import MemoKit
internal import Terminal

struct Check: Command {
  static let grammar = Grammar(
    "check", "Report problems in the store, in the format of compilers",
    """
    Exits with 4 if there are problems. It writes nothing, works offline, and needs no branch \
    and no git user. So it suits hooks and CI; the examples have a pre-commit hook and a \
    workflow.

    --fix repairs missing and duplicate ids, statuses that differ from the folder, and values \
    without the quotes that YAML needs, in one commit. --to-yaml also converts front matter in \
    TOML and JSON to YAML, so that memo can change its fields. It skips files that would lose \
    something.
    """,
    examples: """
      memo check
      memo check --fix --dry-run
      memo check todo/buy-milk.md
      """,
    options: [.yes(), .ndjson])

  @Arguments("paths", "Only these files and folders") var paths
  @Flag("--fix", "Repair what can be repaired safely, in one commit") var fix
  @Flag("--dry-run", "With --fix: print what would change, and change nothing") var dryRun
  @Flag("--to-yaml", "With --fix: convert front matter in TOML and JSON to YAML") var toYAML

  func run(in context: Context) throws -> Outcome {
    if dryRun, !fix { throw Self.misuse("--dry-run goes with --fix") }
    if toYAML, !fix { throw Self.misuse("--to-yaml goes with --fix") }
    if fix, !paths.isEmpty {
      throw Self.misuse("--fix checks the whole store, so it takes no paths")
    }
    let store = try context.writableStore()
    if fix {
      let report = try store.fix(isTrial: dryRun, toYAML: toYAML)
      return outcome(
        of: report.snapshot, fixes: report.fixes, recorded: report.recorded,
        [try store.filterNotice(report.snapshot)], context)
    }
    var snapshot = try store.check()
    let wanted = try paths.map { path in
      // A path must exist, so that typing errors are noticed.
      guard let place = store.place(of: context.absolute(path)) else {
        throw MemoError(
          .refused, "there is no file \(path) in the store",
          hints: ["paths start where you are: 'ls' shows what is there"])
      }
      return place
    }
    if !wanted.isEmpty {
      // Every path is below "".
      snapshot.keepOnly { path in
        wanted.contains { $0.isEmpty || path == $0 || path.hasPrefix("\($0)/") }
      }
    }
    return outcome(
      of: snapshot,
      [store.checkoutNotice(snapshot), store.mergeNotice(), try store.filterNotice(snapshot)],
      context)
  }

  /// A notice about foreign front matter, which is no problem.
  private func foreignNotice(_ task: StoredTask) -> String? {
    guard task.document.isForeign, task.document.isUnderstood, let format = task.document.format
    else { return nil }
    let obstacle = toYAML ? task.document.obstacleToYAML.map { "; \($0)" } : nil
    return "\(task.path): its front matter is \(format.remark)" + (obstacle ?? "")
  }

  /// - Parameters:
  ///   - fixes: The repairs, or in a trial the possible ones.
  ///   - recorded: Hand edits that were committed first, or would be.
  ///   - notices: Notices about this clone.
  private func outcome(
    of snapshot: Snapshot, fixes: [Fix] = [], recorded: [TaskChange] = [],
    _ notices: [String?], _ context: Context
  ) -> Outcome {
    let notices = notices.compactMap(\.self) + snapshot.tasks.compactMap(foreignNotice)
    let (problems, page) = (snapshot.problems, Page(context))
    var counts = [snapshot.tasks.count.counted("task")]
    if !fixes.isEmpty { counts.append("\(fixes.count) \(dryRun ? "to fix" : "fixed")") }
    let none = fixes.isEmpty ? "no problems" : "no problems left"
    counts.append(problems.isEmpty ? none : problems.count.counted("problem"))
    return context.outcome(
      problems.isEmpty && (fixes.isEmpty || !dryRun) ? .done : .attention,
      text: text(problems, of: snapshot, fixes),
      document: .document(
        .check,
        [
          "taskCount": .number(snapshot.tasks.count),
          "problems": .list(problems.map(\.json)),
          "fixes": .list(fixes.map(\.json)),
          "recorded": .list(recorded.map(\.json)),
          "dryRun": .bool(dryRun),
          "notices": .texts(notices), "details": .texts(page.details),
        ]),
      notes: page.notes(recorded, notices, isDone: !dryRun) + [counts.joined(separator: ", ")])
  }

  private func text(_ problems: [StoreProblem], of snapshot: Snapshot, _ fixes: [Fix]) -> String {
    let tasks = PathMap(problems.isEmpty ? [] : snapshot.tasks) { $0.path }
    return fixes.map { "\($0.line(isTrial: dryRun).sanitized)\n" }.joined()
      + problems.map { Self.excerpt($0, of: tasks[$0.path]) }.joined()
  }

  private static func excerpt(_ problem: StoreProblem, of task: StoredTask?) -> String {
    var lines = [problem.line.sanitized]
    if let place = problem.place, let task {
      lines.append(place.excerpt(of: task.document.bytes))
    }
    if let hint = problem.hint { lines.append("hint: \(hint.sanitized)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Fix {
  /// In the format of problems: `path: fixed: what changed`.
  fileprivate func line(isTrial: Bool) -> String {
    "\(path): \(isTrial ? "would be fixed" : "fixed"): \(change.words)"
  }

  fileprivate var json: JSON {
    let change = change
    return [
      "path": .text(path), "field": .text(change.field), "from": .text(change.from),
      "to": .text(change.to), "message": .text(change.words),
    ]
  }

  private var change: (field: String, from: String?, to: String?, words: String) {
    switch kind {
    case .frontMatter: ("frontMatter", nil, nil, "front matter added")
    case .quotes: ("quotes", nil, nil, "quotes put around what YAML didn't take for text")
    case .format(let format):
      (
        "frontMatter", format.rawValue, FrontMatterFormat.yaml.rawValue,
        "front matter converted from \(format.rawValue) to YAML"
      )
    case .missingID(let id):
      ("id", nil, id?.text, id.map { "id \($0) added" } ?? "an id added")
    case .sharedID(let old, let now):
      (
        "id", old.text, now?.text,
        "id \(old) → \(now?.text ?? "its own"), since another task has that one"
      )
    case .status(let old, let now):
      (
        "status", old.rawValue, now.rawValue,
        "status \(old.rawValue) → \(now.rawValue), as its folder says"
      )
    case .folder(let now): ("path", path, now, "moved to \(now), as its status says")
    }
  }
}
