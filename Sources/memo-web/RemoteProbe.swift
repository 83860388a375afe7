internal import MemoKit
internal import NIOCore
internal import NIOPosix

/// Checks whether a remote is reachable, without sending it data.
enum RemoteProbe {
  /// The timeout; with the pause between two checks it stays below five seconds.
  private static let limit = TimeAmount.seconds(2)

  /// - Returns: For a `.host`, whether its name resolves and a route to it exists.
  static func isThere(_ place: RemotePlace) async -> Bool {
    let loops = MultiThreadedEventLoopGroup.singleton
    do {
      switch place {
      case .folder: return place.isFolderThere ?? true
      case .server(let host, let port):
        let channel = try await ClientBootstrap(group: loops).connectTimeout(limit)
          .connect(host: host, port: port).get()
        try await channel.close()
      case .host(let host, let port):
        // Connecting UDP resolves the name and finds a route but sends nothing to the host.
        let channel = try await DatagramBootstrap(group: loops).connect(host: host, port: port)
          .get()
        try await channel.close()
      }
      return true
    } catch {
      return false
    }
  }
}
