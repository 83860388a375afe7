internal import StoreFiles
internal import TaskFile

/// What of the files that are taken in isn't as memo would have it, in a few lines.
struct AdoptionSummary {
  /// How many are named where many are alike.
  private static let mostNamed = 3
  /// How many letters of a value are shown.
  private static let mostShown = 60

  private(set) var lines: [String] = []
  /// Whether 'memo check' has something to tell of the files.
  let isOfCheck: Bool
  /// The same with a line for each file.
  private(set) var wholeLines: [String] = []

  /// What of one file isn't so.
  struct Note: Sendable {
    fileprivate var path: String
    fileprivate var isBroken: Bool
    /// Whether it is broken only since Git LFS hasn't fetched it.
    fileprivate var isPointer: Bool
    fileprivate var isForeign: Bool
    /// Whether it is in a language that is not read.
    fileprivate var isProgram: Bool
    fileprivate var unusable: [(key: String, value: String)]

    /// Nil where all of it is.
    init?(_ task: StoredTask) {
      guard task.isRead else { return nil }
      path = task.path
      (isBroken, isForeign) = (!task.item.isUsable, task.document.isForeign)
      isProgram = task.document.format?.isRead == false
      isPointer = isBroken && task.document.isLargeFilePointer
      unusable = AdoptionSummary.keys.compactMap { key in
        task.unusable(key).map { text in
          let isList = if case .list? = task.document.value(of: key) { true } else { false }
          return (key, AdoptionSummary.shown(isList ? "[\(text)]" : text))
        }
      }
      if !isBroken, !isForeign, unusable.isEmpty { return nil }
    }
  }

  private static let keys = KnownField.core.filter { $0.kind != .id }.map(\.rawValue)

  /// - Parameters:
  ///   - notes: Of the files as they are after they were taken in, in the order of their paths.
  ///   - strays: What is no task though it looks like one.
  ///   - gaps: The statuses for which the files have no word, though they have for others.
  init(of notes: [Note], _ strays: [StoreProblem], without gaps: [String] = []) {
    isOfCheck = !notes.isEmpty || !strays.isEmpty
    for word in gaps {
      lines.append(
        "the files have no word for \(word), so memo writes '\(word)'; name theirs in "
          + "\(Store.marker): status: {\(word): [WORD]}")
    }
    wholeLines = lines
    add(
      notes.filter { $0.isBroken && !$0.isPointer }.map { ($0.path, "") },
      "can't be understood, and has no id before it is mended")
    add(
      notes.filter(\.isPointer).map { ($0.path, "") },
      "is Git LFS's pointer to a file, and has no id before 'git lfs pull' has fetched that")
    for key in Self.keys {
      let found = notes.compactMap { note in
        note.unusable.first { $0.key == key }.map { (path: note.path, value: $0.value) }
      }
      add(
        found,
        key == "tags"
          ? "has tags that memo can't use, which stay"
          : "has a \(key) that memo can't use, which stays")
    }
    let foreign = notes.filter { $0.isForeign && !$0.isBroken }
    add(
      foreign.filter { !$0.isProgram }.map { ($0.path, "") },
      "has a front matter that is no YAML: it is read, and stays as it is")
    add(
      foreign.filter(\.isProgram).map { ($0.path, "") },
      "has a front matter that memo does not read, and which stays as it is")
    lines += Self.lines(of: strays)
    wholeLines += Self.wholeLines(of: strays)
  }

  /// A line for each reason.
  static func lines(of strays: [StoreProblem]) -> [String] {
    reasons(of: strays).map { "\(some($0.value.map(\.path))): \($0.key)" }
  }

  /// A line for each file, those of one reason together.
  static func wholeLines(of strays: [StoreProblem]) -> [String] {
    reasons(of: strays).flatMap { message, strays in strays.map { "\($0.path): \(message)" } }
  }

  private static func reasons(
    of strays: [StoreProblem]
  ) -> [(key: String, value: [StoreProblem])] {
    Dictionary(grouping: strays, by: \.message).sorted { $0.key < $1.key }
  }

  /// - Parameter files: With the value that is meant, if one is.
  private mutating func add(_ files: [(path: String, value: String)], _ what: String) {
    guard !files.isEmpty else { return }
    var seen: Set<String> = [""]
    let values = files.map(\.value).filter { seen.insert($0).inserted }
    func line(_ values: [String]) -> String {
      values.isEmpty ? what : "\(what) (\(Self.some(values.map { "'\($0)'" })))"
    }
    lines.append(
      files.count == 1
        ? "\(files[0].path) \(line(values))"
        : "\(files.count) files: each \(line(values)): \(Self.some(files.map(\.path)))")
    wholeLines += files.map { "\($0.path) \(line($0.value.isEmpty ? [] : [$0.value]))" }
  }

  /// A value on one line, and no longer than anybody reads on.
  private static func shown(_ value: String) -> String {
    let line = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > mostShown ? "\(line.prefix(mostShown))…" : line
  }

  private static func some(_ names: [String]) -> String {
    let more = names.count - mostNamed
    return names.prefix(mostNamed).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
