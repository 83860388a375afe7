internal import Git

/// Functions on paths as text, separated by `/`.
package enum Paths {
  package static func join(_ folder: String, _ rest: String) -> String {
    if folder.isEmpty || rest.hasPrefix("/") { return rest }
    return folder.hasSuffix("/") ? folder + rest : "\(folder)/\(rest)"
  }

  /// The folder of a path: "" for a bare name, "/" for a path in the root.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A new file at the path of a former folder, or a former file at the path of a new folder; nil
  /// if none.
  package static func changingKind(new: [String], gone: [String]) -> String? {
    guard !new.isEmpty, !gone.isEmpty else { return nil }
    let files = Set(gone.map { PathKey($0) })
    let folders = Set(gone.flatMap { foldersAbove($0) })
    for path in new {
      if folders.contains(PathKey(path)) { return path }
      if let folder = foldersAbove(path).first(where: files.contains) { return folder.path }
    }
    return nil
  }

  private static func foldersAbove(_ path: String) -> [PathKey] {
    var folders: [PathKey] = []
    var folder = parent(of: path)
    while !folder.isEmpty, folder != "/" {
      folders.append(PathKey(folder))
      folder = parent(of: folder)
    }
    return folders
  }

  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The file name without `.md`.
  package static func stem(of path: String) -> String {
    let name = name(of: path)
    return name.hasSuffix(".md") ? String(name.dropLast(3)) : name
  }

  /// Resolves `~`, `.` and `..` without reading the disk.
  package static func absolute(_ path: String, from directory: String, home: String?) -> String {
    var path = path
    if let home, path == "~" || path.hasPrefix("~/") { path = home + path.dropFirst() }
    var parts: [Substring] = []
    for part in join(directory, path).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path relative to a folder; nil if it is outside.
  package static func relative(_ path: String, to folder: String) -> String? {
    if path == folder { return "" }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }
}
