extension StoredTree {
  /// The folder's bytes with some entries put in, in the place of those of their names, or taken out.
  ///
  /// - Parameter changes: By name; nil for what is to go. What isn't there is gone already.
  /// - Returns: Nil where a file would take a folder's place, or a folder a file's.
  func replacing(_ changes: [[UInt8]: Entry?]) -> [UInt8]? {
    var steps: [(key: [UInt8], range: Range<Int>, entry: Entry?)] = []
    for (name, entry) in changes {
      let (file, folder) = (self.entry(name, isFolder: false), self.entry(name, isFolder: true))
      if let entry, (entry.isFolder ? file : folder) != nil { return nil }
      guard let old = file ?? folder else {
        guard let entry else { continue }
        let index = place(of: entry.key)
        let start = index < starts.count ? starts[index] : bytes.count
        steps.append((entry.key, start..<start, entry))
        continue
      }
      let index = place(of: old.key)
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      steps.append((old.key, starts[index]..<end, entry))
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
