internal import CGit2
internal import CZlib

/// Reads loose objects in place of libgit2.
///
/// libgit2 up to 1.9 loops forever on a truncated loose object, which a power cut can leave. Its
/// pull request 7346 (August 2026) fixes that. The format is in `gitformat-loose`: one zlib stream
/// of `TYPE SIZE NUL CONTENT`.
enum LooseObjects {
  /// Adds this reader to an object database, and rejects packs that would crash libgit2.
  ///
  /// - Parameter objects: The repository's `objects` folder.
  static func read(of database: OpaquePointer, in objects: String) throws(GitError) {
    for folder in [objects] + alternates(of: objects) {
      try PackIndexes.check(in: folder)
      let raw = UnsafeMutablePointer<memo_odb_backend>.allocate(capacity: 1)
      raw.initialize(to: memo_odb_backend())
      raw.pointee.owner = Unmanaged.passRetained(Folder(folder)).toOpaque()
      raw.pointee.parent.version = UInt32(GIT_ODB_BACKEND_VERSION)
      raw.pointee.parent.read = { content, size, kind, backend, id in
        guard let id, let backend else { return GIT_ERROR.rawValue }
        return LooseObjects.read(ObjectID(id.pointee), backend, content, size, kind)
      }
      raw.pointee.parent.read_header = { size, kind, backend, id in
        guard let id, let backend else { return GIT_ERROR.rawValue }
        return LooseObjects.read(ObjectID(id.pointee), backend, nil, size, kind)
      }
      raw.pointee.parent.read_prefix = { found, content, size, kind, backend, id, digits in
        guard let id, let backend, let found else { return GIT_ERROR.rawValue }
        let prefix = String(ObjectID(id.pointee).hex.prefix(digits))
        guard let whole = LooseObjects.folder(backend).only(prefix) else {
          return GIT_ENOTFOUND.rawValue
        }
        found.pointee = whole.raw
        return LooseObjects.read(whole, backend, content, size, kind)
      }
      raw.pointee.parent.free = { backend in
        guard let backend else { return }
        UnsafeMutableRawPointer(backend).withMemoryRebound(to: memo_odb_backend.self, capacity: 1) {
          if let owner = $0.pointee.owner { Unmanaged<Folder>.fromOpaque(owner).release() }
          $0.deinitialize(count: 1)
          $0.deallocate()
        }
      }
      let backend = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: git_odb_backend.self)
      // Priority 2 puts this after packs, as in git, and before libgit2's reader of loose objects.
      // libgit2 has added loose objects with priority 1 and packs with 2, and keeps the order of
      // equals.
      let status = git_odb_add_backend(database, backend, 2)
      if status < 0 { raw.pointee.parent.free(backend) }
      try check("git_odb_add_backend", status)
    }
  }

  /// The `objects` folders of repositories that this one borrows from.
  private static func alternates(of objects: String) -> [String] {
    guard let text = WorkTree.content(at: "\(objects)/info/alternates") else { return [] }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.hasPrefix("/") ? String($0) : "\(objects)/\($0)" }
  }

  private final class Folder {
    let path: String
    init(_ path: String) { self.path = path }

    func path(of id: ObjectID) -> String {
      let hex = id.hex
      return "\(path)/\(hex.prefix(2))/\(hex.dropFirst(2))"
    }

    /// Nil for none or several.
    func only(_ prefix: String) -> ObjectID? {
      let names = WorkTree.names(in: "\(path)/\(prefix.prefix(2))") ?? []
      let found = names.map { "\(prefix.prefix(2))\($0)" }.filter { $0.hasPrefix(prefix) }
      return found.count == 1 ? ObjectID(hex: found[0]) : nil
    }
  }

  private static func folder(_ backend: UnsafeMutablePointer<git_odb_backend>) -> Folder {
    UnsafeMutableRawPointer(backend).withMemoryRebound(to: memo_odb_backend.self, capacity: 1) {
      guard let owner = $0.pointee.owner else { preconditionFailure("a backend has its folder") }
      return Unmanaged<Folder>.fromOpaque(owner).takeUnretainedValue()
    }
  }

  /// - Parameter content: Nil to read only size and kind.
  private static func read(
    _ id: ObjectID, _ backend: UnsafeMutablePointer<git_odb_backend>,
    _ content: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ size: UnsafeMutablePointer<Int>?, _ kind: UnsafeMutablePointer<git_object_t>?
  ) -> Int32 {
    // libgit2's reader reports an unreadable file.
    guard var compressed = WorkTree.content(at: folder(backend).path(of: id)) else {
      return GIT_ENOTFOUND.rawValue
    }
    var stream = z_stream()
    let status = compressed.withUnsafeMutableBufferPointer { input -> Int32? in
      // zlib's count has 32 bits.
      guard let length = UInt32(exactly: input.count) else { return nil }
      return withUnsafeMutablePointer(to: &stream) { stream in
        (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, length)
        guard memo_inflate_init(stream) == Z_OK else { return nil }
        defer { inflateEnd(stream) }
        var start = [UInt8](repeating: 0, count: 64)
        let count = start.withUnsafeMutableBytes { inflate(stream, into: $0).count }
        guard let header = Header(start[..<count]) else { return nil }
        size?.pointee = header.size
        kind?.pointee = header.kind
        guard let content else { return 0 }
        // libgit2 expects a NUL after the content.
        guard let data = git_odb_backend_data_alloc(backend, header.size + 1) else {
          return GIT_ERROR.rawValue
        }
        let buffer = UnsafeMutableRawBufferPointer(start: data, count: header.size + 1)
        let first = start[header.end..<count]
        buffer.copyBytes(from: first)
        let rest = inflate(
          stream, into: UnsafeMutableRawBufferPointer(rebasing: buffer[first.count...]))
        guard rest.isAtEnd, first.count + rest.count == header.size else {
          git_odb_backend_data_free(backend, data)
          return nil
        }
        buffer[header.size] = 0
        content.pointee = data
        return 0
      }
    }
    return status ?? damaged(id, folder(backend))
  }

  /// - Returns: The number of bytes, and whether the stream has ended.
  private static func inflate(
    _ stream: UnsafeMutablePointer<z_stream>, into buffer: UnsafeMutableRawBufferPointer
  ) -> (count: Int, isAtEnd: Bool) {
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    let isAtEnd = CZlib.inflate(stream, Z_SYNC_FLUSH) == Z_STREAM_END
    return (buffer.count - Int(stream.pointee.avail_out), isAtEnd)
  }

  /// The message is the path; `GitError.last` completes the sentence.
  private static func damaged(_ id: ObjectID, _ folder: Folder) -> Int32 {
    git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), folder.path(of: id))
    return GitError.Code.damagedObject.rawValue
  }
}

/// The beginning of a loose object.
private struct Header {
  let kind: git_object_t
  /// The size of the content in bytes.
  let size: Int
  /// The offset of the content.
  let end: Int

  /// - Parameter start: The object's first bytes.
  /// - Returns: Nil for an invalid header.
  init?(_ start: ArraySlice<UInt8>) {
    guard let zero = start.firstIndex(of: 0) else { return nil }
    let words = start[..<zero].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 2, let size = Int(String(decoding: words[1], as: UTF8.self)),
      size >= start.count - zero - 1, size < Int(Int32.max)
    else { return nil }
    kind = git_object_string2type(String(decoding: words[0], as: UTF8.self))
    guard git_object_typeisloose(kind) == 1 else { return nil }
    (self.size, end) = (size, zero + 1)
  }
}
