internal import CGit2

/// How git keeps the contents of many files; of each folder's it is found out once.
public struct ContentFilters {
  private let repository: Repository
  /// Whether git keeps files as they are, by folder.
  private var keeping: [PathKey: Bool] = [:]

  public init(_ repository: Repository) { self.repository = repository }

  /// As ``Repository/blobContent(of:at:)``.
  public mutating func blobContent(
    of bytes: [UInt8], at path: String
  ) throws(GitError) -> [UInt8] {
    try keeps(path) ? bytes : repository.blobContent(of: bytes, at: path)
  }

  /// As ``Repository/isFiltered(_:)``.
  public mutating func isFiltered(_ path: String) throws(GitError) -> Bool {
    try keeps(path) ? false : repository.isFiltered(path)
  }

  private mutating func keeps(_ path: String) throws(GitError) -> Bool {
    let folder = WorkTree.split(path).folder
    if let known = keeping[PathKey(folder)] { return known }
    let isKept = try repository.keepsContent(in: folder)
    keeping[PathKey(folder)] = isKept
    return isKept
  }
}

extension Repository {
  /// A file's content as git keeps it: line endings and the like as attributes ask.
  public func blobContent(of bytes: [UInt8], at path: String) throws(GitError) -> [UInt8] {
    try filtered(bytes, path, GIT_FILTER_TO_ODB)
  }

  /// A blob's content as its file in the work tree has it.
  public func workTreeContent(of bytes: [UInt8], at path: String) throws(GitError) -> [UInt8] {
    try filtered(bytes, path, GIT_FILTER_TO_WORKTREE)
  }

  /// What git's attribute files say of a path, as `git check-attr` shows it.
  ///
  /// - Returns: The value; `set` or `unset` where there is none behind the name; nil when
  ///   nothing is said.
  public func attribute(_ name: String, of path: String) throws(GitError) -> String? {
    _ = git_attr_cache_flush(pointer)
    var value: UnsafePointer<CChar>?
    try check("git_attr_get", git_attr_get(&value, pointer, 0, path, name))
    return switch git_attr_value(value) {
    case GIT_ATTR_VALUE_STRING: value.map { String(cString: $0) }
    case GIT_ATTR_VALUE_TRUE: "set"
    case GIT_ATTR_VALUE_FALSE: "unset"
    default: nil
    }
  }

  /// Whether attributes ask for a filter between a file and its blob that memo can't run.
  public func isFiltered(_ path: String) throws(GitError) -> Bool {
    do throws(GitError) {
      try checkFilters(path)
      return false
    } catch {
      guard error.code == .filtered else { throw error }
      return true
    }
  }

  /// Attributes by which git would change a content in ways that libgit2 doesn't know.
  ///
  /// - Throws: ``GitError`` with code `filtered`: to go on would record what git would not.
  private func checkFilters(_ path: String) throws(GitError) {
    if try keepsContent(at: path) { return }
    for name in ["filter", "working-tree-encoding"] {
      var value: UnsafePointer<CChar>?
      try check("git_attr_get", git_attr_get(&value, pointer, 0, path, name))
      guard git_attr_value(value) == GIT_ATTR_VALUE_STRING, let value else { continue }
      let text = String(cString: value)
      if name != "filter", ["UTF-8", "UTF8"].contains(text.uppercased()) { continue }
      if name == "filter", try !hasFilter(text) { continue }
      throw GitError(
        code: .filtered, operation: "git_attr_get",
        message: "\(path) has the attribute \(name)=\(text), and memo can't run git's filters")
    }
  }

  /// A filter that nothing defines does nothing in git, either.
  private func hasFilter(_ name: String) throws(GitError) -> Bool {
    for key in ["clean", "smudge", "process"] where try string("filter.\(name).\(key)") != nil {
      return true
    }
    return false
  }

  private func filtered(
    _ bytes: [UInt8], _ path: String, _ mode: git_filter_mode_t
  ) throws(GitError) -> [UInt8] {
    if try keepsContent(at: path) { return bytes }
    try checkFilters(path)
    var filters: OpaquePointer?
    try check(
      "git_filter_list_load",
      git_filter_list_load(&filters, pointer, nil, path, mode, GIT_FILTER_DEFAULT.rawValue))
    // Nearly always there are none, and then there is no list.
    guard let filters, !bytes.isEmpty else { return bytes }
    defer { git_filter_list_free(filters) }
    var out = git_buf()
    defer { git_buf_dispose(&out) }
    let status = bytes.withUnsafeBytes { buffer in
      git_filter_list_apply_to_buffer(
        &out, filters, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    try check("git_filter_list_apply_to_buffer", status)
    guard let content = out.ptr else { return [] }
    return Array(UnsafeRawBufferPointer(start: content, count: out.size))
  }
}
