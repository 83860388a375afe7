internal import TaskFile

/// The files besides tasks that memo commits: settings, themes, templates, and files beside tasks,
/// such as images.
package enum NonTaskFiles {
  /// In bytes.
  ///
  /// memo doesn't commit a larger file.
  package static let mostBytes: Int64 = 5_000_000

  package static let settingsFolder = ".memo"
  package static let folders = ["templates", "themes"].map { "\(settingsFolder)/\($0)" }

  /// Whether a name is neither hidden nor that of a leftover, such as an editor's temporary file.
  package static func isName(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.hasPrefix("~$") && !(name.hasPrefix("#") && name.hasSuffix("#"))
      && !endings.contains { name.hasSuffix($0) }
  }

  package static let watchedFolders = Status.allCases.map(\.rawValue) + [settingsFolder]

  /// Whether a change at a path in ``watchedFolders`` may affect the store.
  package static func isWatched(_ path: String) -> Bool {
    let name = Paths.name(of: path)
    return StoredTask.isTaskName(name) || isName(name)
  }

  private static let endings = ["~", ".swp", ".swo", ".tmp", ".orig", "Icon\r"]

  /// Whether a merge kept this as a second version of the settings: `.memo/config-2.yml`.
  package static func isSecondSettings(_ path: String) -> Bool {
    let (start, end) = (Store.marker.dropLast(4) + "-", Store.marker.suffix(4))
    let number = path.dropFirst(start.count).dropLast(end.count)
    return path.hasPrefix(start) && path.hasSuffix(end) && !number.isEmpty
      && number.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// Whether memo commits the file at a path, relative to the store.
  package static func contains(_ path: String) -> Bool {
    guard path != Store.marker, !isSecondSettings(path) else { return true }
    let isSetting = folders.contains { path.hasPrefix("\($0)/") }
    guard isSetting || StoredTask.folderStatus(of: path) != nil && !StoredTask.isTaskName(path)
    else { return false }
    let names = path.split(separator: "/").dropFirst().map(String.init)
    return names.allSatisfy { !$0.hasPrefix(".") } && isName(Paths.name(of: path))
  }
}
