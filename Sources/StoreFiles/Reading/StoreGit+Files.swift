package import Git

/// Files of the work tree, with the library's own errors.
extension StoreGit {
  /// A regular file's content, or nil when there surely is no file.
  package func content(of path: String) throws(MemoError) -> [UInt8]? {
    try look { () throws(FileError) in try files.content(path) }
  }

  /// What stands at a path, or nil when surely nothing does.
  package func status(of path: String) throws(MemoError) -> FileStatus? {
    try look { () throws(FileError) in try files.status(of: path) }
  }

  private func look<Value>(_ body: () throws(FileError) -> Value) throws(MemoError) -> Value {
    try MemoError.rethrowing(body())
  }
}
