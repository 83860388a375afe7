internal import CGit2

/// What kind of index a file is, where libgit2 can't read it.
enum IndexForm {
  /// As libgit2 knows it, or newer.
  case usual
  /// It shares its entries with another file.
  case split
  /// Folders stand in it for the files that a sparse checkout leaves out.
  case sparse
  /// Not even git reads it.
  case damaged

  init(_ bytes: [UInt8]) {
    let last = bytes.count - IndexEntries.hashSize
    func number(_ place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard last >= 12, bytes.starts(with: "DIRC".utf8), (2...4).contains(number(4)),
      var place = Self.end(of: number(8), version: number(4), in: bytes[..<last])
    else {
      self = .damaged
      return
    }
    self = .usual
    while place + 8 <= last {
      // The names that begin so have to be understood.
      switch String(decoding: bytes[place..<place + 4], as: UTF8.self) {
      case "link": self = .split
      case "sdir": self = .sparse
      default: break
      }
      place += 8 + number(place + 4)
    }
    if place != last || !Self.hasHash(bytes) { self = .damaged }
  }

  /// Where entries end; nil where they are cut short.
  private static func end(of count: Int, version: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    var place = 12
    for _ in 0..<count {
      guard place + 62 < bytes.endIndex else { return nil }
      let path = place + (bytes[place + 60] & 0x40 == 0 ? 62 : 64)
      guard path < bytes.endIndex, let end = bytes[path...].firstIndex(of: 0) else { return nil }
      if version < 4 {
        place += (end - place + 8) & ~7
      } else {
        // How much of the path before it is left out, in as many bytes as it takes.
        guard let first = bytes[path...].firstIndex(where: { $0 & 0x80 == 0 }),
          let end = bytes[(first + 1)...].firstIndex(of: 0)
        else { return nil }
        place = end + 1
      }
    }
    return place <= bytes.endIndex ? place : nil
  }

  /// Whether the hash at the end is that of what comes before it, or none, as git may be told to
  /// write.
  private static func hasHash(_ bytes: [UInt8]) -> Bool {
    let told = bytes.suffix(IndexEntries.hashSize)
    var hash = SHA1()
    hash.add(Array(bytes.dropLast(IndexEntries.hashSize)))
    return told.allSatisfy { $0 == 0 } || told.elementsEqual(hash.end())
  }
}

extension Repository {
  /// An error about git's index with what its file shows to be the reason; others as they are.
  public func explained(_ error: GitError) -> GitError {
    let path = "\(gitDirectory)/index"
    guard error.isAboutIndex, let bytes = WorkTree.content(at: path) else { return error }
    var error = error
    switch IndexForm(bytes) {
    case .usual: break
    case .split:
      error.code = .splitIndex
      error.message =
        "git's index of this repository is split into two files, which memo can't read"
    case .sparse:
      error.code = .sparseIndex
      error.message = "git's index of this repository is a sparse one, which memo can't read"
    case .damaged:
      error.code = .damagedIndex
      error.message = "git's index of this repository is damaged"
      error.details = [path]
    }
    return error
  }

  /// Whether a sparse checkout leaves a file out.
  public func isSparse(_ path: String) throws(GitError) -> Bool {
    var hint = 0
    do throws(GitError) {
      if let entries = try indexEntries() {
        return entries.entry(of: path, hint: &hint)?.isLeftOut ?? false
      }
      return try index().use { index in
        let flags = git_index_get_bypath(index, path, 0)?.pointee.flags_extended ?? 0
        return UInt32(flags) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
      }
    } catch {
      throw explained(error)
    }
  }
}
