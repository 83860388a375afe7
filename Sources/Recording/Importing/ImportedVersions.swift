internal import Git
internal import Merging
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The contents of a program's imports so far: the base of the next merge.
///
/// An import commits the result of a merge, which includes this store's edits. So the program's
/// version is computed by applying the change of each import to the one before.
struct ImportedVersions {
  /// The program's version of a task.
  struct Version {
    var task: PlacedDocument
    /// Whether an import added the task, so that all of it comes from the program.
    var isWhole: Bool
  }

  /// The trailer of an import's commit, with the program's name.
  static let trailer = "Memo-Import"

  private var byName: [String: Version] = [:]

  /// - Parameter name: A record's source, or an id.
  subscript(name: String) -> Version? { byName[name] }

  /// - Parameter head: The last commit; nil before the first one.
  init(_ git: StoreGit, behind head: ObjectID?, from program: String) throws(MemoError) {
    for commit in try Self.imports(git, behind: head, from: program) {
      guard let parent = commit.parents.first else { continue }
      for change in try git.changes(from: parent, to: commit.id) where change.isTask {
        // Not with `flatMap`: it loses the typed error.
        guard let path = change.after.flatMap({ git.storePath($0.path) }),
          let after = try git.version(at: path, in: commit.id)
        else { continue }
        var before: TaskVersion?
        if let path = change.before.flatMap({ git.storePath($0.path) }) {
          before = try git.version(at: path, in: parent)
        }
        add(before, after)
      }
    }
  }

  /// The commits of imports that were not undone, the oldest first.
  private static func imports(
    _ git: StoreGit, behind head: ObjectID?, from program: String
  ) throws(MemoError) -> [Commit] {
    guard let head else { return [] }
    var found: [Commit] = []
    var isUndone: [OperationName: Bool] = [:]
    try git.run("read the history") { repository throws(GitError) in
      try repository.walk(from: [head]) { commit in
        let trailers = Trailers(commit.message)
        // The newest undo or redo decides.
        if let mark = UndoMark(trailers) {
          for name in mark.names where isUndone[name] == nil {
            isUndone[name] = mark.kind == .undo
          }
        }
        if trailers.lines.contains(where: { $0.text == "\(trailer): \(program)" }) {
          let name = OperationMark(trailers).map { OperationName.operation($0.id) }
          if isUndone[name ?? .commit(commit.id)] != true { found.append(commit) }
        }
        return true
      }
    }
    return found.reversed()
  }

  /// Adds the change of a task by one import.
  private mutating func add(_ before: TaskVersion?, _ after: TaskVersion) {
    let names = [after.id?.text, after.source].compactMap(\.self)
    let old = names.compactMap { byName[$0] }.first
    let now = after.placed
    var version = Version(task: now, isWhole: before == nil)
    if let before, let old {
      let merge = TaskMerge(
        base: before.placed, MergeSide(task: old.task, author: "", time: .distantPast, commit: ""),
        MergeSide(task: now, author: "", time: .distantPast, commit: "~"))
      version = Version(task: merge.task ?? now, isWhole: old.isWhole)
    }
    // A conflict note's value is in neither version, so it doesn't count.
    if let plain = try? version.task.document.resolving(.keepCurrent) {
      version.task.document = plain
    }
    for name in names { byName[name] = version }
  }
}

extension TaskVersion {
  var placed: PlacedDocument { PlacedDocument(path: path, document: document) }

  /// The source of an import.
  var source: String? {
    if case .text(let text)? = item.otherField("source") { text } else { nil }
  }
}

extension Timestamp {
  fileprivate static let distantPast = Timestamp(secondsSince1970: 0, offsetMinutes: 0)
}
