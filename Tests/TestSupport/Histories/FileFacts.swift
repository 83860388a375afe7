public import Git

/// Facts about a file in a random history, in which every word is written once.
///
/// A task has a mark, such as `b12q`, which nobody removes. Any other word, such as `w13q`, belongs
/// to the task that it was written into.
public struct FileFacts: Hashable, Sendable {
  public var marks: Set<Int> = []
  /// How often each word occurs outside of conflict notes.
  public var words: [Int: Int] = [:]
  /// The words in conflict notes.
  public var noted: Set<Int> = []
  public var id: String?
  /// Whether a person broke the file on purpose.
  public var isBroken = false
  /// Whether it has conflict markers of git.
  public var hasMarkers = false
  /// Conflict notes that occur twice.
  public var repeatedNotes: [String] = []

  public init(_ bytes: [UInt8]) {
    var notes: Set<[UInt8]> = []
    for line in bytes.split(separator: 0x0A) {
      let isNote = line.first == UInt8(ascii: ">")
      if isNote, line.starts(with: "> [!CONFLICT]".utf8), !notes.insert(Array(line)).inserted {
        repeatedNotes.append(String(decoding: line, as: UTF8.self))
      }
      for (kind, number) in Self.numbers(line) {
        if kind == UInt8(ascii: "b") { marks.insert(number) }
        if isNote { noted.insert(number) } else { words[number, default: 0] += 1 }
      }
      if id == nil, line.starts(with: "id: ".utf8) {
        id = String(decoding: line.dropFirst(4).filter { $0 != 0x0D }, as: UTF8.self)
      }
      for marker in ["<<<<<<<", "=======", ">>>>>>>"] where line.starts(with: marker.utf8) {
        hasMarkers = true
      }
      if Self.contains(line, "[unclosed") { isBroken = true }
    }
  }

  public var all: Set<Int> { noted.union(words.keys) }

  private static func contains(_ line: ArraySlice<UInt8>, _ text: String) -> Bool {
    let text = Array(text.utf8)
    guard line.count >= text.count else { return false }
    return (line.startIndex...(line.endIndex - text.count)).contains {
      line[$0..<($0 + text.count)].elementsEqual(text)
    }
  }

  /// The words and marks in a line, `b` or `w` with their numbers.
  static func numbers(_ line: ArraySlice<UInt8>) -> [(kind: UInt8, number: Int)] {
    var found: [(UInt8, Int)] = []
    var place = line.startIndex
    while place < line.endIndex {
      let kind = line[place]
      place += 1
      guard kind == UInt8(ascii: "b") || kind == UInt8(ascii: "w") else { continue }
      var number = 0
      let start = place
      while place < line.endIndex, (0x30...0x39).contains(line[place]), number < 1 << 40 {
        number = number * 10 + Int(line[place] - 0x30)
        place += 1
      }
      if place > start, place < line.endIndex, line[place] == UInt8(ascii: "q") {
        found.append((kind, number))
      }
    }
    return found
  }
}

/// A word in a task.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
  /// The task's mark, or its id, or 0 for a file that is not a task.
  public var place: String
  public var word: Int

  public var description: String { "w\(word)q in \(place)" }
}

/// All files at one moment.
public struct TreeFacts: Sendable {
  public var files: [PathKey: FileFacts] = [:]

  public subscript(path: String) -> FileFacts? {
    get { files[PathKey(path)] }
    set { files[PathKey(path)] = newValue }
  }

  /// The tasks' files.
  public var tasks: [PathKey: FileFacts] { files.filter { Self.isTask($0.key.path) } }

  /// Every word, and the mark of the task in which it is.
  public var findings: Set<Finding> {
    var all: Set<Finding> = []
    for (path, file) in files {
      let places = Self.isTask(path.path) ? file.marks.map { "b\($0)q" } : ["file"]
      for place in places {
        for word in file.all { all.insert(Finding(place: place, word: word)) }
      }
    }
    return all
  }

  /// Every word, and the id of the task in which it is.
  public var findingsByID: Set<Finding> {
    var all: Set<Finding> = []
    for file in files.values {
      guard let id = file.id else { continue }
      for word in file.all { all.insert(Finding(place: id, word: word)) }
    }
    return all
  }

  /// How often each word occurs in the task with each id, without conflict notes.
  public var counts: [Finding: Int] {
    files.values.reduce(into: [:]) { counts, file in
      guard let id = file.id else { return }
      for (word, count) in file.words {
        counts[Finding(place: id, word: word), default: 0] += count
      }
    }
  }

  public static func isTask(_ path: String) -> Bool {
    path.hasSuffix(".md") && ["todo/", "doing/", "done/"].contains { path.hasPrefix($0) }
  }
}
