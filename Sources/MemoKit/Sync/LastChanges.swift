internal import Git
internal import TaskFile

/// Which commits of a side changed a task, and each part of it, last: by the committer's clock,
/// ties by the commit's id, so that everybody who asks finds the same.
struct LastChanges {
  private let git: StoreGit
  private let tip: ObjectID
  private let other: ObjectID
  private var found: Found?
  private var ids: [ObjectID: String] = [:]

  /// What the side's commits did.
  private struct Found {
    /// With what each changed since each of its parents.
    var commits: [(commit: Commit, changes: [NamedFiles])] = []
    /// Where in ``commits``, by id for tasks that have one, and by path for every file.
    var places: [String: [Int]] = [:]
  }

  /// - Parameter other: The other side; what it has is of no interest.
  init(_ git: StoreGit, tip: ObjectID, since other: ObjectID) {
    self.git = git
    self.tip = tip
    self.other = other
  }

  /// The commit that changed a task last, by the id and the paths that it has or had; the
  /// side's last commit when none can be told.
  mutating func last(_ names: [String?]) throws(MemoError) -> Commit {
    let found = try find()
    let commits = names.compactMap { $0 }.flatMap { found.places[$0] ?? [] }
      .map { found.commits[$0].commit }
    if let commit = commits.max(by: Self.isOlder) { return commit }
    let tip = tip
    return try git.run("read a commit") { repository throws(GitError) in
      try repository.commit(tip)
    }
  }

  /// The commits that changed the parts of a task last.
  mutating func parts(_ names: [String?]) throws(MemoError) -> [TaskPart: Commit] {
    let names = Set(names.compactMap { $0 })
    let found = try find()
    var parts: [TaskPart: Commit] = [:]
    for place in Set(names.flatMap { found.places[$0] ?? [] }) {
      let (commit, changes) = found.commits[place]
      let sides = try changes.map { files throws(MemoError) in
        try changedParts(files, of: names)
      }
      for part in Self.intersection(sides) {
        if let known = parts[part], Self.isOlder(commit, known) { continue }
        parts[part] = commit
      }
    }
    return parts
  }

  private static func isOlder(_ a: Commit, _ b: Commit) -> Bool {
    (a.committer.seconds, a.id.hex) < (b.committer.seconds, b.id.hex)
  }

  private static func intersection<Element>(_ sets: [Set<Element>]) -> Set<Element> {
    sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
  }
}

extension LastChanges {
  private mutating func find() throws(MemoError) -> Found {
    if let found { return found }
    var all: [Commit] = []
    let (tip, other) = (tip, other)
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: [tip], hiding: [other]) { commit throws(GitError) in
        all.append(commit)
        return true
      }
    }
    var found = Found()
    for commit in all {
      var changes: [[FileChange]] = []
      for parent in commit.parents.isEmpty ? [nil] : commit.parents.map({ $0 as ObjectID? }) {
        changes.append(
          try git.run("compare two commits") { repository throws(GitError) in
            try repository.changedFiles(from: parent, to: commit.id, under: [])
          })
      }
      let sides = try changes.map { files throws(MemoError) in try names(in: files) }
      let named = try changes.map { files throws(MemoError) in try self.named(files) }
      // Of a merge only what is not as any of its parents has it.
      for name in Self.intersection(sides) {
        found.places[name, default: []].append(found.commits.count)
      }
      found.commits.append((commit, named))
    }
    self.found = found
    return found
  }

  private mutating func names(in files: [FileChange]) throws(MemoError) -> Set<String> {
    var names = Set(files.map(\.path))
    for entry in files.flatMap({ [$0.before, $0.after] }) {
      if let entry { names.insert(try id(of: entry)) }
    }
    return names.subtracting([""])
  }

  private mutating func named(_ files: [FileChange]) throws(MemoError) -> NamedFiles {
    var named = NamedFiles()
    for file in files {
      if let entry = file.before {
        let name = try id(of: entry)
        let key = name.isEmpty ? entry.path : name
        named.before[key] = named.before[key] ?? entry
      }
      if let entry = file.after {
        let name = try id(of: entry)
        let key = name.isEmpty ? entry.path : name
        named.after[key] = named.after[key] ?? entry
      }
    }
    return named
  }

  private mutating func id(of entry: TreeEntry) throws(MemoError) -> String {
    if let known = ids[entry.id] { return known }
    let text = try git.idText(of: entry)
    ids[entry.id] = text
    return text
  }

  /// The parts of one task that are not the same before and after a commit.
  private func changedParts(
    _ files: NamedFiles, of names: Set<String>
  ) throws(MemoError) -> Set<TaskPart> {
    guard let after = try version(files.after, of: names) else { return [] }
    return TaskPart.changed(from: try version(files.before, of: names), to: after)
  }

  /// The file that is the task: by its id if one has that, else by its path while it has none.
  private func version(
    _ entries: [String: TreeEntry], of names: Set<String>
  ) throws(MemoError) -> PlacedDocument? {
    // A path has a point in it, and no id has.
    let found = names.sorted { !$0.contains(".") && $1.contains(".") }.lazy
      .compactMap { entries[$0] }.first
    return try found.map { entry throws(MemoError) in
      PlacedDocument(
        path: git.storePath(entry.path) ?? entry.path, document: try git.document(of: entry))
    }
  }
}

/// The files that a commit changed, since one of its parents: those with an id by that, others
/// by their paths.
private struct NamedFiles {
  var before: [String: TreeEntry] = [:]
  var after: [String: TreeEntry] = [:]
}
