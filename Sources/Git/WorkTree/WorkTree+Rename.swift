internal import Platform

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
