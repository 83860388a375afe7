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
      WorkTree.writePrivate(Array(text.utf8), to: "\(folder)/\(file)"))
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
