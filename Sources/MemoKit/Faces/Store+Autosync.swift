internal import Git
internal import Recording
public import StoreFiles

/// Whether a store is synced by whoever shows it: `memo.autosync` of the clone.
extension Store {
  /// Nil as long as nobody has decided.
  ///
  /// - Throws: ``MemoError`` when it is neither true nor false.
  public func syncsByItself() throws(MemoError) -> Bool? { try git().syncsByItself() }

  /// Writes it into the clone's own configuration; nil takes it out of there.
  ///
  /// - Throws: ``MemoError``
  public func setSyncsByItself(_ value: Bool?) throws(MemoError) {
    try git().run("write \(StoreGit.autosyncKey)") { repository throws(GitError) in
      if let value {
        try repository.set(StoreGit.autosyncKey, to: value ? "true" : "false")
      } else {
        try repository.unset(StoreGit.autosyncKey)
      }
    }
  }
}

extension StoreGit {
  fileprivate static let autosyncKey = "memo.autosync"

  func syncsByItself() throws(MemoError) -> Bool? {
    try run("read \(Self.autosyncKey)") { repository throws(GitError) in
      try repository.bool(Self.autosyncKey)
    }
  }
}
