/// By which names a server is asked for: nothing is answered to another one, and no form of another
/// one's page does anything.
package struct ServerNames: Hashable, Sendable {
  /// What stands in `Host`, as `localhost:6366`.
  package let hosts: Set<String>
  /// What stands in `Origin`, as `http://localhost:6366`.
  package let origins: Set<String>
  /// The one that a link begins with, for this machine or for everybody.
  package let first: String
  /// The one for other devices; nil where none can come.
  package let others: String?
  /// Whether it is reached by TLS alone.
  package let isSecure: Bool

  private init(_ origins: [String], others: String?, isSecure: Bool = false) {
    // A browser leaves the scheme's own port out, of what it asks for and of where it comes from.
    let origins = origins.map(Self.spoken)
    first = origins[0]
    self.others = others.map(Self.spoken)
    self.origins = Set(origins)
    hosts = Set(
      origins.map { origin in
        String(origin.drop { $0 != "/" }.drop { $0 == "/" })
      })
    self.isSecure = isSecure
  }

  /// For the browsers of this machine.
  package static func machine(port: Int) -> ServerNames {
    ServerNames(
      ["localhost", "127.0.0.1", "[::1]"].map { "http://\($0):\(port)" }, others: nil)
  }

  /// For the devices of a network as well.
  ///
  /// - Parameters:
  ///   - addresses: Of this machine, the one first that others get told.
  ///   - names: Of this machine.
  package static func network(
    port: Int, addresses: [String], names: [String]
  ) -> ServerNames {
    let origins = (["localhost", "127.0.0.1", "[::1]"] + addresses + names).map {
      "http://\($0.lowercased()):\(port)"
    }
    return ServerNames(
      origins, others: "http://\((addresses + names).first ?? "localhost"):\(port)")
  }

  /// For those who come by a proxy, which has TLS and passes `Host` on.
  ///
  /// - Parameter origin: `https://tasks.example.org`, without a path.
  /// - Returns: Nil for anything else.
  package static func behind(_ origin: String) -> ServerNames? {
    let origin = (origin.hasSuffix("/") ? String(origin.dropLast()) : origin).lowercased()
    let host = origin.dropFirst("https://".count)
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard origin.hasPrefix("https://"), isName(String(parts[0])),
      parts.count == 1 || UInt16(parts[1]).map({ $0 > 0 }) == true
    else { return nil }
    return ServerNames([origin], others: origin, isSecure: true)
  }

  /// As a browser has it (URL Standard, 4.1, default port; RFC 6454, 6.2).
  private static func spoken(_ origin: String) -> String {
    let port = origin.hasPrefix("https:") ? ":443" : ":80"
    return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
  }

  /// Whether a machine could be called so: labels of letters, digits and hyphens (RFC 1123, 2.1).
  package static func isName(_ text: String) -> Bool {
    text.utf8.count < 254
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        !label.isEmpty && label.utf8.count < 64 && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-")
              || byte < 0x80
                && Character(Unicode.Scalar(byte)).isLetter
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          }
      }
  }
}
