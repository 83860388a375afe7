internal import Git
internal import StoreFiles
internal import TaskFile

extension HistoryIndex {
  /// The version of this very layout, and of the rules by which files are found to be one task.
  private static let heading = Array("memo history index 9\n".utf8)

  /// - Parameter bytes: As ``encoded`` made them; of anything else nothing is taken.
  init(_ bytes: [UInt8]) {
    self.init()
    var reader = WordReader(bytes)
    guard reader.take(Self.heading), let sum = reader.word(), sum == Self.checksum(reader.rest),
      let strings = Self.strings(&reader), let states = Self.states(&reader, strings),
      let count = reader.word(), count <= bytes.count
    else { return }
    var index = HistoryIndex()
    for _ in 0..<count {
      guard let node = Self.node(&reader, strings, states, known: index.nodes.count) else {
        return
      }
      index.append(node)
    }
    guard reader.isAtEnd else { return }
    self = index
  }

  private static func strings(_ reader: inout WordReader) -> [String]? {
    guard let texts = reader.list({ $0.block().map { $0 } }) else { return nil }
    return texts.map { reader.text($0) }
  }

  private static func states(_ reader: inout WordReader, _ strings: [String]) -> [FileState]? {
    reader.list { reader in
      guard let path = reader.word(), path < strings.count, let id = reader.word(),
        id <= strings.count, let mode = reader.word(),
        let fileMode = FileMode(rawValue: UInt16(truncatingIfNeeded: mode)),
        let said = reader.word(), said <= UInt64(Status.allCases.count),
        let blob = reader.objectID()
      else { return nil }
      return FileState(
        path: strings[Int(path)], blob: blob, mode: fileMode,
        id: id == 0 ? nil : TaskID(strings[Int(id) - 1]),
        said: said == 0 ? nil : Status.allCases[Int(said) - 1])
    }
  }

  private static func node(
    _ reader: inout WordReader, _ strings: [String], _ states: [FileState], known: Int
  ) -> Node? {
    guard let commit = reader.objectID(), let time = reader.word(),
      let authored = reader.word(), let offset = reader.word(),
      let prefix = reader.word(), prefix <= strings.count,
      let parents = reader.list({ $0.word().flatMap { $0 < known ? Int($0) : nil } })
    else { return nil }
    // 0 is none.
    func state(_ number: UInt64) -> FileState?? {
      if number == 0 { return .some(nil) }
      return number <= states.count ? states[Int(number) - 1] : nil
    }
    let deltas = reader.list { reader -> TaskDelta? in
      guard let after = reader.word().flatMap(state),
        let befores = reader.list({ $0.word().flatMap(state) }),
        let base = reader.word().flatMap(state)
      else { return nil }
      return TaskDelta(befores: befores, after: after, base: base)
    }
    guard let deltas else { return nil }
    return Node(
      commit: commit, time: Int64(bitPattern: time),
      authored: Timestamp(
        secondsSince1970: Int64(bitPattern: authored),
        offsetMinutes: Int(truncatingIfNeeded: Int64(bitPattern: offset))),
      parents: parents, deltas: deltas, prefix: prefix == 0 ? nil : strings[Int(prefix) - 1])
  }
}

extension HistoryIndex {
  /// As it is written into a file.
  var encoded: [UInt8] {
    var texts = Numbers<String>()
    var states = Numbers<FileState>()
    var nodes: [UInt8] = []
    for node in self.nodes {
      nodes.append(node.commit)
      nodes.append(word: UInt64(bitPattern: node.time))
      nodes.append(word: UInt64(bitPattern: node.authored.secondsSince1970))
      nodes.append(word: UInt64(bitPattern: Int64(node.authored.offsetMinutes)))
      nodes.append(word: node.prefix.map { texts[$0] + 1 } ?? 0)
      nodes.append(word: UInt64(node.parents.count))
      for parent in node.parents { nodes.append(word: UInt64(parent)) }
      nodes.append(word: UInt64(node.deltas.count))
      for delta in node.deltas {
        nodes.append(word: delta.after.map { states[$0] + 1 } ?? 0)
        nodes.append(word: UInt64(delta.befores.count))
        for before in delta.befores { nodes.append(word: before.map { states[$0] + 1 } ?? 0) }
        nodes.append(word: delta.base.map { states[$0] + 1 } ?? 0)
      }
    }
    var stateBytes: [UInt8] = []
    for state in states.values {
      stateBytes.append(word: texts[state.path])
      stateBytes.append(word: state.id.map { texts[$0.text] + 1 } ?? 0)
      stateBytes.append(word: UInt64(state.mode.rawValue))
      let said = state.said.flatMap { Status.allCases.firstIndex(of: $0) }
      stateBytes.append(word: said.map { UInt64($0) + 1 } ?? 0)
      stateBytes.append(state.blob)
    }
    var content: [UInt8] = []
    content.append(word: UInt64(texts.values.count))
    for text in texts.values { content.append(block: text.utf8) }
    content.append(word: UInt64(states.values.count))
    content += stateBytes
    content.append(word: UInt64(self.nodes.count))
    content += nodes
    var bytes = Self.heading
    bytes.append(word: Self.checksum(content[...]))
    return bytes + content
  }

  /// Finds damage by chance, not by intent: FNV-1a over numbers of eight bytes.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    var word: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      word = word << 8 | UInt64(byte)
      if index & 7 == 7 { sum = (sum ^ word) &* 0x100_0000_01B3 }
    }
    return (sum ^ word ^ UInt64(bytes.count)) &* 0x100_0000_01B3
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

extension WordReader {
  /// A number, and as many elements.
  fileprivate mutating func list<Element>(
    _ element: (inout WordReader) -> Element?
  ) -> [Element]? {
    guard let count = word(), count <= UInt64(rest.count) else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return elements
  }

  fileprivate mutating func objectID() -> ObjectID? {
    guard let high = word(), let middle = word(), let low = word() else { return nil }
    return ObjectID(words: (high, middle, UInt32(truncatingIfNeeded: low)))
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
