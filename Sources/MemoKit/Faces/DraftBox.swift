internal import Git
public import StoreFiles

/// Where a face keeps what is typed and not recorded yet, should it be killed or lose its
/// terminal: `memo/drafts` in git's folder.
///
/// Several faces of one store each have a place of their own there. What a face that has ended left
/// behind is found by the next one.
public final class DraftBox: Sendable {
  private let files: WorkTree
  private let folder: String
  private let name: String
  /// Held as long as the face lives, so that nobody takes its drafts for abandoned ones.
  private let lock: FileLock

  /// - Throws: ``MemoError`` when nothing can be kept here.
  public init(_ store: Store) throws(MemoError) {
    guard let git = store.gitFolder?.own else {
      // Says why.
      _ = try store.git()
      throw MemoError(.noStore, "\(store.root) is not in a git repository")
    }
    files = try MemoError.rethrowing(WorkTree(git))
    folder = store.ownFile("drafts")
    name = String(store.environment.randomNumber(), radix: 36)
    let path = "\(git)/\(folder)"
    try MemoError.rethrowing(WorkTree.createFolder(path))
    lock = try MemoError.rethrowing(FileLock("\(path)/\(name)\(Self.lockEnding)", waitingUpTo: 0))
  }

  private static let lockEnding = ".lock"

  deinit {
    // One that stays is found to be nobody's.
    try? files.remove("\(folder)/\(name)\(Self.lockEnding)", expecting: [])
  }

  /// Keeps a draft in place of the one before of the same subject and number; when this returns, the disk has
  /// the one or the other.
  ///
  /// - Throws: ``MemoError``
  public func keep(_ draft: Draft) throws(MemoError) {
    let path = path(of: draft)
    try MemoError.rethrowing(
      files.replace(path, with: draft.encoded, expecting: files.content(path)))
  }

  /// Removes what was kept of a draft, as when it was recorded or thrown away; nothing for none.
  ///
  /// - Throws: ``MemoError``
  public func remove(_ draft: Draft) throws(MemoError) { try remove(path(of: draft)) }

  /// The drafts of faces that have ended without recording them or throwing them away, the newest
  /// first.
  ///
  /// - Parameter tell: What is wrong with one that can't be read, and stays where it is.
  /// - Throws: ``MemoError``
  public func abandoned(_ tell: (MemoError) -> Void) throws(MemoError) -> [AbandonedDraft] {
    let entries = try MemoError.rethrowing(files.list(folder)).filter { $0.kind == .regular }
    var found: [AbandonedDraft] = []
    var places: Set<String> = []
    for entry in entries {
      let place = Paths.parent(of: entry.path)
      guard place != folder, place != "\(folder)/\(name)" else { continue }
      places.insert(place + Self.lockEnding)
      guard !FileLock.isHeld("\(files.path)/\(place)\(Self.lockEnding)") else { continue }
      do throws(FileError) {
        // What a newer memo left is for a newer memo.
        guard let bytes = try files.content(entry.path),
          let draft = Draft(bytes, named: Paths.name(of: entry.path))
        else { continue }
        found.append(AbandonedDraft(draft: draft, file: entry.path))
      } catch {
        tell(MemoError(error))
      }
    }
    removeLocks(
      entries.map(\.path).filter { $0.hasSuffix(Self.lockEnding) && !places.contains($0) })
    return found.sorted {
      ($1.draft.time.secondsSince1970, $0.file) < ($0.draft.time.secondsSince1970, $1.file)
    }
  }

  /// Removes the locks of faces that were killed and have left nothing else.
  private func removeLocks(_ paths: [String]) {
    // By the clock of the file system, which also says when the others were made.
    guard let own = try? files.status(of: "\(folder)/\(name)\(Self.lockEnding)") else { return }
    for path in paths where Paths.parent(of: path) == folder {
      // A face that is just starting has made it, and doesn't hold it yet.
      guard let status = try? files.status(of: path),
        status.modified.seconds < own.modified.seconds - Self.startTime,
        !FileLock.isHeld("\(files.path)/\(path)")
      else { continue }
      try? files.remove(path, expecting: [])
    }
  }

  /// No face takes so long between making its lock and holding it, in seconds.
  private static let startTime: Int64 = 60

  /// Takes an abandoned draft over, by the number that it has now: it is this face's from now on.
  ///
  /// - Throws: ``MemoError``; then it is where it was.
  public func take(_ abandoned: AbandonedDraft) throws(MemoError) {
    try keep(abandoned.draft)
    try discard(abandoned)
  }

  /// Throws an abandoned draft away.
  ///
  /// - Throws: ``MemoError``
  public func discard(_ abandoned: AbandonedDraft) throws(MemoError) {
    try remove(abandoned.file)
    if let edited = abandoned.draft.editedFile, Paths.relative(edited, to: files.path) != nil {
      // It lies where it disturbs nobody.
      try? MemoError.rethrowing(remove(file: edited))
    }
    let lock = "\(Paths.parent(of: abandoned.file))\(Self.lockEnding)"
    // Of a face that was killed; it is no more than an empty file.
    try? files.remove(lock, expecting: [])
  }

  private func remove(file path: String) throws(FileError) {
    guard let bytes = WorkTree.content(at: path) else { return }
    try WorkTree(Paths.parent(of: path)).remove(Paths.name(of: path), expecting: bytes)
  }

  private func path(of draft: Draft) -> String { "\(folder)/\(name)/\(draft.name)" }

  private func remove(_ path: String) throws(MemoError) {
    guard let bytes = try MemoError.rethrowing(files.content(path)) else { return }
    try MemoError.rethrowing(files.remove(path, expecting: bytes))
  }
}

/// A draft that a face has left which has ended.
public struct AbandonedDraft: Hashable, Sendable {
  public var draft: Draft
  /// Relative to git's folder.
  let file: String

  package init(draft: Draft, file: String) {
    self.draft = draft
    self.file = file
  }
}
