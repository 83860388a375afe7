/// The names of a server; requests by other names, and forms of other origins, are refused.
package struct ServerNames: Hashable, Sendable {
  /// Values of `Host`, such as `localhost:6366`.
  package let hosts: Set<String>
  /// Values of `Origin`, such as `http://localhost:6366`.
  package let origins: Set<String>
  /// The origin for links on this machine, or for everybody behind a proxy.
  package let first: String
  /// The origin for other devices; nil if they can't connect.
  package let others: String?
  /// Whether clients connect only with TLS.
  package let isSecure: Bool

  private init(_ origins: [String], others: String?, isSecure: Bool = false) {
    // Browsers omit the scheme's default port in both headers.
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

  /// The names for this machine, and for devices of the local network.
  ///
  /// - Parameter others: This machine's addresses and names in the network; the first is shown to
  ///   others.
  package static func machine(port: Int, others: [String] = []) -> ServerNames {
    ServerNames(
      (["localhost", "127.0.0.1", "[::1]"] + others).map { "http://\($0.lowercased()):\(port)" },
      others: others.first.map { "http://\($0):\(port)" })
  }

  /// The names behind a proxy, which has TLS and passes `Host` on.
  ///
  /// - Parameter origin: An origin such as `https://tasks.example.org`, without a path.
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

  /// The origin as browsers write it (URL Standard, 4.1, default port; RFC 6454, 6.2).
  private static func spoken(_ origin: String) -> String {
    let port = origin.hasPrefix("https:") ? ":443" : ":80"
    return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
  }

  /// Whether the text is a valid host name: labels of letters, digits and hyphens (RFC 1123, 2.1).
  package static func isName(_ text: String) -> Bool {
    text.utf8.count < 254
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        !label.isEmpty && label.utf8.count < 64 && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
  }
}
