internal import CGit2

extension Repository {
  /// A file's content as git stores it, with line endings and other attributes applied.
  public func blobContent(of bytes: [UInt8], at path: String) throws(GitError) -> [UInt8] {
    try filtered(bytes, path, GIT_FILTER_TO_ODB)
  }

  /// The id of a file's content as git stores it; stores nothing.
  public func blobID(of bytes: [UInt8], at path: String) throws(GitError) -> ObjectID {
    try ObjectID.blob(blobContent(of: bytes, at: path))
  }

  /// A blob's content as git writes it to the work tree.
  public func workTreeContent(of bytes: [UInt8], at path: String) throws(GitError) -> [UInt8] {
    try filtered(bytes, path, GIT_FILTER_TO_WORKTREE)
  }

  /// The value of an attribute of a path, as `git check-attr` prints it.
  ///
  /// - Returns: The value; `set` or `unset` for an attribute without a value; nil when unspecified.
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

  /// Whether attributes request a conversion between file and blob that memo can't run.
  public func isFiltered(_ path: String) throws(GitError) -> Bool {
    do throws(GitError) {
      try checkFilters(path)
      return false
    } catch {
      guard error.code == .filtered else { throw error }
      return true
    }
  }

  /// Checks for attributes that convert content in ways libgit2 doesn't support.
  ///
  /// - Throws: ``GitError`` with code `filtered`: memo would store other content than git.
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

  /// git ignores the attribute if the configuration defines no filter of this name.
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
    // Usually no filter applies; libgit2 then returns no list.
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

extension Repository {
  /// Whether git certainly stores a file's content unchanged, by `core.autocrlf` and the attribute
  /// files.
  ///
  /// - Parameter path: Relative to the work tree.
  func keepsContent(at path: String) throws(GitError) -> Bool {
    try keepsContent(in: WorkTree.split(path).folder)
  }

  /// Whether git certainly stores the content of every file in a folder unchanged.
  ///
  /// - Parameter folder: Relative to the work tree.
  func keepsContent(in folder: String) throws(GitError) -> Bool {
    if let known = keptFolders?[PathKey(folder)] { return known }
    let isKept = try looksKept(in: folder)
    keptFolders?[PathKey(folder)] = isKept
    return isKept
  }

  /// Looks for the attribute files of each folder only once during `body`.
  public func keepingAttributes<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outer = keptFolders
    keptFolders = outer ?? [:]
    defer { keptFolders = outer }
    return try body()
  }

  /// Without libgit2, which searches for all attribute files for each path: about seventy system
  /// calls that nearly always find nothing.
  private func looksKept(in folder: String) throws(GitError) -> Bool {
    guard let workTree else { return false }
    let name = folder.isEmpty ? ".gitattributes" : "\(folder)/.gitattributes"
    let place = workTree.hasSuffix("/") ? "\(workTree)\(name)" : "\(workTree)/\(name)"
    guard Self.isWithoutConversion(place) else { return false }
    // If the attribute file is missing in the work tree, git reads it from the index.
    if WorkTree.status(at: place) == nil, try isTracked(name) { return false }
    guard folder.isEmpty else { return try keepsContent(in: WorkTree.split(folder).folder) }
    if attributeFiles == nil { attributeFiles = try generalAttributeFiles() ?? [] }
    return attributeFiles?.isEmpty == false
      && attributeFiles?.allSatisfy(Self.isWithoutConversion) == true
  }

  /// Whether an attribute file is missing, or has no attributes that convert content.
  private static func isWithoutConversion(_ path: String) -> Bool {
    guard let status = WorkTree.status(at: path) else { return true }
    guard status.kind == .regular, let bytes = WorkTree.content(at: path) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = ["text", "crlf", "eol", "ident", "filter", "working-tree-encoding", "working"]
    // `[attr]` defines a macro.
    return !text.utf8.contains(UInt8(ascii: "["))
      && !text.split(whereSeparator: { $0.isWhitespace || "=!-".contains($0) }).contains {
        words.contains(String($0))
      }
  }

  /// The attribute files for the whole repository.
  ///
  /// Nil if git converts content without them, or if only libgit2 knows their paths.
  private func generalAttributeFiles() throws(GitError) -> [String]? {
    let conversion = try string("core.autocrlf")?.lowercased()
    guard [nil, "false", "no", "off", "0"].contains(conversion),
      try string("core.attributesFile") == nil
    else { return nil }
    var paths = Set([gitDirectory, commonDirectory]).map { "\($0)/info/attributes" }
    for (level, name) in [
      (GIT_CONFIG_LEVEL_SYSTEM, "gitattributes"), (GIT_CONFIG_LEVEL_XDG, "attributes"),
    ] {
      var path = git_buf()
      defer { git_buf_dispose(&path) }
      try check("git_libgit2_opts", memo_git2_search_path(level.rawValue, &path))
      guard let text = path.ptr else { continue }
      let folders = String(cString: text).split(separator: ":")
      paths += folders.map { "\($0)/\(name)" }
    }
    return paths
  }
}
