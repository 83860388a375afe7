internal import Git
internal import TaskFile

extension FileMemory {
  /// What stands before the rows.
  struct Heading {
    /// Of this very layout: `memo file memory 3`, and zeros.
    private static let layout = [0x6C69_6620_6F6D_656D, 0x7972_6F6D_656D_2065, 0x3320] as [UInt64]
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
    static let mark = 0
    /// Where the path begins among the names, and how long it is; what the text means, a
    /// ``TaskItem`` as bytes, is behind it, and empty where the text has to be read to tell.
    static let path = 6
    static let pathSize = 7
    static let meaningSize = 8
    /// Among the texts.
    static let text = 9
    static let textSize = 10
    static let textChecksum = 11
    static let glance = 12
    static let size = glance + TaskGlance.wordCount

    static func mark(_ status: FileStatus) -> [UInt64] {
      [
        UInt64(bitPattern: status.size), nanoseconds(status.modified), nanoseconds(status.changed),
        status.inode, status.device, UInt64(status.mode),
      ]
    }

    /// Since 1970, wrapping round: only ever compared.
    static func nanoseconds(_ time: FileStatus.Time) -> UInt64 {
      UInt64(bitPattern: time.seconds) &* 1_000_000_000 &+ UInt64(time.nanoseconds)
    }

    /// Whether the row is of a file that is as this one.
    static func isMark(_ rows: [UInt64], _ row: Int, of status: FileStatus) -> Bool {
      rows[row + 1] == nanoseconds(status.modified) && rows[row + 2] == nanoseconds(status.changed)
        && rows[row] == UInt64(bitPattern: status.size) && rows[row + 3] == status.inode
        && rows[row + 4] == status.device && rows[row + 5] == UInt64(status.mode)
    }
  }
}
