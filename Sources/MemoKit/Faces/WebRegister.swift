internal import Git
package import StoreFiles

/// Whom a store's pages were shown to, and where they are: `memo/web` in git's folder, which only
/// its owner may read.
///
/// It keeps what a browser needs to find the pages again after the server was started anew: the
/// path and the port. Of keys it has what `KeyDigest` makes of them.
package final class WebRegister {
  private let folder: String
  private let file: String
  private let linkFile: String
  /// Held as long as the server lives.
  private let lock: FileLock

  /// The path below which the pages are, without slashes; nil at first.
  package var path: String?
  /// Where it listened last; nil at first.
  package var port: Int?
  package private(set) var visitors: [Visitor] = []

  /// A browser that was let in.
  package struct Visitor: Hashable, Sendable {
    package var digest: String
    /// In seconds since 1970, to the day.
    package var lastSeen: Int64
    /// What the device was called; empty for this machine's own browser.
    package var name: String
  }

  /// Who wasn't seen for so long is out, in seconds.
  private static let longestAbsence: Int64 = 30 * 86400

  /// - Returns: Nil where another process serves the store already.
  /// - Throws: ``MemoError`` where nothing can be kept here.
  package init?(_ store: Store, at now: Int64) throws(MemoError) {
    let folder = try store.folderOfOwnFiles()
    self.folder = folder
    file = store.ownFile("web")
    linkFile = store.ownFile("web-links")
    do throws(FileError) {
      lock = try FileLock("\(folder)/\(store.ownFile("web.lock"))", waitingUpTo: 0)
    } catch {
      // Only a lock that somebody holds says that somebody serves.
      guard error.reason == .busy else { throw MemoError(error) }
      return nil
    }
    for line in Self.lines(of: try MemoError.rethrowing(WorkTree(folder).content(file))) {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      switch (words.first, words.count) {
      case ("path", 2): path = words[1]
      case ("port", 2): port = Int(words[1])
      case ("key", 3...):
        guard let seen = Int64(words[2]), seen > now - Self.longestAbsence else { continue }
        visitors.append(
          Visitor(digest: words[1], lastSeen: seen, name: words.count > 3 ? words[3] : ""))
      default: continue
      }
    }
  }

  private static func lines(of bytes: [UInt8]?) -> [Substring] {
    String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// Somebody was let in.
  package func admit(_ digest: String, name: String, at now: Int64) throws(MemoError) {
    visitors.append(Visitor(digest: digest, lastSeen: now, name: name))
    try write()
  }

  /// Somebody was seen; that is written down once a day.
  package func see(_ digest: String, at now: Int64) {
    guard let index = visitors.firstIndex(where: { $0.digest == digest }),
      now - visitors[index].lastSeen > 86400
    else { return }
    visitors[index].lastSeen = now
    // What can't be written now is written another day.
    try? write()
  }

  /// Writes down where the pages are, and who was let in.
  package func write() throws(MemoError) {
    let text =
      (path.map { "path \($0)\n" } ?? "") + (port.map { "port \($0)\n" } ?? "")
      + visitors.map { "key \($0.digest) \($0.lastSeen) \($0.name)\n" }.joined()
    try MemoError.rethrowing(
      WorkTree.writePrivate(Array(text.utf8), to: "\(folder)/\(file)"))
  }

  /// Links that others have made while this process serves: what is kept of each, and until when.
  package func foreignLinks() -> [(digest: String, end: Int64)] {
    // Without the file nobody has made one.
    let bytes = (try? WorkTree(folder).content(linkFile)) ?? nil
    return Self.lines(of: bytes).compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let end = Int64(words[1]) else { return nil }
      return (String(words[0]), end)
    }
  }
}

extension Store {
  /// Has the process that serves the store take one more link.
  ///
  /// - Parameters:
  ///   - digest: What `KeyDigest` makes of the link's secret.
  ///   - end: Until when it works, in seconds since 1970.
  /// - Returns: The port and the path of that process; nil where it has not written them yet.
  package func leaveWebLink(
    _ digest: String, until end: Int64
  ) throws(MemoError) -> (port: Int, path: String)? {
    let folder = try folderOfOwnFiles()
    try MemoError.rethrowing(
      WorkTree.writePrivate(
        Array("\(digest) \(end)\n".utf8), to: "\(folder)/\(ownFile("web-links"))"))
    let bytes = try MemoError.rethrowing(WorkTree(folder).content(ownFile("web")))
    var port: Int?
    var path: String?
    for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("port ") { port = Int(line.dropFirst(5)) }
      if line.hasPrefix("path ") { path = String(line.dropFirst(5)) }
    }
    guard let port, let path else { return nil }
    return (port, path)
  }

  /// git's folder of this work tree, with memo's own in it.
  fileprivate func folderOfOwnFiles() throws(MemoError) -> String {
    guard let folder = gitFolder?.own else {
      // Says why.
      _ = try git()
      throw MemoError(.noStore, "\(root) is not in a git repository")
    }
    try MemoError.rethrowing(WorkTree.createFolder("\(folder)/memo"))
    return folder
  }
}
