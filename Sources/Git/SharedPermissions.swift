internal import Platform

/// Who besides its owner may read and write the files of a repository: `core.sharedRepository`.
///
/// It is about git's own files. Those of the work tree have the permissions that the user's umask
/// leaves them, as with git.
struct SharedPermissions: Hashable {
  /// The bits that files get.
  private let bits: UInt32
  /// Whether these take the place of the umask's, and are not only added.
  private let isExact: Bool

  /// Nil where the umask has the say.
  ///
  /// - Parameter setting: As git reads it: `group`, `all`, `0640` and the like, true and false.
  init?(_ setting: String) {
    switch setting.lowercased() {
    case "", "group", "true", "yes", "on", "1": (bits, isExact) = (0o660, false)
    case "all", "world", "everybody", "2": (bits, isExact) = (0o664, false)
    default:
      // git refuses a mode by which the owner could not read and write.
      guard let mode = UInt32(setting, radix: 8), mode & 0o600 == 0o600, mode <= 0o777 else {
        return nil
      }
      (bits, isExact) = (mode & 0o666, true)
    }
  }

  /// The permissions that a file is to have, by those that it has.
  func mode(_ mode: UInt32, isFolder: Bool) -> UInt32 {
    var wanted = bits
    // Objects are nobody's to write.
    if mode & 0o200 == 0 { wanted &= ~0o222 }
    if mode & 0o100 != 0 { wanted |= (wanted & 0o444) >> 2 }
    var mode = isExact ? mode & ~0o777 | wanted : mode | wanted
    if isFolder {
      mode |= (mode & 0o444) >> 2
      mode |= System.passesGroupOn
    }
    return mode & 0o7777
  }

  /// Gives a file or folder the permissions that it is to have, if it is the user's own.
  func apply(to path: String) {
    guard let status = WorkTree.status(at: path), status.owner == geteuid(),
      status.kind == .regular || status.kind == .folder
    else { return }
    let wanted = mode(status.mode & 0o7777, isFolder: status.kind == .folder)
    if wanted != status.mode & 0o7777 { chmod(path, mode_t(wanted)) }
  }
}

extension Repository {
  /// What `core.sharedRepository` says; nil for a repository of one user.
  var sharedPermissions: SharedPermissions? {
    // A setting that can't be read shares nothing; whoever needs it hears of that elsewhere.
    (try? string("core.sharedRepository"))?.flatMap { SharedPermissions($0) }
  }

  /// Lets everybody whom the repository is shared with go on with what was written to it: libgit2
  /// knows nothing of `core.sharedRepository`, and leaves its files to the umask.
  ///
  /// Files of other users are theirs to care for.
  /// - Parameter start: Only folders of objects that changed since are looked into.
  public func share(since start: FileStatus.Time) {
    guard let permissions = sharedPermissions else { return }
    for folder in Set([gitDirectory, commonDirectory]) {
      permissions.apply(to: folder)
      Self.share(folder, permissions, below: ["memo", "refs", "logs"])
    }
    shareObjects("\(commonDirectory)/objects", permissions, since: start)
  }

  /// The same for some files in git's folder, as soon as they are made.
  public func share(_ names: [String]) {
    guard let permissions = sharedPermissions else { return }
    for name in names { permissions.apply(to: "\(gitDirectory)/\(name)") }
  }

  /// The files of a folder, and everything below some of its folders.
  private static func share(
    _ folder: String, _ permissions: SharedPermissions, below names: Set<String>?
  ) {
    for name in WorkTree.names(in: folder) ?? [] {
      let path = "\(folder)/\(name)"
      let isFolder = WorkTree.status(at: path)?.kind == .folder
      guard !isFolder || names?.contains(name) ?? true else { continue }
      permissions.apply(to: path)
      if isFolder { share(path, permissions, below: nil) }
    }
  }

  private func shareObjects(
    _ folder: String, _ permissions: SharedPermissions, since start: FileStatus.Time
  ) {
    for name in WorkTree.names(in: folder) ?? [] {
      let path = "\(folder)/\(name)"
      guard let status = WorkTree.status(at: path), status.kind == .folder else { continue }
      permissions.apply(to: path)
      // Clocks of file systems tick slowly.
      guard status.modified.seconds >= start.seconds - 2 else { continue }
      for name in WorkTree.names(in: path) ?? [] { permissions.apply(to: "\(path)/\(name)") }
    }
  }
}
