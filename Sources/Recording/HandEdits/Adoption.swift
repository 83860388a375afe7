internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

private struct Adoption {
  let tasks: [TaskEdit]
  let others: [Other]

  /// A file of another program that moves to the folder of its status.
  struct Other {
    let edit: TaskEdit
    let source: CommitChain.NewFile
    /// Whether the last commit has it unchanged.
    let isRecorded: Bool
  }

  var changes: [TaskChange] {
    (tasks + others.map(\.edit)).map(\.change).filter { $0.kind != .delete }
  }

  var gone: [TaskChange] { tasks.map(\.change).filter { $0.kind == .delete } }
}

extension WriteSession {
  /// Adopts existing files in two commits: the unchanged files, then their ids and statuses.
  ///
  /// Only the second commit can be undone. Undoing the first would remove files that are older than
  /// memo.
  ///
  /// - Parameters:
  ///   - folder: Another program's folder, relative to the store. Its files move to the folders of
  ///     their statuses.
  ///   - isAtWork: Whether the store has tasks already. Then other hand edits are committed first.
  ///   - hasSettings: Whether the settings have only aliases that these files need. They are added
  ///     and undone together with the files.
  mutating func adopt(
    _ folder: String?, atWork isAtWork: Bool, withSettings hasSettings: Bool
  ) throws(MemoError) -> [TaskChange] {
    var found = try findHandEdits(NormalizationOptions(newcomers: true))
    var settings: [OtherFileEdit] = []
    if isAtWork {
      let adopted = found.adopted
      func isAdopted(_ task: TaskEdit) -> Bool {
        task.onDisk.map { adopted.contains(PathKey($0.path)) } ?? false
      }
      let edits = found.tasks.filter(isAdopted)
      found.tasks.removeAll(where: isAdopted)
      if hasSettings, !edits.isEmpty {
        settings = found.others.filter { $0.path == Store.marker }
        found.others.removeAll { $0.path == Store.marker }
      }
      try record(found)
      found = RecordingPlan()
      found.tasks = edits
    }
    notices +=
      found.notices + [FileDifferences.notice(ofFiltered: found.filtered)].compactMap { $0 }
    let other = try folder.map { path throws(MemoError) in try OtherFolder(path, of: store, git) }
    let others = try other.map { folder throws(MemoError) in
      try take(folder, besides: found.tasks)
    }
    let adoption = Adoption(tasks: found.tasks, others: others ?? [])
    var chain = try chain()
    try chain.add(asFound: adoption, and: try chain.changes(of: found.others))
    chain.operation = nil
    try chain.add(adopted: adoption, and: try chain.changes(of: settings))
    chain.restore(found.restored)
    postpone(chain)
    remember(handEdits: [], others: adoption.gone)
    try finishStep("adopt what was there")
    notices += chain.notices
    return adoption.changes
  }

