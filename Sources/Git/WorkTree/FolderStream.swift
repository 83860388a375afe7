internal import Platform

/// The names in an open folder, one after the other.
struct FolderStream: ~Copyable {
  private let raw: FolderPointer
  private let path: String

  /// Opens the folder anew: a duplicated descriptor would share its place in the list with every
  /// other listing of the folder.
  ///
  /// - Parameters:
  ///   - folder: The open folder, which stays its owner's.
  ///   - path: What the caller calls it, for errors.
  init(in folder: Int32, _ path: String) throws(FileError) {
    let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let raw = fdopendir(descriptor) else {
      let error = FileError.last("list", path)
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
    self.raw = raw
    self.path = path
  }

  /// - Throws: ``FileError``, also when there is no such folder.
  init(_ path: String) throws(FileError) {
    guard let raw = opendir(path) else { throw .last("list", path) }
    self.raw = raw
    self.path = path
  }

  /// The open folder, as long as the stream lives.
  var descriptor: Int32 { dirfd(raw) }

  /// The next entry, its own folder and the one above included; nil at the end.
  ///
  /// - Throws: ``FileError`` when it can't be read to the end. But for `errno`, `readdir` says the
  ///   same of both, and what is not listed would be taken for deleted.
  borrowing func next() throws(FileError) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    if let entry = readdir(raw) { return entry }
    guard errno == 0 else { throw .last("list", path) }
    return nil
  }

  deinit { closedir(raw) }
}
