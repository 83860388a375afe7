internal import Git
internal import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What cloning brought.
public struct CloneReport: Sendable {
  /// Where the clone is.
  public var path: String
  /// The store's folder in it; nil when there is none.
  public var root: String?
  public var branch: String
  /// How many tasks there are, done ones included.
  public var taskCount: Int
  /// Whether the remote was empty, so that a new store was begun in the clone.
  public var isNew: Bool

  /// As it is when the folder has got its place.
  fileprivate func moved(from old: String, to new: String) -> CloneReport {
    var report = self
    report.path = new
    report.root = root.flatMap {
      Paths.relative($0, to: old).map { Paths.join(WorkTree.resolved(new) ?? new, $0) }
    }.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    return report
  }
}

extension Store {
  /// Brings a repository from a remote and opens the store in it.
  ///
  /// A remote without any commit becomes a new store.
  /// - Parameters:
  ///   - directory: What a relative path starts from.
  ///   - path: Nil for a folder named after the URL, as git does it.
  ///
  /// It is made under a hidden name and gets its place when it is whole. What a clone that was
  /// killed left is put away, or finished, by the next one to the same place.
  /// - Throws: ``MemoError``; then nothing is left behind.
  public static func clone(
    _ url: String, to path: String? = nil, in directory: String, environment: Environment,
    _ progress: SyncProgress = SyncProgress()
  ) throws(MemoError) -> CloneReport {
    let name = path ?? folderName(of: url)
    guard !name.isEmpty else {
      throw MemoError(
        .refused, "'\(ShownAddress(url))' has no name for the folder",
        hints: ["memo clone URL FOLDER"])
    }
    guard let directory = WorkTree.resolved(directory) else {
      throw MemoError(.refused, "there is no folder \(directory)")
    }
    let target = Paths.absolute(name, from: directory, home: environment.home)
    let source = remoteAddress(url, from: directory, environment: environment)
    // From now on Ctrl-C is asked about, and ends nothing by itself.
    try progress.checkClone()
    let place = try ClonePlace(target, url: url)
    let staging = try Staging(place.staging, for: target)
    do throws(MemoError) {
      var found: CloneReport?
      if staging.isReady {
        try place.checkOrigin(of: staging.ready, is: source)
      } else {
        try place.checkFree()
        try bring(
          source, to: staging.content, environment: environment, progress,
          holding: staging.lockDescriptor)
        found = try report(on: staging.content, environment: environment)
        try progress.checkClone()
        try staging.finish()
      }
      try place.take(staging.ready)
      if let found {
        let report = found.moved(from: staging.content, to: target)
        staging.remove(isInVain: false)
        return report
      }
    } catch {
      // What was brought to its place in part is finished by the next try.
      if !place.isBegun(from: staging.ready) { staging.remove(isInVain: true) }
      throw error
    }
    staging.remove(isInVain: false)
    return try report(on: target, environment: environment)
  }

  /// Brings the repository to a folder that is not there yet.
  private static func bring(
    _ source: String, to path: String, environment: Environment, _ progress: SyncProgress,
    holding lock: Int32
  ) throws(MemoError) {
    do throws(GitError) {
      _ = try Repository.clone(
        source, to: path, progress.surroundings(environment, holding: lock), budget: .ofStores)
    } catch {
      try progress.checkClone()
      let address = ShownAddress(source)
      throw MemoError(
        error, at: address, doing: "clone",
        hint: error.code == .remote
          ? "'git ls-remote \("\(address)".quotedForShell)' tries it with git alone" : "try again")
    }
  }

  /// The address of a remote as a person typed it, a relative path made absolute.
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
      let origin = try git.run("read the remote", git.repository.remote(named: "origin"))
      try open(made.root, environment: environment).noteEmptyRemote(origin.url, git)
      return CloneReport(
        path: path, root: made.root, branch: made.branch, taskCount: made.adopted.count,
        isNew: true)
    }
    let marker = try git.run("look for a store") { repository throws(GitError) in
      try repository.files(in: commit, under: [])
        .filter { $0.mode == .regular && $0.path.isCheckoutPath }.map(\.path)
        .filter { $0 == Store.marker || $0.hasSuffix("/" + Store.marker) }
        // The one in the top, if there are several.
        .min { $0.utf8.count < $1.utf8.count }
    }
    guard let marker else {
      return CloneReport(
        path: path, root: nil, branch: try git.branch(), taskCount: 0, isNew: false)
    }
    _ = try git.setUpDriver()
    let root = Paths.parent(of: Paths.parent(of: Paths.join(path, marker)))
    let store = try open(root, environment: environment)
    // Git keeps no empty folders, and people want to move files there.
    for status in Status.allCases {
      // One that can't be made now is made for the first task that goes there.
      _ = try? WorkTree.createFolder(Paths.join(root, status.rawValue))
    }
    return CloneReport(
      path: path, root: store.root, branch: try git.branch(),
      taskCount: try store.read().tasks.count, isNew: false)
  }

  /// The last part of a URL without `.git`, as git names the folder of a clone.
  static func folderName(of url: String) -> String {
    // What stands before the host is none of the folder's business.
    var parts = ShownAddress(url).description.split { $0 == "/" || $0 == ":" }
    if parts.last == ".git" { parts.removeLast() }
    let last = parts.last.map(String.init) ?? ""
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}