  /// - Parameter tasks: The files adopted from elsewhere.
  private mutating func take(
    _ folder: OtherFolder, besides tasks: [TaskEdit]
  ) throws(MemoError) -> [Adoption.Other] {
    var paths = freePaths
    let there = Set(snapshot.tasks.map { PathKey($0.path) })
    for case let path? in tasks.map(\.after?.path) where !there.contains(PathKey(path)) {
      _ = paths.take(like: path)
    }
    var normalization = Normalization(
      snapshot, CommittedHistory(store, git, of: head.commit), store.environment)
    let past = try head.commit.flatMap { commit throws(MemoError) in
      try History.inMemory(git, commit, DeltaFinder(git, ofOther: folder.path))
    }
    var taken: [Adoption.Other] = []
    var closed = ClosedFolders(git)
    var staying: [StoreProblem] = []
    let ignored = try store.ignored(
      folder.files.flatMap { file in Status.allCases.map { "\($0.rawValue)/\(file.name)" } })
    for file in folder.files {
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try store.files.read(file.path).bytes
      } catch {
        guard error.isForbidden else { throw MemoError(error) }
        staying.append(.staying(file.path, "can't \(error.operation) it: \(error.why)"))
        continue
      }
      let document = git.document(bytes)
      let status = document.item(fileName: "").status ?? file.folder
      let place = "\(status.rawValue)/\(file.name)"
      if let reason = try obstacle(toMoving: file.path, to: place, ignored, &closed) {
        staying.append(.staying(file.path, reason))
        continue
      }
      let version = TaskVersion(
        path: paths.take(like: place), document: document, mode: file.mode)
      let made = try normalization.normalize(
        VersionPair(
          after: version, isCopy: version.id.map { !normalization.ids.take($0) } ?? false),
        adopting: true, as: try past?.present(at: file.path)?.facts.birth)
      guard let edit = TaskEdit(from: nil, to: made) else { continue }
      let source = (git.repositoryPath(file.path), bytes, file.mode)
      taken.append(
        Adoption.Other(
          edit: edit, source: source, isRecorded: try git.isRecorded(source, in: head.commit)))
    }
    staying += folder.ignored.map { .staying($0, "git ignores it") }
    notices += normalization.notices + staying.lines()
    let count = taken.count
    guard count > 0 else { return [] }
    notices.append(
      (count == 1 ? "1 file of \(folder.path)/ is" : "\(count) files of \(folder.path)/ are")
        + " in todo/, doing/ and done/ now; a program that looks for its tasks in "
        + "\(folder.path)/ doesn't find \(count == 1 ? "it" : "them") there any more")
    return taken
  }

  /// Why a file of another program can't become a task; nil if it can.
  ///
  /// - Parameter ignored: The paths that git ignores.
  private func obstacle(
    toMoving path: String, to place: String, _ ignored: Set<PathKey>, _ closed: inout ClosedFolders
  ) throws(MemoError) -> String? {
    if let filtered = try git.filtered([path, place]).first {
      return "a git filter applies to \(filtered.path), which memo doesn't run"
    }
    if ignored.contains(PathKey(place)) { return "git ignores \(place)" }
    let error = closed.obstacle(toWriting: path) ?? closed.obstacle(toWriting: place)
    return error.map { "can't \($0.operation) it: \($0.why)" }
  }
}

extension StoreProblem {
  /// The problem of another program's file that can't be adopted; equal messages are grouped.
  fileprivate static func staying(_ path: String, _ reason: String) -> StoreProblem {
    StoreProblem(path: path, message: "stays there: \(reason)")
  }
}

extension StoreGit {
  fileprivate func isRecorded(_ file: CommitChain.NewFile, in commit: ObjectID?) throws(MemoError)
    -> Bool
  {
    guard let commit else { return false }
    return try run("read HEAD") { repository throws(GitError) in
      guard let entry = try repository.entry(at: file.path, in: commit) else { return false }
      return try repository.blobID(of: file.bytes, at: file.path) == entry.id
    }
  }
}

extension CommitChain {
  /// Adds the commit of files before they are tasks.
  ///
  /// - Parameter files: Files that will not be tasks.
  fileprivate mutating func add(
    asFound adoption: Adoption, and files: [FileChange]
  ) throws(MemoError) {
    // Stored side by side, so that git compresses a text and its new version well.
    func newFile(_ version: TaskVersion?) -> NewFile? {
      version.map { (git.repositoryPath($0.path), $0.bytes, $0.mode) }
    }
    _ = try store(
      adoption.tasks.flatMap { [newFile($0.asFound == nil ? nil : $0.onDisk), newFile($0.after)] }
        .compactMap { $0 }
        + adoption.others.flatMap { [$0.isRecorded ? nil : $0.source, newFile($0.edit.after)] }
        .compactMap { $0 })
    let found = adoption.tasks.compactMap(\.asFound)
    let sources = adoption.others.filter { !$0.isRecorded }.map(\.source)
    let count = found.count + files.count + sources.count
    guard count > 0 else { return }
    try add(
      found, as: .adopt, subject: "adopt: \(count == 1 ? "1 file" : "\(count) files") as found",
      trailers: [Commit.asFoundTrailer], and: files + store(sources))
  }

  /// Adds the commit that makes them tasks.
  ///
  /// - Parameter settings: The change of aliases that they need.
  fileprivate mutating func add(
    adopted adoption: Adoption, and settings: [FileChange]
  ) throws(MemoError) {
    let made = adoption.tasks.compactMap(\.normalization) + adoption.others.map(\.edit)
    guard !made.isEmpty || !settings.isEmpty else { return }
    // This commit may remove the paths of the unchanged files.
    occupied = []
    // Includes files that need no change or can't be changed.
    let count = adoption.changes.count
    try add(
      made, as: .adopt, subject: "adopt: \(count == 1 ? "1 task" : "\(count) tasks")",
      and: settings + adoption.others.map { .remove(path: $0.source.path) })
    edits += adoption.others.map {
      FileEdit(path: $0.source.path, before: $0.source.bytes, after: nil)
    }
  }
}
