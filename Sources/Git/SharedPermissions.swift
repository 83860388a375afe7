internal import Platform

/// The group and world permissions of a repository's files: `core.sharedRepository`.
///
/// Applies only to git's own files. Work tree files follow the user's umask, as in git.
struct SharedPermissions: Hashable {
  /// The permission bits for files.
  private let bits: UInt32
  /// Whether `bits` replace the umask's permissions instead of adding to them.
  private let isExact: Bool

  /// Nil where the umask decides.
  ///
  /// - Parameter setting: The value of `core.sharedRepository`: `group`, `all`, an octal mode
  ///   (`0640`), or a boolean.
  init?(_ setting: String) {
    switch setting.lowercased() {
    case "", "group", "true", "yes", "on", "1": (bits, isExact) = (0o660, false)
    case "all", "world", "everybody", "2": (bits, isExact) = (0o664, false)
    default:
      // git refuses a mode that denies the owner reading or writing.
      guard let mode = UInt32(setting, radix: 8), mode & 0o600 == 0o600, mode <= 0o777 else {
        return nil
      }
      (bits, isExact) = (mode & 0o666, true)
    }
  }

  func mode(_ mode: UInt32, isFolder: Bool) -> UInt32 {
    var wanted = bits
    // Objects are read-only.
    if mode & 0o200 == 0 { wanted &= ~0o222 }
    if mode & 0o100 != 0 { wanted |= (wanted & 0o444) >> 2 }
    var mode = isExact ? mode & ~0o777 | wanted : mode | wanted
    if isFolder {
      mode |= (mode & 0o444) >> 2
      mode |= System.passesGroupOn
    }
    return mode & 0o7777
  }

  /// Leaves files of other users unchanged.
  func apply(to path: String) {
    guard let status = WorkTree.status(at: path), status.owner == geteuid(),
      status.kind == .regular || status.kind == .folder
    else { return }
    let wanted = mode(status.mode & 0o7777, isFolder: status.kind == .folder)
    if wanted != status.mode & 0o7777 { chmod(path, mode_t(wanted)) }
  }
}

extension Repository {
  /// Nil for a repository of one user.
  var sharedPermissions: SharedPermissions? {
    // Code that needs the configuration reports it.
    (try? string("core.sharedRepository"))?.flatMap { SharedPermissions($0) }
  }

  /// Applies `core.sharedRepository` to the files of the repository.
  ///
  /// libgit2 ignores this setting. Files of other users stay unchanged.
  /// - Parameter start: Object folders unchanged since this time are skipped.
  public func share(since start: FileStatus.Time) {
    guard let permissions = sharedPermissions else { return }
    for folder in Set([gitDirectory, commonDirectory]) {
      permissions.apply(to: folder)
      Self.share(folder, permissions, below: ["memo", "refs", "logs"])
    }
    shareObjects("\(commonDirectory)/objects", permissions, since: start)
  }

  /// Applies `core.sharedRepository` to new files in git's folder.
  public func share(_ names: [String]) {
    guard let permissions = sharedPermissions else { return }
    for name in names { permissions.apply(to: "\(gitDirectory)/\(name)") }
  }

  /// - Parameter names: The subfolders to include recursively; nil for all.
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
      // File system timestamps can lag the clock.
      guard status.modified.seconds >= start.seconds - 2 else { continue }
      for name in WorkTree.names(in: path) ?? [] { permissions.apply(to: "\(path)/\(name)") }
    }
  }
}
