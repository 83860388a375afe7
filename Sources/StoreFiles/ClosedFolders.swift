package import Git

/// Finds folders without write permission, before a change begins.
///
/// Each folder is checked once.
///
/// Files are replaced and moved by their folder's entries, so the folder's permission decides, not
/// the file's.
package struct ClosedFolders {
  private let root: String
  private var known: [String: FileError?] = [:]

  /// - Parameter git: The store's.
  package init(_ git: StoreGit) { root = Paths.join(git.files.path, git.prefix) }

  /// Why a file can't be written, moved or removed; nil if no reason is known.
  ///
  /// - Parameter path: Relative to the store, as in the error.
  package mutating func obstacle(toWriting path: String) -> FileError? {
    guard var error = obstacle(toWritingIn: Paths.parent(of: path)) else { return nil }
    error.path = path
    return error
  }

  private mutating func obstacle(toWritingIn folder: String) -> FileError? {
    if let known = known[folder] { return known }
    let place = Paths.join(root, folder)
    var error = FileError.obstacle(toWritingIn: place)
    if error == nil, !folder.isEmpty, WorkTree.status(at: place) == nil {
      // The folder has to be created.
      error = obstacle(toWritingIn: Paths.parent(of: folder))
    }
    known[folder] = .some(error)
    return error
  }
}
