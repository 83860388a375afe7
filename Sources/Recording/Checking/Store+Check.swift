internal import Git
internal import Query
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Reads every task and finds all problems, without writing anything.
  ///
  /// A committed file without an id, or with two statuses, is a problem. A hand edit like that
  /// isn't, since its commit fixes it.
  ///
  /// - Throws: ``MemoError``, also if a folder of the last commit is damaged.
  public func check() throws(MemoError) -> Snapshot {
    var snapshot = try read()
    markAll(&snapshot)
    try readLastCommit()
    guard snapshot.tasks.contains(where: \.isToBeNormalized) else { return snapshot }
    let edited = try editedPaths(snapshot)
    try snapshot.markNotNormalized(in: gitFolder == nil ? nil : git()) {
      !edited.contains(PathKey($0))
    }
    return snapshot
  }

  /// Reads the task folders of the last commit, to find damage.
  ///
  /// If the repository can't be opened, as another user's in a container, tasks can still be
  /// checked.
  private func readLastCommit() throws(MemoError) {
    guard gitFolder != nil, let git = try? git(), let commit = (try? git.head())?.commit else {
      return
    }
    _ = try git.run(
      "read the last commit", git.repository.files(in: commit, under: git.taskFolders))
  }

  /// Marks all problems, except those that a commit of hand edits fixes.
  func markAll(_ snapshot: inout Snapshot) {
    snapshot.markAmongOthers()
    snapshot.markFixable()
    snapshot.strays += problemsBesideTasks()
  }

  /// A notice about tasks with a git filter; nil if there are none.
  public func filterNotice(_ snapshot: Snapshot) throws(MemoError) -> String? {
    guard gitFolder != nil else { return nil }
    let filtered = try git().filtered(snapshot.tasks.map(\.path))
    return FileDifferences.notice(
      ofKept: snapshot.tasks.map(\.path).filter { filtered.contains(PathKey($0)) })
  }

  /// Problems with the settings, named filters and themes.
  package func problemsBesideTasks() -> [StoreProblem] {
    filterProblems() + [settings.problem].compactMap { $0 } + settings.problems
      + themes().filter(\.isStores).flatMap(\.problems)
      + secondSettings().map {
        StoreProblem(
          path: $0,
          message: "a copy of \(Self.marker) that a merge kept, and that memo doesn't read",
          hint: "take over into \(Self.marker) what is missing there, and delete this one")
      }
  }

  func secondSettings() -> [String] {
    // If the folder can't be listed, the user can't see them either.
    (WorkTree.names(in: Paths.join(root, NonTaskFiles.settingsFolder)) ?? []).map {
      Paths.join(NonTaskFiles.settingsFolder, $0)
    }.filter(NonTaskFiles.isSecondSettings).sorted()
  }

  private func filterProblems() -> [StoreProblem] {
    let now = environment.localTime
    return settings.filters.names.compactMap { name in
      do throws(FilterError) {
        _ = try filter(["@\(name)"], at: now)
        return nil
      } catch {
        return StoreProblem(
          path: Self.marker,
          Problem(
            line: settings.filters[name]?.line ?? 1, column: 1,
            message: "the filter '\(name)' can't be understood: \(error.message)",
            hint: error.hint))
      }
    }
  }

  /// The files that differ from the last commit; all of them without a repository.
  private func editedPaths(_ snapshot: Snapshot) throws(MemoError) -> Set<PathKey> {
    guard gitFolder != nil else { return Set(snapshot.tasks.map { PathKey($0.path) }) }
    let git = try git()
    let head = try git.head()
    return Set(
      try observe(snapshot, git, since: snapshot.commit ?? head.commit).changes
        .compactMap { git.storePath($0.path) }.map(PathKey.init))
  }
}

extension Snapshot {
  /// Marks problems that depend on other tasks or on the time.
  mutating func markAmongOthers() {
    markWrongLinks()
    markSeriesThatAreOver()
    markSharedForeignIDs()
    markNames()
  }

  /// Marks file names that are invalid on some system, or equal another name there.
  fileprivate mutating func markNames() {
    let files = tasks.map(\.path) + others
    let all =
      files
      + folders.map(\.path).filter { $0.contains("/") }.sorted { $0.precedes(path: $1) }
    // Nearly all names are lower-case ASCII, and none of those are equal.
    let odd = all.indices.filter {
      all[$0].utf8.contains { $0 >= 0x80 || (0x41...0x5A).contains($0) }
    }
    func form(_ index: Int) -> String { all[index].form(isFolder: index >= files.count) }
    let forms = Set(odd.map(form))
    var found: [(path: String, message: String)] = []
    var first: [String: String] = [:]
    for index in all.indices where !forms.isEmpty && forms.contains(form(index)) {
      let other = first[form(index)] ?? all[index]
      first[form(index)] = other
      guard !Paths.name(of: other).isSamePath(as: Paths.name(of: all[index])) else { continue }
      found.append((all[index], "on many disks, this name is the same as that of \(other)"))
    }
    for path in all {
      guard let obstacle = FileName.obstacle(to: Paths.name(of: path)) else { continue }
      found.append((path, "this name \(obstacle)"))
    }
    for (path, message) in found {
      if let index = tasks.firstIndex(where: { $0.isAt(path) }) {
        let hint = "'memo rename \(path.matchedByShell)' gives the file the name of its title"
        tasks[index].problems.append(StoreProblem(path: path, message: message, hint: hint))
      } else {
        let hint = "give it another name: mv \(path.matchedByShell) NAME"
        strays.append(StoreProblem(path: path, message: message, hint: hint))
      }
    }
  }

