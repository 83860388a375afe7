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
    guard let compressed = WorkTree.content(at: folder(backend).path(of: id)) else {
      return GIT_ENOTFOUND.rawValue
    }
    var inflater = Inflater(compressed)
    guard let header = inflater?.header() else {
      return damaged(id, folder(backend))
    }
    size?.pointee = header.size
    kind?.pointee = header.kind
    guard let content else { return 0 }
    // libgit2 expects a NUL after the content.
    guard let data = git_odb_backend_data_alloc(backend, header.size + 1) else {
      return GIT_ERROR.rawValue
    }
    let buffer = UnsafeMutableRawBufferPointer(start: data, count: header.size + 1)
    guard inflater?.fill(buffer) == header.size else {
      git_odb_backend_data_free(backend, data)
      return damaged(id, folder(backend))
    }
    buffer[header.size] = 0
    content.pointee = data
    return 0
  }

  /// The message is the path; `GitError.last` completes the sentence.
  private static func damaged(_ id: ObjectID, _ folder: Folder) -> Int32 {
    git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), folder.path(of: id))
    return GitError.Code.damagedObject.rawValue
  }
}

private struct Inflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutableBufferPointer<UInt8>
  /// Content that was decompressed together with the header.
  private var first: ArraySlice<UInt8> = []
  private var isAtEnd = false

  /// Nil for input longer than zlib's 32-bit count, or when out of memory.
  init?(_ compressed: [UInt8]) {
    guard let length = UInt32(exactly: compressed.count) else { return nil }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: compressed.count)
    _ = input.initialize(fromContentsOf: compressed)
    stream.pointee.next_in = input.baseAddress
    stream.pointee.avail_in = length
    guard memo_inflate_init(stream) == Z_OK else {
      input.deallocate()
      stream.deallocate()
      return nil
    }
    (self.stream, self.input) = (stream, input)
  }

  deinit {
    inflateEnd(stream)
    input.deallocate()
    stream.deallocate()
  }

  /// The object's kind and size in bytes; nil for an invalid header.
  mutating func header() -> (kind: git_object_t, size: Int)? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { inflate(into: $0) }
    guard let end = bytes[..<count].firstIndex(of: 0) else { return nil }
    first = bytes[(end + 1)..<count]
    let words = bytes[..<end].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 2, let size = Int(String(decoding: words[1], as: UTF8.self)),
      size >= first.count, size < Int(Int32.max)
    else { return nil }
    let kind: git_object_t? =
      switch String(decoding: words[0], as: UTF8.self) {
      case "commit": GIT_OBJECT_COMMIT
      case "tree": GIT_OBJECT_TREE
      case "blob": GIT_OBJECT_BLOB
      case "tag": GIT_OBJECT_TAG
      default: nil
      }
    return kind.map { ($0, size) }
  }

  /// Decompresses the content into a buffer with room for one extra byte.
  ///
  /// - Returns: The length in bytes; nil for a truncated or invalid stream.
  mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard first.count < buffer.count else { return nil }
    buffer.copyBytes(from: first)
    let count = inflate(into: UnsafeMutableRawBufferPointer(rebasing: buffer[first.count...]))
    return isAtEnd ? first.count + count : nil
  }

  private mutating func inflate(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: buffer.count)
    isAtEnd = isAtEnd || CZlib.inflate(stream, Z_SYNC_FLUSH) == Z_STREAM_END
    return buffer.count - Int(stream.pointee.avail_out)
  }
}
