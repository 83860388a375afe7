/// What stands in git's index file beside its entries, where libgit2 doesn't tell.
struct IndexFile {
  /// The tree that the entries make, as the git command noted it that wrote them; nil when
  /// something was staged since.
  private(set) var tree: ObjectID?
  /// What git keeps beside the entries, by its name of four letters.
  private(set) var parts: [String: ArraySlice<UInt8>] = [:]
  /// Whether entries and parts end where the hash begins.
  private(set) var isWhole = false

  private let bytes: [UInt8]

  /// - Parameter bytes: Of a version that this doesn't know, or cut short: then nothing is told.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: Array("DIRC".utf8)), let version = number(at: 4),
      let count = number(at: 8), (2...4).contains(version), var place = end(of: count, version)
    else { return }
    let last = bytes.count - Self.hashSize
    while place + 8 <= last, let size = number(at: place + 4), place + 8 + size <= last {
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      parts[name] = bytes[(place + 8)..<(place + 8 + size)]
      place += 8 + size
    }
    isWhole = place == last
    tree = parts["TREE"].flatMap(Self.root)
  }

  private static let hashSize = 20

  private func number(at place: Int) -> Int? {
    guard place + 4 <= bytes.count else { return nil }
    return bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where the entries end.
  private func end(of count: Int, _ version: Int) -> Int? {
    var place = 12
    for _ in 0..<count {
      guard place + 64 <= bytes.count else { return nil }
      let flags = Int(bytes[place + 60]) << 8 | Int(bytes[place + 61])
      var path = place + (flags & 0x4000 == 0 ? 62 : 64)
      if version == 4 {
        // How much of the path before it is left out, in as many bytes as it takes.
        while path < bytes.count, bytes[path] & 0x80 != 0 { path += 1 }
        path += 1
      }
      let length = flags & 0xFFF
      if version < 4, length < 0xFFF {
        path += length
      } else {
        while path < bytes.count, bytes[path] != 0 { path += 1 }
      }
      // At least one NUL, and up to eight.
      place = version == 4 ? path + 1 : place + (path - place + 8) / 8 * 8
    }
    return place
  }

  /// The first of the trees, if it is valid: an empty path, the counts of entries and of trees,
  /// and its name.
  private static func root(of data: ArraySlice<UInt8>) -> ObjectID? {
    guard data.first == 0, let end = data.firstIndex(of: UInt8(ascii: "\n")),
      data.dropFirst().first != UInt8(ascii: "-")
    else { return nil }
    let name = data[data.index(after: end)...].prefix(hashSize)
    guard name.count == hashSize else { return nil }
    return ObjectID(hex: name.map { Self.hex($0 >> 4) + Self.hex($0 & 15) }.joined())
  }

  private static func hex(_ digit: UInt8) -> String { String(digit, radix: 16) }
}

extension Repository {
  /// How long it may take yet until HEAD follows what a git command has just done to the index
  /// and the files: 0 when it has.
  ///
  /// Such a command, as `checkout`, `reset --hard` or a fast-forward, gives its lock back a moment
  /// before it moves HEAD. What it writes into the index is a whole tree, which no `git add` or
  /// `git rm` does; so a tree there that is not HEAD's, in an index that is younger than two
  /// seconds, is none that people have made.
  /// - Parameter head: What HEAD is at.
  /// - Returns: In seconds.
  public func pauseForHead(at head: ObjectID?) throws(GitError) -> Double {
    if isHeadLocked { return Self.longestStep }
    let path = "\(gitDirectory)/index"
    guard let written = WorkTree.status(at: path)?.modified else { return 0 }
    let age = FileStatus.Time.now.seconds(since: written)
    guard age < Self.longestStep, age > -Self.longestStep else { return 0 }
    guard let tree = try indexTree(),
      try tree != head.map({ (head) throws(GitError) in try commit(head).tree })
    else { return 0 }
    return Self.longestStep - max(age, 0)
  }

  /// Whether a git is about to move HEAD, or was killed when it was.
  ///
  /// memo moves the branch that HEAD is on, for which this lock isn't taken.
  public var isHeadLocked: Bool { WorkTree.status(at: "\(gitDirectory)/HEAD.lock") != nil }

  /// The tree that is in the index as a whole, as a checkout leaves it; nil where something was
  /// staged since.
  public func indexTree() throws(GitError) -> ObjectID? {
    do throws(FileError) {
      return try WorkTree.knownContent(at: "\(gitDirectory)/index").flatMap { IndexFile($0).tree }
    } catch {
      throw GitError(code: .generic, operation: "read", message: error.description)
    }
  }

  /// In seconds; longer than any git takes from the one to the other.
  private static let longestStep = 2.0
}

extension FileStatus.Time {
  fileprivate func seconds(since earlier: FileStatus.Time) -> Double {
    Double(seconds - earlier.seconds)
      + (Double(nanoseconds) - Double(earlier.nanoseconds)) / 1_000_000_000
  }
}
