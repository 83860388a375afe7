internal import Platform

/// A completed change of a file that can still be rolled back.
///
/// The old content stays in a hidden file in the same folder, so a rollback needs no disk space.
public struct ReversibleChange: Sendable {
  public let edit: FileEdit
  /// The hidden name of the old content; nil without old content, or where renames can't exchange
  /// two files.
  let aside: String?
}

extension WorkTree {
  /// Writes, creates or removes a file, if its content is still the expected one.
  ///
  /// Follow this call with ``finish(_:)`` or ``rollBack(_:)``. Creates missing folders for new
  /// content.
  /// - Parameter prepared: The hidden file that already has the new content.
  /// - Throws: ``FileError`` with reason `changed` for unexpected content, or the system's error.
  ///   The file is then unchanged.
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

  /// Completes a change by removing the old content.
  ///
  /// - Throws: ``FileError``; the old content is then still in its hidden file.
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

  /// Rolls back a change.
  ///
  /// Never deletes the old content before it is back in place.
  /// - Throws: ``FileError`` with reason `changed` if another program has written to the file
  ///   since; its content stays.
  public func rollBack(_ change: ReversibleChange) throws(FileError) {
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
        // Same as in `replace`.
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
  /// Atomically replaces a file's expected content, or creates the file.
  ///
  /// Writes the new content to a hidden file and flushes it. Then exchanges both files, and
  /// exchanges them back if the old content is not the expected one. So no save of another program
  /// is ever lost.
  /// - Parameters:
  ///   - path: Missing folders are created.
  ///   - bytes: The new content.
  ///   - expected: The expected content; nil if no file may exist.
  ///   - isExecutable: Nil to keep a replaced file's permissions.
  /// - Throws: ``FileError`` with reason `changed` for unexpected content, or the system's error.
  ///   The file is then unchanged.
  public func replace(
    _ path: String, with bytes: [UInt8], expecting expected: [UInt8]?,
    isExecutable: Bool? = nil
  ) throws(FileError) {
    let change = try change(
      FileEdit(path: path, before: expected, after: bytes, isExecutable: isExecutable))
    // A later change removes old content that is left in its hidden file.
    try? finish(change)
  }

  /// Removes a file if its content is still the expected one.
  ///
  /// Also removes folders that become empty, except top-level and lasting ones.
  /// - Throws: ``FileError``; the file is then unchanged.
  public func remove(_ path: String, expecting expected: [UInt8]) throws(FileError) {
    let change = try change(FileEdit(path: path, before: expected))
    do throws(FileError) {
      try finish(change)
    } catch {
      try rollBack(change)
      throw error
    }
  }

  /// Flushes the names in these folders to disk.
  ///
  /// Ignores errors: some file systems can't flush folders, and the files' content is already on
  /// disk.
  public func synchronize(folders: some Sequence<String>) {
    for path in folders {
      _ = try? inFolder(path) { fsync($0) }
    }
  }

  func removeEmptyFolders(above path: String) {
    var (folder, _) = Self.split(path)
    while folder.utf8.contains(UInt8(ascii: "/")), !lasting.contains(folder) {
      let (parent, name) = Self.split(folder)
      // A folder that isn't empty or can't be removed stays, with its parents.
      guard (try? inFolder(parent) { unlinkat($0, name, AT_REMOVEDIR) }) == 0 else { return }
      folder = parent
    }
  }
}

/// The steps of a replacement: each is one atomic system call.
extension WorkTree {
  /// Renames a file.
  ///
  /// - Returns: False where the file system supports neither exchange nor rename without
  ///   replacement. The plain rename then replaced `new`.
  @discardableResult
  static func rename(
    _ old: String, in oldFolder: Int32, to new: String, in newFolder: Int32,
    _ rule: System.RenameRule, _ path: String
  ) throws(FileError) -> Bool {
    guard System.rename(old, in: oldFolder, to: new, in: newFolder, rule) != 0 else { return true }
    // Some network and FUSE file systems support neither rule.
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw .last("write", path) }
    if rule == .ifFree, FileStatus(name: new, in: newFolder) != nil {
      throw FileError("write", path, .system(EEXIST))
    }
    guard renameat(oldFolder, old, newFolder, new) == 0 else { throw .last("write", path) }
    return false
  }

  /// Renames a file to the first free one of some names.
  ///
  /// - Parameters:
  ///   - most: The number of names to try.
  ///   - name: Returns a name by its number, from 0.
  /// - Returns: The new name.
  @discardableResult
  static func rename(
    _ old: String, in oldFolder: Int32, toFirstFreeIn newFolder: Int32, _ path: String,
    atMost most: Int, _ name: (Int) -> String
  ) throws(FileError) -> String {
    var number = 0
    while true {
      let new = name(number)
      number += 1
      do throws(FileError) {
        try rename(old, in: oldFolder, to: new, in: newFolder, .ifFree, path)
        return new
      } catch {
        guard error.isTaken, number < most else { throw error }
      }
    }
  }

