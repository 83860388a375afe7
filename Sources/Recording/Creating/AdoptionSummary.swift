internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

struct AdoptionSummary {
  /// The maximum number of named files or values in a line.
  private static let mostNamed = 3
  /// The maximum number of letters of a value.
  private static let mostShown = 60

  private(set) var lines: [String] = []
  /// Whether `memo check` reports more about the files.
  let isOfCheck: Bool
  /// Whether there is a line for each file.
  private let isWhole: Bool

  private static let keys = KnownField.core.filter { $0.kind != .id }.map(\.rawValue)

  /// - Parameters:
  ///   - tasks: The adopted files, in the order of paths.
  ///   - strays: Files that look like tasks, but aren't.
  ///   - gaps: The statuses without an alias, if others have one.
  ///   - isWhole: Whether to write a line for each file.
  init(
    of tasks: [StoredTask], _ strays: [StoreProblem], without gaps: [String], whole isWhole: Bool
  ) {
    let tasks = tasks.filter(\.isRead)
    let broken = tasks.filter { !$0.item.isUsable }
    let foreign = tasks.filter { $0.item.isUsable && $0.document.isForeign }
    let unusable = Self.keys.map { key in
      (key: key, files: tasks.compactMap { task in Self.unusable(key, task) })
    }
    self.isWhole = isWhole
    isOfCheck =
      !broken.isEmpty || !foreign.isEmpty || !strays.isEmpty
      || unusable.contains { !$0.files.isEmpty }
    for word in gaps {
      lines.append(
        "the files have no word for \(word), so memo writes '\(word)'; name theirs in "
          + "\(Store.marker): status: {\(word): [WORD]}")
    }
    add(
      broken.filter { !$0.document.isLargeFilePointer }.map { ($0.path, "") },
      "can't be understood, and has no id until it is fixed")
    add(
      broken.filter(\.document.isLargeFilePointer).map { ($0.path, "") },
      "is Git LFS's pointer to a file, and has no id before 'git lfs pull' has fetched that")
    for (key, files) in unusable {
      add(
        files,
        key == "tags"
          ? "has tags that memo can't use, which stay"
          : "has a \(key) that memo can't use, which stays")
    }
    add(
      foreign.filter { $0.document.format?.isRead != false }.map { ($0.path, "") },
      "has front matter that is not YAML: memo reads it and doesn't change it")
    add(
      foreign.filter { $0.document.format?.isRead == false }.map { ($0.path, "") },
      "has front matter that memo neither reads nor changes")
    lines += Self.lines(of: strays, whole: isWhole)
  }

  /// A line for each reason, or for each file, sorted by reason.
  static func lines(of strays: [StoreProblem], whole isWhole: Bool = false) -> [String] {
    Dictionary(grouping: strays, by: \.message).sorted { $0.key < $1.key }.flatMap {
      reason, strays in
      (isWhole ? strays.map(\.path) : [some(strays.map(\.path))]).map { "\($0): \(reason)" }
    }
  }

  /// - Parameter files: The files with the invalid value; empty for none.
  private mutating func add(_ files: [(path: String, value: String)], _ what: String) {
    guard !files.isEmpty else { return }
    var seen: Set<String> = [""]
    let values = files.map(\.value).filter { seen.insert($0).inserted }
    func line(_ values: [String]) -> String {
      values.isEmpty ? what : "\(what) (\(Self.some(values.map { "'\($0)'" })))"
    }
    guard !isWhole, files.count > 1 else {
      lines += files.map { "\($0.path) \(line($0.value.isEmpty ? [] : [$0.value]))" }
      return
    }
    lines.append(
      "\(files.count) files: each \(line(values)): \(Self.some(files.map(\.path)))")
  }

  private static func unusable(
    _ key: String, _ task: StoredTask
  ) -> (path: String, value: String)? {
    guard let text = task.unusable(key) else { return nil }
    let isList = if case .list? = task.document.value(of: key) { true } else { false }
    return (task.path, shown(isList ? "[\(text)]" : text))
  }

