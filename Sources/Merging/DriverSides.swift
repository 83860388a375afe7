internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Finds the commits of the versions that git passes to a merge driver.
struct DriverSides {
  struct Place {
    /// Relative to the repository.
    var path: String
    var last: LastChange
    var parts: [TaskPart: LastChange] = [:]
  }

  /// The path in the base; nil if unknown.
  private(set) var basePath: String?
  /// Nil if no commit has the text.
  private(set) var ours: Place?
  /// Nil if no commit has the text, as in a revert or for uncommitted changes.
  private(set) var theirs: Place?

  private let git: StoreGit
  private let path: String
  private let id: String?
  private let blobs: (base: ObjectID?, ours: ObjectID, theirs: ObjectID)

  /// Finds the commits by the state of the repository and by the three texts.
  ///
  /// In `git merge`, the variables `GITHEAD_…` name the other side. In a rebase or a cherry-pick,
  /// files in git's folder do. Otherwise this searches all branches and the stash for the newest
  /// commit that changed base to theirs, or theirs to base. A commit counts only if it has these
  /// texts.
  init(_ versions: FileVersions, _ scene: DriverContext, _ git: StoreGit) throws(MemoError) {
    self.git = git
    path = scene.path
    id = TaskDocument(versions.base ?? versions.ours).id?.text
    blobs = try git.run("name a text") { _ throws(GitError) in
      (
        try versions.base.map { base throws(GitError) in try ObjectID.blob(base) },
        try ObjectID.blob(versions.ours), try ObjectID.blob(versions.theirs)
      )
    }
    let (head, series) = try git.run("read HEAD") { repository throws(GitError) in
      (try repository.commitID(of: "HEAD"), try repository.sequencerState())
    }
    let merged = scene.mergedHeads.keys.first
    if let head, let merged, scene.mergedHeads.count == 1,
      try findMerge(head, merged, isVirtual: scene.isVirtual)
    {
      return
    }
    if let current = series?.current, let change = try change(current) {
      try take(change, onto: series?.start ?? head)
    } else {
      try search(head)
    }
  }
}

extension DriverSides {
  /// The sides of a `git merge`, or of a merge of merge bases.
  private mutating func findMerge(
    _ head: ObjectID, _ other: ObjectID, isVirtual: Bool
  ) throws(MemoError) -> Bool {
    let bases = try git.run("find the merge base", git.repository.mergeBases(head, other))
    let pairs =
      (isVirtual ? [] : [(head, other)]) + bases.flatMap { one in bases.map { (one, $0) } }
    for (mine, their) in pairs where mine != their {
      guard let ourPath = try place(of: blobs.ours, in: mine),
        let theirPath = try place(of: blobs.theirs, in: their)
      else { continue }
      if bases.count == 1, let base = blobs.base { basePath = try place(of: base, in: bases[0]) }
      ours = try last(ourPath, blobs.ours, tip: mine, since: their)
      theirs = try last(theirPath, blobs.theirs, tip: their, since: mine)
      return true
    }
    return false
  }

  /// The sides when a commit is applied or reverted.
  private mutating func take(_ change: Change, onto tip: ObjectID?) throws(MemoError) {
    basePath = change.before
    if !change.isBackwards {
      theirs = Place(path: change.after ?? path, last: LastChange(change.commit))
    }
    if let tip, let head = try head(), let place = try place(of: blobs.ours, in: head) {
      ours = try last(place, blobs.ours, tip: tip, since: change.commit.id)
    } else {
      // HEAD doesn't have ours, for example in a trial merge.
      ours = try origin(of: blobs.ours)
    }
  }

  private func head() throws(MemoError) -> ObjectID? {
    try git.run("read HEAD", git.repository.commitID(of: "HEAD"))
  }

  private func last(
    _ place: String, _ blob: ObjectID, tip: ObjectID, since other: ObjectID
  ) throws(MemoError) -> Place {
    func entry(_ path: String?, _ blob: ObjectID?) -> TreeEntry? {
      guard let blob, let path else { return nil }
      return TreeEntry(path: path, id: blob, mode: .regular)
    }
    var changes = LastChanges(git, tip: tip, since: other)
    let (last, parts) = try changes.task(
      before: entry(basePath, blobs.base), after: entry(place, blob))
    return Place(path: place, last: last, parts: parts)
  }

  /// The path of a text in a commit: the expected path, or another one in the status folders.
  private func place(of blob: ObjectID, in commit: ObjectID) throws(MemoError) -> String? {
    try git.run("read a commit") { repository throws(GitError) in
      if try repository.entry(at: path, in: commit)?.id == blob { return path }
      let found = try repository.files(in: commit, under: git.taskFolders).filter { $0.id == blob }
      let name = Paths.name(of: path)
      return (found.first { Paths.name(of: $0.path) == name } ?? found.first)?.path
    }
  }
}

extension DriverSides {
  /// A commit that changed base to theirs, or theirs to base.
  private struct Change {
    var commit: Commit
    /// The path of the base's text.
    var before: String?
    /// The path of the text of theirs.
    var after: String?
    var isBackwards = false
  }

  private func change(_ id: ObjectID) throws(MemoError) -> Change? {
    let commit = try git.run("read a commit", git.repository.commit(id))
    return change(commit, try files(changedBy: commit))
  }

