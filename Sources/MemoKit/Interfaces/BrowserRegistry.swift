internal import Git
package import StoreFiles

/// The browsers that may see a store, and the server's address.
///
/// They are in `memo/web` in the `.git` folder, which only its owner can read. Path and port stay
/// the same, so that a browser finds the board after a restart. Keys are stored as hashes.
package struct BrowserRegistry: Sendable {
  private let folder: String
  private let file: String

  /// The path of all pages, without slashes at its ends; nil at first.
  package var path: String?
  /// The last port; nil at first.
  package var port: Int?
  /// The beginning of a link, for example `http://localhost:6366`; nil at first.
  package var origin: String?
  /// The beginning of a link for other devices; nil if no other device can connect.
  package var originForOthers: String?
  /// Whether the process with the ``WebLock`` accepts no new browsers: it is ending, or not
  /// listening so far.
  package var isClosed = false
  /// The hash of the calendar's key; nil without a calendar.
  package var calendar: String?
  package private(set) var guests: [AuthorizedBrowser] = []

  package struct AuthorizedBrowser: Hashable, Sendable {
    package var visitor: WebVisitor
    package var digest: String
    /// The time of authorization, in seconds since 1970.
    package var since: Int64
    /// The last visit, in seconds since 1970, with the precision of a day.
    package var seen: Int64
  }

  /// The absence after which a browser loses access, in seconds.
  package static let longestAbsence: Int64 = 30 * 86400

  /// Reads the stored data.
  ///
  /// - Throws: ``MemoError`` if nothing can be stored here.
  package init(_ store: Store, at now: Int64) throws(MemoError) {
    folder = try store.folderOfOwnFiles()
    file = store.ownFile("web")
    for line in Self.lines(of: try MemoError.rethrowing(WorkTree(folder).content(file))) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch (fields[0], fields.count) {
      case ("path", 2): path = fields[1]
      case ("port", 2): port = Int(fields[1])
      case ("origin", 2): origin = fields[1]
      case ("others", 2): originForOthers = fields[1]
      case ("closed", 2): isClosed = true
      case ("calendar", 2): calendar = fields[1]
      case ("guest", 8):
        guard let since = Int64(fields[2]), let seen = Int64(fields[3]),
          let visitor = WebVisitor(fields[4...])
        else { continue }
        guests.append(
          AuthorizedBrowser(visitor: visitor, digest: fields[1], since: since, seen: seen))
      default: continue
      }
    }
    _ = forget { $0.seen <= now - Self.longestAbsence }
  }

  static func lines(of bytes: [UInt8]?) -> [Substring] {
    String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// The authorized browser with the hash of a key; nil for none.
  package func visitor(_ digest: String) -> WebVisitor? {
    guests.first { $0.digest == digest }?.visitor
  }

  /// Authorizes a browser under a unique name, since the name selects the browser to revoke.
  package mutating func admit(
    _ visitor: WebVisitor, _ digest: String, at now: Int64
  ) throws(MemoError) {
    var visitor = visitor
    let name = visitor.name.isEmpty ? visitor.isDevice ? "device" : "browser" : visitor.name
    visitor.name = name
    var number = 2
    while guests.contains(where: { $0.visitor.name == visitor.name }) {
      visitor.name = "\(name)-\(number)"
      number += 1
    }
    guests.append(AuthorizedBrowser(visitor: visitor, digest: digest, since: now, seen: now))
    try write()
  }

  /// Records a visit, and stores it once a day.
  ///
  /// - Returns: Whether it was stored now.
  package mutating func see(_ digest: String, at now: Int64) -> Bool {
    guard let index = guests.firstIndex(where: { $0.digest == digest }),
      now - guests[index].seen > 86400
    else { return false }
    guests[index].seen = now
    // If this fails, a visit on another day is stored.
    try? write()
    return true
  }

  /// - Returns: Whether a browser had this name.
  package mutating func revoke(_ name: String) throws(MemoError) -> Bool {
    guard forget({ $0.visitor.name == name }) else { return false }
    try write()
    return true
  }

  /// Revokes the browsers that were absent too long.
  package mutating func removeExpired(at now: Int64) {
    // They lose access even if this can't be stored.
    if forget({ $0.seen <= now - Self.longestAbsence }) { try? write() }
  }

  private mutating func forget(_ isOut: (AuthorizedBrowser) -> Bool) -> Bool {
    let count = guests.count
    guests.removeAll(where: isOut)
    return guests.count < count
  }

  package func write() throws(MemoError) {
    let places = [
      ("path", path), ("port", port.map { "\($0)" }), ("origin", origin),
      ("others", originForOthers), ("closed", isClosed ? "yes" : nil), ("calendar", calendar),
    ]
    let text =
      places.compactMap { name, value in value.map { [name, $0].asLine } }.joined()
      + guests.map { guest in
        (["guest", guest.digest, "\(guest.since)", "\(guest.seen)"] + guest.visitor.fields).asLine
      }.joined()
    try MemoError.rethrowing(
      WorkTree.write(text.utf8, to: "\(folder)/\(file)", isPrivate: true))
  }
}

extension Store {
  /// The `.git` folder of this work tree; creates `memo` in it if permitted.
  func folderOfOwnFiles() throws(MemoError) -> String {
    guard let folder = gitFolder?.own else {
      // This throws with the reason.
      _ = try git()
      throw MemoError(.noStore, "\(root) is not in a git repository")
    }
    do throws(FileError) {
      try WorkTree.createFolder("\(folder)/memo")
    } catch {
      // Without write permission, memo stores nothing, but can read everything.
      guard error.isForbidden else { throw MemoError(error) }
    }
    return folder
  }
}

