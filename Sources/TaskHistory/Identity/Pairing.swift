package import Git
internal import StoreFiles
package import TaskFile

/// A task's committed file and its present one; at least one of them.
package struct VersionPair {
  /// In the last commit; nil for a new task.
  package var before: TaskVersion?
  /// On the disk; nil for a deleted task.
  package var after: TaskVersion?
  /// Whether the file has the id of another task, which keeps it.
  package var isCopy = false
  /// The id that every clone gives to a file from another program's folder.
  package var sharedID: TaskID?

  package init(
    before: TaskVersion? = nil, after: TaskVersion? = nil, isCopy: Bool = false,
    sharedID: TaskID? = nil
  ) {
    self.before = before
    self.after = after
    self.isCopy = isCopy
    self.sharedID = sharedID
  }
}

/// Matches changed files with committed tasks.
///
/// By id, wherever the file is. A file without an id continues the file at the same path, else the
/// one with the same bytes, else the one with the same id of another tool, else the one with the
/// same name in another folder. Everything else is a deletion and an addition.
package struct Pairing {
  private var before: [TaskVersion]
  private var after: [TaskVersion]
  /// The ids of unchanged files.
  private let unchangedIDs: Set<TaskID>
  /// The paths of files that are known to be copies.
  private let copies: Set<PathKey>
  package private(set) var pairs: [VersionPair] = []

  /// - Parameters:
  ///   - before: The committed versions of changed and deleted files.
  ///   - after: The present versions of changed and new files.
  ///   - settledIDs: The ids of all other files in the store.
  ///   - copies: The paths of files that were committed with another task's id.
  package init(
    before: [TaskVersion], after: [TaskVersion], unchangedIDs: Set<TaskID>,
    copies: Set<PathKey> = []
  ) {
    self.before = before
    self.after = after.sorted { $0.path.precedes(path: $1.path) }
    self.unchangedIDs = unchangedIDs
    self.copies = copies
    let shared = Self.repeated(before.compactMap(\.id))
    // The most certain first: a file that stayed in place keeps its id against its copies.
    match { $0.path }
    match { Paths.name(of: $0.path) }
    match { "\($0.bytes.hashValue)" }
    match { _ in "" }
    // A file without an id, or with a new one; and a copy with an id of its own.
    let mayGoOn = { [unchangedIDs] (old: TaskVersion, new: TaskVersion) in
      old.ownID(besides: unchangedIDs) == nil || new.ownID(besides: unchangedIDs) == nil
        || old.id.map(shared.contains) == true
    }
    match({ PathKey($0.path) }, where: mayGoOn)
    match({ $0.bytes }, where: { $0.id == nil && $1.id == nil })
    // Another tool renames a file with its title, but never changes its own id.
    match({ $0.item.foreignID }, where: { $0.id == nil && $1.id == nil })
    match(
      { Paths.name(of: $0.path) },
      where: { mayGoOn($0, $1) && ($0.id == nil || $1.id == nil) })
    addRest()
  }

  private static func repeated(_ ids: [TaskID]) -> Set<TaskID> {
    var seen: Set<TaskID> = []
    return Set(ids.filter { !seen.insert($0).inserted })
  }

  /// Matches files with the same id and another equal property.
  private mutating func match(_ trait: (TaskVersion) -> String) {
    match(
      { [unchangedIDs] version in
        version.ownID(besides: unchangedIDs).map { "\($0) \(trait(version))" }
      }, where: { _, _ in true })
  }

  /// Matches files with the same key, each committed one once, in the order of paths.
  private mutating func match<Key: Hashable>(
    _ key: (TaskVersion) -> Key?,
    where isSame: (TaskVersion, TaskVersion) -> Bool
  ) {
    guard !before.isEmpty, !after.isEmpty else { return }
    var indices: [Key: [Int]] = [:]
    for (index, version) in before.enumerated().reversed() {
      if let key = key(version) { indices[key, default: []].append(index) }
    }
    var matched: Set<Int> = []
    var rest: [TaskVersion] = []
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
      pairs.append(VersionPair(before: before[index], after: version, isCopy: isCopy))
    }
    after = rest
    before = before.enumerated().filter { !matched.contains($0.offset) }.map(\.element)
  }

  private mutating func addRest() {
    var taken = unchangedIDs.union(pairs.compactMap { $0.after?.id })
    for version in after {
      let isTaken = version.id.map { !taken.insert($0).inserted } ?? false
      let isCopy = isTaken || version.id != nil && copies.contains(PathKey(version.path))
      pairs.append(VersionPair(after: version, isCopy: isCopy))
    }
    pairs += before.map { VersionPair(before: $0) }
  }
}

extension TaskVersion {
  /// The id, unless an unchanged file has it, too.
  fileprivate func ownID(besides unchangedIDs: Set<TaskID>) -> TaskID? {
    id.flatMap { unchangedIDs.contains($0) ? nil : $0 }
  }
}
