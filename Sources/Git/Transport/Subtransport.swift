internal import CGit2

/// The C side of a ``ServerConnection``: what libgit2 calls.
///
/// libgit2 holds the connection through `memo_subtransport.owner`, retained until it frees it.
enum Subtransport {
  private typealias Stream = UnsafeMutablePointer<git_smart_subtransport_stream>

  /// Makes the transport that libgit2 is to use.
  static func make(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_transport>?>?, _ remote: OpaquePointer?,
    _ connection: ServerConnection
  ) -> Int32 {
    var definition = git_smart_subtransport_definition()
    definition.rpc = 0
    definition.param = Unmanaged.passUnretained(connection).toOpaque()
    definition.callback = { out, _, parameter in
      guard let out, let parameter else { return GIT_ERROR.rawValue }
      let raw = UnsafeMutablePointer<memo_subtransport>.allocate(capacity: 1)
      raw.initialize(to: memo_subtransport())
      let connection = Unmanaged<ServerConnection>.fromOpaque(parameter)
      raw.pointee.owner = connection.retain().toOpaque()
      raw.pointee.parent.action = { out, raw, url, service in
        Subtransport.act(out, raw, url, service)
      }
      raw.pointee.parent.close = { raw in
        Subtransport.connection(raw)?.close()
        return 0
      }
      raw.pointee.parent.free = { raw in
        guard let raw else { return }
        Subtransport.connection(raw)?.close()
        UnsafeMutableRawPointer(raw).withMemoryRebound(to: memo_subtransport.self, capacity: 1) {
          if let owner = $0.pointee.owner {
            Unmanaged<ServerConnection>.fromOpaque(owner).release()
          }
          $0.deinitialize(count: 1)
          $0.deallocate()
        }
      }
      out.pointee = UnsafeMutableRawPointer(raw).assumingMemoryBound(
        to: git_smart_subtransport.self)
      return 0
    }
    return git_transport_smart(out, remote, &definition)
  }

  private static func connection(
    _ raw: UnsafeMutablePointer<git_smart_subtransport>?
  ) -> ServerConnection? {
    guard let raw else { return nil }
    return UnsafeMutableRawPointer(raw).withMemoryRebound(to: memo_subtransport.self, capacity: 1) {
      $0.pointee.owner.map { Unmanaged<ServerConnection>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  private static func connection(_ raw: Stream?) -> ServerConnection? {
    connection(raw?.pointee.subtransport)
  }

  private static func act(
    _ out: UnsafeMutablePointer<Stream?>?, _ raw: UnsafeMutablePointer<git_smart_subtransport>?,
    _ url: UnsafePointer<CChar>?, _ service: git_smart_service_t
  ) -> Int32 {
    guard let out, let url, let connection = connection(raw) else { return GIT_ERROR.rawValue }
    switch service {
    case GIT_SERVICE_UPLOADPACK_LS, GIT_SERVICE_RECEIVEPACK_LS:
      do throws(GitError) {
        try connection.open(
          String(cString: url),
          service == GIT_SERVICE_UPLOADPACK_LS ? .uploadPack : .receivePack)
      } catch {
        return GIT_ERROR.rawValue
      }
      connection.stream = makeStream(raw)
    default:
      // The talk goes on; also for a goodbye, which libgit2 1.5 calls an upload of any push.
      guard connection.stream != nil else { return GIT_ERROR.rawValue }
    }
    out.pointee = connection.stream.map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: git_smart_subtransport_stream.self)
    }
    return 0
  }

  private static func makeStream(
    _ transport: UnsafeMutablePointer<git_smart_subtransport>?
  ) -> UnsafeMutablePointer<memo_subtransport_stream> {
    let raw = UnsafeMutablePointer<memo_subtransport_stream>.allocate(capacity: 1)
    raw.initialize(to: memo_subtransport_stream())
    raw.pointee.parent.subtransport = transport
    raw.pointee.parent.read = { raw, buffer, size, count in
      guard let connection = Subtransport.connection(raw), let count else {
        return GIT_ERROR.rawValue
      }
      do throws(GitError) {
        count.pointee = try connection.read(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
        return 0
      } catch {
        return GIT_ERROR.rawValue
      }
    }
    raw.pointee.parent.write = { raw, bytes, size in
      guard let connection = Subtransport.connection(raw) else { return GIT_ERROR.rawValue }
      do throws(GitError) {
        try connection.write(UnsafeRawBufferPointer(start: bytes, count: size))
        return 0
      } catch {
        return GIT_ERROR.rawValue
      }
    }
    raw.pointee.parent.free = { raw in
      guard let raw else { return }
      Subtransport.connection(raw)?.stream = nil
      UnsafeMutableRawPointer(raw).assumingMemoryBound(to: memo_subtransport_stream.self)
        .deallocate()
    }
    return raw
  }
}
