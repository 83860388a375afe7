internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What files that are taken in say: found out with none of their texts kept.
extension Store {
  /// What the files that may be taken in say in words of their own; none of their texts is kept.
  ///
  /// - Parameter git: Of a store at work, where those are meant that have no id and had none in the
  ///   last commit; one that has lost it in an editor is no new file.
  func words(
    and files: [OtherFolder.File]?, besides settled: Set<String> = [],
    ofNewFilesIn git: StoreGit? = nil
  ) throws(MemoError) -> [AliasProposal.Words] {
    let isOfNewFiles = git != nil
    let found = try notes { task -> (path: String, words: AliasProposal.Words)? in
      if isOfNewFiles, task.id != nil || !task.item.isUsable { return nil }
      return AliasProposal.Words(of: task, besides: settled).map { (task.path, $0) }
    }.notes
    var words: [AliasProposal.Words] = []
    let head = try git?.head().commit
    for file in found {
      if let git, let head, try git.hasID(file.path, in: head) { continue }
      words.append(file.words)
    }
    for file in files ?? [] {
      guard let task = try file.task(self) else { continue }
      words += [AliasProposal.Words(of: task, besides: settled)].compactMap { $0 }
    }
    return words
  }

  /// - Parameter adopted: Nil for all that is there, also what needed nothing.
  func summary(
    of adopted: [TaskChange]?, without gaps: [String]
  ) throws(MemoError) -> (summary: AdoptionSummary, passedOver: [StoreProblem]) {
    let paths = adopted.map { Set($0.map { PathKey($0.path) }) }
    let (notes, snapshot) = try notes {
      paths?.contains(PathKey($0.path)) ?? true ? AdoptionSummary.Note($0) : nil
    }
    let unread = snapshot.tasks.filter { !$0.isRead }.flatMap(\.problems)
    var closed = ClosedFolders(try git())
    let kept = snapshot.tasks.filter {
      $0.isToBeNormalized && paths?.contains(PathKey($0.path)) ?? true
    }.compactMap { task in
      closed.obstacle(toWriting: task.path).map {
        StoreProblem(
          path: task.path, message: "can't be written, so it stays as it is: \($0.why)")
      }
    }
    return (
      AdoptionSummary(of: notes, snapshot.strays + unread + kept, without: gaps),
      passedOver(snapshot.ignored)
    )
  }

  /// Reads all tasks and keeps of each what somebody notes of it.
  private func notes<Note: Sendable>(
    _ note: @escaping @Sendable (StoredTask) -> Note?
  ) throws(MemoError) -> (notes: [Note], Snapshot) {
    let before = passingTexts
    let passing = PassingTexts(note)
    passingTexts = passing
    defer { passingTexts = before }
    let snapshot = try read()
    return (passing.notes.compactMap { $0 as? Note }, snapshot)
  }
}

extension StoreGit {
  /// Whether a commit has a task there that has an id of memo's.
  fileprivate func hasID(_ path: String, in commit: ObjectID) throws(MemoError) -> Bool {
    let bytes = try run("read HEAD") { repository throws(GitError) -> [UInt8]? in
      guard let entry = try repository.entry(at: repositoryPath(path), in: commit) else {
        return nil
      }
      return try repository.blob(entry.id, atMost: Limits.taskBytes)
    }
    return bytes.map { document($0).item(fileName: "").id != nil } ?? false
  }
}
