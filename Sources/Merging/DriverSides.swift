internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Finds the commits of the versions that git passes to a merge driver.
struct DriverSides {
  /// The path in the base; nil if unknown.
  private(set) var basePath: String?
  /// Nil outside of a merge or rebase.
  private(set) var ours: MergeSide?
  /// Nil outside of a merge or rebase, as in a cherry-pick, a revert or `git stash pop`.
  private(set) var theirs: MergeSide?

  private let git: StoreGit
  private let path: String
  private let blobs: (base: ObjectID?, ours: ObjectID, theirs: ObjectID)

  /// Finds the commits by the state of the repository and by the three texts.
  ///
  /// In `git merge`, the variables `GITHEAD_…` name the other side. In a rebase, files in git's
  /// folder do. A commit counts only if it has these texts.
  init(_ versions: FileVersions, _ scene: DriverContext, _ git: StoreGit) throws(MemoError) {
    self.git = git
    path = scene.path
    blobs = try git.run("name a text") { _ throws(GitError) in
      (
        try versions.base.map { base throws(GitError) in try ObjectID.blob(base) },
        try ObjectID.blob(versions.ours), try ObjectID.blob(versions.theirs)
      )
    }
    let (head, rebase) = try git.run("read HEAD") { repository throws(GitError) in
      (try repository.commitID(of: "HEAD"), try repository.rebaseState())
    }
    guard let head else { return }
    if let other = scene.mergedHeads.keys.first, scene.mergedHeads.count == 1,
      try findMerge(head, other, isVirtual: scene.isVirtual)
    {
      return
    }
    if let current = rebase?.current { try findRebase(current, onto: rebase?.start, head) }
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
      ours = try side(ourPath, blobs.ours, tip: mine, since: their)
      theirs = try side(theirPath, blobs.theirs, tip: their, since: mine)
      return true
    }
    return false
  }

  /// The sides when a rebase applies a commit.
  private mutating func findRebase(
    _ applied: ObjectID, onto start: ObjectID?, _ head: ObjectID
  ) throws(MemoError) {
    let (commit, files) = try git.run("read a commit") { repository throws(GitError) in
      let commit = try repository.commit(applied)
      return (commit, try repository.changedFiles(from: commit.parents.first, to: applied))
    }
    let before = files.first { $0.before != nil && $0.before?.id == blobs.base }?.path
    guard let after = files.first(where: { $0.after?.id == blobs.theirs })?.path,
      blobs.base == nil || before != nil, let ourPath = try place(of: blobs.ours, in: head)
    else { return }
    basePath = before
    let entry = TreeEntry(path: after, id: blobs.theirs, mode: .regular)
    theirs = MergeSide(task: try git.version(of: entry), last: LastChange(commit))
    ours = try side(ourPath, blobs.ours, tip: start ?? head, since: applied)
  }

  private func side(
    _ path: String, _ blob: ObjectID, tip: ObjectID, since other: ObjectID
  ) throws(MemoError) -> MergeSide {
    let base = blobs.base.flatMap { blob in
      basePath.map { TreeEntry(path: $0, id: blob, mode: .regular) }
    }
    return try SideCommits(git, tip: tip, since: other)
      .side(before: base, after: TreeEntry(path: path, id: blob, mode: .regular))
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

  static let defaultMarkerSize: UInt16 = 7

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
    return UInt16(digits).flatMap { $0 > 0 ? $0 : nil } ?? Self.defaultMarkerSize
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
