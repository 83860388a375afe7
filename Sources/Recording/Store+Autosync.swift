internal import Git
public import StoreFiles

/// Whether whoever shows a store syncs it as well: `memo.autosync` of the clone.
extension Store {
  /// Nil as long as nobody has decided.
  ///
  /// - Throws: ``MemoError`` when it is neither true nor false.
  public func syncsByItself() throws(MemoError) -> Bool? {
    let git = try git()
    do throws(GitError) {
      return try git.repository.bool(Self.autosyncKey)
    } catch {
      let text = try git.run("read \(Self.autosyncKey)", git.repository.string(Self.autosyncKey))
      throw MemoError(
        .refused, "\(Self.autosyncKey) holds '\(text ?? "")', which is neither true nor false",
        hints: ["git config \(Self.autosyncKey) true"])
    }
  }

  /// Writes it into the clone's own configuration; nil takes it out of there.
  ///
  /// - Throws: ``MemoError``
  public func setSyncsByItself(_ value: Bool?) throws(MemoError) {
    try git().run("write \(Self.autosyncKey)") { repository throws(GitError) in
      if let value {
        try repository.set(Self.autosyncKey, to: value ? "true" : "false")
      } else {
        try repository.unset(Self.autosyncKey)
      }
    }
  }

  private static let autosyncKey = "memo.autosync"
}
