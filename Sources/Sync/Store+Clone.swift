internal import Git
internal import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The result of a clone.
public struct CloneReport: Sendable {
  /// The clone's folder.
  public var path: String
  /// The store's folder in the clone; nil if the clone has no store.
  public var root: String?
  public var branch: String
  /// The number of tasks, including done ones.
  public var taskCount: Int
  /// Whether the remote was empty, so that the clone begins a new store.
  public var isNew: Bool
}

extension Store {
  /// Clones a repository, and opens the store in it.
  ///
  /// If the remote has no commits, the clone begins a new store. memo clones into a hidden folder,
  /// and moves the complete clone to its place. After a killed clone, the next one to the same
  /// place removes or finishes the remains.
  ///
  /// - Parameters:
  ///   - path: Nil for a folder named after the URL, as in git.
  ///   - directory: The folder for relative paths.
  /// - Throws: ``MemoError``. No files are left behind then.
  public static func clone(
    _ url: String, to path: String? = nil, in directory: String, environment: Environment,
    _ progress: SyncProgress = SyncProgress()
  ) throws(MemoError) -> CloneReport {
    let name = path ?? folderName(of: url)
    guard !name.isEmpty else {
      throw MemoError(
        .refused, "'\(RemoteAddress(url))' has no name for the folder",
        hints: ["memo clone URL FOLDER"])
    }
    guard let directory = WorkTree.resolved(directory) else {
      throw MemoError(.refused, "there is no folder \(directory)")
    }
    let target = Paths.absolute(name, from: directory, home: environment.home)
    let source = remoteAddress(url, from: directory, environment: environment)
    // From here on, Ctrl-C doesn't end the process; memo polls for it.
    try progress.checkClone()
    let place = try ClonePlace(target, url: url)
    let staging = try Staging(place.staging, for: target)
    var isNew = false
    do throws(MemoError) {
      if staging.isReady {
        try place.checkOrigin(of: staging.ready, is: source)
      } else {
        try place.checkFree()
        try bring(
          source, to: staging.content, environment: environment, progress,
          holding: staging.lockDescriptor)
        // Here, so that nothing is left of a clone that can't be used.
        isNew = try report(on: staging.content, environment: environment).isNew
        try progress.checkClone()
        try staging.finish()
      }
      try place.take(staging.ready)
    } catch {
      // If a part was already moved, the next clone finishes it.
      if !place.isBegun(from: staging.ready) { staging.remove(isInVain: true) }
      throw error
    }
    staging.remove(isInVain: false)
    var found = try report(on: target, environment: environment)
    found.isNew = isNew
    return found
  }

  /// Clones the repository to a folder that doesn't exist yet.
  private static func bring(
    _ source: String, to path: String, environment: Environment, _ progress: SyncProgress,
    holding lock: Int32
  ) throws(MemoError) {
    do throws(GitError) {
      _ = try Repository.clone(
        source, to: path, progress.surroundings(environment, holding: lock), budget: .ofStores)
    } catch {
      try progress.checkClone()
      let address = RemoteAddress(source)
      throw MemoError(
        error, at: address, doing: "clone",
        hint: error.code == .remote
          ? "'git ls-remote \("\(address)".quotedForShell)' tries it with git alone" : "try again")
    }
  }

  /// The URL of a remote as typed, with a relative path made absolute.
  public static func remoteAddress(
    _ url: String, from directory: String, environment: Environment
  ) -> String {
    RemoteAddress(url).isPath ? Paths.absolute(url, from: directory, home: environment.home) : url
  }

  private static func report(on path: String, environment: Environment) throws(MemoError)
    -> CloneReport
  {
    let git = try StoreGit(storeRoot: WorkTree.resolved(path) ?? path)
    let head = try git.head()
    guard let commit = head.commit else {
      try git.checkIsEmpty()
      let made = try create(path, environment: environment)
      return CloneReport(
        path: path, root: made.root, branch: made.branch, taskCount: made.adopted.count,
        isNew: true)
    }
    let files = try git.run("look for a store") { repository throws(GitError) in
      try repository.files(in: commit, under: [])
    }
    let markers = files.filter { file in
      (file.path == Store.marker || file.path.hasSuffix("/" + Store.marker))
        && file.mode == .regular && file.path.isCheckoutPath
    }
    // The topmost one, if there are several.
    guard let marker = markers.map(\.path).min(by: { $0.utf8.count < $1.utf8.count }) else {
      return CloneReport(
        path: path, root: nil, branch: try git.branch(), taskCount: 0, isNew: false)
    }
    _ = try git.setUpDriver()
    let root = Paths.parent(of: Paths.parent(of: Paths.join(path, marker)))
    let store = try open(root, environment: environment)
    // git doesn't keep empty folders, but users move files there.
    for status in Status.allCases {
      // Otherwise, the first task in the folder creates it.
      _ = try? WorkTree.createFolder(Paths.join(root, status.rawValue))
    }
    return CloneReport(
      path: path, root: store.root, branch: try git.branch(),
      taskCount: try store.read().tasks.count, isNew: false)
  }

