internal import Git
public import StoreFiles
internal import TaskFile
public import TaskHistory

public struct CreateReport: Sendable {
  public var root: String
  public var isNew = false
  public var madeRepository: Bool
  public var branch = ""
  /// Whether the merge driver was missing, and is set up now.
  public var setsUpMerging: Bool
  /// The added remote, as `origin URL`.
  public var remote: String?
  public var adopted: [TaskChange] = []
  public var recorded: [TaskChange] = []
  public var notices: [String] = []
  /// Whether `memo check` reports more about the files.
  public var isOfCheck = false
  /// Problems in adopted files.
  public var summary: [String] = []
  /// Markdown files in the task folders that are not adopted, with reasons.
  public var passedOver: [String] = []
  /// The lines with aliases that were added to the settings.
  public var aliases: [String] = []
  /// Markdown files outside of the status folders, at any depth, without those in ``otherFolders``.
  public var looseFiles: [String] = []
  /// The folders called `tasks`, relative to the store, and their numbers of Markdown files.
  public var otherFolders: [(path: String, count: Int)] = []
}

extension Store {
  /// Makes a folder a store, with a git repository unless it is in one.
  ///
  /// Files in `todo/`, `doing/` and `done/` are committed and get ids. In an existing store, only
  /// files count that were never tasks with an id, or whose adoption was undone.
  ///
  /// - Parameters:
  ///   - path: Created if missing.
  ///   - remoteURL: The URL of the new remote `origin`.
  ///   - folder: The absolute path of another program's folder in the store. Its tasks move to the
  ///     folders of their statuses.
  ///   - isWhole: Whether the report has a line for each file, instead of a few lines.
  ///   - confirms: As ``Store/confirms``, for an existing store.
  public static func create(
    _ path: String, remoteURL: String? = nil, from folder: String? = nil,
    reporting isWhole: Bool = false, environment: Environment,
    confirms: ((UnconfirmedEdits) -> Bool)? = nil,
    _ lockTimeout: LockTimeout = LockTimeout(),
    isInterrupted: () -> Bool = { false }
  ) throws(MemoError) -> CreateReport {
    // Before a folder is created, since Ctrl-C doesn't end the process from then on.
    if WorkTree.status(at: path) == nil, isInterrupted() {
      throw MemoError(.interrupted, "interrupted: there is no store")
    }
    let birthplace = try NewStoreFolder(path)
    var madeRepository = false
    do throws(MemoError) {
      madeRepository = try birthplace.makeRepository(
        remoteURL: remoteURL, environment: environment, isInterrupted)
      return try create(
        in: birthplace.root, madeRepository: madeRepository, remoteURL: remoteURL,
        from: folder, reporting: isWhole, environment: environment, confirms, lockTimeout)
    } catch {
      birthplace.leave(madeRepository: madeRepository)
      throw error
    }
  }

  private static func create(
    in root: String, madeRepository: Bool, remoteURL: String?, from folder: String?,
    reporting isWhole: Bool, environment: Environment, _ confirms: ((UnconfirmedEdits) -> Bool)?,
    _ lockTimeout: LockTimeout
  ) throws(MemoError) -> CreateReport {
    let git = try StoreGit(storeRoot: root)
    try git.checkNotHalfCloned()
    let emptyRemote = try git.emptyRemote()
    let folder = try folder.map { path throws(MemoError) in
      try otherFolder(path, in: root, git)
    }
    let marked = WorkTree.status(at: Paths.join(root, marker)) != nil
    // Without an author no commit is possible, so nothing is created.
    if !marked { _ = try Signatures(git, environment) }
    for status in Status.allCases {
      try makeFolder(Paths.join(root, status.rawValue))
    }
    let settings = try settings(in: root, git, marked: marked, environment: environment)
    var store = try Store(root: root, settings: settings, environment: environment)
    var aliases: [String] = []
    var gaps: [String] = []
    var newSettings = Array(StoreSettings.initialText.utf8)
    // Whether the settings differ from the last commit only by the new aliases.
    var hasOwnSettings = false
    let others = try folder.map { path throws(MemoError) in
      try OtherFolder(path, of: store, git).files
    }
    if let others, others.isEmpty {
      throw MemoError(
        .refused, "there are no Markdown files in \(folder ?? "")",
        hints: ["name the folder in which the other program keeps its tasks"])
    }
    if !marked, try git.recordedMarker() == nil {
      let proposal = AliasProposal(for: try store.words(and: others))
      (aliases, gaps) = (proposal.settings, proposal.gaps)
      let text = StoreSettings.initialText + aliases.map { "\($0)\n" }.joined()
      newSettings = Array(text.utf8)
      store = try Store(
        root: root, settings: StoreSettings(newSettings), environment: environment)
    } else if marked {
      let proposal = AliasProposal(
        for: try store.words(and: others, besides: settings.aliasedKeys, atWork: true),
        besides: settings.aliasedKeys)
      if proposal.hasWords {
        let isRecorded = try git.recordedMarker() == WorkTree.content(at: Paths.join(root, marker))
        try settings.checkWritable()
        let bytes = try MemoError.rethrowing(store.files.read(marker).bytes)
        let (text, lines) = proposal.settings(beside: bytes)
        try MemoError.rethrowing(store.files.replace(marker, with: text, expecting: bytes))
        store = try Store(root: root, settings: StoreSettings(text), environment: environment)
        aliases = lines
        hasOwnSettings = isRecorded && !aliases.isEmpty
      }
    }
    (store.confirms, store.lockTimeout) = (confirms, lockTimeout)
    var report = CreateReport(
      root: root, madeRepository: madeRepository, setsUpMerging: madeRepository, aliases: aliases)
    try store.recordBirth(
      newSettings, hasOwnSettings: hasOwnSettings, remoteURL: remoteURL, from: folder, &report)
    report.branch = try git.branch()
    if let emptyRemote {
      try MemoError.rethrowing(WorkTree.write(emptyRemote.utf8, to: git.emptyRemoteFile))
    }
    (report.looseFiles, report.otherFolders) = store.looseFiles()
    if report.isNew || !report.adopted.isEmpty {
      try store.summarize(in: &report, without: gaps, whole: isWhole)
    }
    return report
  }

