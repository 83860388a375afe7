internal import CGit2
internal import Platform

/// An open repository.
///
/// Not `Sendable`: libgit2 allows a repository to move between threads, but not use by two threads
/// at once. Swift 6 enforces this rule: it sends a non-Sendable value only when nothing else refers
/// to it.
public final class Repository {
  let pointer: OpaquePointer
  /// How often this process has taken the index lock (`index.lock`) and not given it back.
  var indexLocks = 0
  /// The index as last read, with the status its file had then.
  var knownIndex: (status: FileStatus, entries: IndexEntries)?
  private var trees: StoredTrees?
  /// The root trees of recent commits.
  private var roots: [ObjectID: ObjectID] = [:]
  /// The configuration as last read, with the status that the repository's own file had then.
  var knownConfiguration: (status: FileStatus?, configuration: Configuration)?
  /// The attribute files that apply to all files; empty if they are unknown.
  var attributeFiles: [String]?
  /// By folder, whether git stores file contents without conversion.
  ///
  /// Nil while each call must look again: without the index lock, and outside of
  /// ``keepingAttributes(_:)``.
  var keptFolders: [PathKey: Bool]?
  /// The limit on the number of files read from one commit.
  public var treeBudget = TreeBudget.endless
  public private(set) lazy var shallowBoundary: Set<ObjectID> = readShallowBoundary()

  /// - Parameter folder: The repository's folder, for the owner check.
  init(
    _ operation: StaticString, of folder: String, _ make: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    Runtime.started
    var raw: OpaquePointer?
    var status = make(&raw)
    if status == GIT_EOWNER.rawValue || status == GIT_ENOTFOUND.rawValue {
      let error = GitError.last(status, operation)
      // libgit2 up to 1.5 also reports "not found" for a repository of another user.
      guard error.code == .wrongOwner || Self.isSomebodyElses(folder) else { throw error }
      guard Self.isTrusted(folder) else {
        throw GitError(
          code: .wrongOwner, operation: operation, message: "the repository is somebody else's",
          details: [WorkTree.resolved(folder) ?? folder])
      }
      memo_git2_set_owner_validation(0)
      status = make(&raw)
      memo_git2_set_owner_validation(1)
    }
    try check(operation, status)
    guard let raw else {
      throw GitError(code: .generic, operation: operation, message: "libgit2 returned nothing")
    }
    self.pointer = raw
    // The repository keeps the configuration files added here.
    try config().use { (config) throws(GitError) in
      try Configuration.addNamedFiles(to: config, of: raw)
    }
    let database = try Handle("git_repository_odb", git_odb_free, in: nil) {
      git_repository_odb(&$0, raw)
    }
    try database.use { (database) throws(GitError) in
      try LooseObjects.read(of: database, in: "\(commonDirectory)/objects")
    }
  }

  deinit { git_repository_free(pointer) }

  private static func isSomebodyElses(_ folder: String) -> Bool {
    [folder, "\(folder)/.git"].contains { path in
      WorkTree.status(at: path).map { $0.owner != geteuid() } ?? false
    }
  }

  /// Whether git trusts a repository of another user, by `safe.directory`.
  ///
  /// libgit2 reads the setting only from its default configuration files, not from files that
  /// `GIT_CONFIG_GLOBAL` or `GIT_CONFIG_SYSTEM` names. Before 1.7, it also lacks `*`.
  private static func isTrusted(_ folder: String) -> Bool {
    guard let place = WorkTree.resolved(folder) else { return false }
    var variables = System.environment
    // git must not answer for a repository around the folder.
    variables["GIT_CEILING_DIRECTORIES"] = WorkTree.folder(above: place)
    let program = HelperProgram.git(["rev-parse", "--git-dir"], in: place, variables)
    // If git can't be asked, the repository isn't trusted, and the caller's error says so.
    return (try? program.ask().isSuccess) == true
  }

  /// The root tree of a commit.
  ///
  /// Cached: libgit2 reads the whole commit for each lookup, and some messages name thousands of
  /// tasks.
  package func root(of commit: ObjectID) throws(GitError) -> ObjectID {
    if let known = roots[commit] { return known }
    let root = try commitHandle(commit).use { ObjectID(git_commit_tree_id($0).pointee) }
    if roots.count >= Self.mostRoots { roots = [:] }
    roots[commit] = root
    return root
  }

