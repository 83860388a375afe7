internal import CGit2

/// The C side of a ``NetworkConnection``: what libgit2 calls, for plain connections and
/// below those that are encrypted.
enum NetworkStream {
  /// Puts it in the place of libgit2's own, for the whole process.
  static func register() {
    var registration = git_stream_registration()
    registration.version = GIT_STREAM_VERSION
    registration.`init` = { out, host, port in
      guard let out, let host, let port else { return GIT_ERROR.rawValue }
      out.pointee = NetworkStream.make(
        NetworkConnection(host: String(cString: host), port: String(cString: port)))
      return 0
    }
    git_stream_register(GIT_STREAM_STANDARD, &registration)
  }

  private static func make(_ connection: NetworkConnection) -> UnsafeMutablePointer<git_stream> {
    let raw = UnsafeMutablePointer<memo_stream>.allocate(capacity: 1)
    raw.initialize(to: memo_stream())
    raw.pointee.owner = Unmanaged.passRetained(connection).toOpaque()
    raw.pointee.parent.version = GIT_STREAM_VERSION
    raw.pointee.parent.connect = { raw in
      NetworkStream.connection(raw)?.connect() == true ? 0 : GIT_ERROR.rawValue
    }
    raw.pointee.parent.read = { raw, buffer, size in
      NetworkStream.connection(raw)?.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: size)) ?? -1
    }
    raw.pointee.parent.write = { raw, bytes, size, _ in
      NetworkStream.connection(raw)?.write(UnsafeRawBufferPointer(start: bytes, count: size)) ?? -1
    }
    raw.pointee.parent.close = { raw in
      NetworkStream.connection(raw)?.close()
      return 0
    }
    raw.pointee.parent.free = { raw in
      guard let raw else { return }
      let whole = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: memo_stream.self)
      if let owner = whole.pointee.owner {
        Unmanaged<NetworkConnection>.fromOpaque(owner).release()
      }
      whole.deallocate()
    }
    return UnsafeMutableRawPointer(raw).assumingMemoryBound(to: git_stream.self)
  }

  private static func connection(_ raw: UnsafeMutablePointer<git_stream>?) -> NetworkConnection? {
    guard let raw else { return nil }
    let whole = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: memo_stream.self)
    return whole.pointee.owner.map {
      Unmanaged<NetworkConnection>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
