package import Git
internal import StoreFiles
package import TaskFile

/// A task's recorded file and its file now; at least one of them.
package struct VersionPair {
  /// As in the last commit; nil for a new task.
  package var before: TaskVersion?
  /// As on the disk; nil for a deleted task.
  package var after: TaskVersion?
  /// The file came with the id of another task, which keeps it.
  package var isCopy = false
  /// The id that every clone gives to the file, of one that comes from another program's folder.
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

/// Finds out which changed file is which recorded task.
///
/// The id says so, however the file was moved or renamed. A file without an id continues the file at
/// the same path, else the one with the same bytes, else what another tool calls the same task, else
/// the one with the same name in another folder. Everything else is a deletion and an addition.
package struct Pairing {
  private var before: [TaskVersion]
  private var after: [TaskVersion]
  /// Ids that files have which did not change.
  private let unchangedIDs: Set<TaskID>
  /// Where files lie that are known to be copies, though the first may have changed as well.
  private let copies: Set<PathKey>
  package private(set) var pairs: [VersionPair] = []

  /// - Parameters:
  ///   - before: What the last commit has of the files that changed or are gone.
  ///   - after: What is on the disk now of those that changed or are new.
  ///   - settledIDs: The ids of all other files of the store.
  ///   - copies: Where files are that were recorded with the id of another task.
  package init(
    before: [TaskVersion], after: [TaskVersion], unchangedIDs: Set<TaskID>,
    copies: Set<PathKey> = []
  ) {
    self.before = before
    self.after = after.sorted { $0.path.precedes(path: $1.path) }
    self.unchangedIDs = unchangedIDs
    self.copies = copies
    let shared = Self.repeated(before.compactMap(\.id))
    // The surest first: a file that stayed where it was keeps its id against its copies.
    match { $0.path }
    match { Paths.name(of: $0.path) }
    match { "\($0.bytes.hashValue)" }
    match { _ in "" }
    // A file that has none, or got it just now; and a copy that got its own.
    let mayGoOn = { [unchangedIDs] (old: TaskVersion, new: TaskVersion) in
      old.ownID(besides: unchangedIDs) == nil || new.ownID(besides: unchangedIDs) == nil
        || old.id.map(shared.contains) == true
    }
    match({ PathKey($0.path) }, where: mayGoOn)
    match({ $0.bytes }, where: { $0.id == nil && $1.id == nil })
    // Another tool renames a file with its title, and never changes what it calls the task.
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

  /// Pairs files of the same id that agree in something else as well.
  private mutating func match(_ trait: (TaskVersion) -> String) {
    match(
      { [unchangedIDs] version in
        version.ownID(besides: unchangedIDs).map { "\($0) \(trait(version))" }
      }, where: { _, _ in true })
  }

  /// Pairs the files that have the same key, each recorded one once, in the order of paths.
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
  /// The id, unless a file that did not change has it too.
  fileprivate func ownID(besides unchangedIDs: Set<TaskID>) -> TaskID? {
    id.flatMap { unchangedIDs.contains($0) ? nil : $0 }
  }
}
