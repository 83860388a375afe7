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
  mutating func adopt() throws(MemoError) -> [TaskChange] {
    let found = try findHandEdits(on: .adoption)
    var chain = CommitChain(git, head: head, try writer())
    try chain.add(
      asFound: found.tasks.compactMap(\.asFound), and: try chain.treeEdits(found.files))
    chain.beginOperation()
    try chain.add(adopted: found.tasks.compactMap(\.normalization))
    chain.restore(found.restored)
    try moveHead(
      to: chain.tip, edits: chain.takeEdits(), moves: chain.takeMoves(),
      reason: "adopt what was there")
    notices += chain.notices
    try MemoError.rethrowing(WorkTree.removeFile(adoptionMark))
    return found.tasks.map(\.change)
  }

  /// Notes that what is there is to be taken in, before anything shows that a store has begun.
  func noteAdoption() throws(MemoError) {
    try MemoError.rethrowing(WorkTree.write("", to: adoptionMark))
  }

  /// Takes in what was there where an init was killed when the store had only begun.
  mutating func finishAdoption() throws(MemoError) {
    guard WorkTree.status(at: adoptionMark) != nil, try isBegun() else { return }
    let count = try adopt().count
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
  mutating func add(adopted steps: [TaskEdit]) throws(MemoError) {
    guard !steps.isEmpty else { return }
    // Where a file was found may be nobody's path now.
    occupied = []
    try add(
      steps, as: .adopt,
      subject: "adopt: \(steps.count == 1 ? "1 task" : "\(steps.count) tasks")")
  }
}
