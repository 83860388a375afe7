/// The folders of a work tree and its repository, found without libgit2.
package struct GitFolder {
  /// The root of the work tree.
  package var workTree: String
  /// The git directory of this work tree.
  package var own: String
  /// The git directory that all work trees of the repository share.
  package var common: String

  /// Nil if the folder has no `.git`, or it refers to no repository.
  ///
  /// - Throws: ``FileError`` if it is unreadable.
  package init?(workTree: String) throws(FileError) {
    let place = Self.absolute(".git", in: workTree)
    guard let kind = try WorkTree.knownStatus(at: place)?.kind else { return nil }
    var own = place
    // A linked work tree or a submodule has a file `gitdir: …/.git/worktrees/NAME`. git also
    // accepts a symbolic link to a folder.
    if kind != .folder, let pointer = try WorkTree.knownContent(at: place) {
      let text = String(decoding: pointer, as: UTF8.self)
      guard let space = text.firstIndex(of: " ") else { return nil }
      own = Self.absolute(text[text.index(after: space)...], in: workTree)
    }
    guard try WorkTree.knownStatus(at: "\(own)/HEAD") != nil else { return nil }
    self.workTree = workTree
    self.own = own
    common =
      try WorkTree.knownContent(at: "\(own)/commondir").map {
        Self.absolute(String(decoding: $0, as: UTF8.self)[...], in: own)
      } ?? own
  }

  /// The path on the first line of a text.
  private static func absolute(_ text: Substring, in folder: String) -> String {
    let path = text.prefix { !$0.isNewline }
    if path.hasPrefix("/") { return String(path) }
    let joined = folder.hasSuffix("/") ? "\(folder)\(path)" : "\(folder)/\(path)"
    return path.contains("..") ? WorkTree.resolved(joined) ?? joined : joined
  }
}
