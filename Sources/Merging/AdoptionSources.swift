internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Another program's file from which a task was taken in.
struct AdoptionSource {
  /// As both sides began with it.
  var file: TreeEntry
  /// Where the task lay first, relative to the store.
  var place: String

  /// Where the task would have come to lie, had its file another name then.
  func place(of entry: TreeEntry) -> String {
    let name = Paths.name(of: entry.path)
    guard name != Paths.name(of: file.path) else { return place }
    let folder = Paths.parent(of: place)
    return folder.isEmpty ? name : "\(folder)/\(name)"
  }
}

/// From which files the tasks were taken in that two sides of a merge got since they parted.
///
/// A folder that both have taken in, each by itself, is so one folder, and what one of them did to
/// a file where it lay reaches the task that the other has made of it.
struct AdoptionSources {
  /// The file as it was taken in and the task's first place, by the task's id; several where each
  /// side did it.
  private var origins: [String: [AdoptionSource]] = [:]
  /// Where the files lay that each side has taken in itself.
  private var taken: [Set<PathKey>] = []
  private let git: StoreGit

  /// - Parameter tips: The two sides' last commits.
  init(_ git: StoreGit, since base: ObjectID, on tips: [ObjectID]) throws(MemoError) {
    self.git = git
    for tip in tips {
      taken.append([])
      for commit in try git.commits(of: [tip], since: [base]) { try add(commit) }
    }
    // The same ones first, whichever side is asked first.
    for id in origins.keys { origins[id]?.sort { $0.place.precedes(path: $1.place) } }
  }

  private mutating func add(_ commit: Commit) throws(MemoError) {
    guard commit.parents.count == 1,
      let kind = OperationMark(Trailers(commit.message))?.kind, [.adopt, .redo].contains(kind)
    else { return }
    let changes = try git.changes(from: commit.parents[0], to: commit.id)
    let files = changes.filter(\.mayBeSource).compactMap(\.before)
    let tasks = changes.filter { $0.isTask && $0.before == nil }
    guard !files.isEmpty, !tasks.isEmpty else { return }
    let adopted = try AdoptedFiles(files, becoming: tasks.compactMap(\.after), git)
    for task in tasks {
      guard let id = task.change.id, let entry = task.after, let file = adopted[entry],
        let place = git.storePath(entry.path)
      else { continue }
      origins[id, default: []].append(AdoptionSource(file: file, place: place))
      taken[taken.count - 1].insert(PathKey(file.path))
    }
  }

  /// Tells the files' changes on both sides as those of the tasks that they have become.
  func apply(
    to ours: inout [SideChange], _ theirs: inout [SideChange]
  ) throws(MemoError) {
    guard !origins.isEmpty else { return }
    var sources = PathMap<AdoptionSource>()
    try link(&ours, &sources)
    try link(&theirs, &sources)
    try addDeleted(of: ours + theirs, to: &sources)
    try follow(&ours, sources, besides: taken[0])
    try follow(&theirs, sources, besides: taken[1])
    promote(&ours, sources)
    promote(&theirs, sources)
  }

  /// The files of tasks that were deleted after they had been taken in.
  private func addDeleted(
    of changes: [SideChange], to sources: inout PathMap<AdoptionSource>
  ) throws(MemoError) {
    var known = PathMap<[AdoptionSource]>()
    // In the order of ids, the same whoever merges.
    for source in origins.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
      known[source.file.path] = (known[source.file.path] ?? []) + [source]
    }
    for change in changes where change.mayBeSource && sources[change.path] == nil {
      guard let file = change.before, let origins = known[file.path] else { continue }
      sources[file.path] = AdoptionSource(file: file, place: try place(of: file, origins))
    }
  }

  /// Tells a file that the other program has renamed as the task that it has become elsewhere.
  ///
  /// - Parameter taken: What went from the folder as tasks, and not to another name.
  private func follow(
    _ changes: inout [SideChange], _ sources: PathMap<AdoptionSource>, besides taken: Set<PathKey>
  ) throws(MemoError) {
    let gone = changes.filter {
      $0.mayBeSource && sources[$0.path] != nil && !taken.contains(PathKey($0.path))
    }
    let come = changes.filter(\.mayBeRenamed)
    guard !gone.isEmpty, !come.isEmpty else { return }
    let pairs = Pairing(
      before: try versions(gone.compactMap(\.before)),
      after: try versions(come.compactMap(\.after)),
      unchangedIDs: []
    ).pairs
    var names = PathMap<TreeEntry>()
    var renamed: Set<PathKey> = []
    let files = PathMap(come.compactMap(\.after), by: \.path)
    for pair in pairs {
      guard let before = pair.before, let after = pair.after, let file = files[after.path] else {
        continue
      }
      names[before.path] = file
      renamed.insert(PathKey(file.path))
    }
    changes.removeAll { $0.mayBeRenamed && renamed.contains(PathKey($0.path)) }
    for index in changes.indices where changes[index].mayBeSource {
      guard let source = sources[changes[index].path], let file = names[source.file.path] else {
        continue
      }
      changes[index].isTask = true
      changes[index].before = nil
      changes[index].after = file
      changes[index].source = source
    }
  }

  private func versions(_ files: [TreeEntry]) throws(MemoError) -> [TaskVersion] {
    var versions: [TaskVersion] = []
    for file in files {
      versions.append(TaskVersion(path: file.path, document: try git.document(of: file)))
    }
    return versions
  }

  private func link(
    _ changes: inout [SideChange], _ sources: inout PathMap<AdoptionSource>
  ) throws(MemoError) {
    var gone = PathMap<TreeEntry>()
    for change in changes where change.mayBeSource { gone[change.path] = change.before }
    var linked: Set<PathKey> = []
    for index in changes.indices where changes[index].isTask && changes[index].before == nil {
      guard let known = changes[index].change.id.flatMap({ origins[$0] }),
        let file = known.lazy.compactMap({ gone[$0.file.path] }).first,
        linked.insert(PathKey(file.path)).inserted
      else { continue }
      if sources[file.path] == nil {
        sources[file.path] = AdoptionSource(file: file, place: try place(of: file, known))
      }
      changes[index].source = sources[file.path]
    }
    changes.removeAll { $0.mayBeSource && linked.contains(PathKey($0.path)) }
  }

  /// Where a file would have come to lie as both sides began with it.
  private func place(
    of file: TreeEntry, _ known: [AdoptionSource]
  ) throws(MemoError) -> String {
    if let same = known.first(where: { $0.file == file }) { return same.place }
    let status = try git.document(of: file).item(fileName: "").status ?? .todo
    return StoredTask.path(known[0].place, movedTo: status)
  }

  private func promote(_ changes: inout [SideChange], _ sources: PathMap<AdoptionSource>) {
    for index in changes.indices where !changes[index].isTask && changes[index].before != nil {
      guard let source = sources[changes[index].path],
        changes[index].after.map(\.mode.isFile) ?? true
      else { continue }
      changes[index].isTask = true
      changes[index].before = nil
      changes[index].source = source
    }
  }
}

