package import Git

/// Where nobody may write who runs memo: asked before anything is begun, of each folder once.
///
/// A file is replaced by another one, and moved with its folder's entry, so that the folder says
/// whether that can be done, and not the file.
package struct ClosedFolders {
  private let root: String
  private var known: [String: FileError?] = [:]

  /// - Parameter git: Of the store.
  package init(_ git: StoreGit) { root = Paths.join(git.files.path, git.prefix) }

  /// Why a file can't be written, moved or removed; nil where nothing is known to be in the way.
  ///
  /// - Parameter path: Relative to the store, as the error's is.
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
      // It has to be made.
      error = obstacle(toWritingIn: Paths.parent(of: folder))
    }
    known[folder] = .some(error)
    return error
  }
}
