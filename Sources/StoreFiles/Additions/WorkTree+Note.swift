package import Git

extension WorkTree {
  /// Keeps what is found anew, or done without, where it can't be kept: a cache or a mark.
  ///
  /// Replaced as a whole, so that of two who write, one's is there, complete.
  /// - Parameters:
  ///   - folder: The path of one of git's folders.
  ///   - name: Relative to it.
  package static func keep(_ bytes: [UInt8], in folder: String, as name: String) {
    guard let folder = try? WorkTree(folder) else { return }
    try? folder.replace(name, with: bytes, expecting: try? folder.read(name).bytes)
  }
}
