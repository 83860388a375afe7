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
  /// Where the file began, of one that comes from another program's folder.
  package var birth: TaskBirth?

  package init(
    before: TaskVersion? = nil, after: TaskVersion? = nil, isCopy: Bool = false,
    birth: TaskBirth? = nil
  ) {
    self.before = before
    self.after = after
    self.isCopy = isCopy
    self.birth = birth
  }
}

/// Finds out which changed file is which recorded task.
///
/// The id says so, however the file was moved or renamed. Where one side has no id, it is the
/// path, then an equal text, then what another tool calls the task, then the same name in
/// another folder, then the text that is clearly the most similar. What is uncertain is a deletion and an addition.
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
    // Several had it, so that those that are left may have been given their own.
    let shared = Self.repeated(before.compactMap(\.id))
    // The surest first: a file that stayed where it was keeps its id against its copies.
    match { $0.path }
    match { Paths.name(of: $0.path) }
    match { "\($0.bytes.hashValue)" }
    match { _ in "" }
    // It got its id since: what it says tells more than where it lay, where another may lie now.
    let gotID = { (one: TaskVersion, other: TaskVersion) in
      one.id == nil && other.ownID(besides: unchangedIDs) != nil
    }
    // Of thousands of texts none is looked at in vain.
    if before.contains(where: { $0.id == nil }), after.contains(where: { $0.id != nil }) {
      match({ "\($0.path) \($0.item.title)" }, where: gotID)
      match({ "\($0.item.title) \($0.document.body)" }, where: gotID)
    }
    // No id, or one that belongs to another task: then the file is what counts.
    match(
      { PathKey($0.path) },
      where: { [unchangedIDs] in
        $0.ownID(besides: unchangedIDs) == nil || $1.ownID(besides: unchangedIDs) == nil
          || $0.id.map(shared.contains) == true
      })
    match({ $0.bytes }, where: { $0.id == nil && $1.id == nil })
    // Another tool renames a file with its title, and never changes what it calls the task.
    match({ $0.item.foreignID }, where: { $0.id == nil && $1.id == nil })
    match({ Paths.name(of: $0.path) }, where: { $0.id == nil && $1.id == nil })
    // Moved before or after it got its id; a copy has none for itself until then.
    match(
      { "\(Paths.name(of: $0.path)) \($0.item.title)" },
      where: { [unchangedIDs] in
        ($0.ownID(besides: unchangedIDs) == nil) != ($1.ownID(besides: unchangedIDs) == nil)
      })
    matchSimilar()
    // Somebody wrote another id into it.
    match({ PathKey($0.path) }, where: { $0.isLikely($1) })
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

  /// Pairs files of which at least one has no id, by what is in them.
  private mutating func matchSimilar() {
    let taken = unchangedIDs.union(pairs.compactMap { $0.after?.id })
    let found = Similarity.pairs(before, after) { old, new in
      // An id that another file has says that this is a copy of that.
      new.id == nil || old.id == nil && new.id.map(taken.contains) == false
    }
    guard !found.isEmpty else { return }
    for (old, new) in found { pairs.append(VersionPair(before: before[old], after: after[new])) }
    let (olds, news) = (Set(found.map(\.before)), Set(found.map(\.after)))
    before = before.indices.filter { !olds.contains($0) }.map { before[$0] }
    after = after.indices.filter { !news.contains($0) }.map { after[$0] }
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
  /// Whether a file at the same path is likely this task, though somebody has given it another id.
  package func isLikely(_ other: TaskVersion) -> Bool {
    item.created == other.item.created
      && Similarity.between(self, other) >= Similarity.least
  }

  /// The id, unless a file that did not change has it too.
  fileprivate func ownID(besides unchangedIDs: Set<TaskID>) -> TaskID? {
    id.flatMap { unchangedIDs.contains($0) ? nil : $0 }
  }
}
