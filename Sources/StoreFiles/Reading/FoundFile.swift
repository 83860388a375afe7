internal import Git

/// A task's file, as listed.
struct FoundFile {
  let path: String
  /// How many bytes of the path stand before the name.
  private let nameOffset: Int

  init(path: String) {
    self.path = path
    nameOffset = path.utf8.count - Paths.name(of: path).utf8.count
  }

  var folder: String { String(path.utf8.prefix(nameOffset - 1)) ?? "" }

  /// Whether both are in one folder.
  func isBeside(_ other: FoundFile) -> Bool {
    nameOffset == other.nameOffset && path.shares(utf8: nameOffset, with: other.path)
  }
}