  /// Adds a hint to problems of front matter that only lacks quotes.
  fileprivate mutating func markFixable() {
    for index in tasks.indices where !tasks[index].problems.isEmpty {
      let task = tasks[index]
      guard task.isRead, !task.item.isUsable, let hint = task.document.quotingHint else { continue }
      tasks[index].problems[0].hint = hint
    }
  }

  /// Marks tasks with the same id of another tool, since that id can name neither.
  fileprivate mutating func markSharedForeignIDs() {
    var holders: [String: [Int]] = [:]
    for (index, task) in tasks.enumerated() {
      if let name = task.foreignID { holders[name.lowercased(), default: []].append(index) }
    }
    for indices in holders.values where indices.count > 1 {
      for index in indices {
        let other = tasks[indices[0] == index ? indices[1] : indices[0]].path
        let more = indices.count > 2 ? " and \(indices.count - 2) more have" : " has"
        tasks[index].complain(
          about: "id",
          "\(other)\(more) the same id of another tool, \(tasks[index].foreignID ?? "")",
          hint: "let that tool give one of them another"
            + (tasks[index].document.isForeign ? "" : ", or take it out: memo set FILE id=none"))
      }
    }
  }

  mutating func markWrongLinks() {
    guard tasks.contains(where: { !$0.after.isEmpty }) else { return }
    for problem in TaskLinks(tasks).problems {
      tasks[problem.task].complain(about: "after", problem.message, hint: problem.hint)
    }
  }

  /// Marks open tasks of an ended series.
  ///
  /// Another device finished the previous task while this one ended the series.
  mutating func markSeriesThatAreOver() {
    for index in tasks.indices where tasks[index].hasOtherFields {
      let task = tasks[index]
      guard task.status != .done, let repeating = Repeating(task.item),
        let date = repeating.anchor, repeating.isOver(date), let until = task.item.until
      else { continue }
      tasks[index].complain(
        about: "until", "its deadline, \(date), is after the end of its series, \(until)",
        hint: "delete it, which ends the series, or set 'until' to a later day, or to none")
    }
  }

  /// Marks tasks without an id or with two statuses, unless they have a git filter.
  ///
  /// - Parameters:
  ///   - git: Nil without a repository.
  ///   - isRecorded: Whether a file is as in the last commit.
  mutating func markNotNormalized(
    in git: StoreGit?, isRecorded: (String) -> Bool
  ) throws(MemoError) {
    let indices = tasks.indices.filter { tasks[$0].isToBeNormalized }
    let filtered = try git?.filtered(indices.map { tasks[$0].path }) ?? []
    var closed = git.map { ClosedFolders($0) }
    for index in indices where !filtered.contains(PathKey(tasks[index].path)) {
      let isRecorded = isRecorded(tasks[index].path)
      let obstacle = closed?.obstacle(toWriting: tasks[index].path)
      let before = tasks[index].problems.count
      if tasks[index].id == nil { tasks[index].complainOfMissingID(isRecorded: isRecorded) }
      if tasks[index].disagrees, isRecorded { tasks[index].complainOfStatus() }
      guard let obstacle else { continue }
      for place in tasks[index].problems.indices.dropFirst(before) {
        tasks[index].problems[place].hint =
          "\(obstacle); 'memo check --fix' repairs it when that is fixed"
      }
    }
  }
}

extension StoredTask {
  fileprivate mutating func complainOfMissingID(isRecorded: Bool) {
    var document = document
    if !document.hasFrontMatter { document.addFrontMatter() }
    do throws(Problem) {
      // Any id shows whether one can be written.
      try document.setID(TaskID.derived(from: []))
      guard isRecorded else { return }
      problems.append(
        StoreProblem(
          path: path, message: "the task has no id", hint: "'memo check --fix' gives it one"))
    } catch {
      problems.append(
        StoreProblem(
          path: path,
          Problem(
            line: error.line, column: error.column,
            message:
              "the task has no id, and this front matter is one that memo can't write it into",
            hint: "write each key on a line of its own, as 'title: Buy milk'")))
    }
  }

  fileprivate mutating func complainOfStatus() {
    guard let text = item.status else { return }
    complain(
      about: "status",
      "the status is \(text.rawValue), but the file lies in \(folderStatus.rawValue)/",
      hint: "'memo check --fix' sets both to \(status.rawValue)")
  }
}

extension String {
  /// A form that is equal for two paths in one folder that some disk treats as the same.
  ///
  /// Their names differ in case or Unicode form. The status folder doesn't count, since tasks move.
  fileprivate func form(isFolder: Bool) -> String {
    let folder = Paths.parent(of: self)
    let place = isFolder ? String(folder.drop { $0 != "/" }) : folder
    return "\(place)/\(Paths.name(of: self).lowercased())"
  }
}
