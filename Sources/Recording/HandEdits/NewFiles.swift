internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What lies in a store that begins, where each file is a task of its own, and none has to be
/// compared with another to tell which one it is.
struct NewFiles {
  struct File {
    var task: StoredTask
    /// Whether the last commit has it as it is.
    var isRecorded: Bool
  }

  /// Those that are recorded first, else in the order of their paths.
  var tasks: [File] = []
  /// What else is to be recorded.
  var files = StoreFileEdits()
}

extension WriteSession {
  /// Finds them.
  ///
  /// - Returns: Nil where files were changed, or are gone, since the last commit, where two have
  ///   one id, or where git is at work: then all have to be looked at together.
  /// - Throws: ``MemoError`` of kind `unconfirmed` for many deletions that nobody has confirmed.
  mutating func findNewFiles() throws(MemoError) -> NewFiles? {
    guard store.recording.unfinishedSaves == nil, snapshot.doubleIDs.isEmpty,
      try !git.isWithoutIndex()
    else { return nil }
    let (git, head) = (git, head.commit)
    var added: Set<PathKey> = []
    let differences = try store.differences(snapshot, git, since: head)
    guard differences.elusive.isEmpty, differences.unproven.isEmpty, differences.leftOut.isEmpty
    else { return nil }
    for key in differences.changed {
      let entry = try git.run("read the last commit") { repository throws(GitError) in
        try head.flatMap { commit throws(GitError) in
          try repository.entry(at: git.repositoryPath(key.path), in: commit)
        }
      }
      guard entry == nil else { return nil }
      added.insert(key)
    }
    // What was just added may be what git was killed over when it changed to another branch.
    let isQuiet = try git.run("look at git's index") { repository throws(GitError) in
      guard !added.isEmpty else { return true }
      guard try repository.branchTips().allSatisfy({ $0.commit == head }) else { return false }
      return try repository.pauseForHead(at: head) <= 0
    }
    guard isQuiet else { return nil }
    var found = NewFiles()
    let filtered = try git.filtered(snapshot.tasks.map(\.path))
    let files = snapshot.tasks.filter {
      $0.isRead && $0.file != nil && !filtered.contains(PathKey($0.path))
    }.map {
      NewFiles.File(task: $0, isRecorded: !added.contains(PathKey($0.path)))
    }
    found.tasks = files.filter(\.isRecorded) + files.filter { !$0.isRecorded }
    found.files = try store.findStoreFileEdits(snapshot, git, since: head)
    isWhole = found.files.isWhole
    let left = (differences.filtered + found.files.filtered).sorted { $0.precedes(path: $1) }
    notices = opening + [FileDifferences.notice(ofFiltered: left, on: .adoption)].compactMap { $0 }
    opening = []
    store.recording.absent = Set(found.files.leftOut.map(PathKey.init))
    store.recording.leftAlone = []
    var all = HandEdits()
    all.files = found.files
    try store.checkMeant(all, snapshot, git, self.head)
    return found
  }
}

extension Store {
  /// What files hold now; nil for one that is gone, or can't be read any more.
  func versions(_ tasks: [StoredTask], _ git: StoreGit) -> [TaskVersion?] {
    let (files, aliases) = (files, git.aliases)
    return AllCores.parts(of: tasks.indices) { part in
      tasks[part].map { task -> TaskVersion? in
        // The next command that reads it says why.
        guard let (bytes, status) = try? files.read(task.path, atMost: Limits.taskBytes) else {
          return nil
        }
        return TaskVersion(
          path: task.path, document: TaskDocument(bytes, aliases), mode: status.gitMode,
          status: task.status)
      }
    }.flatMap { $0 }
  }
}

extension Array {
  /// Parts of so many bytes that they are in memory without a thought, and no more parts than git
  /// would have packs.
  ///
  /// - Parameter size: Of an element, in bytes.
  func batches(bySize size: (Element) -> Int64) -> [ArraySlice<Element>] {
    let most = Swift.max(4 << 20, reduce(0) { $0 + size($1) } / 24)
    var batches: [ArraySlice<Element>] = []
    var start = startIndex
    var bytes: Int64 = 0
    for index in indices {
      bytes += size(self[index])
      guard bytes >= most else { continue }
      batches.append(self[start...index])
      (start, bytes) = (index + 1, 0)
    }
    return start < endIndex ? batches + [self[start...]] : batches
  }
}
