internal import Git
internal import TaskFile

/// What was in the task files when they were read last, and what it meant, with their status at
/// that moment.
///
/// It lies in git's folder, and serves to open only the files that are not as they were: of
/// ten thousand, nearly none. A file counts as unchanged if its size, its times, its place on
/// the disk and its mode are the same, as in git's index. It may be deleted at any time, and
/// one that is cut short, damaged or of another version is no memory at all. Its texts are read
/// only when somebody asks for one.
final class FileMemory: Sendable {
  /// One row of numbers for each file, sorted by the bytes of their paths, as ``Row`` says.
  ///
  /// They are looked at where they lie: nothing is made of them that is not asked for.
  private let rows: [UInt64]
  /// The paths, each with what its text means behind it.
  private let names: [UInt8]
  private let texts: Texts?
  /// What other words mean in the files: under other ones, nothing is remembered.
  let aliases: FieldAliases?
  /// Where the files themselves are, should a text be lost.
  private let files: WorkTree?

  private enum Texts {
    case bytes([UInt8], from: Int)
    case file(KeptFile, from: Int)
  }

  /// Nothing at all.
  init(_ aliases: FieldAliases? = nil) {
    (rows, names, texts, files) = ([], [], nil, nil)
    self.aliases = aliases
  }

  /// - Parameter bytes: As ``encoded(_:before:)`` made them.
  convenience init(_ bytes: [UInt8], _ aliases: FieldAliases? = nil) {
    self.init(
      size: bytes.count,
      words: { count, place in
        guard count <= bytes.count / 8, place <= bytes.count - count * 8 else { return nil }
        var reader = WordReader(bytes, from: place)
        return (0..<count).compactMap { _ in reader.word() }
      },
      names: { count, place in
        place <= bytes.count && count <= bytes.count - place
          ? Array(bytes[place..<place + count]) : nil
      },
      texts: { .bytes(bytes, from: $0) }, files: nil, aliases)
  }

  /// - Parameters:
  ///   - file: Its texts are read from it when they are asked for.
  ///   - files: The store's, which are read where the memory was damaged after it was opened.
  convenience init(_ file: KeptFile, of files: WorkTree, _ aliases: FieldAliases? = nil) {
    self.init(
      size: file.size, words: { file.words($0, at: $1) }, names: { file.bytes($0, at: $1) },
      texts: { .file(file, from: $0) }, files: files, aliases)
  }

  private init(
    size: Int, words: (_ count: Int, _ place: Int) -> [UInt64]?,
    names: (_ count: Int, _ place: Int) -> [UInt8]?, texts: (_ place: Int) -> Texts,
    files: WorkTree?, _ aliases: FieldAliases?
  ) {
    self.files = files
    self.aliases = aliases
    guard let heading = words(Heading.size, 0).flatMap({ Heading($0, size, aliases) }),
      let rows = words(heading.rows * Row.size, Heading.size * 8),
      let found = names(heading.names, (Heading.size + rows.count) * 8),
      Self.checksum(rows, found) == heading.checksum,
      Self.isWhole(rows, heading)
    else {
      (self.rows, self.names, self.texts) = ([], [], nil)
      return
    }
    self.rows = rows
    self.names = found
    self.texts = texts(size - heading.texts)
  }

  private static func checksum(_ rows: [UInt64], _ names: [UInt8]) -> UInt64 {
    Checksum.of([Checksum.of(rows), Checksum.of(names, in: names.indices)])
  }

  /// Whether each row leads to what is there.
  private static func isWhole(_ rows: [UInt64], _ heading: Heading) -> Bool {
    stride(from: 0, to: rows.count, by: Row.size).allSatisfy { row in
      let (start, path) = (rows[row + Row.path], rows[row + Row.pathSize])
      let (meaning, text) = (rows[row + Row.meaningSize], rows[row + Row.textSize])
      return start <= heading.names && path <= UInt64(heading.names) - start
        && meaning <= UInt64(heading.names) - start - path
        && rows[row + Row.text] <= heading.texts
        && text <= UInt64(heading.texts) - rows[row + Row.text]
    }
  }

  var isEmpty: Bool { rows.isEmpty }
  var count: Int { rows.count / Row.size }
}

