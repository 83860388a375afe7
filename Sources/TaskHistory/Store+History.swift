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
  package func history(
    _ git: StoreGit, of tip: ObjectID?
  ) throws(MemoError) -> History? {
    guard let tip else { return nil }
    if let known = self[KnownHistory.self], known.tip.id == tip,
      !known.isShallow || git.repository.isShallow
    {
      return known
    }
    // A shallow history changes when git deepens it, so no file has it.
    let isShallow = git.repository.isShallow
    let history: History? =
      if isShallow { try History.inMemory(git, tip) } else {
        try kept(git, tip, isHead: tip == git.head().commit)
      }
    // Nor is it kept if git deepened it meanwhile.
    self[KnownHistory.self] = history?.isShallow == isShallow ? history : nil
    return history
  }

  /// The history from the stored index, or from all commits if the index can't be used.
  private func kept(
    _ git: StoreGit, _ tip: ObjectID, isHead: Bool
  ) throws(MemoError) -> History? {
    let file = "\(git.repository.gitDirectory)/\(historyFile)"
    if WorkTree.status(at: file)?.kind == .regular {
      do {
        var index = try HistoryIndex(file, rules: historyRules)
        // The file is for HEAD alone.
        if !isHead { index = try index.copy() }
        try index.move(to: tip, git)
        if let last = try index.commit(tip) {
          return History(git, index, tip: last)
        }
      } catch let error as MemoError {
        throw error
      } catch {
        // Only a damaged file or one of another format is removed; a locked or read-only one stays.
        // If it can't be removed, each command computes the history.
        let isDamage = (error as? SQLiteError).map { [1, 11, 26].contains($0.code) } ?? false
        if isDamage { try? WorkTree.removeFile(file) }
      }
    }
    let history = try History.inMemory(git, tip, rules: historyRules)
    if isHead { history?.save(as: file) }
    return history
  }

  /// The settings that affect the index: aliases change the meaning of a status.
  private var historyRules: String {
    settings.aliases.map { String($0.fingerprint, radix: 16) } ?? ""
  }

  private var historyFile: String { ownFile("cache/history") + ".sqlite" }
}
