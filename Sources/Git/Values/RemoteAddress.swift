/// The address of a remote: a URL, ssh's `host:path`, or a path.
public struct RemoteAddress: Hashable, Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }

  /// The part before `://`, in lowercase.
  private var scheme: String? {
    text.firstRange(of: "://").map { text[..<$0.lowerBound].lowercased() }
  }

  /// Whether git treats it as a path: no scheme, and no colon before the first slash.
  public var isPath: Bool {
    guard !text.contains("://") else { return false }
    guard let colon = text.firstIndex(of: ":") else { return true }
    return text[..<colon].contains("/")
  }

  /// Nil for a remote elsewhere.
  public var localPath: String? {
    if isPath { return text }
    return scheme == "file" ? String(text.dropFirst("file://".count)).percentDecoded : nil
  }

  /// Nil for a folder of this machine.
  public var host: (scheme: String, name: String, port: Int)? {
    let ports = ["https": 443, "http": 80, "git": 9418, "ssh": 22, "git+ssh": 22, "ssh+git": 22]
    guard let scheme else {
      let name = text.prefix { $0 != ":" }.split(separator: "@").last.map(String.init)
      return isPath ? nil : name.map { ("ssh", $0, 22) }
    }
    guard let usual = ports[scheme] else { return nil }
    let authority = text.dropFirst(scheme.count + 3).prefix { $0 != "/" }
    var name =
      authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    var port = usual
    if let colon = name.lastIndex(of: ":"), let number = Int(name[name.index(after: colon)...]) {
      (name, port) = (name[..<colon], number)
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    return name.isEmpty ? nil : (scheme, String(name), port)
  }
}

extension String {
  /// The text without percent-encoding; a `%` without two hexadecimal digits stays.
  package var percentDecoded: String {
    guard contains("%") else { return self }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension RemoteAddress: CustomStringConvertible {
  /// The address without credentials, so that no message can reveal them by accident.
  ///
  /// Removes the whole user info of web addresses, because a user name alone may be a token. Keeps
  /// an ssh user name, because the address means something else without it.
  public var description: String { hiding.shown }

  private var hiding: Hiding {
    text.contains("://") ? Hiding(text, isAddress: true) : Hiding(hostAndPath: text)
  }

  /// Another program's message without the credentials of this address.
  ///
  /// Programs repeat parts of an address in other forms, as ssh does with `kim:secret`.
  public func hiding(in words: String) -> String {
    let hiding = hiding
    var words = words
    if !hiding.hidden.isEmpty { words = words.replacing(text, with: hiding.shown) }
    let parts = hiding.hidden.flatMap { secret in
      [secret] + secret.split { $0 == ":" || $0.isNewline }.map(String.init)
    }
    let secrets = Set(parts + parts.map(\.percentDecoded))
      // Shorter parts would match unrelated text.
      .filter { $0.count >= 4 }.sorted { $0.count > $1.count }
    for secret in secrets { words = words.replacing(secret, with: "***") }
    return words.hidingUserInfo
  }
}

extension String {
  public var hidingUserInfo: String {
    contains("://") ? Hiding(self, isAddress: false).shown : self
  }
}

private struct Hiding {
  var shown = ""
  var hidden: [String] = []

  /// - Parameter isAddress: Whether the text is a single address, which may contain spaces.
  init(_ text: String, isAddress: Bool) {
    var rest = text[...]
    while let mark = rest.firstRange(of: "://") {
      let scheme = String(
        rest[..<mark.lowerBound].reversed().prefix(while: \.isOfScheme).reversed())
      shown += rest[..<mark.upperBound]
      rest = rest[mark.upperBound...]
      let end = isAddress ? rest.endIndex : rest.firstIndex(where: \.endsAddress) ?? rest.endIndex
      let at = rest[..<end].endOfUserInfo ?? rest.endOfStrangeUserInfo(before: end)
      guard let at else { continue }
      var secret = rest[..<at]
      if ["ssh", "git+ssh", "ssh+git"].contains(scheme.lowercased()) {
        let name = secret.nameOfUser
        shown += name + "@"
        secret = secret.dropFirst(name.count)
      }
      if !secret.isEmpty { hidden.append(String(secret)) }
      rest = rest[rest.index(after: at)...]
    }
    shown += rest
  }

  /// `kim:secret@host:path`: ssh reads `kim` as the host, but the user meant a password.
  init(hostAndPath text: String) {
    shown = text
    guard !RemoteAddress(text).isPath else { return }
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for (index, part) in parts.enumerated() {
      guard let colon = part.firstIndex(of: ":"), let at = part[colon...].lastIndex(of: "@"),
        !part[..<colon].contains("@")
      else { continue }
      hidden.append(String(part[part.index(after: colon)..<at]))
      parts[index] = part[...colon] + "***" + part[at...]
    }
    shown = parts.joined(separator: "/")
    // The same form with a slash in the password.
    guard hidden.isEmpty, let colon = text.firstIndex(of: ":"), !text[..<colon].contains("@"),
      let path = text[text.index(after: colon)...].lastIndex(of: ":"),
      let at = text[colon..<path].lastIndex(of: "@")
    else { return }
    hidden = [String(text[text.index(after: colon)..<at])]
    shown = text[...colon] + "***" + text[at...]
  }
}

extension Substring {
  /// The `@` before the host, by the syntax of URLs.
  fileprivate var endOfUserInfo: Index? { prefix { $0 != "/" }.lastIndex(of: "@") }

  /// The `@` before the host, for a password with unescaped characters, as `/` or a space.
  ///
  /// Applies if the text after the first colon is no port.
  /// - Parameter end: The end of a regular address.
  fileprivate func endOfStrangeUserInfo(before end: Index) -> Index? {
    let head = self[..<end].prefix { $0 != "/" }
    guard let colon = head.firstIndex(of: ":"), !head.hasPrefix("[") else { return nil }
    let port = head[index(after: colon)...]
    guard port.isEmpty || !port.allSatisfy(\.isNumber) else { return nil }
    let next = firstRange(of: "://")?.lowerBound ?? endIndex
    return self[colon..<(port.isEmpty ? Swift.min(end, next) : next)].lastIndex(of: "@")
  }

  /// `kim` in `kim:secret`.
  fileprivate var nameOfUser: Substring {
    let colons = [firstIndex(of: ":"), firstRange(of: "%3A")?.lowerBound]
    let lower = firstRange(of: "%3a")?.lowerBound
    return self[..<((colons + [lower]).compactMap { $0 }.min() ?? endIndex)]
  }
}

extension Character {
  fileprivate var isOfScheme: Bool { isASCII && (isLetter || isNumber || "+-.".contains(self)) }
  /// The characters that end an address in a sentence.
  fileprivate var endsAddress: Bool { isWhitespace || "'\"`<>".contains(self) }
}

/// The credentials in the settings and in an address.
struct Secrets: Sendable {
  private let addresses: [RemoteAddress]

  init(_ settings: Configuration, and address: String) {
    var texts = [address]
    for section in ["remote", "branch", "url", "http"] {
      for entry in settings.entries(of: section) {
        // In `url.BASE.insteadOf`, the address is part of the name.
        texts += [String(entry.name.dropFirst(section.count + 1)), entry.value ?? ""]
      }
    }
    addresses = Set(texts).map(RemoteAddress.init).filter { $0.description != $0.text }
  }

  func hidden(in words: String) -> String {
    addresses.reduce(words.hidingUserInfo) { $1.hiding(in: $0) }
  }
}
