internal import Platform

/// Folders that move with all that is in them, whatever it is, without being read.
extension WorkTree {
  /// Moves a file, or what is in a folder, to another place.
  ///
  /// Nothing there is replaced: what finds its name taken gets one with a number. Each step is one
  /// rename, so that there is always one of everything; and what has been moved isn't found any
  /// more, so that the same call again goes on where another one was ended. To be followed by
  /// ``synchronize(folders:)``.
  /// - Parameters:
  ///   - old: Nothing is done where nothing is there any more.
  ///   - stays: Gets the names in a folder, and says which of them keep their place. What lies
  ///     in another repository does, too.
  /// - Returns: What got another name, as paths of the work tree.
  /// - Throws: ``FileError``; what could not be moved is where it was.
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
    // A disk that knows one case only finds the folder itself.
    let isSame = there?.inode == status.inode && there?.device == status.device
    if there == nil || isSame, try canMoveWhole(old, names, stays) {
      return try moveEntry(old, to: new, isSame: isSame, &renamed)
    }
    // Under another case of its name it lies where it is to go.
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
    forget(old)
    // Where something stays, or came meanwhile, the folder does, too.
    _ = try inFolder(parent) { unlinkat($0, name, AT_REMOVEDIR) }
  }

  /// Whether nothing in a folder keeps its place.
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
        var number = 2
        while true {
          do throws(FileError) {
            try Self.rename(source.name, in: from, to: name, in: to, .ifFree, old)
            return
          } catch {
            // Gone meanwhile.
            if error.isMissing { return }
            guard error.isTaken, number < 1000 else { throw error }
            name = Self.numbered(target.name, number)
            number += 1
          }
        }
      }
    }
    if name != target.name { renamed.append((old, Self.join(target.folder, name))) }
  }

  /// All names in a folder, hidden ones too, in order.
  private func everything(in folder: String) throws(FileError) -> [String] {
    let stream = try stream(of: folder)
    var names: [String] = []
    while let entry = try stream.next() {
      let name = Self.name(of: entry)
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted().sorted()
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// `map-2.png` for `map.png`.
  private static func numbered(_ name: String, _ number: Int) -> String {
    // A hidden file has no ending.
    let ending = name.dropFirst().lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    return "\(name.dropLast(ending.count))-\(number)\(ending)"
  }
}
