internal import CGit2
internal import Platform

/// A large folder as git stores it, in a file of its own.
///
/// libgit2 finds the name first, looking for contents that were made to collide, and compresses
/// then; of ten thousand files each takes milliseconds. Here one goes on beside the other.
struct LooseTree {
  private let id: ObjectID
  private let content: [UInt8]

  /// Nil for a small one, and for what can't be compressed: those are libgit2's.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.fewestBytes else { return nil }
    let (id, content) = AllCores.both { () -> ObjectID? in
      var raw = git_oid()
      let status = bytes.withUnsafeBytes {
        git_odb_hash(&raw, $0.baseAddress, $0.count, GIT_OBJECT_TREE)
      }
      return status == 0 ? ObjectID(raw) : nil
    } _: { () -> [UInt8]? in
      guard var deflater = Deflater() else { return nil }
      var content: [UInt8] = []
      let isDone = deflater.append(Array("tree \(bytes.count)\0".utf8) + bytes, to: &content)
      return isDone ? content : nil
    }
    guard let id, let content else { return nil }
    (self.id, self.content) = (id, content)
  }

  /// Of fewer neither takes as long as to start a thread.
  private static let fewestBytes = 32_768

  /// Stores it, on the disk before this returns.
  ///
  /// - Returns: Nil where libgit2 has to do it: what is there already it makes younger, and what
  ///   can't be written it tells.
  func write(
    in folder: String, unlessIn database: borrowing Handle<ObjectDatabaseKind>
  ) -> ObjectID? {
    var raw = id.raw
    guard database.use({ git_odb_exists($0, &raw) }) == 0 else { return nil }
    let (name, place) = (id.hex.dropFirst(2), "\(folder)/\(id.hex.prefix(2))")
    mkdir(place, 0o777)
    // What is left under such a name git puts away after weeks.
    let temporary = "\(place)/tmp_obj_\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let flags = O_WRONLY | O_CREAT | O_EXCL
    guard let file = Descriptor(temporary, in: AT_FDCWD, flags, mode: 0o444) else { return nil }
    guard file.writeAll(content), !Runtime.isDurable || file.synchronize(),
      rename(temporary, "\(place)/\(name)") == 0
    else {
      unlink(temporary)
      return nil
    }
    if Runtime.isDurable {
      // Not every file system can say when it has the name.
      _ = Descriptor(place, in: AT_FDCWD, O_RDONLY | O_DIRECTORY)?.synchronize()
    }
    return id
  }
}
