internal import Platform

/// A change of a file that was made, and can still be taken back.
///
/// The old content waits under a hidden name beside the file, so that taking it back needs no
/// room on the disk.
public struct ReversibleChange: Sendable {
  /// Relative to the work tree.
  public let path: String
  let before: [UInt8]?
  let after: [UInt8]?
  /// Where the old content waits, in the same folder; nil where there was none, and on file
  /// systems where two names can't change places.
  let aside: String?
}

extension WorkTree {
  /// Writes, makes or removes a file if it still holds what was read from it.
  ///
  /// To be followed by ``finish(_:)`` or ``takeBack(_:)``.
  /// - Parameters:
  ///   - path: Missing folders on the way to a new content are made.
  ///   - expected: The content that may be replaced; nil when nothing may be there.
  ///   - new: The new content; nil to remove the file.
  ///   - isExecutable: Nil leaves a replaced file's permissions as they are.
  ///   - former: The file that a new one comes from, and whose permissions it takes over.
  ///   - prepared: The hidden file that has the new content already.
  /// - Throws: ``FileError`` with reason `changed` when something else is there, else what
  ///   the system said. The file is then as it was.
  public func change(
    _ path: String, from expected: [UInt8]?, to new: [UInt8]?, isExecutable: Bool? = nil,
    movedFrom former: String? = nil, prepared: String? = nil
  ) throws(FileError) -> ReversibleChange {
    let (folderPath, name) = try Self.place(of: path, new == nil ? "remove" : "write")
    var aside: String?
    if let new {
      let before = try former.flatMap { (former) throws(FileError) in
        prepared == nil ? try status(of: former) : nil
      }
      aside = try inFolder(folderPath, creating: true) { (folder) throws(FileError) in
        let old = FileStatus(name: name, in: folder)
        if old?.kind == .symbolicLink {
          if let prepared { unlinkat(folder, prepared, 0) }
          throw FileError("write", path, .symbolicLink)
        }
        let temporary: String
        if let prepared {
          temporary = prepared
        } else {
          temporary = try Self.writeTemporary(
            new, for: name, keeping: old?.mode ?? before?.mode,
            isExecutable: isExecutable, in: folder, path)
        }
        return try Self.place(temporary, at: name, in: folder, expecting: expected, path)
      }
    } else if let expected {
      aside = try inFolder(folderPath) { (folder) throws(FileError) in
        try Self.setAside(name, in: folder, expecting: expected, path)
      }
    }
    return ReversibleChange(path: path, before: expected, after: new, aside: aside)
  }

  /// Removes the old content of a change that stays.
  ///
  /// - Throws: ``FileError``; the old content then still waits under its hidden name.
  public func finish(_ change: ReversibleChange) throws(FileError) {
    guard let aside = change.aside else { return }
    let (path, isRemoval) = (change.path, change.after == nil)
    try inFolder(Self.split(path).folder) { (folder) throws(FileError) in
      guard unlinkat(folder, aside, 0) == 0 || errno == ENOENT else {
        throw .last(isRemoval ? "remove" : "write", path)
      }
    }
    if isRemoval { removeEmptyFolders(above: path) }
  }

  /// Gives a file the content back that it had before a change.
  ///
  /// - Throws: ``FileError`` with reason `changed` when somebody has written to it since, and
  ///   what they wrote stays. The old content is never deleted before it is back.
  public func takeBack(_ change: ReversibleChange) throws(FileError) {
    let (folderPath, name) = Self.split(change.path)
    switch (change.before, change.after) {
    case (nil, nil): return
    case (nil, let after?):
      do throws(FileError) {
        try remove(change.path, expecting: after)
      } catch {
        guard error.isMissing else { throw error }
      }
    case (let before?, let after):
      guard let aside = change.aside else {
        let replaced = try self.change(change.path, from: after, to: before)
        // As where a file is replaced for good.
        try? finish(replaced)
        return
      }
      try inFolder(folderPath) { (folder) throws(FileError) in
        if let after, FileStatus(name: name, in: folder) != nil {
          try Self.swap(
            aside, with: name, in: folder, expecting: after, isNew: false, change.path)
          unlinkat(folder, aside, 0)
        } else {
          try Self.putBack(aside, as: name, in: folder, change.path)
        }
      }
    }
  }
}