/// A lock for the only process that serves a store.
package struct WebLock: ~Copyable, Sendable {
  /// Nil without write permission; that server only reads, so others may run, too.
  private let lock: FileLock?

  /// - Returns: Nil if another process serves the store.
  /// - Throws: ``MemoError`` if the store is not in a git repository.
  package init?(_ store: Store) throws(MemoError) {
    let path = "\(try store.folderOfOwnFiles())/\(store.ownFile("web.lock"))"
    do throws(FileError) {
      lock = try FileLock(path, waitingUpTo: 0)
    } catch {
      // Only a held lock means that a process serves the store.
      if error.reason == .busy { return nil }
      // The folder is absent only if it can't be created.
      guard error.isForbidden || error.isMissing else { throw MemoError(error) }
      lock = nil
    }
  }
}

/// Messages from other processes to the one that serves a store.
///
/// They are in `memo/web-inbox` in the `.git` folder, which only its owner can read.
package struct WebInbox: Sendable {
  private let folder: String
  private let file: String

  package init(_ store: Store) throws(MemoError) {
    folder = try store.folderOfOwnFiles()
    file = store.ownFile("web-inbox")
  }

  package func put(_ messages: [WebMessage]) throws(MemoError) {
    try MemoError.rethrowing(append(messages.flatMap { Array($0.line.utf8) }))
  }

  private func append(_ lines: [UInt8]) throws(FileError) {
    let lock = try FileLock("\(folder)/\(file).lock", waitingUpTo: 5)
    let there = try WorkTree(folder).content(file) ?? []
    try WorkTree.write(there + lines, to: "\(folder)/\(file)", isPrivate: true)
    _ = consume lock
  }

  /// Returns all messages and empties the inbox.
  package func take() -> [WebMessage] {
    // No file means no messages. An unreadable one is read later.
    guard let bytes = (try? WorkTree(folder).content(file)) ?? nil, !bytes.isEmpty,
      let lock = try? FileLock("\(folder)/\(file).lock", waitingUpTo: 1)
    else { return [] }
    // Reads again under the lock, since the file is emptied below.
    guard let all = (try? WorkTree(folder).content(file)) ?? nil else { return [] }
    let messages = BrowserRegistry.lines(of: all).compactMap { WebMessage($0) }
    do throws(FileError) {
      try WorkTree.write([], to: "\(folder)/\(file)", isPrivate: true)
    } catch {
      // If the inbox can't be emptied, skip invitations, which would work several times.
      // Revocations are harmless.
      return messages.filter(\.isRevocation)
    }
    _ = consume lock
    return messages
  }
}

package struct WebVisitor: Hashable, Sendable {
  /// The name for a revocation.
  package var name: String
  /// Whether it is another device, not a browser on this machine.
  package var isDevice: Bool
  /// The author of its changes; nil for the clone's user.
  package var author: WebAuthor?

  package init(name: String = "", isDevice: Bool = false, author: WebAuthor? = nil) {
    self.name = name
    self.isDevice = isDevice
    self.author = author
  }
}

/// The author of changes from a device; the committer is the clone's user.
package struct WebAuthor: Hashable, Sendable {
  package var name: String
  /// Nil for the address of the clone's user.
  package var email: String?

  package init(name: String, email: String?) {
    self.name = name
    self.email = email
  }

  /// The form that users type.
  package var text: String { name + (email.map { " <\($0)>" } ?? "") }

  /// - Parameter text: `Ada`, or `Ada Lovelace <ada@example.org>`.
  /// - Returns: Nil if git would not accept it.
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

/// An invitation that authorizes one browser, once, by a link or a code.
package struct WebInvitation: Hashable, Sendable {
  package var visitor: WebVisitor
  /// When it expires, in seconds since 1970.
  package var end: Int64
  /// The hash of the link's secret.
  package var link: String
  /// The hash of the code's digits; nil without a code.
  package var code: String?

  package init(_ visitor: WebVisitor, until end: Int64, link: String, code: String? = nil) {
    self.visitor = visitor
    self.end = end
    self.link = link
    self.code = code
  }
}

package enum WebMessage: Hashable, Sendable {
  case invite(WebInvitation)
  case revoke(String)

  var isRevocation: Bool { if case .revoke = self { true } else { false } }
}

// MARK: - As lines

extension WebVisitor {
  /// The fields of a line, without tabs and line endings.
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
    case .invite(let invitation): (["invite"] + invitation.fields).asLine
    case .revoke(let name): ["revoke", name].asLine
    }
  }

  /// - Returns: Nil for a kind that only a later version of memo knows.
  init?(_ line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    switch (fields[0], fields.count) {
    case ("invite", 8):
      guard let end = Int64(fields[1]), let visitor = WebVisitor(fields[4...]) else { return nil }
      self = .invite(
        WebInvitation(
          visitor, until: end, link: fields[2], code: fields[3].isEmpty ? nil : fields[3]))
    case ("revoke", 2): self = .revoke(fields[1])
    default: return nil
    }
  }
}

extension WebInvitation {
  fileprivate var fields: [String] { ["\(end)", link, code ?? ""] + visitor.fields }
}

extension [String] {
  var asLine: String { joined(separator: "\t") + "\n" }
}