  private func change(_ commit: Commit, _ files: [FileChange]) -> Change? {
    func path(_ blob: ObjectID?, _ side: KeyPath<FileChange, TreeEntry?>) -> String? {
      files.first { $0[keyPath: side]?.id == blob && blob != nil }?.path
    }
    let (base, theirs) = (blobs.base, blobs.theirs)
    if let after = path(theirs, \.after), base == nil || path(base, \.before) != nil {
      return Change(commit: commit, before: path(base, \.before), after: after)
    }
    guard let before = path(base, \.after), path(theirs, \.before) != nil else { return nil }
    return Change(commit: commit, before: before, isBackwards: true)
  }

  private func files(changedBy commit: Commit) throws(MemoError) -> [FileChange] {
    try git.run(
      "compare two commits",
      git.repository.changedFiles(from: commit.parents.first, to: commit.id, under: []))
  }

  /// Searches all commits for the one that is applied or reverted.
  private mutating func search(_ head: ObjectID?) throws(MemoError) {
    var (forwards, backwards): (Change?, Change?)
    try walk { commit, files in
      guard let change = change(commit, files) else { return true }
      if change.isBackwards { backwards = backwards ?? change } else { forwards = change }
      return forwards == nil
    }
    if let change = forwards ?? backwards { return try take(change, onto: head) }
    ours = try origin(of: blobs.ours)
    theirs = try origin(of: blobs.theirs)
  }

  /// The newest commit that gave a file this text.
  private func origin(of blob: ObjectID) throws(MemoError) -> Place? {
    var place: Place?
    try walk { commit, files in
      place = files.first { $0.after?.id == blob }.map {
        Place(path: $0.path, last: LastChange(commit))
      }
      return place == nil
    }
    return place
  }

  /// Visits the commits of all branches and the stash, newest first.
  private func walk(_ body: (Commit, [FileChange]) -> Bool) throws(MemoError) {
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: try repository.tips()) { commit throws(GitError) in
        let files = try repository.changedFiles(from: commit.parents.first, to: commit.id)
        return body(commit, files)
      }
    }
  }
}

/// The context in which git started a merge driver.
struct DriverContext {
  /// Nil outside of a repository or if it is unreadable.
  let git: StoreGit?
  /// The file's path, relative to the root of the work tree.
  let path: String
  /// The store's folder with a trailing `/`; empty for the root.
  let prefix: String
  /// Nil if there is no store.
  let settings: StoreSettings?
  /// The length of conflict markers; nil if unknown.
  let markerSize: UInt16?
  /// git's names of the merged commits, such as `origin/main`.
  let mergedHeads: [ObjectID: String]

  /// - Parameter directory: The folder in which git started the driver: the root of the work tree.
  init(
    _ path: String, _ markerSize: UInt16?, in directory: String, _ environment: Environment
  ) {
    (self.path, self.markerSize) = (path, markerSize == 0 ? nil : markerSize)
    let repository = Self.repository(directory, environment)
    let top = repository?.workTree.flatMap(WorkTree.resolved) ?? directory
    let folder = Self.storeFolder(of: path, in: top)
    prefix = folder.map { $0.isEmpty ? "" : $0 + "/" } ?? ""
    settings = folder.flatMap { folder in
      // Merge even with unreadable settings: otherwise git would keep one side only.
      WorkTree.content(at: Paths.join(Paths.join(top, folder), Store.marker))
        .map { StoreSettings($0) }
    }
    mergedHeads = Self.mergedHeads(environment)
    // Without a repository, the driver merges only the texts.
    guard let repository, let files = try? WorkTree(top) else {
      git = nil
      return
    }
    var git = StoreGit(repository, files, prefix: prefix)
    git.aliases = settings?.aliases
    self.git = git
  }

  var storePath: String { String(path.dropFirst(prefix.count)) }

  /// Whether git merges merge bases, for a criss-cross merge.
  ///
  /// Drivers can see this only in the length of the markers. git adds two characters for each
  /// level, and one for conflicts of names.
  var isVirtual: Bool {
    guard let markerSize else { return false }
    return Int(markerSize) >= Int(usualMarkerSize) + 2
  }

  /// The attribute `conflict-marker-size`; like git, reads its leading digits.
  private var usualMarkerSize: UInt16 {
    // An unreadable attribute only makes ``isVirtual`` less exact.
    let said = (try? git?.repository.attribute("conflict-marker-size", of: path)) ?? nil
    let digits = said?.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber } ?? ""
    return UInt16(digits).flatMap { $0 > 0 ? $0 : nil } ?? ConflictMarks().size
  }

  private static func repository(_ directory: String, _ environment: Environment) -> Repository? {
    // Without a repository, the driver merges only the texts.
    if let named = environment.variables["GIT_DIR"], !named.isEmpty {
      return try? Repository.open(at: Paths.absolute(named, from: directory, home: nil))
    }
    return (try? Repository.discover(from: directory)) ?? nil
  }

  private static func storeFolder(of path: String, in top: String) -> String? {
    var folder = path
    while !folder.isEmpty, folder != "/" {
      folder = Paths.parent(of: folder)
      let marker = Paths.join(Paths.join(top, folder), Store.marker)
      if WorkTree.status(at: marker) != nil { return folder }
    }
    return nil
  }

  /// The commits in git's variables `GITHEAD_COMMIT`, with their names.
  private static func mergedHeads(_ environment: Environment) -> [ObjectID: String] {
    var heads: [ObjectID: String] = [:]
    let mark = "GITHEAD_"
    for (name, value) in environment.variables where name.hasPrefix(mark) {
      if let id = ObjectID(hex: String(name.dropFirst(mark.count))) { heads[id] = value }
    }
    return heads
  }
}
