internal import Git
internal import TaskFile

/// What is in the folders of tasks: listed, or known, where a folder is as it was.
struct StoreListing {
  private(set) var found = FolderListing()
  /// The folders that were not listed, since what is in them is known.
  private(set) var known: [FolderMemory.Folder] = []
  /// The folders that were, with what stood there before.
  private var listed: [(folder: FolderMemory.Folder, changed: Int64)] = []
  /// What changes that were killed left under hidden names.
  private(set) var hidden: [String] = []

  /// - Parameter memory: What is known of the folders.
  /// - Throws: ``FileError`` when one can't be listed.
  init(_ files: WorkTree, knowing memory: FolderMemory?) throws(FileError) {
    for status in Status.allCases {
      var (known, listed, hidden) = ([FolderMemory.Folder](), self.listed, [String]())
      try files.list(
        status.rawValue, upTo: Limits.listDepth, into: &found, onHidden: { hidden.append($0) },
        known: { path, status in
          if let folder = memory?.folders[path], folder.isSame(status) {
            known.append(folder)
            return folder.folders
          }
          listed.append((FolderMemory.Folder(path, status), Self.lastChange(of: status)))
          return nil
        })
      self.known += known
      self.hidden += hidden
      self.listed = listed
    }
  }

  /// In seconds since 1970; the distant future where times don't tell of all changes.
  ///
  /// FAT and exFAT, which count hundredths of a second at best, are written to by systems that
  /// leave a folder's time as it is when something new comes into it.
  private static func lastChange(of folder: FileStatus) -> Int64 {
    guard !folder.modified.nanoseconds.isMultiple(of: 10_000_000) else { return .max }
    return max(folder.modified.seconds, folder.changed.seconds)
  }

  /// What is known of the folders now; nil where that is no more than before.
  ///
  /// - Parameter moment: Of folders that were changed later than two seconds before nothing is
  ///   known: they may change again without a sign, since clocks of file systems tick slowly.
  func memory(of files: FileMemory, before moment: FileStatus.Time) -> FolderMemory? {
    var folders = PathMap(
      listed.filter { $0.changed < moment.seconds - 2 }.map(\.folder)
    ) { $0.path }
    guard !files.isEmpty, !folders.isEmpty else { return nil }
    let lookup = FileMemory.Lookup(files)
    var rows: [(folder: String, row: Int)] = []
    for item in found.items {
      let folder = found.folder(of: item)
      if item.kind == .regular, let row = lookup.row(of: item, in: found) {
        rows.append((folder, row))
        continue
      }
      let entry = found.entry(of: item)
      if !entry.isUTF8 || entry.isTooDeep || entry.isRepository {
        folders[folder] = nil
      } else if entry.kind == .folder {
        folders[folder]?.folders.append(Paths.name(of: entry.path))
      } else {
        folders[folder]?.others.append(
          FolderMemory.Folder.Other(path: entry.path, kind: entry.kind))
      }
    }
    for (folder, row) in rows.sorted(by: { $0.row < $1.row }) { folders[folder]?.add(row: row) }
    for path in hidden { folders[Paths.parent(of: path)] = nil }
    // A folder that is always listed is no news.
    guard !folders.isEmpty else { return nil }
    return FolderMemory(files: files.checksum, known + folders.values)
  }
}
