internal import Git
internal import TaskFile

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
}

extension Store {
  /// Brings a repository from a remote and opens the store in it.
  ///
  /// A remote without any commit becomes a new store.
  /// - Parameters:
  ///   - directory: What a relative path starts from.
  ///   - path: Nil for a folder named after the URL, as git does it.
  /// - Throws: ``MemoError``; then nothing is left behind.
  public static func clone(
    _ url: String, to path: String? = nil, in directory: String, world: World,
    _ progress: SyncProgress = SyncProgress()
  ) throws(MemoError) -> CloneReport {
    let name = path ?? folderName(of: url)
    guard !name.isEmpty else {
      throw MemoError(
        .refused, "'\(url)' doesn't say how to call the folder", hints: ["memo clone URL FOLDER"])
    }
    let target = Paths.absolute(name, from: directory, home: world.home)
    let source = remoteAddress(url, from: directory, world: world)
    let chain = CredentialChain(world, progress)
    do throws(GitError) {
      _ = try Repository.clone(source, to: target, handlers: chain.handlers(progress))
      chain.approve()
    } catch {
      if progress.isInterrupted() {
        throw MemoError(.interrupted, "interrupted: there is no clone")
      }
      if error.code == .authentication { chain.reject() }
      if error.code == .exists {
        throw MemoError(
          .refused, error.message, hints: ["memo clone \(url) ANOTHER-FOLDER"])
      }
      throw MemoError(error, url: source, doing: "clone", retry: "try again")
    }
    return try report(on: target, world: world)
  }

  /// The address of a remote as a person typed it, a relative path made absolute.
  public static func remoteAddress(
    _ url: String, from directory: String, world: World
  ) -> String {
    RemoteAddress(url).isPath ? Paths.absolute(url, from: directory, home: world.home) : url
  }

  private static func report(on path: String, world: World) throws(MemoError) -> CloneReport {
    let git = try StoreGit(storeRoot: WorkTree.resolved(path) ?? path)
    let head = try git.run("read HEAD") { repository throws(GitError) in try repository.head() }
    guard let commit = head.commit else {
      let made = try create(path, world: world)
      return CloneReport(
        path: path, root: made.root, branch: made.branch, taskCount: made.adopted.count,
        isNew: true)
    }
    let marker = try git.run("look for a store") { repository throws(GitError) in
      try repository.files(in: commit, under: []).map(\.path).first {
        $0 == Store.marker || $0.hasSuffix("/" + Store.marker)
      }
    }
    guard let marker else {
      return CloneReport(
        path: path, root: nil, branch: try git.branch(), taskCount: 0, isNew: false)
    }
    _ = try git.setUpDriver()
    let root = Paths.parent(of: Paths.parent(of: Paths.join(path, marker)))
    let store = try open(root, world: world)
    // Git keeps no empty folders, and people want to move files there.
    for status in Status.allCases {
      _ = try? WorkTree.createFolder(Paths.join(root, status.rawValue))
    }
    return CloneReport(
      path: path, root: store.root, branch: try git.branch(),
      taskCount: try store.read().tasks.count, isNew: false)
  }

  /// The last part of a URL without `.git`, as git names the folder of a clone.
  static func folderName(of url: String) -> String {
    var parts = url.split(whereSeparator: { $0 == "/" || $0 == ":" })
    if parts.last == ".git" { parts.removeLast() }
    let last = parts.last.map(String.init) ?? ""
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}
