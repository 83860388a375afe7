package import Git
package import StoreFiles
package import TaskFile

/// A task's committed and present versions; at least one exists.
package typealias VersionPair = FilePair<TaskVersion>

/// A task's file before and after a change; at least one exists.
public struct FilePair<File> {
  /// Nil for a new task.
  public var before: File?
  /// Nil for a deleted task.
  public var after: File?
  /// Whether the file has another task's id, which that task keeps.
  package var isCopy = false

  package init(before: File? = nil, after: File? = nil, isCopy: Bool = false) {
    self.before = before
    self.after = after
    self.isCopy = isCopy
  }
}

extension FilePair: Sendable where File: Sendable {}

/// A file that ``Pairing`` matches with others.
package protocol PairedFile {
  associatedtype Content: Hashable

  var path: String { get }
  var id: TaskID? { get }
  /// Equal for files with the same bytes.
  var content: Content { get }
}

extension TaskVersion: PairedFile {
  package var content: [UInt8] { bytes }
}

extension StoredTask: PairedFile {
  package var content: [UInt8] { document.bytes }
}

extension FileState: PairedFile {
  package var content: ObjectID { blob }
}

/// Matches changed files with committed tasks by id, in any folder.
///
/// A file without an id matches the committed file with the same path. Otherwise it matches one
/// with the same bytes, then with the same name in another folder. All other files are deletions
/// and additions.
package struct Pairing<File: PairedFile> {
  private var before: [File]
  private var after: [File]
  private let unchangedIDs: Set<TaskID>
  private let copies: Set<PathKey>
  package private(set) var pairs: [FilePair<File>] = []

  /// - Parameters:
  ///   - before: The committed versions of changed and deleted files.
  ///   - after: The present versions of changed and new files.
  ///   - unchangedIDs: The ids of all other files in the store.
  ///   - copies: The paths of files that were committed with another task's id.
  package init(
    before: [File], after: [File], unchangedIDs: Set<TaskID>,
    copies: Set<PathKey> = []
  ) {
    self.before = before
    self.after = after.sorted { $0.path.precedes(path: $1.path) }
    self.unchangedIDs = unchangedIDs
    self.copies = copies
    let shared = before.compactMap(\.id).repeated
    // The most certain match first: a file at its old path keeps its id, and its copies don't.
    match { $0.path }
    match { Paths.name(of: $0.path) }
    match { "\($0.content.hashValue)" }
    match { _ in "" }
    // One version has no usable id, or the committed file shared its id with a copy.
    let mayGoOn = { [unchangedIDs] (old: File, new: File) in
      old.ownID(besides: unchangedIDs) == nil || new.ownID(besides: unchangedIDs) == nil
        || old.id.map(shared.contains) == true
    }
    match({ PathKey($0.path) }, where: mayGoOn)
    match({ $0.content }, where: { $0.id == nil && $1.id == nil })
    match(
      { Paths.name(of: $0.path) },
      where: { mayGoOn($0, $1) && ($0.id == nil || $1.id == nil) })
    addRest()
  }

  /// Matches files with the same id and the same trait.
  private mutating func match(_ trait: (File) -> String) {
    match(
      { [unchangedIDs] version in
        version.ownID(besides: unchangedIDs).map { "\($0) \(trait(version))" }
      }, where: { _, _ in true })
  }

  /// Matches files with the same key, each committed file once, in the order of paths.
  private mutating func match<Key: Hashable>(
    _ key: (File) -> Key?,
    where isSame: (File, File) -> Bool
  ) {
    guard !before.isEmpty, !after.isEmpty else { return }
    var indices: [Key: [Int]] = [:]
    for (index, version) in before.enumerated().reversed() {
      if let key = key(version) { indices[key, default: []].append(index) }
    }
    var matched: Set<Int> = []
    var rest: [File] = []
    for version in after {
      guard let key = key(version), let index = indices[key]?.last, isSame(before[index], version)
      else {
        rest.append(version)
        continue
      }
      indices[key]?.removeLast()
      matched.insert(index)
      let isCopy =
        version.id != nil
        && (version.ownID(besides: unchangedIDs) == nil || copies.contains(PathKey(version.path)))
      pairs.append(FilePair(before: before[index], after: version, isCopy: isCopy))
    }
    after = rest
    before = before.enumerated().filter { !matched.contains($0.offset) }.map(\.element)
  }

  private mutating func addRest() {
    var taken = unchangedIDs.union(pairs.compactMap { $0.after?.id })
    for version in after {
      let isTaken = version.id.map { !taken.insert($0).inserted } ?? false
      let isCopy = isTaken || version.id != nil && copies.contains(PathKey(version.path))
      pairs.append(FilePair(after: version, isCopy: isCopy))
    }
    pairs += before.map { FilePair(before: $0) }
  }
}

extension PairedFile {
  /// The id; nil if an unchanged file has it.
  fileprivate func ownID(besides unchangedIDs: Set<TaskID>) -> TaskID? {
    id.flatMap { unchangedIDs.contains($0) ? nil : $0 }
  }
}
