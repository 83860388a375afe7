internal import Git
package import StoreFiles

/// Whom a store's pages were shown to, and where they are: `memo/web` in git's folder, which only
/// its owner may read.
///
/// It keeps what a browser needs to find the pages again after the server was started anew: the
/// path and the port. Of keys it has what `KeyDigest` makes of them.
package struct WebRegister: Sendable {
  private let folder: String
  private let file: String

  /// The path below which the pages are, without slashes; nil at first.
  package var path: String?
  /// Where it listened last; nil at first.
  package var port: Int?
  /// With what a link begins, as `http://localhost:6366`; nil at first.
  package var origin: String?
  /// With what a link for other devices begins; nil where none can come.
  package var originForOthers: String?
  /// Whether who holds the ``WebLock`` takes no more guests: it is ending, or doesn't listen yet.
  package var isClosed = false
  /// What is kept of the calendar's key; nil for no calendar.
  package var calendar: String?
  package private(set) var guests: [Guest] = []
  /// What those were called who are out, the last one last.
  package private(set) var formerNames: [String] = []

  /// One who was let in.
  package struct Guest: Hashable, Sendable {
    package var visitor: WebVisitor
    package var digest: String
    /// When it was let in, in seconds since 1970.
    package var since: Int64
    /// When it was seen last, to the day.
    package var seen: Int64

    package init(visitor: WebVisitor, digest: String, since: Int64, seen: Int64) {
      self.visitor = visitor
      self.digest = digest
      self.since = since
      self.seen = seen
    }
  }

  /// Who wasn't seen for so long is out, in seconds.
  package static let longestAbsence: Int64 = 30 * 86400
  /// So many names are remembered of those who are out.
  private static let mostFormerNames = 500

  /// Reads what there is.
  ///
  /// - Throws: ``MemoError`` where nothing can be kept here.
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
        guests.append(Guest(visitor: visitor, digest: fields[1], since: since, seen: seen))
      case ("former", 2): formerNames.append(fields[1])
      default: continue
      }
    }
    _ = forget { $0.seen <= now - Self.longestAbsence }
  }

  static func lines(of bytes: [UInt8]?) -> [Substring] {
    String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// Somebody was let in.
  package mutating func admit(
    _ visitor: WebVisitor, _ digest: String, at now: Int64
  ) throws(MemoError) {
    guests.append(Guest(visitor: visitor, digest: digest, since: now, seen: now))
    try write()
  }

  /// Somebody was seen; that is written down once a day.
  ///
  /// - Returns: Whether that was now.
  package mutating func see(_ digest: String, at now: Int64) -> Bool {
    guard let index = guests.firstIndex(where: { $0.digest == digest }),
      now - guests[index].seen > 86400
    else { return false }
    guests[index].seen = now
    // What can't be written now is written another day.
    try? write()
    return true
  }

  /// Sends one away.
  ///
  /// - Returns: Whether there was one of this name.
  package mutating func revoke(_ name: String) throws(MemoError) -> Bool {
    guard !forget({ $0.visitor.name == name }).isEmpty else { return false }
    try write()
    return true
  }

  /// Sends those away who weren't seen for too long.
  ///
  /// - Returns: What was kept of their keys.
  package mutating func forgetTheAbsent(at now: Int64) -> [String] {
    let digests = forget { $0.seen <= now - Self.longestAbsence }
    // They are out as well where that can't be written down.
    if !digests.isEmpty { try? write() }
    return digests
  }

  private mutating func forget(_ isOut: (Guest) -> Bool) -> [String] {
    let out = guests.filter(isOut)
    guests.removeAll(where: isOut)
    let names = out.map(\.visitor.name).filter { !formerNames.contains($0) }
    formerNames = (formerNames + names).suffix(Self.mostFormerNames)
    return out.map(\.digest)
  }

  /// Writes down where the pages are, and who was let in.
  package func write() throws(MemoError) {
    let places = [
      ("path", path), ("port", port.map { "\($0)" }), ("origin", origin),
      ("others", originForOthers), ("closed", isClosed ? "yes" : nil), ("calendar", calendar),
    ]
    let text =
      places.compactMap { name, value in value.map { [name, $0].asLine } }.joined()
      + guests.map { guest in
        (["guest", guest.digest, "\(guest.since)", "\(guest.seen)"] + guest.visitor.fields).asLine
      }.joined() + formerNames.map { ["former", $0].asLine }.joined()
    try MemoError.rethrowing(
      WorkTree.write(text.utf8, to: "\(folder)/\(file)", isPrivate: true))
  }
}

extension Store {
  /// git's folder of this work tree, with memo's own in it.
  func folderOfOwnFiles() throws(MemoError) -> String {
    guard let folder = gitFolder?.own else {
      // Says why.
      _ = try git()
      throw MemoError(.noStore, "\(root) is not in a git repository")
    }
    do throws(FileError) {
      try WorkTree.createFolder("\(folder)/memo")
    } catch {
      // Where nothing can be written, nothing is kept, and what is there can be read.
      guard error.isForbidden else { throw MemoError(error) }
    }
    return folder
  }
}

/// Held as long as a process serves a store; there is one at a time.
package struct WebLock: ~Copyable, Sendable {
  /// Nil where nothing can be written; there one only reads, and others may as well.
  private let lock: FileLock?

  /// - Returns: Nil where another process serves the store already.
  /// - Throws: ``MemoError`` where there is no store.
  package init?(_ store: Store) throws(MemoError) {
    let path = "\(try store.folderOfOwnFiles())/\(store.ownFile("web.lock"))"
    do throws(FileError) {
      lock = try FileLock(path, waitingUpTo: 0)
    } catch {
      // Only a lock that somebody holds says that somebody serves.
      if error.reason == .busy { return nil }
      // The folder is missing only where it can't be made.
      guard error.isForbidden || error.isMissing else { throw MemoError(error) }
      lock = nil
    }
  }
}

/// What other processes have for the one that serves a store: `memo/web-inbox` in git's folder,
/// which only its owner may read.
package struct WebInbox: Sendable {
  private let folder: String
  private let file: String

  package init(_ store: Store) throws(MemoError) {
    folder = try store.folderOfOwnFiles()
    file = store.ownFile("web-inbox")
  }

  /// Leaves something for who serves the store.
  package func put(_ messages: [WebMessage]) throws(MemoError) {
    try MemoError.rethrowing(append(messages.flatMap { Array($0.line.utf8) }))
  }

  private func append(_ lines: [UInt8]) throws(FileError) {
    let lock = try FileLock("\(folder)/\(file).lock", waitingUpTo: 5)
    let there = try WorkTree(folder).content(file) ?? []
    try WorkTree.write(there + lines, to: "\(folder)/\(file)", isPrivate: true)
    _ = consume lock
  }

  /// Takes all that was left, once.
  package func take() -> [WebMessage] {
    // Nobody has left anything as long as there is no file; one that can't be read is read later.
    guard let bytes = (try? WorkTree(folder).content(file)) ?? nil, !bytes.isEmpty,
      let lock = try? FileLock("\(folder)/\(file).lock", waitingUpTo: 1)
    else { return [] }
    // What was left since the first look would be lost with what is emptied below.
    guard let all = (try? WorkTree(folder).content(file)) ?? nil else { return [] }
    let messages = WebRegister.lines(of: all).compactMap { WebMessage($0) }
    do throws(FileError) {
      try WorkTree.write([], to: "\(folder)/\(file)", isPrivate: true)
    } catch {
      // Taken again and again, an invitation would let in more than one; who is sent away stays so.
      return messages.filter(\.isRevocation)
    }
    _ = consume lock
    return messages
  }
}

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
