extension StoredTree {
  /// The folder's bytes with some entries put in, in the place of those of their names, or taken out.
  ///
  /// - Parameter changes: By name; nil for what is to go. What isn't there is gone already. A file
  ///   takes a folder's place, and a folder a file's.
  func replacing(_ changes: [[UInt8]: Entry?]) -> [UInt8] {
    var steps: [(key: [UInt8], range: Range<Int>, entry: Entry?)] = []
    for (name, entry) in changes {
      let old = self.entry(name, isFolder: false) ?? self.entry(name, isFolder: true)
      // A folder stands elsewhere than a file of its name.
      let isInPlace = entry.map { $0.isFolder == old?.isFolder } ?? true
      if let old {
        let index = place(of: old.key)
        let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
        steps.append((old.key, starts[index]..<end, isInPlace ? entry : nil))
      }
      if let entry, old == nil || !isInPlace {
        let index = place(of: entry.key)
        let start = index < starts.count ? starts[index] : bytes.count
        steps.append((entry.key, start..<start, entry))
      }
    }
    steps.sort {
      ($0.range.lowerBound, $0.range.upperBound) == ($1.range.lowerBound, $1.range.upperBound)
        ? $0.key.lexicographicallyPrecedes($1.key)
        : ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + steps.count * 64)
    var done = 0
    for step in steps {
      result += bytes[done..<step.range.lowerBound]
      if let entry = step.entry {
        result += String(entry.mode, radix: 8).utf8
        result.append(UInt8(ascii: " "))
        result += entry.name
        result.append(0)
        result += entry.id.bytes
      }
      done = step.range.upperBound
    }
    return result + bytes[done...]
  }
}
