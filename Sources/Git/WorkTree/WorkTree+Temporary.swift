internal import Platform

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
    // Whoever may read it may run it, as git does.
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
