internal import CGit2

/// What kind of index a file is, where libgit2 can't read it.
enum IndexForm {
  /// As libgit2 knows it, or newer.
  case usual
  /// It shares its entries with another file.
  case split
  /// Folders stand in it for the files that a sparse checkout leaves out.
  case sparse
  /// Not even git reads it.
  case damaged

  init(_ bytes: [UInt8]) {
    let file = IndexFile(bytes)
    guard file.isWhole, Self.hasHash(bytes) else {
      self = .damaged
      return
    }
    // The names that begin so have to be understood.
    self = file.parts["link"] != nil ? .split : file.parts["sdir"] != nil ? .sparse : .usual
  }

  /// Whether the hash at the end is that of what comes before it, or none, as git may be told to
  /// write.
  private static func hasHash(_ bytes: [UInt8]) -> Bool {
    let told = bytes.suffix(IndexEntries.hashSize)
    var hash = SHA1()
    hash.add(Array(bytes.dropLast(IndexEntries.hashSize)))
    return told.allSatisfy { $0 == 0 } || told.elementsEqual(hash.end())
  }
}

extension Repository {
  /// An error about git's index with what its file shows to be the reason; others as they are.
  public func explained(_ error: GitError) -> GitError {
    let path = "\(gitDirectory)/index"
    guard error.isAboutIndex, let bytes = WorkTree.content(at: path) else { return error }
    var error = error
    switch IndexForm(bytes) {
    case .usual: break
    case .split:
      error.code = .splitIndex
      error.message =
        "git's index of this repository is split into two files, which memo can't read"
    case .sparse:
      error.code = .sparseIndex
      error.message = "git's index of this repository is a sparse one, which memo can't read"
    case .damaged:
      error.code = .damagedIndex
      error.message = "git's index of this repository is damaged"
      error.details = [path]
    }
    return error
  }

  /// Whether a sparse checkout leaves a file out.
  public func isSparse(_ path: String) throws(GitError) -> Bool {
    var hint = 0
    do throws(GitError) {
      if let entries = try indexEntries() {
        return entries.entry(of: path, hint: &hint)?.isLeftOut ?? false
      }
      return try index().use { index in
        let flags = git_index_get_bypath(index, path, 0)?.pointee.flags_extended ?? 0
        return UInt32(flags) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
      }
    } catch {
      throw explained(error)
    }
  }
}
