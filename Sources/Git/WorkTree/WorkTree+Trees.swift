internal import Platform

/// Whole folders at absolute paths: to make something aside, and put it in its place.
extension WorkTree {
  /// Gives a file or folder another name on the same disk, in one step.
  ///
  /// - Throws: ``FileError``, also when something else has that name; an empty folder at the
  ///   place of a folder is no obstacle.
  public static func move(_ old: String, to new: String) throws(FileError) {
    if let there = status(at: new), there.kind != .folder || names(in: new)?.isEmpty != true {
      throw FileError("create", new, .system(EEXIST))
    }
    guard renameat(AT_FDCWD, old, AT_FDCWD, new) == 0 else { throw .last("create", new) }
  }

  /// Removes a file, or a folder with all that is in it; links are not followed.
  ///
  /// - Throws: ``FileError``; to remove what is not there is no error.
  public static func removeTree(_ path: String) throws(FileError) {
    guard let status = status(at: path) else { return }
    guard status.kind == .folder else {
      guard unlink(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
      return
    }
    guard let names = names(in: path) else { throw .last("list", path) }
    for name in names { try removeTree("\(path)/\(name)") }
    try removeFolder(path)
  }

  /// Removes an empty folder.
  ///
  /// - Throws: ``FileError``; to remove what is not there is no error.
  public static func removeFolder(_ path: String) throws(FileError) {
    guard rmdir(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// Removes a file or a link.
  ///
  /// - Throws: ``FileError``; to remove what is not there is no error.
  public static func removeFile(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// The folders of a path that are not there yet, the outermost first.
  public static func missingFolders(_ path: String) -> [String] {
    guard !path.isEmpty, path != "/", status(at: path) == nil else { return [] }
    return missingFolders(split(path).folder) + [path]
  }

  /// Removes those of some folders that are empty, the last one first.
  public static func removeEmptyFolders(_ paths: [String]) {
    for path in paths.reversed() { rmdir(path) }
  }
}
