internal import Git
internal import StoreFiles
internal import TaskFile

/// What an index's file tells of commits: each commit's is read when it is asked for.
///
/// Of ten thousand commits most questions are about a few, and strings and arrays for all of them
/// took longer to make than everything else that `memo show` does.
final class StoredDeltas {
  private let bytes: [UInt8]
  /// Where each text lies.
  private let texts: [Range<Int>]
  /// Where the files' states begin, each of ``stateSize`` bytes.
  private let states: Int
  let stateCount: Int
  /// By the commit's position: where what it did begins.
  private var starts: [Int] = []
  /// What was read already; nil for what wasn't.
  private var known: [[TaskDelta]?] = []
  /// Of commits that did much, by their positions: where each of it lies, and what was read of it.
  private var places: [Int: [Int]] = [:]
  private var parts: [Int: [Int: TaskDelta]] = [:]

  /// A path, an id, a mode, what the text says of the status, and three words of the blob's name.
  private static let stateSize = 7 * 8
  private static let idPlace = 1 * 8
  private static let saidPlace = 3 * 8
  private static let blobPlace = 4 * 8

  /// - Parameter reader: Stands where the texts begin; afterwards behind the states.
  /// - Returns: Nil where a number leads nowhere, so that afterwards none does.
  init?(_ reader: inout WordReader, _ bytes: [UInt8]) {
    guard let texts = reader.list({ $0.block() }), let count = reader.word(),
      count <= UInt64(bytes.count / Self.stateSize)
    else { return nil }
    (self.bytes, self.texts, states) = (bytes, texts, reader.position)
    stateCount = Int(count)
    for _ in 0..<count {
      guard let path = reader.word(), path < UInt64(texts.count), let id = reader.word(),
        id <= UInt64(texts.count), let mode = reader.word(),
        FileMode(rawValue: UInt16(truncatingIfNeeded: mode)) != nil, let said = reader.word(),
        said <= UInt64(Status.allCases.count), reader.objectID() != nil
      else { return nil }
    }
  }

  var textCount: Int { texts.count }

  func text(_ number: Int) -> String { String(decoding: bytes[texts[number]], as: UTF8.self) }

  /// Takes in what the next commit did, without reading more than that it can be read.
  ///
  /// - Returns: Its number; nil where it can't be.
  func take(_ reader: inout WordReader) -> Int? {
    starts.append(reader.position)
    guard let count = reader.word(), count <= UInt64(bytes.count) else { return nil }
    func isState(_ number: UInt64?) -> Bool { number.map { $0 <= UInt64(stateCount) } ?? false }
    for _ in 0..<count {
      guard isState(reader.word()), let sides = reader.word(), sides <= UInt64(bytes.count) else {
        return nil
      }
      // How each parent has it.
      for _ in 0..<sides where !isState(reader.word()) { return nil }
    }
    return starts.count - 1
  }

  func deltas(of commit: Int) -> [TaskDelta] {
    if known.isEmpty { known = Array(repeating: nil, count: starts.count) }
    if let found = known[commit] { return found }
    var reader = WordReader(bytes, from: starts[commit])
    let deltas = reader.list(delta)
    known[commit] = deltas
    return deltas ?? []
  }

  /// One of what a commit did: of one that did much, no other is read.
  func delta(_ number: Int, of commit: Int) -> TaskDelta {
    let count = Int(bytes.word(at: starts[commit]))
    if count <= Self.mostAtOnce || !known.isEmpty && known[commit] != nil {
      return deltas(of: commit)[number]
    }
    if let found = parts[commit]?[number] { return found }
    if places[commit] == nil {
      var place = starts[commit] + 8
      places[commit] = (0..<count).map { _ in
        defer { place += Self.size(sides: Int(bytes.word(at: place + 8))) }
        return place
      }
    }
    var reader = WordReader(bytes, from: places[commit]?[number] ?? bytes.count)
    // That it can be read was seen when it was taken in.
    let found = delta(&reader) ?? TaskDelta(befores: [], after: nil)
    parts[commit, default: [:]][number] = found
    return found
  }

  private func delta(_ reader: inout WordReader) -> TaskDelta? {
    guard let after = reader.word(), let befores = reader.list({ $0.word() }) else { return nil }
    return TaskDelta(befores: befores.map(state), after: state(after))
  }

  /// Of one delta: the state after it, how many sides it has, and each of them.
  private static func size(sides: Int) -> Int { (2 + sides) * 8 }

  private static let mostAtOnce = 64

  /// - Parameter number: 0 is none.
  private func state(_ number: UInt64) -> FileState? {
    guard number > 0 else { return nil }
    var reader = WordReader(bytes, from: states + (Int(number) - 1) * Self.stateSize)
    guard let path = reader.word(), let id = reader.word(), let mode = reader.word(),
      let fileMode = FileMode(rawValue: UInt16(truncatingIfNeeded: mode)),
      let said = reader.word(), let blob = reader.objectID()
    else { return nil }
    return FileState(
      path: text(Int(path)), blob: blob, mode: fileMode,
      id: id == 0 ? nil : TaskID(text(Int(id) - 1)),
      said: said == 0 ? nil : Status.allCases[Int(said) - 1])
  }

  // MARK: - Files by their numbers