extension StoreGit {
  /// Refuses a remote with branches of which none can be told to be the store's.
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

/// Where a clone is to be: a folder that is missing, or one that is there and empty.
///
/// A missing one is made beside its place, and gets its name in one step. One that is there
/// stays the same folder, which may be a mount or where a shell is; then all is made in it, and
/// what is in the clone moves up, `.git` last.
struct ClonePlace {
  private let path: String
  /// What the person typed, for hints.
  private let url: String
  /// Whether the folder is there.
  private let isThere: Bool

  /// - Throws: ``MemoError`` when something is there that is no folder.
  init(_ path: String, url: String) throws(MemoError) {
    self.url = url
    guard let resolved = WorkTree.resolved(path) else {
      (self.path, isThere) = (path, false)
      return
    }
    (self.path, isThere) = (resolved, true)
    // Of a clone that was killed when it had just got its place.
    if WorkTree.status(at: Self.neighbour(of: resolved)) != nil {
      // If another process uses it, it stays.
      try? Staging(Self.neighbour(of: resolved), for: path).remove(isInVain: false)
    }
    guard WorkTree.status(at: resolved)?.kind == .folder else {
      throw refusal("\(path) is there, and no folder")
    }
    try checkFree()
  }

  /// Where the clone is made.
  var staging: String {
    isThere ? Paths.join(path, Self.hiddenName) : Self.neighbour(of: path)
  }

  /// Where it is made when the folder is not there yet.
  private static func neighbour(of path: String) -> String {
    // A name may be at most 255 bytes long.
    let name = String(decoding: Paths.name(of: path).utf8.prefix(200), as: UTF8.self)
    return Paths.join(Paths.parent(of: path), "\(hiddenName)-\(name)")
  }

  private static let hiddenName = ".memo-clone"

  /// - Throws: ``MemoError`` when the folder has anything but what a clone to it has left.
  func checkFree() throws(MemoError) {
    guard isThere, !isBegun(from: Paths.join(staging, "ready")) else { return }
    guard let names = WorkTree.names(in: path), names.allSatisfy({ $0 == Self.hiddenName }) else {
      throw refusal("the folder \(path) is there and not empty")
    }
  }

  /// Whether a whole clone has been moved here in part.
  func isBegun(from ready: String) -> Bool {
    isThere && WorkTree.status(at: ready) != nil
      && WorkTree.names(in: path)?.contains { $0 != Self.hiddenName } == true
  }

  /// - Throws: ``MemoError`` when a clone that waits here is one of something else.
  func checkOrigin(of ready: String, is source: String) throws(MemoError) {
    let git = try StoreGit(storeRoot: ready)
    let origin = try git.run(
      "read the remote",
      git.repository.remotes().contains("origin") ? git.repository.remote(named: "origin").url : "")
    guard origin != source else { return }
    throw refusal("a clone of something else was begun in \(path), and not finished")
  }

  /// Gives a whole clone its place.
  func take(_ ready: String) throws(MemoError) {
    // What can't be listed would be taken for moved, and removed.
    guard let names = isThere ? WorkTree.names(in: ready) : [] else {
      throw MemoError(.refused, "can't list \(ready)", hints: ["try again"])
    }
    do throws(FileError) {
      guard isThere else { return try WorkTree.move(ready, to: path) }
      // As long as there is no `.git`, nobody takes it for a repository that lacks files.
      for name in names.filter({ $0 != ".git" }) + names.filter({ $0 == ".git" }) {
        try WorkTree.move(Paths.join(ready, name), to: Paths.join(path, name))
      }
    } catch {
      guard error.isTaken else { throw MemoError(error) }
      throw refusal("\(error.path) is there already")
    }
  }

  private func refusal(_ message: String) -> MemoError {
    MemoError(.refused, message, hints: ["memo clone \(ShownAddress(url)) ANOTHER-FOLDER"])
  }
}

extension SyncProgress {
  /// - Throws: ``MemoError`` of kind `interrupted` when somebody wants to stop.
  func checkClone() throws(MemoError) {
    if isInterrupted() { throw MemoError(.interrupted, "interrupted: there is no clone") }
  }
}
