internal import Git
package import StoreFiles

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
    try WorkTree.writePrivate(there + lines, to: "\(folder)/\(file)")
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
      try WorkTree.writePrivate([], to: "\(folder)/\(file)")
    } catch {
      // Taken again and again, an invitation would let in more than one; who is sent away stays so.
      return messages.filter(\.isRevocation)
    }
    _ = consume lock
    return messages
  }
}
