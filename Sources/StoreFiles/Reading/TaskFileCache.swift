internal import Git
internal import Platform
internal import TaskFile

/// A cache of parsed task files, in git's folder, so that memo opens only changed files.
///
/// As in git's index, a file is unchanged if its size, times, inode and mode are equal. Users can
/// delete the cache at any time. A truncated, damaged or old cache is ignored. Texts are read from
/// it only when needed.
final class TaskFileCache: Sendable {
  /// One ``Row`` for each file, sorted by the bytes of the paths, and used without conversion.
  private let rows: [UInt64]
  /// For each file its path, a zero byte and the encoded task.
  private let names: [UInt8]
  private let file: KeptFile
  /// The offset of the texts in the file.
  private let textStart: Int
  /// Identifies this cache; 0 if empty.
  let checksum: UInt64
  /// The store's aliases.
  ///
  /// A cache with other aliases is ignored.
  let aliases: FieldAliases?
  /// The work tree, for texts that can't be read from the cache.
  private let files: WorkTree

  /// - Parameters:
  ///   - file: A file with the result of ``encoded(_:before:_:)``. Texts are read when needed.
  ///   - files: The work tree, for texts damaged after the cache was opened.
  init(_ file: KeptFile, of files: WorkTree, _ aliases: FieldAliases? = nil) {
    self.file = file
    self.files = files
    self.aliases = aliases
    guard let heading = file.words(Self.layout.count + 5, at: 0),
      let rows = file.words(Int(truncatingIfNeeded: heading[4]), at: heading.count * 8),
      case let namesStart = (heading.count + rows.count) * 8,
      let names = file.bytes(Int(truncatingIfNeeded: heading[5]), at: namesStart),
      case let textStart = namesStart + names.count,
      heading == Self.heading(rows, names, texts: file.size - textStart, aliases)
    else {
      (self.rows, self.names, textStart, checksum) = ([], [], 0, 0)
      return
    }
    (self.rows, self.names, self.textStart, checksum) = (rows, names, textStart, heading[7])
  }

  /// The format: `memo file memory 5`, then zeros.
  private static let layout = [0x6C69_6620_6F6D_656D, 0x7972_6F6D_656D_2065, 0x3520] as [UInt64]

  /// The start of the cache file: format, version, the lengths of rows, names and texts, checksum.
  ///
  /// The version changes with the parser and the aliases.
  private static func heading(
    _ rows: [UInt64], _ names: [UInt8], texts: Int, _ aliases: FieldAliases?
  ) -> [UInt64] {
    let version = TaskItem.encodingVersion ^ (aliases?.fingerprint ?? 0)
    let checksum = Checksum.of([Checksum.of(rows), Checksum.of(names, in: names.indices)])
    return layout + [version, UInt64(rows.count), UInt64(names.count), UInt64(texts), checksum]
  }

  var isEmpty: Bool { rows.isEmpty }
  var count: Int { rows.count / Row.size }
}

extension TaskFileCache {
  /// Finds listed files in the cache.
  struct Lookup {
    private let memory: TaskFileCache
    /// The rows by the checksums of their paths.
    ///
    /// Of two equal ones, the first counts, and the other file is read anew.
    private let rows: [UInt64: Int]

    init(_ memory: TaskFileCache) {
      self.memory = memory
      rows = Dictionary(
        (0..<memory.count).map { (Checksum.of(memory.names, in: memory.range(at: $0)), $0) },
        uniquingKeysWith: { first, _ in first })
    }

    /// The row of a file; nil if it isn't in the cache.
    func row(of path: String) -> Int? {
      rows[Checksum.of(path)].flatMap { memory.isPath(path, at: $0) ? $0 : nil }
    }
  }

  /// The tasks of unchanged files by row, checked on all cores; nil for changed files.
  func unchangedTasks() -> [StoredTask?] {
    System.parts(of: 0..<count) { rows in
      var tasks = [StoredTask?](repeating: nil, count: rows.count)
      let cached = CachedFiles(self)
      for run in runs(in: rows) {
        let folder = run.folder.path
        guard let status = StoredTask.folderStatus(of: "\(folder)/") else { continue }
        // Files in an unreadable folder count as changed.
        try? files.look(at: run.rows, in: folder, names: names, start: nameStart) { row, file in
          guard let file, file == self.status(at: row) else { return }
          tasks[row - rows.lowerBound] =
            StoredTask(cached, row: row, in: status)
            ?? StoredTask(path: path(at: row), bytes: text(at: row), file: file, aliases)
        }
      }
      return tasks
    }.flatMap { $0 }
  }

  /// Groups rows by the folder of their files.
  func runs(in rows: Range<Int>) -> [(folder: PathKey, rows: Range<Int>)] {
    var (rows, runs) = (rows, [(folder: PathKey, rows: Range<Int>)]())
    while let first = rows.first {
      let same = rows.prefix { isBeside($0, first) }
      runs.append((PathKey(Paths.parent(of: path(at: first))), same))
      rows = same.upperBound..<rows.upperBound
    }
    return runs
  }

  func path(at row: Int) -> String { String(decoding: names[range(at: row)], as: UTF8.self) }

  func isPath(_ path: String, at row: Int) -> Bool { path.hasBytes(names, in: range(at: row)) }

  func status(at row: Int) -> FileStatus { Row.status(rows, row * Row.size) }

