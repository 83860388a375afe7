internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Whose changes a merge driver is to put together, as far as can be found out.
struct DriverSides {
  /// One version of the file in the history.
  struct Place {
    /// As the repository names it.
    var path: String
    /// Who changed it last on its side.
    var last: LastChange
    /// Who changed parts of it last.
    var parts: [TaskPart: LastChange] = [:]
  }

  /// Where the file lay before; nil when that is not known.
  private(set) var basePath: String?
  /// Nil for a text that no commit has.
  private(set) var ours: Place?
  /// Nil for a text that is being made now: a revert, changes that were not committed.
  private(set) var theirs: Place?

  private let git: StoreGit
  private let path: String
  private let id: String?
  /// The names of the three texts as blobs.
  private let blobs: (base: ObjectID?, ours: ObjectID, theirs: ObjectID)

  /// Finds the commits, by what git says of the merge and by the texts.
  ///
  /// git names the other side of a `git merge` in `GITHEAD_…`, and notes where it is in a
  /// rebase or a series of cherry-picks. For everything else, the newest commit that made
  /// theirs of the base is looked for, the stash included, or one that is being taken back.
  /// Nothing counts that doesn't have the texts in question.
  init(_ versions: FileVersions, _ scene: DriverScene, _ git: StoreGit) throws(MemoError) {
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
      (try repository.commitID(of: "HEAD"), try repository.series())
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
  /// Both sides of a `git merge`, or of the merge of their common ancestors.
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

  /// A commit that is put on top of others, or, backwards, taken back.
  private mutating func take(_ change: Change, onto tip: ObjectID?) throws(MemoError) {
    basePath = change.before
    if !change.isBackwards {
      theirs = Place(path: change.after ?? path, last: LastChange(change.commit))
    }
    if let tip, let head = try head(), let place = try place(of: blobs.ours, in: head) {
      ours = try last(place, blobs.ours, tip: tip, since: change.commit.id)
    } else {
      // A merge that is only tried, somewhere else than at HEAD.
      ours = try origin(of: blobs.ours)
    }
  }

  private func head() throws(MemoError) -> ObjectID? {
    try git.run("read HEAD", git.repository.commitID(of: "HEAD"))
  }

  /// Who changed the task last on a side, as a sync finds it.
  private func last(
    _ place: String, _ blob: ObjectID, tip: ObjectID, since other: ObjectID
  ) throws(MemoError) -> Place {
    func name(_ path: String?, _ blob: ObjectID?) -> FileState.Name? {
      guard let blob, let path = path.flatMap(git.storePath) else { return nil }
      return FileState.Name(path: path, blob: blob)
    }
    var changes = LastChanges(git, tip: tip, since: other)
    let (last, parts) = try changes.task(
      before: name(basePath, blobs.base), after: name(place, blob))
    return Place(path: place, last: last, parts: parts)
  }

  /// Where a commit has a text: at the path in question, or else anywhere in the task folders.
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
  /// What a commit did that fits.
  private struct Change {
    var commit: Commit
    /// Where the base's text was.
    var before: String?
    /// Where the other side's text is.
    var after: String?
    var isBackwards = false
  }

  /// Whether a commit made theirs of the base, or the base of theirs.
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

  /// Looks into the history of everything for the commit that is being applied, or taken back.
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

  /// Goes through the commits of all branches and of the stash, the newest first.
  private func walk(_ body: (Commit, [FileChange]) -> Bool) throws(MemoError) {
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: try repository.tips()) { commit throws(GitError) in
        let files = try repository.changedFiles(from: commit.parents.first, to: commit.id)
        return body(commit, files)
      }
    }
  }
}

/// Where git has started a merge driver, and what it is about to merge.
struct DriverScene {
  /// Nil outside of a repository, or in one that can't be opened.
  let git: StoreGit?
  /// As git names the file: relative to the top of the work tree.
  let path: String
  /// The folder of the store that the file is in, with a `/` behind; "" for the top.
  let prefix: String
  /// What the store's settings say; nil where there is no store.
  let settings: StoreSettings?
  /// How long git makes conflict markers; nil where it doesn't say.
  let markerSize: UInt16?
  /// What git calls the other side, as `origin/main`, by its commit.
  let mergedHeads: [ObjectID: String]

  /// - Parameter directory: Where git started the driver, the top of the work tree.
  init(
    _ path: String, _ markerSize: UInt16?, in directory: String, _ environment: Environment
  ) {
    (self.path, self.markerSize) = (path, markerSize == 0 ? nil : markerSize)
    let repository = Self.repository(directory, environment)
    let top = repository?.workTree.flatMap(WorkTree.resolved) ?? directory
    let folder = Self.storeFolder(of: path, in: top)
    prefix = folder.map { $0.isEmpty ? "" : $0 + "/" } ?? ""
    settings = folder.flatMap { folder in
      // A merge can go on without what can't be read of settings and repository: git waits for
      // a result, and would keep one side alone without it.
      WorkTree.content(at: Paths.join(Paths.join(top, folder), Store.marker))
        .map { StoreSettings($0) }
    }
    mergedHeads = Self.mergedHeads(environment)
    // Without them the texts alone are merged, as below.
    guard let repository, let files = try? WorkTree(top) else {
      git = nil
      return
    }
    var git = StoreGit(repository, files, prefix: prefix)
    git.aliases = settings?.aliases
    self.git = git
  }

  /// The path as the store names it.
  var storePath: String { String(path.dropFirst(prefix.count)) }

  /// Whether git merges common ancestors, for a merge of branches that were merged crosswise.
  ///
  /// It tells its drivers only by markers that are longer than those of the file: by two characters
  /// for each step to ancestors of ancestors, besides one where names are in conflict.
  var isVirtual: Bool {
    guard let markerSize else { return false }
    return Int(markerSize) >= Int(usualMarkerSize) + 2
  }

  /// As the attribute `conflict-marker-size` says, of which git reads the digits that come first.
  private var usualMarkerSize: UInt16 {
    // Less is known where attributes can't be read, and nothing is lost.
    let said = (try? git?.repository.attribute("conflict-marker-size", of: path)) ?? nil
    let digits = said?.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber } ?? ""
    return UInt16(digits).flatMap { $0 > 0 ? $0 : nil } ?? ConflictMarks().size
  }

  private static func repository(_ directory: String, _ environment: Environment) -> Repository? {
    // What git has said, or nothing: the driver merges mere texts as well.
    if let named = environment.variables["GIT_DIR"], !named.isEmpty {
      return try? Repository.open(at: Paths.absolute(named, from: directory, home: nil))
    }
    return (try? Repository.discover(from: directory)) ?? nil
  }

  /// The nearest folder above a file that is marked as a store, relative to the top.
  private static func storeFolder(of path: String, in top: String) -> String? {
    var folder = path
    while !folder.isEmpty, folder != "/" {
      folder = Paths.parent(of: folder)
      let marker = Paths.join(Paths.join(top, folder), Store.marker)
      if WorkTree.status(at: marker) != nil { return folder }
    }
    return nil
  }

  /// `git merge` names what it merges in variables `GITHEAD_` and a commit.
  private static func mergedHeads(_ environment: Environment) -> [ObjectID: String] {
    var heads: [ObjectID: String] = [:]
    let mark = "GITHEAD_"
    for (name, value) in environment.variables where name.hasPrefix(mark) {
      if let id = ObjectID(hex: String(name.dropFirst(mark.count))) { heads[id] = value }
    }
    return heads
  }
}
