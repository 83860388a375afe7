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

/// Which of git's attribute files say nothing by which a file's content would not be its blob's.
///
/// For each file that it is asked about, libgit2 looks for all attribute files above it anew, with
/// every folder on the way: some seventy calls of the system for what is nearly always nothing.
struct AttributeFiles {
  /// Those that hold for all files, absolute.
  let general: [String]
  private var known: [String: (status: FileStatus?, isSilent: Bool)] = [:]

  init(general: [String]) { self.general = general }

  /// Whether a file says nothing of contents, or isn't there.
  ///
  /// It is read again when it has changed.
  mutating func isSilent(_ path: String) -> Bool {
    let status = WorkTree.status(at: path)
    if let known = known[path], known.status == status { return known.isSilent }
    let isSilent =
      status == nil
      || status?.kind == .regular && WorkTree.content(at: path).map(Self.isSilent) ?? false
    known[path] = (status, isSilent)
    return isSilent
  }

  /// Whether all those that hold for all files say nothing; false where there are none to ask.
  mutating func areGeneralSilent() -> Bool {
    var isSilent = !general.isEmpty
    for path in general where isSilent { isSilent = self.isSilent(path) }
    return isSilent
  }

  /// Whether it wasn't there when it was asked about last.
  func isMissing(_ path: String) -> Bool { known[path]?.status == nil }

  /// The attributes by which git changes contents on the way; `[attr]` begins a definition.
  private static let words = ["text", "crlf", "eol", "ident", "filter", "working-tree-encoding"]

  /// Whether none of the words is anywhere in it.
  static func isSilent(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return !text.utf8.contains(UInt8(ascii: "["))
      && !text.split(whereSeparator: { $0.isWhitespace || "=!-".contains($0) }).contains {
        words.contains(String($0)) || $0 == "working"
      }
  }
}

extension Repository {
  /// Whether git surely keeps a file's content as it is, as `core.autocrlf` and the attribute files
  /// say that there are.
  ///
  /// - Parameter path: Relative to the work tree.
  func keepsContent(at path: String) throws(GitError) -> Bool {
    try keepsContent(in: WorkTree.split(path).folder)
  }

  /// The same for any file of a folder.
  ///
  /// - Parameter folder: Relative to the work tree.
  func keepsContent(in folder: String) throws(GitError) -> Bool {
    guard heldIndexLock != nil else { return try looksKept(in: folder) }
    if let known = keptFolders[PathKey(folder)] { return known }
    let isKept = try looksKept(in: folder)
    keptFolders[PathKey(folder)] = isKept
    return isKept
  }

  /// Whether neither the folder's own attribute file nor those above say otherwise.
  private func looksKept(in folder: String) throws(GitError) -> Bool {
    guard let workTree else { return false }
    if attributeFiles == nil {
      attributeFiles = AttributeFiles(general: try generalAttributeFiles() ?? [])
    }
    let name = folder.isEmpty ? ".gitattributes" : "\(folder)/.gitattributes"
    let place = workTree.hasSuffix("/") ? "\(workTree)\(name)" : "\(workTree)/\(name)"
    guard attributeFiles?.isSilent(place) == true else { return false }
    // git takes the index's where the file is not here.
    if attributeFiles?.isMissing(place) == true, try isTracked(name) { return false }
    guard folder.isEmpty else { return try keepsContent(in: WorkTree.split(folder).folder) }
    return attributeFiles?.areGeneralSilent() == true
  }

  /// Those that hold for the whole repository; nil where git changes contents without them, or only
  /// libgit2 knows which they are.
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
