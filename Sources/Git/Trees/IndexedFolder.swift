/// A folder that the index has as a commit has it.
///
/// To put a large one together from its entries takes a few hundred microseconds, to unpack it as
/// many milliseconds.
struct IndexedFolder {
  let entries: IndexEntries
  /// Those below it.
  let range: Range<Int>
  let path: [UInt8]
  let tree: IndexTree

  /// Its bytes as git stores them; nil for a small one, and where they have another name: what
  /// commits are made from is never only the index's word.
  func bytes(named id: ObjectID) -> [UInt8]? {
    guard range.count >= Self.fewestEntries, SHA1.isQuick, let bytes else { return nil }
    var hash = SHA1()
    hash.add(Array("tree \(bytes.count)\0".utf8))
    hash.add(bytes)
    return ObjectID(bytes: hash.end()[...]) == id ? bytes : nil
  }

  private static let fewestEntries = 256

  private var bytes: [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count * 80)
    var folders = tree.folders.map { folder in
      (entries.range(below: path + [UInt8(ascii: "/")] + folder.name), folder)
    }.sorted { $0.0.lowerBound > $1.0.lowerBound }
    let prefix = path.count + 1
    var next = range.lowerBound
    while next < range.upperBound {
      if let (inside, folder) = folders.last, inside.lowerBound == next {
        guard let known = folder.known, known.count == inside.count, !inside.isEmpty else {
          return nil
        }
        bytes += "40000 ".utf8
        bytes += folder.name
        bytes.append(0)
        bytes += known.id.bytes
        next = inside.upperBound
        folders.removeLast()
      } else {
        let name = entries.path(next)
        let mode = entries.entry(next).mode
        bytes += (mode == 0o100644 ? "100644 " : "\(String(mode, radix: 8)) ").utf8
        bytes += entries.bytes[(name.lowerBound + prefix)..<name.upperBound]
        bytes.append(0)
        let start = entries.starts[next]
        bytes += entries.bytes[(start + 40)..<(start + 60)]
        next += 1
      }
    }
    return bytes
  }
}
