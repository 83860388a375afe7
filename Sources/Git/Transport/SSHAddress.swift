/// An address that is reached by ssh, taken apart as git does it.
struct SSHAddress: Hashable {
  /// As ssh wants it: with the user before it, without brackets.
  var host: String
  var port: String?
  /// On the other machine.
  var path: String

  /// - Parameter text: `ssh://[user@]host[:port]/path` or `[user@]host:path`.
  /// - Throws: ``GitError`` when it names no path, or when a part could be taken for an option.
  init(_ text: String) throws(GitError) {
    let scheme = text.firstRange(of: "://")
    let rest = scheme.map { RemoteAddress.decoded(String(text[$0.upperBound...])) } ?? text
    guard case (let place, var path)? = Self.split(rest, before: scheme == nil ? ":" : "/") else {
      throw Self.invalid("the address \(text) names no path")
    }
    if scheme == nil { path.removeFirst() }
    // `ssh://host/~kim/x` is kim's home, not a folder called `~kim` in the root.
    if path.dropFirst().first == "~" { path.removeFirst() }
    (host, port) = Self.hostAndPort(place)
    self.path = path
    guard !path.isEmpty else { throw Self.invalid("the address \(text) names no path") }
    guard !host.isEmpty else { throw Self.invalid("the address \(text) names no host") }
    guard !host.hasPrefix("-") else { throw Self.invalid("the host name '\(host)' is not allowed") }
    guard !path.hasPrefix("-") else { throw Self.invalid("the path '\(path)' is not allowed") }
  }

  /// Splits behind the host, whose brackets may hold the separator.
  private static func split(_ text: String, before separator: Character) -> (String, String)? {
    let end = endOfBrackets(text) ?? text.startIndex
    guard let index = text[end...].firstIndex(of: separator) else { return nil }
    return (String(text[..<index]), String(text[index...]))
  }

  /// Where `]` is, of brackets that begin the text or follow an `@`.
  private static func endOfBrackets(_ text: String) -> String.Index? {
    let start =
      text.firstRange(of: "@[").map { text.index(after: $0.lowerBound) } ?? text.startIndex
    guard start < text.endIndex, text[start] == "[" else { return nil }
    return text[start...].firstIndex(of: "]")
  }

  private static func hostAndPort(_ place: String) -> (String, String?) {
    guard let close = endOfBrackets(place), let open = place.firstIndex(of: "[") else {
      return withoutPort(place)
    }
    let inside = place[..<open] + place[place.index(after: open)..<close]
    let behind = place[place.index(after: close)...]
    if behind.first == ":" {
      return (String(inside), isPort(behind.dropFirst()) ? String(behind.dropFirst()) : nil)
    }
    // `[host:22]:path`, the only way to write a port in this form.
    return withoutPort(String(inside))
  }

  private static func withoutPort(_ place: String) -> (String, String?) {
    guard let colon = place.firstIndex(of: ":") else { return (place, nil) }
    let rest = place[place.index(after: colon)...]
    guard rest.isEmpty || isPort(rest) else { return (place, nil) }
    return (String(place[..<colon]), rest.isEmpty ? nil : String(rest))
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.allSatisfy(\.isNumber) && UInt16(text) != nil
  }

  private static func invalid(_ message: String) -> GitError {
    GitError(code: .generic, operation: "ssh", message: message)
  }
}

extension RemoteAddress {
  /// `git -C FOLDER`, as a person types it to work in a repository's own folder; nil where nobody
  /// can tell.
  public var gitWords: [String]? {
    if method == .local { return ["git", "-C", localPath] }
    guard method == .ssh, let address = try? SSHAddress(text) else { return nil }
    return ["ssh"] + sshWords + ["git", "-C", address.path]
  }

  /// What a person types behind `ssh` to get to the same machine: `-p PORT USER@HOST`.
  public var sshWords: [String] {
    // Only shown; what is no such address is refused where it is connected to.
    guard let address = try? SSHAddress(description) else { return ["HOST"] }
    return (address.port.map { ["-p", $0] } ?? []) + [address.host]
  }
}
