extension StoredTree {
  /// The entries that two folders don't have alike.
  ///
  /// - Returns: By name, what each has; a file and a folder of one name are two things.
  static func differences(
    _ old: StoredTree, _ new: StoredTree
  ) -> [(old: Entry?, new: Entry?)] {
    let (oldEntries, newEntries) = differing(old, new)
    var waiting: [[UInt8]: Entry] = [:]
    for entry in newEntries { waiting[entry.key] = entry }
    var found: [(old: Entry?, new: Entry?)] = []
    for entry in oldEntries {
      let match = waiting.removeValue(forKey: entry.key)
      if match != entry { found.append((entry, match)) }
    }
    for entry in newEntries where waiting[entry.key] != nil { found.append((nil, entry)) }
    return found
  }

  /// The entries but for those that both have alike, of which nothing is made.
  private static func differing(_ old: StoredTree, _ new: StoredTree) -> ([Entry], [Entry]) {
    let (olds, news) = differingRanges(old, new)
    var (oldEntries, newEntries): ([Entry], [Entry]) = ([], [])
    var (one, other) = (olds.lowerBound, news.lowerBound)
    while one < olds.upperBound, other < news.upperBound {
      if old.bytes[old.range(one)] == new.bytes[new.range(other)] {
        (one, other) = (one + 1, other + 1)
        continue
      }
      let (before, after) = (old.entry(one), new.entry(other))
      let isOld = after.map { old.isBefore(one, $0.key) } ?? false
      let isNew = before.map { new.isBefore(other, $0.key) } ?? false
      if isOld || !isNew {
        if let before { oldEntries.append(before) }
        one += 1
      }
      if isNew || !isOld {
        if let after { newEntries.append(after) }
        other += 1
      }
    }
    oldEntries += (one..<olds.upperBound).compactMap(old.entry)
    newEntries += (other..<news.upperBound).compactMap(new.entry)
    return (oldEntries, newEntries)
  }

  private func range(_ index: Int) -> Range<Int> {
    starts[index]..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)
  }

  /// Between which entries all differences are: before and behind, both have the same.
  private static func differingRanges(
    _ old: StoredTree, _ new: StoredTree
  ) -> (Range<Int>, Range<Int>) {
    let shared = sharedPrefix(old.bytes, new.bytes)
    let suffix = sharedSuffix(old.bytes, new.bytes, besides: shared)
    // What begins among the shared bytes begins there in both.
    let first = max(0, old.index(of: shared + 1) - 1)
    let shift = new.bytes.count - old.bytes.count
    // An entry of the one may begin in the middle of one of the other, which ends alike.
    var oldEnd = max(first, old.index(of: old.bytes.count - suffix))
    while oldEnd < old.starts.count {
      let place = old.starts[oldEnd] + shift
      let newEnd = new.index(of: place)
      if newEnd >= first, newEnd < new.starts.count, new.starts[newEnd] == place {
        return (first..<oldEnd, first..<newEnd)
      }
      oldEnd += 1
    }
    return (first..<oldEnd, first..<max(first, new.starts.count))
  }
}
