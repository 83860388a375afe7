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

  /// Keeps a draft in place of the one before of the same subject; when this returns, the disk has
  /// the one or the other.
  ///
  /// - Throws: ``MemoError``
  public func keep(_ draft: Draft) throws(MemoError) {
    let path = path(of: draft.subject)
    try MemoError.rethrowing(
      files.replace(path, with: draft.encoded, expecting: files.content(path)))
  }

  /// Removes a draft, as when it was recorded or thrown away; nothing for none.
  ///
  /// - Throws: ``MemoError``
  public func remove(_ subject: Draft.Subject) throws(MemoError) {
    try remove(path(of: subject))
  }

  /// The drafts of faces that have ended without recording them or throwing them away, the newest
  /// first.
  ///
  /// - Throws: ``MemoError``
  public func abandoned() throws(MemoError) -> [AbandonedDraft] {
    var found: [AbandonedDraft] = []
    for entry in try MemoError.rethrowing(files.list(folder)) where entry.kind == .regular {
      let place = Paths.parent(of: entry.path)
      guard place != folder, place != "\(folder)/\(name)",
        !FileLock.isHeld("\(files.path)/\(place)\(Self.lockEnding)"),
        let bytes = try MemoError.rethrowing(files.content(entry.path)),
        // What a newer memo left is for a newer memo.
        let draft = Draft(bytes, of: Draft.Subject(name: Paths.name(of: entry.path)))
      else { continue }
      found.append(AbandonedDraft(draft: draft, file: entry.path))
    }
    return found.sorted {
      ($1.draft.time.secondsSince1970, $0.file) < ($0.draft.time.secondsSince1970, $1.file)
    }
  }

  /// Takes an abandoned draft over: it is this face's from now on.
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
    let lock = "\(Paths.parent(of: abandoned.file))\(Self.lockEnding)"
    // Of a face that was killed; it is no more than an empty file.
    try? files.remove(lock, expecting: [])
  }

  private func path(of subject: Draft.Subject) -> String { "\(folder)/\(name)/\(subject.name)" }

  private func remove(_ path: String) throws(MemoError) {
    guard let bytes = try MemoError.rethrowing(files.content(path)) else { return }
    try MemoError.rethrowing(files.remove(path, expecting: bytes))
  }
}

/// A draft that a face has left which has ended.
public struct AbandonedDraft: Hashable, Sendable {
  public let draft: Draft
  /// Relative to git's folder.
  let file: String

  package init(draft: Draft, file: String) {
    self.draft = draft
    self.file = file
  }
}
