internal import Platform

/// A change of a file that was made, and can still be taken back.
///
/// The old content waits under a hidden name beside the file, so that taking it back needs no
/// room on the disk.
public struct ReversibleChange: Sendable {
  public let edit: FileEdit
  /// Where the old content waits, in the same folder; nil where there was none, and on file
  /// systems where two names can't change places.
  let aside: String?
}

extension WorkTree {
  /// Writes, makes or removes a file if it still holds what was read from it.
  ///
  /// To be followed by ``finish(_:)`` or ``takeBack(_:)``. Missing folders on the way to a new
  /// content are made.
  /// - Parameter prepared: The hidden file that has the new content already.
  /// - Throws: ``FileError`` with reason `changed` when something else is there, else what
  ///   the system said. The file is then as it was.
  public func change(
    _ edit: FileEdit, prepared: String? = nil
  ) throws(FileError) -> ReversibleChange {
    let path = edit.path
    let (folderPath, name) = try Self.place(of: path, edit.after == nil ? "remove" : "write")
    var aside: String?
    if let new = edit.after {
      let former = try edit.movedFrom.flatMap { (former) throws(FileError) in
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
            new, for: name, keeping: old?.mode ?? former?.mode,
            isExecutable: edit.isExecutable, in: folder, path)
        }
        return try Self.place(temporary, at: name, in: folder, expecting: edit.before, path)
      }
    } else if let expected = edit.before {
      aside = try inFolder(folderPath) { (folder) throws(FileError) in
        try Self.setAside(name, in: folder, expecting: expected, path)
      }
    }
    return ReversibleChange(edit: edit, aside: aside)
  }

  /// Removes the old content of a change that stays.
  ///
  /// - Throws: ``FileError``; the old content then still waits under its hidden name.
  public func finish(_ change: ReversibleChange) throws(FileError) {
    guard let aside = change.aside else { return }
    let (path, isRemoval) = (change.edit.path, change.edit.after == nil)
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
    let path = change.edit.path
    let (folderPath, name) = Self.split(path)
    switch (change.edit.before, change.edit.after) {
    case (nil, nil): return
    case (nil, let after?):
      do throws(FileError) {
        try remove(path, expecting: after)
      } catch {
        guard error.isMissing else { throw error }
      }
    case (let before?, let after):
      guard let aside = change.aside else {
        let replaced = try self.change(FileEdit(path: path, before: after, after: before))
        // As where a file is replaced for good.
        try? finish(replaced)
        return
      }
      try inFolder(folderPath) { (folder) throws(FileError) in
        if let after, FileStatus(name: name, in: folder) != nil {
          try Self.swap(
            aside, with: name, in: folder, expecting: after, isNew: false, path)
          unlinkat(folder, aside, 0)
        } else {
          try Self.putBack(aside, as: name, in: folder, path)
        }
      }
    }
  }
}

extension WorkTree {
  /// Puts a file in place of what was read from it, or of nothing, in one step.
  ///
  /// The new content is written beside the target and reaches the disk first; then the two
  /// change places, and only if what came out is what was expected does the new file stay.
  /// So there is no moment at which another program's save could be lost.
  ///
  /// - Parameters:
  ///   - path: Missing folders on the way are made.
  ///   - bytes: The new content.
  ///   - expected: The content that may be replaced; nil when nothing may be there.
  ///   - isExecutable: Nil leaves a replaced file's permissions as they are.
  /// - Throws: ``FileError`` with reason `changed` when something else is there, else what
  ///   the system said. The target is then as it was.
  public func replace(
    _ path: String, with bytes: [UInt8], expecting expected: [UInt8]?,
    isExecutable: Bool? = nil
  ) throws(FileError) {
    let change = try change(
      FileEdit(path: path, before: expected, after: bytes, isExecutable: isExecutable))
    // The old content that is left under a hidden name is put away with the next change.
    try? finish(change)
  }

  /// Removes a file if it still holds what was read from it.
  ///
  /// Folders that become empty stay, except those below the first part of the path.
  /// - Throws: ``FileError``; the file is then as it was.
  public func remove(_ path: String, expecting expected: [UInt8]) throws(FileError) {
    let change = try change(FileEdit(path: path, before: expected))
    do throws(FileError) {
      try finish(change)
    } catch {
      try takeBack(change)
      throw error
    }
  }

  /// Waits until the disk knows the names in these folders.
  ///
  /// Not every file system can say so, and the content of the files is on the disk already.
  public func synchronize(folders: some Sequence<String>) {
    for path in folders {
      _ = try? inFolder(path) { fsync($0) }
    }
  }

