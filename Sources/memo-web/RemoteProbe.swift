internal import MemoKit
internal import NIOCore
internal import NIOPosix

/// Looks whether a remote is there, without a word to it.
enum RemoteProbe {
  /// Together with the pause between two looks less than five seconds.
  private static let limit = TimeAmount.seconds(2)

  /// - Returns: Of a host that no connection is made to, whether there is a way to it.
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
        // This asks for a name's address and for a way, and sends nothing there.
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
