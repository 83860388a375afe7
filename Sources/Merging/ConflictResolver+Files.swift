internal import Git
internal import StoreFiles
internal import TaskFile

/// Files that are no tasks, and that both sides changed.
extension ConflictResolver {
  mutating func resolveFile(
    _ our: SideChange, _ their: SideChange, _ result: inout MergedTree, isVirtual: Bool
  ) throws(MemoError) {
    let mode = Self.mode(our, their)
    let isOfStore = git.isOfStore(our) && git.isOfStore(their)
    if let settings = try mergedSettings(our, their, isVirtual: isVirtual) {
      return try result.claim(TreeEntry(path: our.path, id: settings, mode: mode))
    }
    if let base = our.before, let one = our.after, let other = their.after,
      ![base, one, other].contains(where: { ![.regular, .executable].contains($0.mode) }),
      try areMergeable([base, one, other])
    {
      let lines = try git.run("merge \(our.path)") { repository throws(GitError) in
        try Repository.mergeLines(
          base: try repository.blob(base.id), ours: try repository.blob(one.id),
          theirs: try repository.blob(other.id)
        ).flatMap { bytes throws(GitError) -> ObjectID? in
          // Settings that nobody can read would lock everybody out.
          guard !isOfStore || StoreSettings.areReadable(bytes, at: git.storePath(our.path))
          else { return nil }
          return try repository.writeBlob(bytes)
        }
      }
      if let lines { return try result.claim(TreeEntry(path: our.path, id: lines, mode: mode)) }
    }
    if isVirtual {
      if let base = our.before { try result.claim(base) }
    } else if isOfStore {
      try keep(our, their, &result)
    } else {
      unresolved.append(our.path)
    }
  }

  /// The store's settings with what both sides did to them, key by key; nil for any other file,
  /// and where they are not written so that keys can be told apart.
  private mutating func mergedSettings(
    _ our: SideChange, _ their: SideChange, isVirtual: Bool
  ) throws(MemoError) -> ObjectID? {
    guard git.storePath(our.path) == Store.marker, let one = our.after, let other = their.after,
      one.mode.isFile, other.mode.isFile
    else { return nil }
    let texts = try git.run("merge \(our.path)") { repository throws(GitError) in
      try [our.before, one, other].map { entry throws(GitError) -> String? in
        guard let entry else { return "" }
        return try repository.blob(entry.id, atMost: Limits.taskBytes).flatMap {
          String(validating: $0, as: UTF8.self)
        }
      }
    }
    guard let base = texts[0], let ourText = texts[1], let theirText = texts[2] else { return nil }
    let isOursNewer = try isNewer(our, than: their)
    let isFixed = if case .fixed = here { true } else { false }
    var steps: [[SettingsStep]] = []
    if !isFixed { steps = [try here.steps(our, git), try there.steps(their, git)] }
    let merge = SettingsMerge(
      base: base, older: isOursNewer ? theirText : ourText,
      newer: isOursNewer ? ourText : theirText, notes: !isFixed, isVirtual: isVirtual,
      isNewerInOlder: { keys in
        let last = steps.map { $0.first { $0.changes(keys) }?.last }
        guard last.count == 2, let ours = last[0], let theirs = last[1] else { return false }
        return ours.isNewer(than: theirs) != isOursNewer
      })
    guard let merge, StoreSettings.areReadable(Array(merge.text.utf8), at: Store.marker) else {
      return nil
    }
    for notice in merge.notices { note(Store.marker, "\(Store.marker): \(notice)") }
    return try git.run("store \(our.path)", git.repository.writeBlob(Array(merge.text.utf8)))
  }

  /// Whether our side changed a file later than the other; what is taken back is the older one.
  private mutating func isNewer(
    _ our: SideChange, than their: SideChange
  ) throws(MemoError) -> Bool {
    if case .fixed = here { return true }
    let (ours, theirs) = (try here.last(our, git), try there.last(their, git))
    return (ours.time.secondsSince1970, ours.commit)
      > (theirs.time.secondsSince1970, theirs.commit)
  }

  /// Keeps both versions of a file of the store.
  ///
  /// The newer one keeps the name, and the older gets one with a number. What one side deleted
  /// and the other changed lives.
  private mutating func keep(
    _ our: SideChange, _ their: SideChange, _ result: inout MergedTree
  ) throws(MemoError) {
    if case .fixed = here {
      // What is taken back gives way to what was done since.
      if let after = our.after { try result.claim(after) }
      let title = git.storePath(our.path) ?? our.path
      return note(title, "\(title) was changed since, and stays as it is")
    }
    guard let one = our.after, let other = their.after else {
      guard let living = our.after ?? their.after else { return }
      try result.claim(living)
      let title = git.storePath(living.path) ?? living.path
      return note(title, "\(title) was deleted on one side and changed on the other; it stays")
    }
    let isOursNewer = try isNewer(our, than: their)
    try result.claim(one, order: isOursNewer ? "0" : "1")
    try result.claim(other, order: isOursNewer ? "1" : "0")
  }

  private mutating func note(_ title: String, _ notice: String) {
    merged.append(MergedTask(title: title, id: nil, notes: [], notice: notice))
  }

  /// Whether nobody has to wait for it.
  private func areMergeable(_ entries: [TreeEntry]) throws(MemoError) -> Bool {
    try git.run("read \(entries[0].path)") { repository throws(GitError) in
      for entry in entries where try repository.size(of: entry.id) > Limits.taskBytes {
        return false
      }
      return true
    }
  }
}

/// What one commit of a side did to the store's settings.
struct SettingsStep {
  var last: LastChange
  /// Empty where there were none.
  var before: String
  var after: String

  /// Whether it changed an entry, by its keys from the outermost.
  func changes(_ keys: [String]) -> Bool {
    SettingsMerge.entry(keys, in: before) != SettingsMerge.entry(keys, in: after)
  }
}