  private func isBeside(_ row: Int, _ other: Int) -> Bool {
    let (start, size) = (number(Row.path, at: row), number(Row.nameOffset, at: row))
    return size == number(Row.nameOffset, at: other)
      && names.hasBytes(of: names, start..<start + size, at: number(Row.path, at: other))
  }

  private func nameStart(_ row: Int) -> Int {
    number(Row.path, at: row) + number(Row.nameOffset, at: row)
  }

  private func range(at row: Int) -> Range<Int> {
    let start = number(Row.path, at: row)
    return start..<start + number(Row.pathSize, at: row)
  }

  private func meaning(at row: Int) -> Range<Int> {
    let start = range(at: row).upperBound + 1
    return start..<start + number(Row.meaningSize, at: row)
  }

  private func number(_ column: Int, at row: Int) -> Int {
    Int(truncatingIfNeeded: rows[row * Row.size + column])
  }

  /// The values for sorting; nil if the text must be parsed.
  func glance(at index: Int) -> TaskGlance? {
    TaskGlance(encodedIn: names, meaning(at: index))
  }

  /// The parsed task; nil if the text must be parsed.
  func item(at index: Int) -> TaskItem? { TaskItem(encodedIn: names, meaning(at: index)) }

  func text(at index: Int) -> [UInt8] {
    if let text = keptText(at: index) { return text }
    // The cache was damaged after it was opened. If the file is absent too, the next reading finds
    // that out.
    return (try? files.read(path(at: index)).bytes) ?? []
  }

  /// Nil if it is damaged.
  private func keptText(at index: Int) -> [UInt8]? {
    let (place, size) = (number(Row.text, at: index), number(Row.textSize, at: index))
    guard let bytes = file.bytes(size, at: textStart + place),
      Checksum.of(bytes, in: bytes.indices) == rows[index * Row.size + Row.textChecksum]
    else { return nil }
    return bytes
  }
}

extension TaskFileCache {
  /// - Parameter moment: The time of reading. Files changed in the two seconds before are left out:
  ///   since file systems have coarse times, a later change might not show.
  static func encoded(
    _ tasks: [StoredTask], before moment: FileStatus.Time, _ aliases: FieldAliases? = nil
  ) -> [UInt8] {
    let kept = tasks.compactMap { task -> (task: StoredTask, file: FileStatus)? in
      // Leave out files with times that a row can't represent, such as one before 1970.
      guard let status = task.file, Row.status(Row.mark(status), 0) == status,
        max(status.modified.seconds, status.changed.seconds)
          < moment.seconds - 2
      else { return nil }
      return (task, status)
    }.sorted { $0.task.precedes($1.task) }
    var rows: [UInt64] = []
    rows.reserveCapacity(kept.count * Row.size)
    var (names, texts): ([UInt8], [UInt8]) = ([], [])
    for (task, file) in kept {
      let (text, item) = (task.document.bytes, task.item)
      let meaning = item.encoded ?? []
      let (path, start) = (task.path, names.count)
      names += Array(path.utf8) + [0] + meaning
      rows += Row.mark(file)
      let nameOffset = path.utf8.count - Paths.name(of: path).utf8.count
      rows += [start, path.utf8.count, nameOffset, meaning.count, texts.count, text.count]
        .map { UInt64($0) }
      rows.append(Checksum.of(text, in: text.indices))
      texts += text
    }
    let heading = heading(rows, names, texts: texts.count, aliases)
    var bytes: [UInt8] = []
    bytes.reserveCapacity((heading.count + rows.count) * 8 + names.count + texts.count)
    for word in heading + rows { bytes.append(word: word) }
    return bytes + names + texts
  }
}

extension TaskFileCache {
  /// The columns of a row.
  enum Row {
    /// The number of columns that identify an unchanged file.
    static let markSize = 7
    /// The offset of the path in the names.
    ///
    /// A zero byte and the encoded ``TaskItem`` follow it. The item is empty if the text must be
    /// parsed.
    static let path = markSize
    static let pathSize = path + 1
    /// The offset of the file name in the path.
    static let nameOffset = path + 2
    static let meaningSize = path + 3
    /// The offset in the texts.
    static let text = path + 4
    static let textSize = path + 5
    static let textChecksum = path + 6
    static let size = path + 7

    static func mark(_ status: FileStatus) -> [UInt64] {
      [
        UInt64(bitPattern: status.size), nanoseconds(status.modified), nanoseconds(status.changed),
        status.inode, status.device, UInt64(status.mode),
        UInt64(status.owner) << 32 | UInt64(status.group),
      ]
    }

    /// Since 1970, with wraparound.
    private static func nanoseconds(_ time: FileStatus.Time) -> UInt64 {
      UInt64(bitPattern: time.seconds) &* 1_000_000_000 &+ UInt64(time.nanoseconds)
    }

    /// The status of a regular file with these numbers.
    static func status(_ words: [UInt64], _ place: Int) -> FileStatus {
      FileStatus(
        kind: .regular, mode: UInt32(truncatingIfNeeded: words[place + 5]),
        size: Int64(bitPattern: words[place]), modified: time(words[place + 1]),
        changed: time(words[place + 2]), inode: words[place + 3], device: words[place + 4],
        owner: UInt32(words[place + 6] >> 32),
        group: UInt32(truncatingIfNeeded: words[place + 6]))
    }

    private static func time(_ nanoseconds: UInt64) -> FileStatus.Time {
      let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      return FileStatus.Time(seconds: Int64(seconds), nanoseconds: UInt32(rest))
    }
  }
}
