internal import Platform

/// Moves folders with all their content, without reading it.
extension WorkTree {
  /// Moves a file, or the content of a folder, to another path.
  ///
  /// Never replaces a file: adds a number to a name that is taken. Each step is one rename, so each
  /// file always exists exactly once, and repeating an interrupted call continues it. Call
  /// ``synchronize(folders:)`` afterwards.
  /// - Parameters:
  ///   - old: A missing file or folder is no error.
  ///   - stays: Returns which of a folder's names must not move. Other repositories never move.
  /// - Returns: The files that got a number, as paths of the work tree.
  /// - Throws: ``FileError``; a file that could not be moved stays.
  public func move(
    _ old: String, to new: String, besides stays: ([String]) -> Set<String>
  ) throws(FileError) -> [(from: String, to: String)] {
    guard let status = try status(of: old) else { return [] }
    var renamed: [(from: String, to: String)] = []
    if status.kind == .folder {
      try moveFolder(old, to: new, status, stays, &renamed)
    } else {
      try moveEntry(old, to: new, &renamed)
    }
    removeEmptyFolders(above: old)
    return renamed
  }

  private func moveFolder(
    _ old: String, to new: String, _ status: FileStatus, _ stays: ([String]) -> Set<String>,
    _ renamed: inout [(from: String, to: String)]
  ) throws(FileError) {
    let names = try everything(in: old)
    guard !names.contains(".git") else { return }
    let there = try self.status(of: new)
    // On a case-insensitive file system, a new name in another case finds the folder itself.
    let isSame = there?.inode == status.inode && there?.device == status.device
    if there == nil || isSame, try canMoveWhole(old, names, stays) {
      return try moveEntry(old, to: new, isSame: isSame, &renamed)
    }
    // The content is already in place; only the case of the name differs.
    guard !isSame else { return }
    let staying = stays(names)
    for name in names where !staying.contains(name) {
      let (from, to) = ("\(old)/\(name)", "\(new)/\(name)")
      guard let status = try self.status(of: from) else { continue }
      if status.kind == .folder {
        try moveFolder(from, to: to, status, stays, &renamed)
      } else {
        try moveEntry(from, to: to, &renamed)
      }
    }
    let (parent, name) = Self.split(old)
    // The folder stays if it still has content.
    _ = try inFolder(parent) { unlinkat($0, name, AT_REMOVEDIR) }
  }

  /// Whether everything in a folder may move.
  private func canMoveWhole(
    _ folder: String, _ names: [String], _ stays: ([String]) -> Set<String>
  ) throws(FileError) -> Bool {
    guard !names.contains(".git"), stays(names).isEmpty else { return false }
    for name in names {
      let path = "\(folder)/\(name)"
      guard try status(of: path)?.kind == .folder else { continue }
      guard try canMoveWhole(path, try everything(in: path), stays) else { return false }
    }
    return true
  }

  private func moveEntry(
    _ old: String, to new: String, isSame: Bool = false,
    _ renamed: inout [(from: String, to: String)]
  ) throws(FileError) {
    let (source, target) = (try Self.place(of: old, "move"), try Self.place(of: new, "move"))
    var name = target.name
    try inFolder(source.folder) { (from) throws(FileError) in
      try inFolder(target.folder, creating: true) { (to) throws(FileError) in
        guard !isSame else {
          guard renameat(from, source.name, to, name) == 0 else { throw .last("move", old) }
          return
        }
        do throws(FileError) {
          name = try Self.rename(source.name, in: from, toFirstFreeIn: to, old, atMost: 999) {
            $0 == 0 ? target.name : Self.numbered(target.name, $0 + 1)
          }
        } catch {
          // Another program may have deleted it meanwhile.
          guard error.isMissing else { throw error }
        }
      }
    }
    if name != target.name { renamed.append((old, Self.join(target.folder, name))) }
  }

  /// Includes hidden files; sorted.
  private func everything(in folder: String) throws(FileError) -> [String] {
    try stream(of: folder).names().sorted()
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// Turns `map.png` into `map-2.png`.
  private static func numbered(_ name: String, _ number: Int) -> String {
    // A leading dot doesn't begin a file extension.
    let ending = name.dropFirst().lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    return "\(name.dropLast(ending.count))-\(number)\(ending)"
  }
}
