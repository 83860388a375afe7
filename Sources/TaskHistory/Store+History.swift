package import Git
internal import SQLite
package import StoreFiles
internal import TaskFile

extension Store {
  private enum KnownHistory: StoreKey {
    static var initialValue: History? { nil }
  }

  /// The history up to HEAD; nil before the first commit.
  package func history(_ git: StoreGit) throws(MemoError) -> History? {
    try history(git, of: git.head().commit)
  }

  /// The history up to a commit.
  ///
  /// - Parameter other: Another commit to include, on any branch.
  package func history(
    _ git: StoreGit, of start: ObjectID?, besides other: ObjectID? = nil
  ) throws(MemoError) -> History? {
    guard let start else { return nil }
    if let known = self[KnownHistory.self], known.tip.id == start {
      guard let other else { return known }
      if try known.commit(other) != nil { return known }
    }
    // A shallow history changes when git deepens it, so it isn't stored.
    guard !git.repository.isShallow else {
      return try History.inMemory(git, [start] + [other].compactMap { $0 }, rules: historyRules)
    }
    let head = try git.head().commit
    let history = try kept(git, start, other, isHead: start == head)
    if other == nil { self[KnownHistory.self] = history }
    return history
  }

  /// The history from the stored index, or from all commits if the index can't be used.
  private func kept(
    _ git: StoreGit, _ start: ObjectID, _ other: ObjectID?, isHead: Bool
  ) throws(MemoError) -> History? {
    let file = "\(git.repository.gitDirectory)/\(historyFile)"
    let tips = [start] + [other].compactMap { $0 }
    if WorkTree.status(at: file)?.kind == .regular {
      do {
        var index = try HistoryIndex(file, rules: historyRules)
        // The file is for HEAD alone.
        if !isHead || other != nil { index = try index.copy() }
        try index.move(to: tips, git)
        if let tip = try index.commit(start) {
          return History(git, index, tip: tip, rules: historyRules)
        }
      } catch let error as MemoError {
        throw error
      } catch {
        // Only a damaged file is removed; a locked or read-only one stays.
        if (error as? SQLiteError)?.isDamage == true { try? WorkTree.removeFile(file) }
      }
    }
    let history = try History.inMemory(git, tips, rules: historyRules)
    if isHead, other == nil { history?.save(as: file) }
    return history
  }

  /// The settings that affect the index: aliases change the meaning of a status.
  private var historyRules: String {
    settings.aliases.map { String($0.fingerprint, radix: 16) } ?? ""
  }

  private var historyFile: String { ownFile("cache/history") + ".sqlite" }
}

extension SQLiteError {
  /// Whether the file is damaged or not a database.
  fileprivate var isDamage: Bool { [1, 11, 26].contains(code) }
}
