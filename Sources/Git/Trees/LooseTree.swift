internal import CGit2
internal import CZlib
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

/// Compresses as git's objects are.
private struct Deflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// As quick as zlib can be, as git is where it writes objects.
  ///
  /// Nil when there is no memory.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard memo_deflate_init(stream, Z_BEST_SPEED) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  /// - Returns: False when zlib refused.
  mutating func append(_ content: [UInt8], to output: inout [UInt8]) -> Bool {
    guard deflateReset(stream) == Z_OK, let length = UInt32(exactly: content.count),
      let room = Int(exactly: deflateBound(stream, UInt(length)))
    else { return false }
    var isDone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      content.withUnsafeBufferPointer { content in
        // zlib only reads from there.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
        stream.pointee.avail_in = length
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(clamping: room)
        isDone = deflate(stream, Z_FINISH) == Z_STREAM_END
      }
      count = room - Int(stream.pointee.avail_out)
    }
    output += bytes
    return isDone
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }
}
