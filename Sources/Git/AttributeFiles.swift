internal import CGit2

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

  private func looksKept(in folder: String) throws(GitError) -> Bool {
    guard let workTree else { return false }
    var files: AttributeFiles
    if let attributeFiles {
      files = attributeFiles
    } else {
      files = AttributeFiles(general: try generalAttributeFiles() ?? [])
    }
    // Held twice, it would be copied for each of thousands of folders.
    attributeFiles = nil
    defer { attributeFiles = files }
    guard !files.general.isEmpty, files.general.allSatisfy({ files.isSilent($0) }) else {
      return false
    }
    var folder = folder
    while true {
      let name = folder.isEmpty ? ".gitattributes" : "\(folder)/.gitattributes"
      let place = workTree.hasSuffix("/") ? "\(workTree)\(name)" : "\(workTree)/\(name)"
      guard files.isSilent(place) else { return false }
      // git takes the index's where the file is not here.
      if files.isMissing(place), try isTracked(name) { return false }
      guard !folder.isEmpty else { return true }
      folder = WorkTree.split(folder).folder
    }
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