  /// The last part of a URL without `.git`, as git names a clone's folder.
  static func folderName(of url: String) -> String {
    // Text before the host is not part of the folder's name.
    var parts = RemoteAddress(url).description.split { $0 == "/" || $0 == ":" }
    if parts.last == ".git" { parts.removeLast() }
    let last = parts.last.map(String.init) ?? ""
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}

extension StoreGit {
  /// Throws if the remote has branches although its HEAD names none of them.
  fileprivate func checkIsEmpty() throws(MemoError) {
    let branches = try run("look for a branch", repository.branches(ofRemote: "origin"))
    guard !branches.isEmpty else { return }
    throw MemoError(
      .refused, "the remote's HEAD names none of its branches",
      details: branches.prefix(20).map { "it has \($0)" },
      hints: ["'git clone -b BRANCH URL FOLDER' takes one of them; 'memo init' in it does the rest"]
    )
  }
}

/// The place of a clone: a missing folder, or an empty one.
///
/// A clone for a missing folder is made beside its place, and renamed in one step. An empty folder
/// stays, because it may be a mount or a shell's working directory. The clone is then made inside
/// it, and its contents move up, `.git` last.
struct ClonePlace {
  private let path: String
  /// The URL as typed, for hints.
  private let url: String
  /// Whether the folder exists.
  private let isThere: Bool

  /// - Throws: ``MemoError`` if the path exists and is no folder.
  init(_ path: String, url: String) throws(MemoError) {
    self.url = url
    guard let resolved = WorkTree.resolved(path) else {
      (self.path, isThere) = (path, false)
      return
    }
    (self.path, isThere) = (resolved, true)
    // A clone may have been killed just after the move to its place.
    if WorkTree.status(at: Self.neighbour(of: resolved)) != nil {
      // This fails while another process uses the folder.
      try? Staging(Self.neighbour(of: resolved), for: path).remove(isInVain: false)
    }
    guard WorkTree.status(at: resolved)?.kind == .folder else {
      throw refusal("\(path) is there, and no folder")
    }
    try checkFree()
  }

  var staging: String {
    isThere ? Paths.join(path, Self.hiddenName) : Self.neighbour(of: path)
  }

  /// The folder in which a clone for a missing folder is made.
  private static func neighbour(of path: String) -> String {
    // A file name can have at most 255 bytes.
    let name = String(decoding: Paths.name(of: path).utf8.prefix(200), as: UTF8.self)
    return Paths.join(Paths.parent(of: path), "\(hiddenName)-\(name)")
  }

  private static let hiddenName = ".memo-clone"

  /// - Throws: ``MemoError`` if the folder contains anything except the remains of a clone to it.
  func checkFree() throws(MemoError) {
    guard isThere, !isBegun(from: Paths.join(staging, "ready")) else { return }
    guard let names = WorkTree.names(in: path), names.allSatisfy({ $0 == Self.hiddenName }) else {
      throw refusal("the folder \(path) is there and not empty")
    }
  }

  /// Whether a part of a complete clone was moved here.
  func isBegun(from ready: String) -> Bool {
    isThere && WorkTree.status(at: ready) != nil
      && WorkTree.names(in: path)?.contains { $0 != Self.hiddenName } == true
  }

  /// - Throws: ``MemoError`` if the unfinished clone is of another remote.
  func checkOrigin(of ready: String, is source: String) throws(MemoError) {
    let git = try StoreGit(storeRoot: ready)
    let origin = try git.run(
      "read the remote",
      git.repository.remotes().contains("origin") ? git.repository.remote(named: "origin").url : "")
    guard origin != source else { return }
    throw refusal("\(path) has an unfinished clone of something else")
  }

  /// Moves a complete clone to its place.
  func take(_ ready: String) throws(MemoError) {
    // An unlistable folder would look as if its files had been moved, and would be removed.
    guard let names = isThere ? WorkTree.names(in: ready) : [] else {
      throw MemoError(.refused, "can't list \(ready)", hints: ["try again"])
    }
    do throws(FileError) {
      guard isThere else { return try WorkTree.move(ready, to: path) }
      // Without `.git`, no program treats the folder as a repository with missing files.
      for name in names.filter({ $0 != ".git" }) + names.filter({ $0 == ".git" }) {
        try WorkTree.move(Paths.join(ready, name), to: Paths.join(path, name))
      }
    } catch {
      guard error.isTaken else { throw MemoError(error) }
      throw refusal("\(error.path) is there already")
    }
  }

  private func refusal(_ message: String) -> MemoError {
    MemoError(.refused, message, hints: ["memo clone \(RemoteAddress(url)) ANOTHER-FOLDER"])
  }
}

extension SyncProgress {
  /// - Throws: ``MemoError`` of kind `interrupted` if the user canceled.
  func checkClone() throws(MemoError) {
    if isInterrupted() { throw MemoError(.interrupted, "interrupted: there is no clone") }
  }
}
