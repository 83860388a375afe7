/// An address of the web, taken apart as far as settings look at its parts.
struct HTTPAddress: Hashable {
  var scheme: String
  var user: String?
  var host: String
  var port: Int
  /// Whether the port is written down.
  var hasPort = false
  /// Begins with a slash.
  var path: String

  init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    scheme = text[..<colon.lowerBound].lowercased()
    let rest = text[colon.upperBound...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    path = slash == rest.endIndex ? "/" : String(rest[slash...])
    var place = rest[..<slash]
    if let at = place.lastIndex(of: "@") {
      user = place[..<at].split(separator: ":").first.map(String.init)
      place = place[place.index(after: at)...]
    }
    port = scheme == "https" ? 443 : 80
    if let colon = place.lastIndex(of: ":"), !place[colon...].contains("]"),
      let number = Int(place[place.index(after: colon)...])
    {
      port = number
      hasPort = true
      place = place[..<colon]
    }
    host = place.lowercased()
  }

  /// Without the brackets of an IPv6 address.
  var plainHost: String { host.filter { $0 != "[" && $0 != "]" } }

  /// How well the pattern of `http.PATTERN.…` fits; nil when it doesn't.
  ///
  /// The longer path wins, then an exact host over one with `*`, then a pattern with the user.
  func fit(_ pattern: String) -> [Int]? {
    guard let other = HTTPAddress(pattern), other.scheme == scheme, other.port == port,
      other.user == nil || other.user == user
    else { return nil }
    let (labels, patterns) = (host.split(separator: "."), other.host.split(separator: "."))
    guard labels.count == patterns.count,
      zip(labels, patterns).allSatisfy({ $0 == $1 || $1 == "*" })
    else { return nil }
    var folder = other.path
    while folder.hasSuffix("/") { folder.removeLast() }
    guard folder.isEmpty || path == folder || path.hasPrefix(folder + "/") else { return nil }
    return [
      folder.utf8.count, zip(labels, patterns).filter { $0 == $1 }.count, other.user == nil ? 0 : 1,
    ]
  }

  /// Whether `no_proxy` excepts the host: itself, what it is part of, or everything.
  func isExcepted(by list: String) -> Bool {
    list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
      var name = entry.lowercased()
      if name == "*" { return true }
      if name.hasPrefix("*.") { name.removeFirst() }
      if name.hasPrefix(".") { name.removeFirst() }
      return plainHost == name || plainHost.hasSuffix("." + name)
    }
  }
}