  private static let mostRoots = 64

  func storedTrees() throws(GitError) -> StoredTrees {
    if let trees { return trees }
    let trees = try StoredTrees(self)
    self.trees = trees
    return trees
  }
}

extension Repository {
  /// Opens the repository of exactly this folder, without a search in its parents.
  ///
  /// - Throws: ``GitError`` with code `notFound`, or `wrongOwner` (`safe.directory`).
  public static func open(at path: String) throws(GitError) -> Repository {
    let repository = try Repository("git_repository_open_ext", of: path) {
      git_repository_open_ext(&$0, path, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    }
    // libgit2 ignores an unreadable `config`: it would commit with another author and skip hooks.
    if let error = FileError.obstacle(toReading: "config", in: repository.commonDirectory) {
      throw GitError(error, "git_repository_open_ext", in: repository.commonDirectory)
    }
    return repository
  }

  /// Finds the repository that contains a folder, searching up to the file system root.
  ///
  /// Works like git with `safe.bareRepository=explicit`: only a `.git` folder or file makes a
  /// repository. A folder with `HEAD`, `objects` and `refs` may come from an untrusted clone, and
  /// its `config` and `hooks` could run programs.
  /// - Returns: Nil without a repository; the repository may be configured as bare.
  /// - Throws: ``GitError`` with code `wrongOwner` when git doesn't trust the owner, and
  ///   `unreadable` when permissions hide whether a repository exists.
  public static func discover(from path: String) throws(GitError) -> Repository? {
    guard var folder = WorkTree.resolved(path) else { return nil }
    while true {
      let status = try GitError.rethrowing(
        "git_repository_open_ext", WorkTree.knownStatus(at: "\(folder)/.git"))
      if status != nil, let found = try opened(by: folder) { return found }
      guard folder != "/" else { return nil }
      folder = WorkTree.folder(above: folder)
    }
  }

  private static func opened(by folder: String) throws(GitError) -> Repository? {
    do throws(GitError) {
      let found = try open(at: folder)
      // libgit2 also accepts the folder itself as a bare repository.
      return found.gitDirectory == folder ? nil : found
    } catch {
      try checkFormat(of: folder)
      guard error.code == .notFound else { throw error }
      // libgit2 reports an unreadable repository as "not found".
      _ = try GitError.rethrowing("git_repository_open_ext", GitFolder(workTree: folder))
      if let error = FileError.obstacle(toReading: ".git", in: folder) {
        throw GitError(error, "git_repository_open_ext", in: folder)
      }
      return nil
    }
  }

  /// - Throws: ``GitError`` with code `unsupportedFormat` for a repository that libgit2 can't read.
  static func checkFormat(of folder: String) throws(GitError) {
    let extensions = extensions(of: folder)
    let quoted = "'\(folder.replacing("'", with: "'\\''"))'"
    if let format = extensions["objectformat"], format != "sha1" {
      throw .unsupported(
        "its objects are named by \(format), and memo reads those named by SHA-1",
        "'git init --object-format=sha1 FOLDER' makes one that memo can use")
    }
    if let storage = extensions["refstorage"], storage != "files" {
      throw .unsupported(
        "its branches are stored as \(storage), and memo reads those stored as files",
        "git -C \(quoted) refs migrate --ref-format=files")
    }
    let known = [
      "noop", "partialclone", "preciousobjects", "relativeworktrees", "worktreeconfig",
    ]
    if let other = extensions.keys.sorted().first(where: { !known.contains($0) }) {
      // The values of these two are git's defaults, as the checks above show.
      let isDefault = ["objectformat", "refstorage"].contains(other)
      throw .unsupported(
        "it uses git's extension '\(other)', which memo doesn't know",
        isDefault ? "git -C \(quoted) config --unset extensions.\(other)" : nil)
    }
  }

  /// The settings `extensions.*` of a repository that can't be opened, in lowercase.
  ///
  /// - Parameter folder: The work tree, or the folder of a bare repository.
  private static func extensions(of folder: String) -> [String: String] {
    // The caller reports an unreadable repository.
    let common = (try? GitFolder(workTree: folder))??.common
    let files = ["\(common ?? folder)/config", "\(folder)/config"]
    guard let file = files.first(where: { FileStatus(following: $0) != nil }),
      let config = try? Handle(
        "git_config_open_ondisk", git_config_free, in: nil, { git_config_open_ondisk(&$0, file) }),
      let entries = try? config.use({ (config) throws(GitError) in
        try Configuration.entries(of: config)
      })
    else { return [:] }
    let prefix = "extensions."
    return entries.filter { $0.name.hasPrefix(prefix) }.reduce(into: [:]) {
      $0[String($1.name.dropFirst(prefix.count))] = $1.value?.lowercased() ?? ""
    }
  }

  /// Whether this is a partial clone (`git clone --filter`), whose objects may be only on the
  /// remote.
  public var isPartialClone: Bool {
    // An unreadable configuration also fails the caller's operation, which reports it.
    if (try? string("extensions.partialClone")) ?? nil != nil { return true }
    return ((try? remotes()) ?? []).contains { name in
      (try? bool("remote.\(name).promisor")) ?? nil == true
    }
  }

  /// The nearest folder, at or above `path`, that looks like a bare repository.
  ///
  /// git commands in a bare repository use its settings and hooks.
  /// - Parameter limit: The folder where the search ends, excluded; nil for the file system root.
  public static func bareFolder(around path: String, below limit: String? = nil) -> String? {
    guard var folder = WorkTree.resolved(path) else { return nil }
    while folder != limit {
      let parts = ["HEAD", "objects", "refs"]
      if parts.allSatisfy({ WorkTree.status(at: "\(folder)/\($0)") != nil }) { return folder }
      guard folder != "/" else { return nil }
      folder = WorkTree.folder(above: folder)
    }
    return nil
  }

  /// HEAD is at the branch of the user's `init.defaultBranch`, or at `main` if that is unset.
  public static func create(at path: String) throws(GitError) -> Repository {
    let head = try Configuration.userAndSystem().string("init.defaultBranch") ?? "main"
    return try Repository("git_repository_init_ext", of: path) { raw in
      var options = git_repository_init_options()
      git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION))
      options.flags =
        GIT_REPOSITORY_INIT_MKPATH.rawValue | GIT_REPOSITORY_INIT_EXTERNAL_TEMPLATE.rawValue
      return head.withCString { head in
        options.initial_head = head
        return git_repository_init_ext(&raw, path, &options)
      }
    }
  }

  /// The absolute path of the work tree, without a trailing slash; nil for a bare repository.
  public var workTree: String? { git_repository_workdir(pointer).map(Self.folder) }
  /// The folder of git's files; a linked work tree has a separate one.
  public var gitDirectory: String { git_repository_path(pointer).map(Self.folder) ?? "" }
  /// The folder of git's files that linked work trees share.
  public var commonDirectory: String { git_repository_commondir(pointer).map(Self.folder) ?? "" }
  public var isBare: Bool { git_repository_is_bare(pointer) == 1 }

  private static func folder(_ raw: UnsafePointer<CChar>) -> String {
    let path = String(cString: raw)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

extension Repository {
  /// A git operation that has begun and not finished.
  public enum Operation: String, Sendable, CustomStringConvertible {
    case merge, revert, cherryPick = "cherry-pick", rebase, bisect, applyMailbox = "am"

    /// With an article, as in "a merge is in progress".
    public var description: String { self == .applyMailbox ? "a git am" : "a \(rawValue)" }
    /// The git command that aborts it.
    public var wayOut: String { self == .bisect ? "git bisect reset" : "git \(rawValue) --abort" }
  }

  public var operationInProgress: Operation? {
    switch git_repository_state_t(UInt32(git_repository_state(pointer))) {
    case GIT_REPOSITORY_STATE_MERGE: .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: .bisect
    case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
      GIT_REPOSITORY_STATE_REBASE_MERGE:
      .rebase
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
      .applyMailbox
    default: seriesInProgress
    }
  }

  /// A cherry-pick or revert of several commits, paused between two of them.
  private var seriesInProgress: Operation? {
    guard let todo = WorkTree.content(at: "\(gitDirectory)/sequencer/todo") else { return nil }
    return todo.starts(with: Array("revert".utf8)) ? .revert : .cherryPick
  }
}