  private static func shown(_ value: String) -> String {
    let line = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > mostShown ? "\(line.prefix(mostShown))…" : line
  }

  private static func some(_ names: [String]) -> String {
    let more = names.count - mostNamed
    return names.prefix(mostNamed).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

extension Store {
  /// Markdown files in the task folders that are no tasks, each with the reason, in the order of
  /// paths.
  ///
  /// Unreadable folders are left out, since this is only a report.
  ///
  /// - Parameter ignored: The files that git ignores.
  func passedOver(_ ignored: Set<PathKey>) -> [StoreProblem] {
    var found = ignored.map { StoreProblem(path: $0.path, message: "ignored by git, so no task") }
    for status in Status.allCases {
      var dotNames: [String] = []
      let entries = try? files.list(
        status.rawValue, upTo: Limits.listDepth, onDotName: { dotNames.append($0) })
      for entry in entries ?? [] where entry.isUTF8 {
        let isTaskName = entry.path.ends(inUTF8: StoredTask.ending)
        let message: String? =
          if entry.isRepository {
            "a repository of its own, whose files are no tasks"
          } else if entry.kind == .regular, isMarkdown(entry.path), !isTaskName {
            "does not end in \(StoredTask.ending), in small letters, so no task"
          } else if entry.kind == .symbolicLink, !isTaskName,
            WorkTree.names(in: Paths.join(root, entry.path)) != nil
          {
            "a symbolic link to a folder, which memo never follows"
          } else {
            nil
          }
        if let message { found.append(StoreProblem(path: entry.path, message: message)) }
      }
      found += dotNames.filter { isMarkdown($0) && (try? files.status(of: $0))??.kind == .regular }
        .map { StoreProblem(path: $0, message: "hidden by a dot, so no task") }
    }
    return found.sorted { $0.path.precedes(path: $1.path) }
  }

  private func isMarkdown(_ path: String) -> Bool {
    let name = path.lowercased()
    return [StoredTask.ending, ".markdown", ".mdown", ".mkd"].contains { name.hasSuffix($0) }
  }
}

extension Store {
  /// The words of the files that may be adopted.
  ///
  /// - Parameter isAtWork: For an existing store. Then only files without an id count.
  func words(
    and files: [OtherFolder.File]?, besides settled: Set<String> = [], atWork isAtWork: Bool = false
  ) throws(MemoError) -> [AliasProposal.Words] {
    var tasks = try read().tasks
    if isAtWork { tasks.removeAll { $0.id != nil || !$0.item.isUsable } }
    for file in files ?? [] {
      if let task = try file.task(self) { tasks.append(task) }
    }
    return tasks.compactMap { AliasProposal.Words(of: $0, besides: settled) }
  }

  /// - Parameter adopted: The adopted tasks; nil for all files.
  /// - Returns: The problems of the files, and lines about those that are not adopted.
  func summary(
    of adopted: [TaskChange]?, without gaps: [String], whole isWhole: Bool
  ) throws(MemoError) -> (summary: AdoptionSummary, passedOver: [String]) {
    let paths = adopted.map { Set($0.map { PathKey($0.path) }) }
    let snapshot = try read()
    let tasks = snapshot.tasks.filter { paths?.contains(PathKey($0.path)) ?? true }
    let unread = snapshot.tasks.filter { !$0.isRead }.flatMap(\.problems)
    var closed = ClosedFolders(try git())
    let kept = tasks.filter(\.isToBeNormalized).compactMap { task in
      closed.obstacle(toWriting: task.path).map {
        StoreProblem(
          path: task.path, message: "can't be written, so it stays unchanged: \($0.why)")
      }
    }
    return (
      AdoptionSummary(of: tasks, snapshot.strays + unread + kept, without: gaps, whole: isWhole),
      AdoptionSummary.lines(of: passedOver(snapshot.ignored), whole: isWhole)
    )
  }
}