  func removeEmptyFolders(above path: String) {
    var (folder, _) = Self.split(path)
    while folder.utf8.contains(UInt8(ascii: "/")), !lasting.contains(folder) {
      let (parent, name) = Self.split(folder)
      forget(folder)
      // One that is not empty, or can't be removed, stays, and so do those above it.
      guard (try? inFolder(parent) { unlinkat($0, name, AT_REMOVEDIR) }) == 0 else { return }
      folder = parent
    }
  }
}

/// The steps of a replacement: each is one system call that happens wholly or not at all.
extension WorkTree {
  /// Renames within one folder.
  ///
  /// - Returns: False where names can't change places: the old name is gone then, and what had
  ///   the new one is replaced.
  @discardableResult
  static func rename(
    _ old: String, to new: String, in folder: Int32, _ rule: System.RenameRule, _ path: String
  ) throws(FileError) -> Bool {
    try rename(old, in: folder, to: new, in: folder, rule, path)
  }

  /// Renames from one open folder to another.
  @discardableResult
  static func rename(
    _ old: String, in oldFolder: Int32, to new: String, in newFolder: Int32,
    _ rule: System.RenameRule, _ path: String
  ) throws(FileError) -> Bool {
    guard System.rename(old, in: oldFolder, to: new, in: newFolder, rule) != 0 else { return true }
    // Some network and FUSE file systems know neither rule.
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw .last("write", path) }
    if rule == .ifFree, FileStatus(name: new, in: newFolder) != nil {
      throw FileError("write", path, .system(EEXIST))
    }
    guard renameat(oldFolder, old, newFolder, new) == 0 else { throw .last("write", path) }
    return false
  }

  /// Puts a finished temporary file in its place.
  ///
  /// - Returns: Where the old content is now; nil when there was none, or it could not be kept.
  /// - Throws: ``FileError``; the temporary file is gone then.
  static func place(
    _ temporary: String, at name: String, in folder: Int32, expecting expected: [UInt8]?,
    _ path: String
  ) throws(FileError) -> String? {
    guard let expected else {
      do throws(FileError) {
        try rename(temporary, to: name, in: folder, .ifFree, path)
      } catch {
        unlinkat(folder, temporary, 0)
        throw error
      }
      return nil
    }
    // From now on this name may have what somebody else wrote.
    let aside = hiddenName(asidePrefix, for: name)
    do throws(FileError) {
      guard renameat(folder, temporary, folder, aside) == 0 else { throw .last("write", path) }
    } catch {
      unlinkat(folder, temporary, 0)
      throw error
    }
    let isKept = try swap(
      aside, with: name, in: folder, expecting: expected, isNew: true, path)
    return isKept ? aside : nil
  }

  /// Has a hidden file change places with a file that still holds `expected`.
  ///
  /// - Parameter isNew: Whether the hidden file has nothing that must be kept.
  /// - Returns: Whether the old content is kept.
  /// - Throws: ``FileError``, with the target as it was. The hidden file is gone then if it is
  ///   new, unless it has what somebody else saved and could not be brought back.
  @discardableResult
  static func swap(
    _ hidden: String, with name: String, in folder: Int32, expecting expected: [UInt8],
    isNew: Bool, _ path: String
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      // Asked before as well: where names can't change places, this is all there is.
      guard try expected == read(name, in: folder, path).bytes else {
        throw FileError("write", path, .changed)
      }
      guard try rename(hidden, to: name, in: folder, .exchange, path) else { return false }
    } catch {
      if isNew { unlinkat(folder, hidden, 0) }
      throw error
    }
    var failure = FileError("write", path, .changed)
    do throws(FileError) {
      if try expected == read(hidden, in: folder, path).bytes { return true }
    } catch {
      // What can't be read is not proven to be what may go.
      failure = error
    }
    try rename(hidden, to: name, in: folder, .exchange, path)
    if isNew { unlinkat(folder, hidden, 0) }
    throw failure
  }

  /// Takes a file that still holds `expected` out of everybody's sight.
  ///
  /// - Returns: Its hidden name.
  /// - Throws: ``FileError``; the file then has its name.
  static func setAside(
    _ name: String, in folder: Int32, expecting expected: [UInt8], _ path: String
  ) throws(FileError) -> String {
    // Hidden first, looked at then, so that nothing that is saved in between is thrown away.
    let aside = hiddenName(asidePrefix, for: name)
    try rename(name, to: aside, in: folder, .ifFree, path)
    var failure = FileError("remove", path, .changed)
    do throws(FileError) {
      if try expected == read(aside, in: folder, path).bytes { return aside }
    } catch {
      failure = error
    }
    try putBack(aside, as: name, in: folder, path)
    throw failure
  }

  /// Gives a file that was taken aside its name back.
  ///
  /// Should somebody have saved a new file under that name, both stay.
  static func putBack(
    _ aside: String, as name: String, in folder: Int32, _ path: String
  ) throws(FileError) {
    var target = name
    var number = 1
    while true {
      do throws(FileError) {
        try rename(aside, to: target, in: folder, .ifFree, path)
        return
      } catch {
        guard error.isTaken, number < 100 else { throw error }
        target = savedName(name, number)
        number += 1
      }
    }
  }

  /// `x-saved.md`, `x-saved-2.md`, … for `x.md`.
  static func savedName(_ name: String, _ number: Int) -> String {
    let ending = number == 1 ? "-saved.md" : "-saved-\(number).md"
    var stem = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
    while stem.utf8.count + ending.utf8.count > Int(NAME_MAX) { stem.removeLast() }
    return stem + ending
  }
}

