internal import Git
internal import Recording
internal import StoreFiles

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
      // While somebody is at work there it stays.
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
