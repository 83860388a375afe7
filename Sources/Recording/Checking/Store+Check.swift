internal import Git
internal import Query
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Reads every task and looks for everything wrong; nothing is written.
  ///
  /// What is recorded without an id, or with a status that its folder contradicts, is a problem
  /// here; what a person has just written by hand is not, since recording it mends it.
  /// - Throws: ``MemoError``, also where a folder of the last commit is damaged.
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

  /// Reads the last commit's folders of tasks, which every change is compared with.
  ///
  /// A repository that can't be opened, as one of another user in a container, is no obstacle: the
  /// tasks can be checked without it.
  private func readLastCommit() throws(MemoError) {
    guard gitFolder != nil, let git = try? git(), let commit = (try? git.head())?.commit else {
      return
    }
    _ = try git.run(
      "read the last commit", git.repository.files(in: commit, under: git.taskFolders))
  }

  /// Marks everything that ``check()`` finds besides what recording a hand edit mends.
  func markAll(_ snapshot: inout Snapshot) {
    snapshot.markAmongOthers()
    snapshot.markFixable()
    snapshot.markExplained(by: aliasProposal(for: snapshot))
    snapshot.strays += problemsBesideTasks()
  }

  /// Names the tasks that a filter of git's belongs to, of which nothing is wrong; nil for none.
  public func filterNotice(_ snapshot: Snapshot) throws(MemoError) -> String? {
    guard gitFolder != nil else { return nil }
    let filtered = try git().filtered(snapshot.tasks.map(\.path))
    return FileDifferences.notice(
      ofKept: snapshot.tasks.map(\.path).filter { filtered.contains(PathKey($0)) })
  }

  /// What is wrong with the settings, their filters and the themes.
  package func problemsBesideTasks() -> [StoreProblem] {
    filterProblems() + [settings.problem].compactMap { $0 } + settings.problems
      + themes().filter(\.isStores).flatMap(\.problems)
      + secondSettings().map {
        StoreProblem(
          path: $0,
          message: "a second version of \(Self.marker), which a merge kept, and nobody reads",
          hint: "take over into \(Self.marker) what is missing there, and delete this one")
      }
  }

  /// Versions of the settings that merges kept beside them.
  func secondSettings() -> [String] {
    // What can't be listed is none that a person could see.
    (WorkTree.names(in: Paths.join(root, NonTaskFiles.settingsFolder)) ?? []).map {
      Paths.join(NonTaskFiles.settingsFolder, $0)
    }.filter(NonTaskFiles.isSecondSettings).sorted()
  }

  /// The filters of the store's settings that can't be understood.
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

  /// The files that differ from the last commit; all, where there is no repository.
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
  /// Marks what is wrong with tasks only beside others, or by now.
  mutating func markAmongOthers() {
    markWrongLinks()
    markSeriesThatAreOver()
    markSharedForeignIDs()
    markNames()
  }

  /// Marks the names that some system can't have, or can't tell from another one that is there.
  fileprivate mutating func markNames() {
    let files = tasks.map(\.path) + others
    let all = files + folders.filter { $0.contains("/") }.sorted { $0.precedes(path: $1) }
    // In small ASCII letters, as nearly all are, no name looks like another.
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
      found.append((all[index], "many disks can't tell this name from that of \(other)"))
    }
    for path in all {
      guard let obstacle = FileName.obstacle(to: Paths.name(of: path)) else { continue }
      found.append((path, "this name \(obstacle)"))
    }
    for (path, message) in found {
      if let index = tasks.firstIndex(where: { $0.isAt(path) }) {
        let hint = "'memo rename \(path.quotedForShell)' gives the file the name of its title"
        tasks[index].problems.append(StoreProblem(path: path, message: message, hint: hint))
      } else {
        let hint = "give it another name: mv \(path.quotedForShell) NAME"
        strays.append(StoreProblem(path: path, message: message, hint: hint))
      }
    }
  }

  /// Says of the front matters that only lack quotes that memo can put them there.
  fileprivate mutating func markFixable() {
    for index in tasks.indices where !tasks[index].problems.isEmpty {
      let task = tasks[index]
      guard task.isRead, !task.item.isUsable, let hint = task.document.quotingHint else { continue }
      tasks[index].problems[0].hint = hint
    }
  }

  /// Marks the tasks that another tool calls as it calls another one: by that name neither is found.
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
          hint: "let that tool give one of them another, or take it out: memo set FILE id=none")
      }
    }
  }

  /// Says of words that memo can't use that it can take them into the settings.
  fileprivate mutating func markExplained(by proposal: AliasProposal?) {
    guard let proposal else { return }
    for index in tasks.indices where !tasks[index].problems.isEmpty {
      for key in ["status", "priority"] {
        guard let text = tasks[index].unusable(key), proposal.explains(text, of: key) else {
          continue
        }
        for place in tasks[index].problems.indices
        where tasks[index].problems[place].message == "invalid \(key) '\(text)'" {
          tasks[index].problems[place].hint =
            "'memo check --fix' writes into \(Store.marker) what the word means"
        }
      }
    }
  }

  /// Marks the tasks whose `after` leads nowhere, or round in a circle.
  mutating func markWrongLinks() {
    guard tasks.contains(where: { !$0.after.isEmpty }) else { return }
    for problem in TaskLinks(tasks).problems {
      tasks[problem.task].complain(about: "after", problem.message, hint: problem.hint)
    }
  }

  /// Marks the tasks of a series that is over: another device finished the one before while this one
  /// let the series end.
  mutating func markSeriesThatAreOver() {
    for index in tasks.indices where tasks[index].hasOtherFields {
      let task = tasks[index]
      guard task.status != .done, let repeating = Repeating(task.item),
        let date = repeating.anchor, repeating.isOver(date), let until = task.item.until
      else { continue }
      tasks[index].complain(
        about: "until", "it comes on \(date), and its series ends with \(until)",
        hint: "delete it, which ends the series, or set 'until' to a later day, or to none")
    }
  }

  /// Marks the tasks that lack what memo gives to every task, or that it can't give it to.
  ///
  /// What a filter of git's belongs to lacks nothing: it is git's.
  /// - Parameters:
  ///   - git: Nil where there is no repository.
  ///   - isRecorded: Whether the file at a path is as in the last commit.
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
          "\(obstacle); 'memo check --fix' settles it when that is fixed"
      }
    }
  }
}

extension StoredTask {
  fileprivate mutating func complainOfMissingID(isRecorded: Bool) {
    var document = document
    if !document.hasFrontMatter { document.addFrontMatter() }
    do throws(Problem) {
      // Any id will do to see whether one can be written.
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
      hint: "'memo check --fix' settles it: \(status.rawValue)")
  }
}

extension String {
  /// What is the same for two paths that some disk takes for one.
  ///
  /// They are in one folder, and their names differ by case or Unicode form. Of a folder the status
  /// doesn't count, since tasks go to others.
  fileprivate func form(isFolder: Bool) -> String {
    let folder = Paths.parent(of: self)
    let place = isFolder ? String(folder.drop { $0 != "/" }) : folder
    return "\(place)/\(Paths.name(of: self).lowercased())"
  }
}
