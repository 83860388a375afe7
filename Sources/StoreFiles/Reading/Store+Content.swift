internal import Git

extension Store {
  /// The content of a file that is no task, as an image beside one; no link is followed.
  ///
  /// - Parameters:
  ///   - path: Relative to the store.
  ///   - most: Bytes; a file with more is none.
  /// - Returns: Nil where there is no such file, or nothing that could be read as one.
  package func content(besideTasks path: String, atMost most: Int = 16 << 20) -> [UInt8]? {
    // Whoever asks shows it or doesn't; why not is seen by who opens the folder.
    (try? WorkTree(root).read(path, atMost: most))?.bytes
  }
}
