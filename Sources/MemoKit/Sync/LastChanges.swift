internal import Git
internal import TaskFile

/// Which commit of a side changed a task last: by the committer's clock, ties by the commit's
/// id, so that everybody who asks finds the same.
struct LastChanges {
  private let git: StoreGit
  private let tip: ObjectID
  private let other: ObjectID
  /// By id for tasks that have one, and by path for every file.
  private var found: [String: Commit]?
  private var ids: [ObjectID: String] = [:]

  /// - Parameter other: The other side; what it has is of no interest.
  init(_ git: StoreGit, tip: ObjectID, since other: ObjectID) {
    self.git = git
    self.tip = tip
    self.other = other
  }

  /// The commit that made a change, or the side's last commit when none can be told.
  mutating func last(_ change: SideChange) throws(MemoError) -> Commit {
    try last([change.change.id, change.before?.path, change.after?.path])
  }

  /// The same for a task by the id and the paths that it has or had.
  mutating func last(_ names: [String?]) throws(MemoError) -> Commit {
    let commits = try commits()
    let names = names.compactMap { $0 }
    if let commit = names.compactMap({ commits[$0] }).max(by: Self.isOlder) { return commit }
    let tip = tip
    return try git.run("read a commit") { repository throws(GitError) in
      try repository.commit(tip)
    }
  }

  private static func isOlder(_ a: Commit, _ b: Commit) -> Bool {
    (a.committer.seconds, a.id.hex) < (b.committer.seconds, b.id.hex)
  }

  private mutating func commits() throws(MemoError) -> [String: Commit] {
    if let found { return found }
    var all: [Commit] = []
    let (tip, other) = (tip, other)
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: [tip], hiding: [other]) { commit throws(GitError) in
        all.append(commit)
        return true
      }
    }
    var newest: [String: Commit] = [:]
    for commit in all {
      for name in try names(in: commit) {
        if let known = newest[name], Self.isOlder(commit, known) { continue }
        newest[name] = commit
      }
    }
    found = newest
    return newest
  }

  /// What a commit changed; a merge only what is not as any of its parents has it.
  private mutating func names(in commit: Commit) throws(MemoError) -> Set<String> {
    let parents: [ObjectID?] = commit.parents.isEmpty ? [nil] : commit.parents.map { $0 }
    var names: Set<String>?
    for parent in parents {
      let files = try git.run("compare two commits") { repository throws(GitError) in
        try repository.changedFiles(from: parent, to: commit.id, under: [])
      }
      var here = Set(files.map(\.path))
      for entry in files.flatMap({ [$0.before, $0.after] }) {
        if let entry { here.insert(try id(of: entry)) }
      }
      names = names?.intersection(here) ?? here
    }
    return (names ?? []).subtracting([""])
  }

  private mutating func id(of entry: TreeEntry) throws(MemoError) -> String {
    if let known = ids[entry.id] { return known }
    let text = try git.idText(of: entry)
    ids[entry.id] = text
    return text
  }
}
