/// Who was let in to see a store's pages.
package struct WebVisitor: Hashable, Sendable {
  /// What it is called, for who may have it sent away again.
  package var name: String
  /// Whether it is another device, and no browser of this machine.
  package var isDevice: Bool
  /// Who makes its changes; nil for the clone's user.
  package var author: WebAuthor?

  package init(name: String = "", isDevice: Bool = false, author: WebAuthor? = nil) {
    self.name = name
    self.isDevice = isDevice
    self.author = author
  }
}

/// Who stands as the author of a change that a device makes; its committer is the clone's user.
package struct WebAuthor: Hashable, Sendable {
  package var name: String
  /// Nil for the clone's user's.
  package var email: String?

  package init(name: String, email: String?) {
    self.name = name
    self.email = email
  }

  /// As it is typed.
  package var text: String { name + (email.map { " <\($0)>" } ?? "") }

  /// - Parameter text: `Ada`, or `Ada Lovelace <ada@example.org>`.
  /// - Returns: Nil for what no commit could have.
  package init?(_ text: String) {
    let parts = text.split(separator: "<", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts[0].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard name.contains(where: \.isLetter), !name.contains(">"),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    guard parts.count > 1 else { return }
    guard parts[1].hasSuffix(">"), parts[1].contains("@") else { return nil }
    let email = parts[1].dropLast()
    guard !email.contains(where: { "<> ".contains($0) }) else { return nil }
    self.email = String(email)
  }
}

/// What lets one in, once.
package struct WebInvitation: Hashable, Sendable {
  package var visitor: WebVisitor
  /// Until when, in seconds since 1970.
  package var end: Int64
  /// What a link and the code beside it have in common, of which only one lets in, and no others.
  package var pair: String

  package init(_ visitor: WebVisitor, until end: Int64, pair: String) {
    self.visitor = visitor
    self.end = end
    self.pair = pair
  }
}

/// What another process has for the one that serves a store.
package enum WebMessage: Hashable, Sendable {
  /// What `KeyDigest` makes of a link's secret.
  case link(String, WebInvitation)
  /// What it makes of a code's digits.
  case code(String, WebInvitation)
  /// The one of this name is sent away.
  case revoke(String)

  var isRevocation: Bool { if case .revoke = self { true } else { false } }
}

// MARK: - As lines

extension WebVisitor {
  /// Fields of a line, none of which has a tab or a line end.
  var fields: [String] {
    [isDevice ? "device" : "machine", name, author?.name ?? "", author?.email ?? ""]
  }

  init?(_ fields: ArraySlice<String>) {
    let fields = Array(fields)
    guard fields.count == 4 else { return nil }
    name = fields[1]
    isDevice = fields[0] == "device"
    author =
      fields[2].isEmpty
      ? nil : WebAuthor(name: fields[2], email: fields[3].isEmpty ? nil : fields[3])
  }
}

extension WebMessage {
  var line: String {
    switch self {
    case .link(let digest, let invitation): (["link", digest] + invitation.fields).asLine
    case .code(let digest, let invitation): (["code", digest] + invitation.fields).asLine
    case .revoke(let name): ["revoke", name].asLine
    }
  }

  /// - Returns: Nil for what only a later memo knows.
  init?(_ line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    switch (fields[0], fields.count) {
    case ("link", 8), ("code", 8):
      guard let invitation = WebInvitation(fields[2...]) else { return nil }
      self = fields[0] == "link" ? .link(fields[1], invitation) : .code(fields[1], invitation)
    case ("revoke", 2): self = .revoke(fields[1])
    default: return nil
    }
  }
}

extension WebInvitation {
  fileprivate var fields: [String] { ["\(end)", pair] + visitor.fields }

  fileprivate init?(_ fields: ArraySlice<String>) {
    let fields = Array(fields)
    guard let end = Int64(fields[0]), let visitor = WebVisitor(fields[2...]) else { return nil }
    self.init(visitor, until: end, pair: fields[1])
  }
}

extension [String] {
  var asLine: String { joined(separator: "\t") + "\n" }
}
