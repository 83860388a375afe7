internal import Git
internal import StoreFiles

/// The mark `.git/memo/checked-out`: the last commit whose task files were all here, and whether
/// files were absent since.
///
/// It distinguishes a file that never was here from one deleted by `git rm`, which also removes the
/// path from the index. Without the mark, only the index proves deletions.
struct CheckedOut: Equatable {
  /// Nil if unknown.
  var commit: ObjectID?
  /// Whether no file was absent when memo last wrote.
  var isWhole = true
}

extension Store {
  private static let missingLine = "missing"

  func checkedOut(in gitDirectory: String) -> CheckedOut {
    let content = WorkTree.content(at: markFile(in: gitDirectory)) ?? []
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init)
    return CheckedOut(
      commit: lines.first.flatMap { ObjectID(hex: $0) }, isWhole: lines.last != Self.missingLine)
  }

  /// Notes the commit whose files a session has seen.
  ///
  /// - Parameter commit: Nil if a file is absent.
  func markCheckedOut(_ commit: ObjectID?, _ git: StoreGit) {
    let folder = git.repository.gitDirectory
    let old = checkedOut(in: folder)
    let new = CheckedOut(commit: commit ?? old.commit, isWhole: commit != nil)
    guard new != old else { return }
    let lines = [new.commit?.hex ?? "-"] + (new.isWhole ? [] : [Self.missingLine])
    // Without the mark, fewer deletions are proven.
    try? WorkTree.write(lines.map { $0 + "\n" }.joined().utf8, to: markFile(in: folder))
  }

  private func markFile(in gitDirectory: String) -> String {
    "\(gitDirectory)/\(ownFile("checked-out"))"
  }

  /// The files of HEAD that were here with HEAD's content.
  func filesCheckedOut(_ git: StoreGit, since head: ObjectID?) throws(MemoError) -> Set<PathKey> {
    guard let head, let seen = checkedOut(in: git.repository.gitDirectory).commit else { return [] }
    let folders = git.taskFolders + [git.repositoryPath(NonTaskFiles.settingsFolder)]
    return try git.run("compare with what was here") { repository throws(GitError) in
      guard try repository.contains(seen) else { return [] }
      var files = Set(
        try repository.files(in: head, under: folders).map { PathKey($0.path) })
      for change in try repository.changedFiles(from: seen, to: head, under: folders) {
        files.remove(PathKey(change.path))
      }
      return Set(files.compactMap { git.storePath($0.path) }.map(PathKey.init))
    }
  }
}
