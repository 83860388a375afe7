internal import Git
internal import TaskFile

/// Gives hand-made files what a store needs: an id, and one status in both places.
struct Mending {
  /// Whether the files were there before the store, so that their texts are right.
  let isAdopting: Bool
  /// Makes an id that no task has.
  let newID: () -> TaskID
  /// Takes an id for a file; false when another file has it.
  let claim: (TaskID) -> Bool
  /// What the last commit's files were before.
  let past: RecordedPast
  /// The tasks as they are on the disk.
  let tasks: [PathKey: StoredTask]
  /// A path for a task that must move, free in the store.
  let freePath: (String) -> String

  /// What is said to the person about it.
  private(set) var notices: [String] = []

  init(
    isAdopting: Bool,
    newID: @escaping () -> TaskID,
    claim: @escaping (TaskID) -> Bool,
    past: RecordedPast,
    tasks: [PathKey: StoredTask],
    freePath: @escaping (String) -> String
  ) {
    self.isAdopting = isAdopting
    self.newID = newID
    self.claim = claim
    self.past = past
    self.tasks = tasks
    self.freePath = freePath
  }

  /// The version to record for a pair; nil when the task was deleted.
  ///
  /// A file that can't be understood is recorded as it is, so that it is never lost.
  mutating func mend(_ pair: VersionPair) throws(MemoError) -> TaskVersion? {
    guard let after = pair.after else { return nil }
    guard after.item.problems.isEmpty else {
      let what = after.item.hasConflictMarkers ? "has conflict markers" : "can't be understood"
      notices.append("\(after.path) \(what); it is recorded as it is")
      return after
    }
    let id = try idToGive(to: after, pair)
    let agreed = try agreedStatus(pair.before, after)
    do throws(Problem) {
      return try settleStatus(of: try give(id, to: after, pair), agreed)
    } catch {
      notices.append("\(after.path):\(error.line):\(error.column): \(error.message)")
      return after
    }
  }

  /// The id that a file is to get, and whether it had it before; nil when it keeps what it has.
  private func idToGive(
    to version: TaskVersion, _ pair: VersionPair
  ) throws(MemoError) -> (id: TaskID, isOwn: Bool)? {
    // Where memo can't write an id, the path says which task it is.
    guard version.id == nil || pair.isCopy, !version.document.isForeign else { return nil }
    // An id that was lost in the editor is given back; it is given once and never changed.
    if let own = try ownID(of: version, pair.before), claim(own) { return (own, true) }
    return (try sharedID(of: version, pair.before) ?? newID(), false)
  }

  private mutating func give(
    _ new: (id: TaskID, isOwn: Bool)?, to version: TaskVersion, _ pair: VersionPair
  ) throws(Problem) -> TaskVersion {
    guard let new else { return version }
    var document = version.document
    if !document.hasFrontMatter { document.addFrontMatter() }
    if pair.isCopy {
      notices.append(
        new.isOwn
          ? "\(version.path) had the id of another task and keeps its own, \(new.id)"
          : "\(version.path) is a copy and got a new id, \(new.id)")
    }
    try document.set("id", to: .text(new.id.text))
    return version.with(document)
  }

  /// An id that every clone finds alike, for a file that the last commit has without one of its
  /// own: all who have that commit give it one, and random ones would have to be merged.
  private func sharedID(
    of version: TaskVersion, _ before: TaskVersion?
  ) throws(MemoError) -> TaskID? {
    guard let before, before.id == version.id, let origin = try past.origin(at: before.path) else {
      return nil
    }
    let id = TaskID.derived(from: Array("\(origin.hex) \(before.path)".utf8))
    return claim(id) ? id : nil
  }

  /// The id that the file was recorded with, were it some commits ago.
  private func ownID(
    of version: TaskVersion, _ before: TaskVersion?
  ) throws(MemoError) -> TaskID? {
    guard let before else { return nil }
    if let id = before.id, id != version.id { return id }
    return try past.formerID(at: before.path)
  }

  private mutating func settleStatus(
    of version: TaskVersion, _ agreed: Status?
  ) throws(Problem) -> TaskVersion {
    guard let folder = version.folderStatus, let text = version.item.status, text != folder else {
      return version
    }
    if isAdopting {
      let place = freePath(StoredTask.path(version.path, movedTo: text))
      notices.append("\(version.path) says \(text.rawValue) in its text, and is \(place) now")
      return version.at(place)
    }
    let settled = Reconciliation(
      folder: folder, text: text, agreed: agreed)
    if settled.isContested {
      notices.append(
        "\(version.path) said \(text.rawValue) in its text; the folder wins: \(folder.rawValue)")
    }
    if settled.status == text {
      return version.at(freePath(StoredTask.path(version.path, movedTo: text)))
    }
    var document = version.document
    try document.set("status", to: .text(settled.status.rawValue))
    return version.with(document)
  }

  /// What folder and text both said before; asks history only when the last commit's disagree.
  private func agreedStatus(
    _ before: TaskVersion?, _ version: TaskVersion
  ) throws(MemoError) -> Status? {
    guard let before, !isAdopting, let folder = version.folderStatus,
      version.item.status ?? folder != folder
    else { return nil }
    if let folder = before.folderStatus, before.item.status ?? folder == folder { return folder }
    return try tasks[PathKey(version.path)].map { task throws(MemoError) in
      try past.lastAgreement(on: task)
    } ?? nil
  }
}