  /// A delta, by the numbers of files as they were; 0 is none.
  struct Change {
    var before: Int
    var after: Int
    /// Of a merge how the other parents have it; empty for every other commit.
    var others: [Int] = []
  }

  /// What a commit did, without reading a text of it.
  func changes(of commit: Int) -> [Change] {
    var place = starts[commit] + 8
    return (0..<Int(bytes.word(at: starts[commit]))).map { _ in
      let sides = Int(bytes.word(at: place + 8))
      func number(_ side: Int) -> Int { Int(bytes.word(at: place + 16 + side * 8)) }
      defer { place += Self.size(sides: sides) }
      return Change(
        before: sides > 0 ? number(0) : 0, after: Int(bytes.word(at: place)),
        others: sides > 1 ? (1..<sides).map(number) : [])
    }
  }

  /// Where a file lay, among the ``texts``.
  func path(of state: Int) -> Int { Int(word(0, of: state)) }

  /// The number of its id, from 1; 0 for a file that has none.
  func idNumber(of state: Int) -> Int { state == 0 ? 0 : Int(word(Self.idPlace, of: state)) }

  /// Its status, where folder and text say the same.
  func agreedStatus(of state: Int) -> Status? {
    guard word(Self.saidPlace, of: state) == 0 else { return nil }
    let path = bytes[texts[path(of: state)]]
    return Self.folders.first { path.starts(with: $0.folder) }?.status
  }

  private static let folders = Status.allCases.map {
    (status: $0, folder: Array("\($0.rawValue)/".utf8))
  }

  /// All ids, each with its number.
  var ids: [(id: TaskID, number: Int)] {
    texts.enumerated().compactMap { place, range in
      guard range.count == TaskID.length, let id = TaskID(text(place)) else { return nil }
      return (id, place + 1)
    }
  }

  /// Whether a file lay at a path.
  func isState(_ state: Int, at path: String) -> Bool {
    state > 0 && path.hasBytes(bytes, in: texts[self.path(of: state)])
  }

  /// How it was, by its number.
  func state(_ number: Int) -> FileState? { state(UInt64(number)) }

  private func word(_ place: Int, of state: Int) -> UInt64 {
    bytes.word(at: states + (state - 1) * Self.stateSize + place)
  }

  // MARK: - Looking for files

  /// Of files as they were, those that are known here, with their ids.
  func states(of names: Set<FileState.Name>) -> [FileState.Name: FileState] {
    let blobs = Set(names.map(\.blob.words.high))
    var found: [FileState.Name: FileState] = [:]
    found.reserveCapacity(names.count)
    for number in 0..<stateCount
    where blobs.contains(bytes.word(at: states + number * Self.stateSize + Self.blobPlace)) {
      guard let state = state(UInt64(number + 1)), names.contains(state.name) else { continue }
      found[state.name] = state
    }
    return found
  }

  /// Says which states may have one of these ids or names; of others none has.
  func marks(_ ids: Set<TaskID>, _ names: Set<FileState.Name>) -> Marks {
    // By their beginnings, which hardly two have in common.
    let beginnings = Words(ids.map { Array($0.text.utf8).word(at: 0) })
    let blobs = Words(names.map(\.blob.words.high))
    var isID = Array(repeating: false, count: texts.count + 1)
    for (number, range) in texts.enumerated() where range.count == TaskID.length {
      if beginnings.contains(bytes.word(at: range.lowerBound)) { isID[number + 1] = true }
    }
    var isMarked = Array(repeating: false, count: stateCount + 1)
    for number in 0..<stateCount {
      let state = states + number * Self.stateSize
      isMarked[number + 1] =
        isID[Int(bytes.word(at: state + Self.idPlace))]
        || blobs.contains(bytes.word(at: state + Self.blobPlace))
    }
    return Marks(isMarked: isMarked)
  }

  /// Numbers of which mostly there is but one.
  private struct Words {
    private let only: UInt64?
    private let all: Set<UInt64>

    init(_ words: [UInt64]) {
      all = Set(words)
      only = all.count == 1 ? all.first : nil
    }

    func contains(_ word: UInt64) -> Bool {
      if let only { return word == only }
      return !all.isEmpty && all.contains(word)
    }
  }

  struct Marks {
    fileprivate var isMarked: [Bool]
  }

  /// The numbers of what a commit did to files that are marked.
  func numbers(_ marks: Marks, in commit: Int) -> [Int] {
    // That all of it can be read was seen when it was taken in.
    var place = starts[commit] + 8
    var found: [Int] = []
    for number in 0..<Int(bytes.word(at: starts[commit])) {
      let sides = Int(bytes.word(at: place + 8))
      if marks.isMarked[Int(bytes.word(at: place))]
        || (0..<sides).contains(where: { marks.isMarked[Int(bytes.word(at: place + 16 + $0 * 8))] })
      {
        found.append(number)
      }
      place += Self.size(sides: sides)
    }
    return found
  }
}

extension WordReader {
  /// A number, and as many elements.
  mutating func list<Element>(_ element: (inout WordReader) -> Element?) -> [Element]? {
    guard let count = word(), count <= UInt64(rest.count) else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return elements
  }

  mutating func objectID() -> ObjectID? {
    guard let high = word(), let middle = word(), let low = word() else { return nil }
    return ObjectID(words: (high, middle, UInt32(truncatingIfNeeded: low)))
  }
}
