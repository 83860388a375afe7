internal import TaskFile

/// Gives hand-made files what a store needs: an id, and one status in both places.
struct Mending {
  /// Whether the files were there before the store, so that their texts are right.
  let isAdopting: Bool
  /// Makes an id that no task has.
  let newID: () -> TaskID
  /// Takes an id for a file; false when another file has it.
  let claim: (TaskID) -> Bool
  /// The id that a file had before.
  let formerID: (TaskVersion) throws(MemoError) -> TaskID?
  /// The name of the commit that brought a recorded file as it is.
  let origin: (TaskVersion) throws(MemoError) -> String?
  /// The status of a recorded file whose folder and text disagree already.
  let agreed: (TaskVersion) throws(MemoError) -> Status?
  /// A path for a task that must move, free in the store.
  let freePath: (String) -> String

  /// What is said to the person about it.
  private(set) var notices: [String] = []

  init(
    isAdopting: Bool,
    newID: @escaping () -> TaskID,
    claim: @escaping (TaskID) -> Bool,
    formerID: @escaping (TaskVersion) throws(MemoError) -> TaskID?,
    origin: @escaping (TaskVersion) throws(MemoError) -> String?,
    agreed: @escaping (TaskVersion) throws(MemoError) -> Status?,
    freePath: @escaping (String) -> String
  ) {
    self.isAdopting = isAdopting
    self.newID = newID
    self.claim = claim
    self.formerID = formerID
    self.origin = origin
    self.agreed = agreed
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
    let past = try pastIDs(of: after, pair)
    let named = Result { () throws(Problem) in try giveID(to: after, pair, past) }
    let agreed = try agreedStatus(pair.before, (try? named.get()) ?? after)
    do throws(Problem) {
      return try settleStatus(of: try named.get(), agreed)
    } catch {
      notices.append("\(after.path):\(error.line):\(error.column): \(error.message)")
      return after
    }
  }

  /// What the history says about a file without an id of its own.
  private struct PastIDs {
    var own: TaskID?
    var origin: String?
  }

  /// - Throws: ``MemoError`` where the history can't be read: to give another id then would be
  ///   to forget which task it is.
  private func pastIDs(
    of version: TaskVersion, _ pair: VersionPair
  ) throws(MemoError) -> PastIDs {
    guard needsID(version, pair), let before = pair.before else { return PastIDs() }
    if let id = before.id, id != version.id { return PastIDs(own: id) }
    return PastIDs(
      own: try formerID(version), origin: before.id == version.id ? try origin(before) : nil)
  }

  /// Where memo can't write an id, the path says which task it is.
  private func needsID(_ version: TaskVersion, _ pair: VersionPair) -> Bool {
    (version.id == nil || pair.isCopy) && !version.document.isForeign
  }

  private mutating func giveID(
    to version: TaskVersion, _ pair: VersionPair, _ past: PastIDs
  ) throws(Problem) -> TaskVersion {
    guard needsID(version, pair) else { return version }
    var document = version.document
    if !document.hasFrontMatter { document.addFrontMatter() }
    // An id that was lost in the editor is given back; it is given once and never changed.
    let own = past.own.flatMap { claim($0) ? $0 : nil }
    let id = own ?? sharedID(past.origin, pair.before) ?? newID()
    if pair.isCopy {
      notices.append(
        own == nil
          ? "\(version.path) is a copy and got a new id, \(id)"
          : "\(version.path) had the id of another task and keeps its own, \(id)")
    }
    try document.set("id", to: .text(id.text))
    return version.with(document)
  }

  /// An id that every clone finds alike, for a file that the last commit has without one of its
  /// own: all who have that commit give it one, and random ones would have to be merged.
  private func sharedID(_ origin: String?, _ before: TaskVersion?) -> TaskID? {
    guard let before, let origin else { return nil }
    let id = TaskID.derived(from: Array("\(origin) \(before.path)".utf8))
    return claim(id) ? id : nil
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
    let settled = Reconciliation(folder: folder, text: text, agreed: agreed)
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
    guard !isAdopting, let before, let text = version.item.status, text != version.folderStatus
    else { return nil }
    guard let folder = before.folderStatus, before.item.status ?? folder == folder else {
      return try agreed(version)
    }
    return folder
  }
}
