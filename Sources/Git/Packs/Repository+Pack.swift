internal import CGit2

/// A content to be stored with many others.
public struct PackedContent: Sendable {
  public var bytes: [UInt8]
  /// Which of the others it was before a change in one place, by its number; nil for none.
  public var former: Int?

  public init(_ bytes: [UInt8], former: Int? = nil) {
    self.bytes = bytes
    self.former = former
  }
}

extension Repository {
  /// Stores contents that reach the disk together, as one pack, before this returns.
  ///
  /// Each as a file of its own is forced to the disk twice, its content and its name, which takes
  /// most of the time where there are thousands. libgit2's packs would take as long as that: it
  /// compares each content with ten others, and unpacks in the end what it has packed.
  /// - Returns: Their names, in the same order.
  public func writePack(of contents: [PackedContent]) throws(GitError) -> [ObjectID] {
    let ids = AllCores.parts(of: contents.indices, size: Self.inChunk) { range in
      // One without a name is missed below.
      range.compactMap { try? ObjectID.blob(contents[$0].bytes) }
    }.flatMap { $0 }
    guard ids.count == contents.count else { throw .unpacked }
    let known = try contained(among: ids)
    var packed: Set<ObjectID> = []
    var places: [Int] = []
    for (index, id) in ids.enumerated() {
      if known.contains(id) {
        // Written again, it counts as new, and no git takes it for rubbish meanwhile.
        _ = try writeBlob(contents[index].bytes)
      } else if packed.insert(id).inserted {
        places.append(index)
      }
    }
    if !places.isEmpty { try writePack(of: places, contents, ids, packed) }
    return ids
  }

  private func writePack(
    of places: [Int], _ contents: [PackedContent], _ ids: [ObjectID], _ packed: Set<ObjectID>
  ) throws(GitError) {
    var file = try PackFile.begin(in: "\(commonDirectory)/objects/pack", count: places.count)
    // So much at a time as is held in memory without a thought.
    for round in stride(from: 0, to: places.count, by: Self.inRound) {
      let numbers = round..<min(round + Self.inRound, places.count)
      let parts = AllCores.parts(of: numbers, size: Self.inChunk) { range in
        guard var deflater = Deflater() else { return PackPart?.none }
        var part = PackPart()
        for place in places[range] {
          let content = contents[place]
          let base = content.former.flatMap { former in
            packed.contains(ids[former]) && ids[former] != ids[place]
              && contents[former].former == nil
              ? (content: contents[former].bytes, id: ids[former]) : nil
          }
          guard part.add(content.bytes, ids[place], base: base, &deflater) else { return nil }
        }
        return part
      }
      for part in parts {
        guard let part else { throw .unpacked }
        try file.add(part)
      }
    }
    try file.finish()
    let database = try Handle<ObjectDatabaseKind>("git_repository_odb", in: self) {
      git_repository_odb(&$0, pointer)
    }
    try database.use { (database) throws(GitError) in
      try check("git_odb_refresh", git_odb_refresh(database))
    }
  }

  private static let inRound = 2048
  private static let inChunk = 128
}

extension GitError {
  fileprivate static let unpacked = GitError(
    code: .generic, operation: "deflate", message: "zlib can't compress a content")
}
