internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension WriteSession {
  /// Takes in the files with which a store begins: one commit of them as they were found, and
  /// one that gives them ids and the status that their text names.
  ///
  /// Only the second one can be undone: to take the first back would take away files that were
  /// there before memo.
  /// - Parameter folder: One of another program, relative to the store, whose files go to the
  ///   folders of their status.
  mutating func adopt(_ folder: String? = nil) throws(MemoError) -> [TaskChange] {
    let found = try findHandEdits(on: .adoption)
    let other = try folder.map { path throws(MemoError) in try OtherFolder(path, of: store, git) }
    var taken: [TaskEdit] = []
    var unrecorded: [OtherFolder.File] = []
    if let other {
      taken = try taking(other, besides: found)
      unrecorded = try self.unrecorded(other)
    }
    var chain = CommitChain(git, head: head, try writer())
    let others = unrecorded.map { NewFile($0, git) }
    try chain.store(
      found.tasks.map { task in
        let isRecorded = task.before?.bytes == task.onDisk?.bytes
        return (
          isRecorded ? nil : task.onDisk.map { NewFile($0, git) },
          task.after.map { NewFile($0, git) }
        )
      }
        + zip(other?.files ?? [], taken).map { file, task in
          (NewFile(file, git), task.after.map { NewFile($0, git) })
        })
    try chain.add(
      asFound: found.tasks.compactMap(\.asFound),
      and: try chain.treeEdits(found.files) + chain.put(others))
    chain.beginOperation()
    let changes = (found.tasks + taken).map(\.change)
    try chain.add(
      adopted: found.tasks.compactMap(\.normalization) + taken,
      count: changes.count { $0.kind == .add },
      from: (other?.files ?? []).map { .remove(path: git.repositoryPath($0.path)) })
    for (edit, file) in zip(taken, other?.files ?? []) {
      chain.follow(edit, from: git.repositoryPath(file.path), file.bytes)
    }
    chain.restore(found.restored)
    try moveHead(
      to: chain.tip, edits: chain.takeEdits(), moves: chain.takeMoves(),
      reason: "adopt what was there")
    notices += chain.notices
    try MemoError.rethrowing(WorkTree.removeFile(adoptionMark))
    return changes
  }

  /// Notes that what is there is to be taken in, before anything shows that a store has begun.
  ///
  /// - Parameter folder: As ``adopt(_:)`` takes it.
  func noteAdoption(_ folder: String? = nil) throws(MemoError) {
    try MemoError.rethrowing(WorkTree.write(folder ?? "", to: adoptionMark))
  }

  /// Takes in what was there where an init was killed when the store had only begun.
  mutating func finishAdoption() throws(MemoError) {
    guard let mark = WorkTree.content(at: adoptionMark), try isBegun() else { return }
    let folder = String(decoding: mark, as: UTF8.self)
    let count = try adopt(folder.isEmpty ? nil : folder).count
    // Said even if what is found next has more to say.
    opening = notices
    guard count > 0 else { return }
    opening.append(
      "took in \(count == 1 ? "1 task" : "\(count) tasks") that an init that was killed had left")
  }

  private var adoptionMark: String {
    "\(git.repository.gitDirectory)/\(store.ownFile("adopting"))"
  }
}

extension CommitChain {
  /// Adds the commit of files as they were before they were tasks.
  ///
  /// - Parameter others: Those that will not be.
  mutating func add(
    asFound steps: [TaskEdit], and others: [TreeEdit]
  ) throws(MemoError) {
    let count = steps.count + others.count
    guard count > 0 else { return }
    try add(
      steps, as: .adopt, subject: "adopt: \(count == 1 ? "1 file" : "\(count) files") as found",
      trailers: [Commit.asFoundTrailer], and: others)
  }

  /// Adds the commit with which they become tasks.
  ///
  /// - Parameters:
  ///   - count: How many are taken in, with those that lack nothing and those that can't be given
  ///     anything.
  ///   - others: The files of another program's folder, which go.
  mutating func add(
    adopted steps: [TaskEdit], count: Int, from others: [TreeEdit]
  ) throws(MemoError) {
    guard !steps.isEmpty else { return }
    let count = max(count, steps.count)
    // Where a file was found may be nobody's path now.
    occupied = []
    try add(
      steps, as: .adopt,
      subject: "adopt: \(count == 1 ? "1 task" : "\(count) tasks")", and: others)
  }

  /// Has a file go that a task came from, which keeps its permissions.
  mutating func follow(_ task: TaskEdit, from path: String, _ bytes: [UInt8]) {
    guard let target = task.after.map({ git.repositoryPath($0.path) }),
      let index = edits.lastIndex(where: { $0.path == target })
    else { return }
    edits[index].movedFrom = path
    edits[index].isExecutable = nil
    edits.append(FileEdit(path: path, before: bytes, after: nil))
  }
}

extension NewFile {
  fileprivate init(_ file: OtherFolder.File, _ git: StoreGit) {
    self.init(bytes: file.bytes, path: git.repositoryPath(file.path), mode: file.mode)
  }
}