extension FileMemory {
  /// Where a file stands here, if it is still as it was.
  ///
  /// - Parameter hint: Where the last one was found; the next one is most likely behind it.
  func index(of path: String, _ status: FileStatus, hint: inout Int) -> Int? {
    guard let index = index(of: path, hint), Row.isMark(rows, index * Row.size, of: status) else {
      return nil
    }
    hint = index + 1
    return index
  }

  private func index(of path: String, _ hint: Int) -> Int? {
    if hint < count, path.hasBytes(names, in: self.path(at: hint)) { return hint }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if names[self.path(at: middle)].lexicographicallyPrecedes(path.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < count && path.hasBytes(names, in: self.path(at: low)) ? low : nil
  }

  private func path(at index: Int) -> Range<Int> {
    let start = number(Row.path, at: index)
    return start..<start + number(Row.pathSize, at: index)
  }

  private func meaning(at index: Int) -> Range<Int> {
    let start = path(at: index).upperBound
    return start..<start + number(Row.meaningSize, at: index)
  }

  private func number(_ column: Int, at index: Int) -> Int {
    Int(truncatingIfNeeded: rows[index * Row.size + column])
  }

  /// What lists sort by, of a file; nil where its text has to be read to tell.
  func glance(at index: Int) -> TaskGlance? {
    rows[index * Row.size + Row.meaningSize] == 0
      ? nil : TaskGlance(rows, at: index * Row.size + Row.glance)
  }

  /// What a file means; nil where its text has to be read to tell.
  func item(at index: Int) -> TaskItem? {
    let meaning = meaning(at: index)
    return meaning.isEmpty ? nil : TaskItem(encodedIn: names, meaning)
  }

  /// A file's text.
  func text(at index: Int) -> [UInt8] {
    if let text = keptText(at: index) { return text }
    // Damaged since it was opened; that the file is gone by now as well, its next reading tells.
    let path = String(decoding: names[path(at: index)], as: UTF8.self)
    return (try? files?.read(path).bytes) ?? []
  }

  /// Nil where it is damaged.
  private func keptText(at index: Int) -> [UInt8]? {
    let (place, size) = (number(Row.text, at: index), number(Row.textSize, at: index))
    let bytes: [UInt8]?
    switch texts {
    case .bytes(let all, let start): bytes = Array(all[start + place..<start + place + size])
    case .file(let file, let start): bytes = file.bytes(size, at: start + place)
    case nil: bytes = nil
    }
    return bytes.flatMap {
      Checksum.of($0, in: $0.indices) == rows[index * Row.size + Row.textChecksum] ? $0 : nil
    }
  }
}

extension FileMemory {
  /// - Parameter moment: Files that were changed later than two seconds before are left out:
  ///   they may change again without a sign, since clocks of file systems tick slowly.
  static func encoded(
    _ tasks: [StoredTask], before moment: FileStatus.Time, _ aliases: FieldAliases? = nil
  ) -> [UInt8] {
    let kept = tasks.compactMap { task -> (task: StoredTask, file: FileStatus)? in
      guard let status = task.file,
        max(status.modified.seconds, status.changed.seconds)
          < moment.seconds - 2
      else { return nil }
      return (task, status)
    }.sorted { $0.task.path.precedes(path: $1.task.path) }
    var rows: [UInt64] = []
    rows.reserveCapacity(kept.count * Row.size)
    var (names, texts): ([UInt8], [UInt8]) = ([], [])
    for (task, file) in kept {
      let (text, item) = (task.document.bytes, task.item)
      let meaning = item.encoded ?? []
      rows += Row.mark(file)
      rows += [names.count, task.path.utf8.count, meaning.count, texts.count, text.count].map {
        UInt64($0)
      }
      rows.append(Checksum.of(text, in: text.indices))
      rows += TaskGlance(item).words
      names += task.path.utf8
      names += meaning
      texts += text
    }
    let heading = Heading(
      rows: kept.count, names: names.count, texts: texts.count,
      checksum: checksum(rows, names))
    var bytes: [UInt8] = []
    bytes.reserveCapacity((Heading.size + rows.count) * 8 + names.count + texts.count)
    for word in heading.words(aliases) { bytes.append(word: word) }
    for word in rows { bytes.append(word: word) }
    return bytes + names + texts
  }
}
