internal import Platform

extension WorkTree {
  /// Appends to a file of memo's own with one write, and waits until the disk has it.
  ///
  /// - Parameter path: Absolute; its folder is made where it is missing.
  public static func append(_ text: String, to path: String) throws(FileError) {
    try createFolder(split(path).folder)
    // A pipe that stands there would be waited for, for ever.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    guard let file = Descriptor(path, in: AT_FDCWD, flags), file.writeAll(Array(text.utf8)),
      file.synchronize()
    else { throw .last("write", path) }
  }
}