/// Hidden files beside a target: `.memo-w…` is being written; `.memo-….NAME` is complete, and
/// has the new content of NAME or the old one.
extension WorkTree {
  /// What every hidden name of a change begins with.
  static let hiddenPrefix = ".memo-"
  static let writingPrefix = ".memo-w"
  static let asidePrefix = ".memo-x"

  /// A name that is not taken, as good as certainly, and tells whose it is.
  static func hiddenName(_ prefix: String, for name: String) -> String {
    let start = prefix + String(UInt64.random(in: .min ... .max), radix: 36) + "."
    var name = name
    while start.utf8.count + name.utf8.count > Int(NAME_MAX) { name.removeFirst() }
    return start + name
  }

  /// Writes a new file beside the target and waits until the disk has it.
  ///
  /// - Parameters:
  ///   - isSynchronized: False for who waits for the disk later, before the file gets its place.
  ///   - mode: The mode of the file it will replace, which it takes over.
  ///   - isExecutable: Whether it may be run; nil keeps what `mode` says.
  static func writeTemporary(
    _ bytes: [UInt8], for target: String, keeping mode: UInt32?, isExecutable: Bool?,
    in folder: Int32, _ path: String, isSynchronized: Bool = true
  ) throws(FileError) -> String {
    let name = hiddenName(writingPrefix, for: target)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    guard let file = Descriptor(name, in: folder, flags),
      let made = file.use({ FileStatus(descriptor: $0) })
    else { throw .last("write", path) }
    var permissions = (mode ?? made.mode) & 0o7777
    // As git does: everybody who may read the file may run it.
    if isExecutable == true { permissions |= (permissions & 0o444) >> 2 }
    if isExecutable == false { permissions &= ~0o111 }
    _ = file.use { fchmod($0, mode_t(permissions)) }
    guard file.writeAll(bytes), !isSynchronized || file.synchronize() else {
      let error = FileError.last("write", path)
      unlinkat(folder, name, 0)
      throw error
    }
    return name
  }

  /// Puts away what killed changes left in a folder, and brings back what nobody else has.
  ///
  /// Only for who keeps all others from changing files there.
  /// - Parameter isKept: Whether a content is also elsewhere.
  /// - Returns: Where contents are now that were found nowhere else.
  @discardableResult
  public func sweep(
    _ folderPath: String, isKept: ([UInt8]) -> Bool
  ) -> [String] {
    // Where the folder can't be read there is nothing to be done now; the next change comes here.
    (try? inFolder(folderPath) { (folder) throws(FileError) in
      try Self.hiddenFiles(in: folder).compactMap { name in
        // What can't be read is not proven to be elsewhere.
        let isKept =
          name.hasPrefix(Self.writingPrefix)
          || (try? Self.read(name, in: folder, name)).map { isKept($0.bytes) } ?? false
        if isKept {
          unlinkat(folder, name, 0)
          return nil
        }
        return Self.bringBack(name, in: folder).map {
          folderPath.isEmpty ? $0 : "\(folderPath)/\($0)"
        }
      }
    }) ?? []
  }

  /// Gives a hidden file a name that people see.
  private static func bringBack(_ hidden: String, in folder: Int32) -> String? {
    let parts = hidden.dropFirst(hiddenPrefix.count).split(separator: ".", maxSplits: 1)
    let target = parts.count == 2 ? String(parts[1]) : "\(parts.first ?? "task").md"
    for number in 1..<100 {
      let name = savedName(target, number)
      do throws(FileError) {
        try rename(hidden, to: name, in: folder, .ifFree, name)
        return name
      } catch {
        // It stays hidden, and is found again.
        guard error.isTaken else { return nil }
      }
    }
    return nil
  }

  private static func hiddenFiles(in folder: Int32) throws(FileError) -> [String] {
    let stream = try FolderStream(in: folder, ".")
    var names: [String] = []
    while let entry = try stream.next() {
      let name = Self.name(of: entry)
      if name.hasPrefix(hiddenPrefix) { names.append(name) }
    }
    return names
  }
}
