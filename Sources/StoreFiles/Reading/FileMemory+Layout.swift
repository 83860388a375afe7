internal import Git
internal import TaskFile

extension FileMemory {
  /// What stands before the rows.
  struct Heading {
    /// Of this very layout: `memo file memory 4`, and zeros.
    private static let layout = [0x6C69_6620_6F6D_656D, 0x7972_6F6D_656D_2065, 0x3420] as [UInt64]
    static let size = layout.count + 5

    var rows: Int
    /// In bytes.
    var names: Int
    /// In bytes.
    var texts: Int
    var checksum: UInt64

    /// - Parameter size: Of the whole file, in bytes.
    /// - Returns: Nil for that of another version, and where not all of the file is there.
    init?(_ words: [UInt64], _ size: Int, _ aliases: FieldAliases?) {
      guard words.starts(with: Self.layout), words.count == Self.size,
        words[3] == Self.version(aliases)
      else { return nil }
      var left = UInt64(size - Self.size * 8)
      guard words[4] <= left / UInt64(Row.size * 8) else { return nil }
      left -= words[4] * UInt64(Row.size * 8)
      guard words[5] <= left, words[6] == left - words[5] else { return nil }
      (rows, names, texts) = (Int(words[4]), Int(words[5]), Int(words[6]))
      checksum = words[7]
    }

    init(rows: Int, names: Int, texts: Int, checksum: UInt64) {
      (self.rows, self.names, self.texts, self.checksum) = (rows, names, texts, checksum)
    }

    func words(_ aliases: FieldAliases?) -> [UInt64] {
      Self.layout + [Self.version(aliases), UInt64(rows), UInt64(names), UInt64(texts), checksum]
    }

    /// Of what texts mean.
    private static func version(_ aliases: FieldAliases?) -> UInt64 {
      TaskItem.encodingVersion ^ (aliases?.fingerprint ?? 0)
    }
  }

  /// Where things stand in a row.
  enum Row {
    /// What must be the same for a file to be the same.
    static let markSize = 7
    /// Where the path begins among the names.
    ///
    /// Behind it are a zero byte and what the text means, a ``TaskItem`` as bytes, which is empty
    /// where the text has to be read to tell.
    static let path = markSize
    /// A ``PathFacts``.
    static let pathFacts = path + 1
    static let meaningSize = path + 2
    /// Among the texts.
    static let text = path + 3
    static let textSize = path + 4
    static let textChecksum = path + 5
    static let glance = path + 6
    static let size = glance + TaskGlance.wordCount

    /// What is to be known of a path to find it among others, in one number.
    struct PathFacts {
      /// In bytes.
      var size: Int
      /// Where in the path the name begins.
      var nameOffset: Int
      var hash: UInt32

      init(_ path: [UInt8], in range: Range<Int>) {
        size = range.count
        nameOffset =
          (path[range].lastIndex(of: UInt8(ascii: "/")) ?? range.lowerBound - 1) + 1
          - range.lowerBound
        hash = Self.hash(path, in: range)
      }

      init(word: UInt64) {
        size = Int(word & 0xFFFF)
        nameOffset = Int(word >> 16 & 0xFFFF)
        hash = UInt32(truncatingIfNeeded: word >> 32)
      }

      /// Nil for a path that is longer than any system takes.
      var word: UInt64? {
        size <= 0xFFFF
          ? UInt64(size) | UInt64(nameOffset) << 16 | UInt64(hash) << 32 : nil
      }

      static func hash(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
        UInt32(truncatingIfNeeded: Checksum.of(bytes, in: range))
      }
    }

    static func mark(_ status: FileStatus) -> [UInt64] {
      [
        UInt64(bitPattern: status.size), nanoseconds(status.modified), nanoseconds(status.changed),
        status.inode, status.device, UInt64(status.mode), owners(status),
      ]
    }

    /// Since 1970, wrapping round.
    private static func nanoseconds(_ time: FileStatus.Time) -> UInt64 {
      UInt64(bitPattern: time.seconds) &* 1_000_000_000 &+ UInt64(time.nanoseconds)
    }

    private static func owners(_ status: FileStatus) -> UInt64 {
      UInt64(status.owner) << 32 | UInt64(status.group)
    }

    /// Whether a mark is of a file that is as this one.
    static func isMark(_ words: [UInt64], _ place: Int, of status: FileStatus) -> Bool {
      words[place + 1] == nanoseconds(status.modified)
        && words[place + 2] == nanoseconds(status.changed)
        && words[place] == UInt64(bitPattern: status.size) && words[place + 3] == status.inode
        && words[place + 4] == status.device && words[place + 5] == UInt64(status.mode)
        && words[place + 6] == owners(status)
    }

    /// The regular file that a mark is of.
    static func status(_ words: [UInt64], _ place: Int) -> FileStatus {
      FileStatus(
        kind: .regular, mode: UInt32(truncatingIfNeeded: words[place + 5]),
        size: Int64(bitPattern: words[place]), modified: time(words[place + 1]),
        changed: time(words[place + 2]), inode: words[place + 3], device: words[place + 4],
        owner: UInt32(words[place + 6] >> 32),
        group: UInt32(truncatingIfNeeded: words[place + 6]))
    }

    private static func time(_ nanoseconds: UInt64) -> FileStatus.Time {
      let (seconds, rest) = Int64(bitPattern: nanoseconds).quotientAndRemainder(
        dividingBy: 1_000_000_000)
      // Before 1970 the rest is below zero.
      return rest < 0
        ? FileStatus.Time(seconds: seconds - 1, nanoseconds: UInt32(rest + 1_000_000_000))
        : FileStatus.Time(seconds: seconds, nanoseconds: UInt32(rest))
    }
  }
}