  private static func settings(
    in root: String, _ git: StoreGit, marked isMarked: Bool, environment: Environment
  ) throws(MemoError) -> StoreSettings {
    // If nothing was checked out, HEAD's files will follow.
    let isToCome = isMarked ? try git.isWithoutIndex() : true
    if isToCome, let recorded = try git.recordedMarker() {
      return StoreSettings(recorded)
    }
    return isMarked
      ? try open(root, environment: environment).settings
      : StoreSettings(Array(StoreSettings.initialText.utf8))
  }

  private static func makeFolder(_ path: String) throws(MemoError) {
    if let status = WorkTree.status(at: path), status.kind != .folder {
      let what = status.kind == .symbolicLink ? "a symbolic link" : "no folder"
      throw MemoError(
        .refused, "\(path) is \(what), and a store needs a folder of that name",
        hints: ["rename it, or create the store in another folder"])
    }
    try MemoError.rethrowing(WorkTree.createFolder(path))
  }

  /// Commits the marker file and the attributes, unless a commit has them, and then the tasks.
  private func recordBirth(
    _ newSettings: [UInt8], hasOwnSettings: Bool, remoteURL: String?, from folder: String?,
    _ report: inout CreateReport
  ) throws(MemoError) {
    try write(recording: false) { session throws(MemoError) in
      // First, so that nothing is created if git's configuration is locked.
      try session.configure { git throws(MemoError) in
        if let remoteURL, try git.addOrigin(remoteURL) {
          report.remote = "origin \(RemoteAddress(remoteURL))"
        }
        if try git.setUpDriver() { report.setsUpMerging = true }
      }
      let (isNew, isNewDriver) = try session.commitBirth(newSettings)
      report.isNew = isNew
      if isNewDriver { report.setsUpMerging = true }
      report.adopted = try session.adopt(
        folder, atWork: !isNew, withSettings: hasOwnSettings)
      report.recorded = session.recorded
      // A file that this command has written is no hand edit.
      if hasOwnSettings { report.recorded.removeAll { $0.path == Self.marker } }
      report.notices = session.notices
    }
  }
}

extension StoreGit {
  fileprivate func recordedMarker() throws(MemoError) -> [UInt8]? {
    try run("read HEAD") { repository throws(GitError) in
      guard let commit = try repository.head().commit,
        let entry = try repository.entry(at: repositoryPath(Store.marker), in: commit)
      else { return nil }
      return try repository.blob(entry.id)
    }
  }

  /// The remote's URL, if this is a clone of an empty remote.
  fileprivate func emptyRemote() throws(MemoError) -> String? {
    let head = try head()
    guard head.commit == nil, let link = try upstream(head), link.isConfigured else { return nil }
    return try run("read the remote", repository.remote(named: link.remote).url)
  }

  /// The file with the URL of a remote that was empty when it was cloned.
  ///
  /// The store may be joined with any history pushed there.
  package var emptyRemoteFile: String { "\(repository.commonDirectory)/memo/cloned-empty" }

  package func branch() throws(MemoError) -> String {
    let head = try head()
    return head.branchName ?? "(detached at \(head.commit?.short ?? ""))"
  }

  /// Adds the remote `origin` and makes it the branch's upstream.
  ///
  /// - Returns: Whether it was missing.
  func addOrigin(_ url: String) throws(MemoError) -> Bool {
    let branch = try branch()
    let existing = try run(
      "read the remotes",
      repository.remotes().contains("origin") ? repository.remote(named: "origin").url : nil)
    if let existing {
      guard existing == url else { throw .hasOrigin(RemoteAddress(existing), RemoteAddress(url)) }
      return false
    }
    try run("add the remote") { repository throws(GitError) in
      try repository.addRemote("origin", url: url)
      try repository.setUpstream(ofBranch: branch, remote: "origin", remoteBranch: branch)
    }
    return true
  }
}

extension MemoError {
  fileprivate static func hasOrigin(_ existing: RemoteAddress, _ wanted: RemoteAddress) -> MemoError
  {
    let other = existing.description == wanted.description ? ", with another user or password" : ""
    return MemoError(
      .refused, "the remote origin is \(existing) already\(other)",
      hints: ["'memo git remote set-url origin URL' changes it"])
  }
}
