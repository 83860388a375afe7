internal import Git
internal import StoreFiles
internal import TaskFile

extension HistoryIndex {
  /// The version of this very layout, and of the rules by which files are found to be one task.
  private static let heading = Array("memo history index 20\n".utf8)

  /// - Parameter bytes: As ``encoded`` made them; of anything else nothing is taken.
  init(_ bytes: [UInt8]) {
    self.init()
    var reader = WordReader(bytes)
    // Finds damage by chance, not by intent.
    guard reader.take(Self.heading), let sum = reader.word(),
      sum == Checksum.of(bytes, in: reader.position..<bytes.count),
      let deltas = StoredDeltas(&reader, bytes), let count = reader.word(), count <= bytes.count
    else { return }
    var index = HistoryIndex()
    index.stored = deltas
    for _ in 0..<count {
      guard let node = Self.node(&reader, deltas, known: index.nodes.count) else { return }
      index.append(node)
    }
    guard reader.isAtEnd else { return }
    self = index
  }

  private static func node(
    _ reader: inout WordReader, _ deltas: StoredDeltas, known: Int
  ) -> Node? {
    guard let commit = reader.objectID(), let time = reader.word(),
      let authored = reader.word(), let offset = reader.word(),
      let prefix = reader.word(), prefix <= deltas.textCount,
      let parents = reader.list({ $0.word().flatMap { $0 < known ? Int($0) : nil } }),
      let number = deltas.take(&reader)
    else { return nil }
    return Node(
      commit: commit, time: Int64(bitPattern: time),
      authored: Timestamp(
        secondsSince1970: Int64(bitPattern: authored),
        offsetMinutes: Int(truncatingIfNeeded: Int64(bitPattern: offset))),
      parents: parents, .stored(deltas, number),
      prefix: prefix == 0 ? nil : deltas.text(Int(prefix) - 1))
  }
}

extension HistoryIndex {
  /// As it is written into a file.
  var encoded: [UInt8] {
    // By their bytes: texts that only look the same are two.
    var texts = Numbers<PathKey>()
    var states = Numbers<FileState>()
    var nodes: [UInt8] = []
    for node in self.nodes {
      nodes.append(node.commit)
      nodes.append(word: UInt64(bitPattern: node.time))
      nodes.append(word: UInt64(bitPattern: node.authored.secondsSince1970))
      nodes.append(word: UInt64(bitPattern: Int64(node.authored.offsetMinutes)))
      nodes.append(word: node.prefix.map { texts[PathKey($0)] + 1 } ?? 0)
      nodes.append(word: UInt64(node.parents.count))
      for parent in node.parents { nodes.append(word: UInt64(parent)) }
      nodes.append(word: UInt64(node.deltas.count))
      for delta in node.deltas {
        nodes.append(word: delta.after.map { states[$0] + 1 } ?? 0)
        nodes.append(word: UInt64(delta.befores.count))
        for before in delta.befores { nodes.append(word: before.map { states[$0] + 1 } ?? 0) }
      }
    }
    var stateBytes: [UInt8] = []
    for state in states.values {
      stateBytes.append(word: texts[PathKey(state.path)])
      stateBytes.append(word: state.id.map { texts[PathKey($0.text)] + 1 } ?? 0)
      stateBytes.append(word: UInt64(state.mode.rawValue))
      let said = state.said.flatMap { Status.allCases.firstIndex(of: $0) }
      stateBytes.append(word: said.map { UInt64($0) + 1 } ?? 0)
      stateBytes.append(state.blob)
    }
    var content: [UInt8] = []
    content.append(word: UInt64(texts.values.count))
    for text in texts.values { content.append(block: text.path.utf8) }
    content.append(word: UInt64(states.values.count))
    content += stateBytes
    content.append(word: UInt64(self.nodes.count))
    content += nodes
    var bytes = Self.heading
    bytes.append(word: Checksum.of(content, in: content.indices))
    return bytes + content
  }
}

/// Numbers for values, in the order in which they are met.
private struct Numbers<Value: Hashable> {
  private var numbers: [Value: UInt64] = [:]
  private(set) var values: [Value] = []

  subscript(value: Value) -> UInt64 {
    mutating get {
      if let number = numbers[value] { return number }
      numbers[value] = UInt64(values.count)
      values.append(value)
      return UInt64(values.count - 1)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ id: ObjectID) {
    let words = id.words
    append(word: words.high)
    append(word: words.middle)
    append(word: UInt64(words.low))
  }
}
