internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension [StoreProblem] {
  /// The maximum number of files named in a line.
  private static let mostNamed = 3

  /// A line for each message, sorted, with some of its files.
  ///
  /// - Parameter isWhole: Whether to write a line for each file instead.
  func lines(whole isWhole: Bool = false) -> [String] {
    Dictionary(grouping: self, by: \.message).sorted { $0.key < $1.key }.flatMap {
      message, problems in
      let paths = problems.map(\.path)
      let more = paths.count - Self.mostNamed
      let some =
        paths.prefix(Self.mostNamed).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
      return (isWhole ? paths : [some]).map { "\($0): \(message)" }
    }
  }
}

extension StoredTask {
  private static let keys = KnownField.core.filter { $0.kind != .id }.map(\.rawValue)

  /// Whether memo can't read or change some of the file, so that `memo check` reports it.
  fileprivate var isOdd: Bool {
    isRead
      && (!item.isUsable || document.isForeign || Self.keys.contains { unusable($0) != nil })
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
      // Only a remark: such files are never adopted.
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

  /// Adds problems of adopted files to a report, and Markdown files that are not adopted.
  ///
  /// - Parameters:
  ///   - gaps: The statuses without an alias, if others have one.
  ///   - isWhole: Whether to write a line for each file.
  func summarize(
    in report: inout CreateReport, without gaps: [String], whole isWhole: Bool
  ) throws(MemoError) {
    let paths = report.isNew ? nil : Set(report.adopted.map { PathKey($0.path) })
    let snapshot = try read()
    let tasks = snapshot.tasks.filter { paths?.contains(PathKey($0.path)) ?? true }
    var problems = tasks.filter(\.isOdd).map {
      StoreProblem(
        path: $0.path, message: "has parts that memo can't use or change, which stay")
    }
    problems += snapshot.strays + snapshot.tasks.filter { !$0.isRead }.flatMap(\.problems)
    var closed = ClosedFolders(try git())
    problems += tasks.filter(\.isToBeNormalized).compactMap { task in
      closed.obstacle(toWriting: task.path).map {
        StoreProblem(
          path: task.path, message: "can't be written, so it stays unchanged: \($0.why)")
      }
    }
    report.isOfCheck = !problems.isEmpty
    report.summary =
      gaps.map {
        "the files have no word for \($0), so memo writes '\($0)'; name theirs in "
          + "\(Store.marker): status: {\($0): [WORD]}"
      } + problems.lines(whole: isWhole)
    report.passedOver = passedOver(snapshot.ignored).lines(whole: isWhole)
  }
}
