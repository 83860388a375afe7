/// How a server of the web is to be talked to, by git's settings and the person's variables.
struct HTTPSettings: Hashable, Sendable {
  /// Nil for a direct way.
  var proxy: String?
  /// Certificates to trust, a file or a folder; with neither, those that libgit2 knows of.
  var certificateFile: String?
  var certificateFolder: String?
  var isVerified = true
  /// `http.extraHeader`.
  var headers: [String] = []
  /// The proxy, where libgit2 asks for what a proxy is to get and then connects past it: it
  /// only finds the way to one with a tunnel, for https.
  private(set) var detour: HTTPAddress?

  init(
    _ url: String, remote: String?, _ config: Configuration, _ surroundings: Surroundings
  ) throws(GitError) {
    guard let address = HTTPAddress(url), RemoteAddress(url).method == .http else { return }
    let entries = try config.entries(of: "http")
    func last(_ key: String) -> String? { Self.values(key, entries, address).last }
    for header in Self.values("extraheader", entries, address) {
      // An empty one takes back all before it.
      headers = header.isEmpty ? [] : headers + [header]
    }
    isVerified =
      surroundings.environment["GIT_SSL_NO_VERIFY"] == nil
      && !["false", "no", "off", "0"].contains(last("sslverify")?.lowercased())
    certificateFile = surroundings["GIT_SSL_CAINFO"] ?? Self.path(last("sslcainfo"), surroundings)
    certificateFolder =
      surroundings["GIT_SSL_CAPATH"] ?? Self.path(last("sslcapath"), surroundings)
    if certificateFile == nil, certificateFolder == nil {
      certificateFile = Runtime.certificatesPutOff
    }
    var ofRemote: String?
    if let remote { ofRemote = try config.values("remote.\(remote).proxy").last }
    proxy = try Self.proxy(ofRemote ?? last("proxy"), address, surroundings)
    if address.scheme == "http" { detour = proxy.flatMap { HTTPAddress($0) } }
  }

  /// The values of `http.KEY`, then those of `http.URL.KEY`, the best fit last.
  private static func values(
    _ key: String, _ entries: [Configuration.Entry], _ address: HTTPAddress
  ) -> [String] {
    var found: [(fit: [Int], value: String)] = []
    for entry in entries where entry.name.hasSuffix(".\(key)") {
      let pattern = entry.name.dropFirst("http.".count).dropLast(key.count + 1)
      if entry.name == "http.\(key)" {
        found.append(([], entry.value ?? ""))
      } else if let fit = address.fit(String(pattern)) {
        found.append((fit, entry.value ?? ""))
      }
    }
    // Sorting must not change the order of equals.
    return found.enumerated().sorted { a, b in
      a.element.fit == b.element.fit
        ? a.offset < b.offset : a.element.fit.lexicographicallyPrecedes(b.element.fit)
    }.map(\.element.value)
  }

  private static func path(_ setting: String?, _ surroundings: Surroundings) -> String? {
    guard let setting, !setting.isEmpty else { return nil }
    guard setting.hasPrefix("~/"), let home = surroundings["HOME"] else { return setting }
    return home + setting.dropFirst()
  }

  /// - Parameter setting: An empty one means: none, whatever the variables say.
  private static func proxy(
    _ setting: String?, _ address: HTTPAddress, _ surroundings: Surroundings
  ) throws(GitError) -> String? {
    let names = address.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let variables = (names + ["all_proxy", "ALL_PROXY"]).compactMap { surroundings[$0] }
    guard let proxy = setting ?? variables.first, !proxy.isEmpty,
      !address.isExcepted(by: surroundings["no_proxy"] ?? surroundings["NO_PROXY"] ?? "")
    else { return nil }
    let whole = proxy.contains("://") ? proxy : "http://\(proxy)"
    guard let place = HTTPAddress(whole), RemoteAddress(whole).method == .http,
      // Without a tunnel there is no second connection inside the first.
      place.scheme == "http" || address.scheme == "https"
    else {
      throw GitError(
        code: .unsupported, operation: "proxy",
        message: "the proxy \(ShownAddress(whole)) is of a kind that only git itself can use")
    }
    return place.hasPort ? whole : Self.withPort(whole, place.scheme == "https" ? 443 : 1080)
  }

  /// libgit2 takes another port for the usual one of a proxy than git does.
  private static func withPort(_ url: String, _ port: Int) -> String {
    let host = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let end = url[host...].firstIndex(of: "/") ?? url.endIndex
    return "\(url[..<end]):\(port)\(url[end...])"
  }
}
