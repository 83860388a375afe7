internal import Git
internal import StoreFiles
internal import TaskHistory

/// What the beginning of a store found and did.
struct Birth {
  /// Whether there was no store.
  var isNew: Bool
  var setsUpMerging: Bool
  var hasNewRemote = false
  var adopted: [TaskChange] = []
  /// What people did to tasks, which was recorded before.
  var recorded: [TaskChange] = []
  var notices: [String] = []
}

extension WriteSession {
  /// Makes the commit with which a store begins, or adds what an older one lacks.
  ///
  /// - Parameter folder: Another program's, of which tasks are to be taken in.
  mutating func commitBirth(from folder: String? = nil) throws(MemoError) -> Birth {
    let marker = try markerEdit()
    let attributes = try attributesEdit()
    let files = [marker, attributes].compactMap { $0 }
    if marker != nil { try noteAdoption(folder) }
    if !files.isEmpty {
      let what = marker == nil ? "merge driver" : Paths.name(of: store.root)
      try commit(files: files, as: .initialize, message: "init: \(what)\n")
    }
    return Birth(isNew: marker != nil, setsUpMerging: attributes != nil)
  }

  /// Whether a commit has the file that marks the folder as a store.
  func isBegun() throws(MemoError) -> Bool {
    try recorded(git.repositoryPath(Store.marker)) != nil
  }

  /// The file that marks the folder as a store; nil when a commit has it.
  private mutating func markerEdit() throws(MemoError) -> FileEdit? {
    let path = git.repositoryPath(Store.marker)
    let onDisk = try git.content(of: path)
    guard let recorded = try recorded(path) else {
      let text =
        onDisk ?? store.recording.birthText ?? Array(StoreSettings.initialText.utf8)
      return FileEdit(path: path, before: onDisk, after: text)
    }
    // Somebody deleted the file: it comes back as it was.
    if onDisk == nil {
      try git.apply(FileEdit(path: path, before: nil, after: try git.workTreeContent(recorded)))
      notices.append("\(Store.marker) was missing, and is there again")
    }
    return nil
  }

  /// The lines that let git merge tasks with memo, behind what is there; nil when they are
  /// there, somebody wants it otherwise, or the file has changes of somebody's own.
  private mutating func attributesEdit() throws(MemoError) -> FileEdit? {
    let path = git.repositoryPath(MergeSetup.attributesFile)
    let name = MergeSetup.attributesFile
    let kind = try git.status(of: path)?.kind
    guard kind == nil || kind == .regular else {
      notices.append("\(name) is no regular file, so git merges tasks as mere text")
      return nil
    }
    let recorded = try recorded(path)
    if kind == nil, let recorded {
      try git.apply(FileEdit(path: path, before: nil, after: try git.workTreeContent(recorded)))
      notices.append("\(name) was missing, and is there again")
    }
    let onDisk = try git.content(of: path)
    let said = try git.mergeAttribute()
    let staged = try git.run("read the index", git.repository.stagedBlob(at: path))
    let stagedText = try staged.map { blob throws(MemoError) in
      try git.run("read the index", git.repository.blob(blob))
    }
    guard let text = MergeSetup.attributes(onDisk, staged: stagedText, said: said) else {
      if let said, said != "memo" {
        notices.append("\(name) says merge=\(said) of tasks, so git merges them that way")
      }
      // It says what it should, and no commit has it: no other clone would know.
      if said == "memo", recorded == nil, staged == nil, let onDisk {
        return FileEdit(path: path, before: onDisk, after: onDisk)
      }
      return nil
    }
    let edit = FileEdit(path: path, before: onDisk, after: text)
    guard try git.workTreeContent(recorded) == onDisk, staged == recorded?.id else {
      try git.apply(edit)
      notices.append(
        "\(name) has changes of your own; memo's lines are behind them now, commit them with git")
      return nil
    }
    return edit
  }

  /// What the last commit has at a path of the repository.
  func recorded(_ path: String) throws(MemoError) -> TreeEntry? {
    let head = head
    return try git.run(
      "read HEAD",
      head.commit.flatMap { commit throws(GitError) in
        try git.repository.entry(at: path, in: commit)
      })
  }
}
