internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The file of another program that a task was adopted from.
struct AdoptionSource {
  /// The file in the merge base.
  var file: TreeEntry
  /// The task's first path, relative to the store.
  var place: String

  /// The path that the task would have got from another name of the file.
  func place(of entry: TreeEntry) -> String {
    let name = Paths.name(of: entry.path)
    guard name != Paths.name(of: file.path) else { return place }
    let folder = Paths.parent(of: place)
    return folder.isEmpty ? name : "\(folder)/\(name)"
  }
}

/// The files from which the two sides of a merge adopted tasks since the merge base.
///
/// With them, a change of a file on one side reaches the task that the other side made from it. If
/// both sides adopted the same folder, its tasks are merged.
struct AdoptionSources {
  /// The adopted file and the task's first path, by task id; several if both sides adopted it.
  private var origins: [String: [AdoptionSource]] = [:]
  /// The files that each side adopted.
  private var taken: [Set<PathKey>] = []
  private let git: StoreGit

  /// - Parameter tips: The last commits of both sides.
  init(_ git: StoreGit, since base: ObjectID, on tips: [ObjectID]) throws(MemoError) {
    self.git = git
    for tip in tips {
      taken.append([])
      for commit in try git.commits(of: [tip], since: [base]) { try add(commit) }
    }
    // Sorted, so that the order of the sides doesn't matter.
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

  /// Turns changes of adopted files into changes of their tasks, on both sides.
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

  /// Adds the files of tasks that were deleted after their adoption.
  private func addDeleted(
    of changes: [SideChange], to sources: inout PathMap<AdoptionSource>
  ) throws(MemoError) {
    var known = PathMap<[AdoptionSource]>()
    // Sorted by id, so that all clones agree.
    for source in origins.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
      known[source.file.path] = (known[source.file.path] ?? []) + [source]
    }
    for change in changes where change.mayBeSource && sources[change.path] == nil {
      guard let file = change.before, let origins = known[file.path] else { continue }
      sources[file.path] = AdoptionSource(file: file, place: try place(of: file, origins))
    }
  }

  /// Turns a file renamed by the other program into the task that the other side made from it.
  ///
  /// - Parameter taken: The files that a side adopted, which are not renamed.
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

  /// The path in the merge base, as if the file had been adopted before it.
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
  /// Whether a file of another program's folder may have been adopted or deleted.
  fileprivate var mayBeSource: Bool {
    !isTask && before?.mode.isFile == true && after == nil
      && StoredTask.isTaskName(Paths.name(of: path))
  }

  /// Whether the change may be a renamed file of another program's folder.
  fileprivate var mayBeRenamed: Bool {
    !isTask && before == nil && after?.mode.isFile == true
      && StoredTask.isTaskName(Paths.name(of: path))
  }
}

extension [SideChange] {
  /// Whether a side may have adopted tasks, even if it deleted them later.
  var mayHaveAdopted: Bool { contains(where: \.mayBeSource) }
}

/// Matches the files of another program's folder with the tasks adopted from them.
///
/// An adoption keeps the text below the front matter. It changes the file name only if the name is
/// taken.
struct AdoptedFiles {
  private let git: StoreGit
  private var files: [TreeEntry]
  /// Indices by text and path suffix, and by text alone.
  ///
  /// The best choice is last.
  private var numbers: [Key: [Int]] = [:]
  private var taken: Set<Int> = []
  private var found = PathMap<TreeEntry>()

  private struct Key: Hashable {
    var text: ObjectID
    /// A path suffix; nil for any.
    var name: PathKey?
  }

  /// - Parameters:
  ///   - files: The files before the adoption.
  ///   - tasks: All tasks added by the adoption.
  init(
    _ files: [TreeEntry], becoming tasks: [TreeEntry], _ git: StoreGit
  ) throws(MemoError) {
    self.git = git
    // The best choice for a suffix is the file with the shortest path, nearest to the adopted
    // folder.
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

  /// The file that a task was adopted from; nil if none.
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