extension SideChange {
  /// Whether it may be a file of another program's folder that became a task, or went.
  fileprivate var mayBeSource: Bool {
    !isTask && before?.mode.isFile == true && after == nil
      && StoredTask.isTaskName(Paths.name(of: path))
  }

  /// Whether it may be another name of such a file.
  fileprivate var mayBeRenamed: Bool {
    !isTask && before == nil && after?.mode.isFile == true
      && StoredTask.isTaskName(Paths.name(of: path))
  }
}

extension [SideChange] {
  /// Whether a task in it may have been taken in from another program's folder; it may be deleted
  /// since.
  var mayHaveAdopted: Bool { contains(where: \.mayBeSource) }
}

/// Which file of another program's folder became which task when they were taken in.
///
/// Whatever the front matter got, the text stayed, and the name unless that was taken.
struct AdoptedFiles {
  private let git: StoreGit
  private var files: [TreeEntry]
  /// By the text and each end of the path, and by the text alone; the first choice stands last.
  private var numbers: [Key: [Int]] = [:]
  private var taken: Set<Int> = []
  private var found = PathMap<TreeEntry>()

  private struct Key: Hashable {
    /// As a blob.
    var text: ObjectID
    /// Nil for whatever the name is.
    var name: PathKey?
  }

  /// - Parameters:
  ///   - files: As they were when they were taken in.
  ///   - tasks: As they were then; all of them.
  init(
    _ files: [TreeEntry], becoming tasks: [TreeEntry], _ git: StoreGit
  ) throws(MemoError) {
    self.git = git
    // Below the folder that was taken in, the shortest path is the one that the name means.
    self.files = files.sorted { a, b in
      a.path.utf8.count == b.path.utf8.count
        ? b.path.precedes(path: a.path) : a.path.utf8.count > b.path.utf8.count
    }
    for (number, file) in self.files.enumerated() {
      let text = try text(of: file)
      numbers[Key(text: text), default: []].append(number)
      var name: String? = file.path
      while let end = name {
        numbers[Key(text: text, name: PathKey(end)), default: []].append(number)
        name = Self.withoutFolder(end)
      }
    }
    var others: [(path: String, text: ObjectID)] = []
    for task in tasks {
      let text = try text(of: task)
      let name = git.storePath(task.path).flatMap(Self.withoutFolder) ?? task.path
      if let file = take(Key(text: text, name: PathKey(name))) {
        found[task.path] = file
      } else {
        others.append((task.path, text))
      }
    }
    for (path, text) in others { found[path] = take(Key(text: text)) }
  }

  /// The file that a task was; nil where it was none of them.
  subscript(task: TreeEntry) -> TreeEntry? { found[task.path] }

  private mutating func take(_ key: Key) -> TreeEntry? {
    while let number = numbers[key]?.popLast() {
      if taken.insert(number).inserted { return files[number] }
    }
    return nil
  }

  private static func withoutFolder(_ path: String) -> String? {
    path.firstIndex(of: "/").map { String(path[path.index(after: $0)...]) }
  }

  private func text(of entry: TreeEntry) throws(MemoError) -> ObjectID {
    let body = Array(try git.document(of: entry).body.utf8)
    return try MemoError.rethrowing(doing: "read \(entry.path)", ObjectID.blob(body))
  }
}