  /// Moves a complete temporary file to its place.
  ///
  /// - Returns: The hidden name of the old content; nil without old content, or if it was not kept.
  /// - Throws: ``FileError``; the temporary file is then removed.
  static func place(
    _ temporary: String, at name: String, in folder: Int32, expecting expected: [UInt8]?,
    _ path: String
  ) throws(FileError) -> String? {
    guard let expected else {
      do throws(FileError) {
        try rename(temporary, in: folder, to: name, in: folder, .ifFree, path)
      } catch {
        unlinkat(folder, temporary, 0)
        throw error
      }
      return nil
    }
    // After the exchange, this name may hold another program's content, so it gets the prefix of
    // old content.
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

  /// Exchanges a hidden file with a file that still has the expected content.
  ///
  /// - Parameter isNew: Whether the hidden file's content may be deleted on failure.
  /// - Returns: Whether the old content was kept.
  /// - Throws: ``FileError``, with the target unchanged. If `isNew`, the hidden file is removed,
  ///   unless it holds another program's save that could not be put back.
  @discardableResult
  static func swap(
    _ hidden: String, with name: String, in folder: Int32, expecting expected: [UInt8],
    isNew: Bool, _ path: String
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      // Check before the exchange too: without exchange support, this is the only check.
      guard try expected == read(name, in: folder, path).bytes else {
        throw FileError("write", path, .changed)
      }
      guard try rename(hidden, in: folder, to: name, in: folder, .exchange, path) else {
        return false
      }
    } catch {
      if isNew { unlinkat(folder, hidden, 0) }
      throw error
    }
    var failure = FileError("write", path, .changed)
    do throws(FileError) {
      if try expected == read(hidden, in: folder, path).bytes { return true }
    } catch {
      // It may be another program's save.
      failure = error
    }
    try rename(hidden, in: folder, to: name, in: folder, .exchange, path)
    if isNew { unlinkat(folder, hidden, 0) }
    throw failure
  }

  /// Hides a file that still has the expected content, and returns the hidden name.
  ///
  /// - Throws: ``FileError``; the file then has its old name.
  static func setAside(
    _ name: String, in folder: Int32, expecting expected: [UInt8], _ path: String
  ) throws(FileError) -> String {
    // Rename first, then compare, so that no save in between is lost.
    let aside = hiddenName(asidePrefix, for: name)
    try rename(name, in: folder, to: aside, in: folder, .ifFree, path)
    var failure = FileError("remove", path, .changed)
    do throws(FileError) {
      if try expected == read(aside, in: folder, path).bytes { return aside }
    } catch {
      failure = error
    }
    try putBack(aside, as: name, in: folder, path)
    throw failure
  }

  /// If another program has saved a new file under the old name, both stay.
  static func putBack(
    _ aside: String, as name: String, in folder: Int32, _ path: String
  ) throws(FileError) {
    try rename(aside, in: folder, toFirstFreeIn: folder, path, atMost: 100) {
      $0 == 0 ? name : savedName(name, $0)
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

/// Hidden files beside a target.
///
/// `.memo-w…` is being written. Any other `.memo-….NAME` is complete, and has the old or new
/// content of NAME.
extension WorkTree {
  static let hiddenPrefix = ".memo-"
  static let writingPrefix = ".memo-w"
  static let asidePrefix = ".memo-x"

  /// A random name that ends with the target's name.
  static func hiddenName(_ prefix: String, for name: String) -> String {
    let start = prefix + String(UInt64.random(in: .min ... .max), radix: 36) + "."
    var name = name
    while start.utf8.count + name.utf8.count > Int(NAME_MAX) { name.removeFirst() }
    return start + name
  }

  /// Writes a new hidden file beside the target, and flushes it to disk.
  ///
  /// - Parameters:
  ///   - isSynchronized: False if the caller flushes it later, before moving it to its place.
  ///   - mode: The mode of the file to replace, which the new one gets.
  ///   - isExecutable: Whether the file is executable; nil to follow `mode`.
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
    // Like git: everyone who may read the file may run it.
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

  /// Cleans up a folder after killed changes: restores unique content, and removes other hidden
  /// files.
  ///
  /// The caller must keep other processes from changing the folder.
  /// - Parameter isKept: Whether a content also exists elsewhere.
  /// - Returns: The new paths of restored content.
  @discardableResult
  public func sweep(
    _ folderPath: String, isKept: ([UInt8]) -> Bool
  ) -> [String] {
    // The next change cleans up an unreadable folder.
    (try? inFolder(folderPath) { (folder) throws(FileError) in
      try FolderStream(in: folder, folderPath).names().compactMap { name in
        guard name.hasPrefix(Self.hiddenPrefix) else { return nil }
        // Unreadable content may be unique.
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

  private static func bringBack(_ hidden: String, in folder: Int32) -> String? {
    let parts = hidden.dropFirst(hiddenPrefix.count).split(separator: ".", maxSplits: 1)
    let target = parts.count == 2 ? String(parts[1]) : "\(parts.first ?? "task").md"
    // After an error the file stays hidden, and the next cleanup finds it again.
    return try? rename(hidden, in: folder, toFirstFreeIn: folder, target, atMost: 99) {
      savedName(target, $0 + 1)
    }
  }
}
