package import Git
package import StoreFiles
internal import TaskFile

/// The operations to undo or redo, the next one first.
package struct UndoStack {
  package struct Item {
    package var operation: Operation
    /// The commits before and after the change.
    package var old: ObjectID
    package var new: ObjectID
    /// memo's later normalization of files that the change wrote.
    package var normalization: [FileChange] = []
    /// The trailer of the commit that will undo this change.
    package var mark: UndoMark
    /// The store's folder before the change, empty or with a trailing `/`; nil for the present one.
    package var formerFolder: String?
    /// The store's folder after the change.
    package var folder: String?
  }

  package private(set) var items: [Item] = []
  /// Whether a sync brought commits after the first operation.
  package private(set) var isBehindSync = false
  /// Whether this clone has a file of operations.
  package let isKnown: Bool

  /// - Parameters:
  ///   - kind: Undo or redo.
  ///   - count: The maximum number of operations.
  /// - Throws: ``MemoError`` of kind `refused` if the last change was made with git.
  package init(
    _ kind: UndoMark.Kind, _ git: StoreGit, head: ObjectID, _ file: OperationFile, upTo count: Int
  ) throws(MemoError) {
    let steps = try file.steps()
    isKnown = steps != nil
    try git.checkLastChange(kind, steps ?? [], head: head)
    var finder = OperationFinder(git, head: head)
    // The newest step of an operation decides whether it is done or undone.
    var decided: Set<OperationName> = []
    for step in (steps ?? []).reversed() where items.count < count {
      switch step {
      case .sync(let commit):
        if items.isEmpty, !isBehindSync { isBehindSync = try git.isAncestor(commit, of: head) }
      case .done(let id):
        guard let done = try finder.operation(.operation(id)) else { continue }
        let isNew = decided.insert(.operation(id)).inserted
        guard isNew || kind == .redo else { continue }
        let undoable = try finder.undoable(done, .operation(id))
        if kind == .undo { items += undoable } else if !undoable.isEmpty { return }
      case .undo(let id, let name):
        guard let undone = try finder.operation(.operation(id)), decided.insert(name).inserted,
          kind == .redo
        else { continue }
        items += try finder.redoable(undone, name)
      case .redo(let id, let name):
        guard let redone = try finder.operation(.operation(id)), decided.insert(name).inserted,
          kind == .undo
        else { continue }
        items += try finder.undoable(try finder.operation(name) ?? redone, name)
      }
    }
  }
}

extension UndoStack {
  /// One named change by any author; for an undo, the change that it undid.
  ///
  /// - Parameter text: The name, for errors.
  /// - Returns: Without an item if the change can't be undone.
  /// - Throws: ``MemoError`` of kind `refused` if it was undone already.
  package init(
    _ git: StoreGit, head: ObjectID, _ file: OperationFile, of name: OperationName,
    called text: String
  ) throws(MemoError) {
    let steps = try file.steps()
    isKnown = steps != nil
    guard let item = try Item(git, head: head, of: name, called: text) else { return }
    items = [item]
    for step in (steps ?? []).reversed() {
      switch step {
      case .sync(let commit):
        if !isBehindSync { isBehindSync = try git.isAncestor(commit, of: head) }
      case .done(let id) where .operation(id) == name: return
      case .redo(_, name): return
      default: break
      }
    }
    // Another clone made the change, or its step is unknown.
    isBehindSync = false
  }
}

extension UndoStack {
  /// The changes of a program that are not undone, from any clone.
  ///
  /// - Parameters:
  ///   - name: As in ``LogQuery/client``.
  ///   - count: The maximum number of changes.
  ///   - obstacles: Gets the changes that can't be undone.
  package init(
    _ git: StoreGit, head: ObjectID, client name: String, upTo count: Int,
    _ obstacles: inout [String]
  ) throws(MemoError) {
    isKnown = true
    var found: [(name: OperationName, commit: Commit)] = []
    // The newest commit of an operation decides whether it is done or undone.
    var last: [OperationName: UndoMark.Kind] = [:]
    try git.walk(from: head, hiding: []) { commit in
      let trailers = Trailers(commit.message)
      let undo = UndoMark(trailers)
      for name in undo?.names ?? [] where last[name] == nil { last[name] = undo?.kind }
      // Skips undos and redos. The program's own operations have commits of their kind, and those
      // of others don't belong here.
      guard undo == nil, commit.isMade(byClient: name), let mark = OperationMark(trailers) else {
        return true
      }
      let name = OperationName.operation(mark.id)
      if last[name] != .undo, found.last?.name != name { found.append((name, commit)) }
      return true
    }
    for (name, commit) in found where items.count < count {
      let title = commit.id.hex.prefix(7) + " " + commit.subject
      if let item = try Item(git, head: head, of: name, called: title) {
        items.append(item)
      } else {
        obstacles.append(title)
      }
    }
  }
}

/// Finds operations in HEAD's history by the trailers of commits.
struct OperationFinder {
  private let git: StoreGit
  private let head: ObjectID
  private var folders: StoreFolders
  private var newest: [OperationName: Commit] = [:]
  /// The next commit on the first-parent line.
  private var next: ObjectID?
  private var isWhole = false

  init(_ git: StoreGit, head: ObjectID) {
    (self.git, self.head, next) = (git, head, head)
    folders = StoreFolders(git)
  }

  /// - Returns: Nil if it is not in the history.
  mutating func operation(_ name: OperationName) throws(MemoError) -> OperationCommits? {
    // The operation is usually near, and sorting a whole history takes long.
    while newest[name] == nil, let place = next {
      let commit = try git.commit(place)
      try read(commit)
      next = git.isCutOff(place) ? nil : commit.parents.first
    }
    if newest[name] == nil, !isWhole {
      isWhole = true
      let (git, head) = (git, head)
      try git.walk(from: head, hiding: []) { commit throws(MemoError) in
        try read(commit)
        return true
      }
    }
    guard let commit = newest[name] else { return nil }
    return try OperationCommits(commit, git)
  }

  private mutating func read(_ commit: Commit) throws(MemoError) {
    try git.follow(commit, &folders)
    let mark = OperationMark(Trailers(commit.message))
    let name = mark.map { OperationName.operation($0.id) } ?? .commit(commit.id)
    if newest[name] == nil { newest[name] = commit }
  }

  /// The items that undo an operation; empty if it didn't change files of the store.
  mutating func undoable(
    _ done: OperationCommits, _ name: OperationName
  ) throws(MemoError) -> [UndoStack.Item] {
    let folders = folders.change(by: done.commits[0])
    // Files that memo recorded unchanged before it adopted them stay.
    guard !done.commits[0].isAsFound,
      try git.changesTasks(from: done.old, to: done.new, folders)
    else { return [] }
    return [UndoStack.Item(done, name, folders)]
  }

  /// The items that undo an undo; empty if it changed only other stores of the repository.
  mutating func redoable(
    _ undone: OperationCommits, _ name: OperationName
  ) throws(MemoError) -> [UndoStack.Item] {
    let folders = folders.change(by: undone.commits[0])
    guard try git.changesTasks(from: undone.old, to: undone.new, folders, orNothing: true)
    else { return [] }
    return [try git.item(reverting: undone, .redo, [name], folders)]
  }
}

extension UndoStack.Item {
  fileprivate init(
    _ done: OperationCommits, _ name: OperationName, _ folders: StoreFolders.Change?
  ) {
    self.init(
      operation: Operation(name, done.commits, at: done.commits[0].committer), old: done.old,
      new: done.new, mark: UndoMark(.undo, [name]), formerFolder: folders?.before,
      folder: folders?.after)
  }
}

// MARK: One change by its name

extension UndoStack.Item {
  /// A named change by any author; for an undo, the change that it undid.
  ///
  /// - Returns: Nil if it can't be undone. It is then a merge, a commit of files before memo
  ///   adopted them, outside HEAD's history, or not a change of the store's files.
  fileprivate init?(
    _ git: StoreGit, head: ObjectID, of name: OperationName, called text: String
  ) throws(MemoError) {
    var finder = OperationFinder(git, head: head)
    guard let found = try finder.operation(name), !found.commits[0].isAsFound else { return nil }
    let mark = found.commits.lazy.compactMap { UndoMark($0.message) }.first
    let meant = mark?.names[0] ?? name
    // Undos by other people count, too.
    var latest: UndoMark.Kind?
    var normalizations: [Commit] = []
    var folders = StoreFolders(git)
    let own = Set(found.commits.map(\.id))
    try git.walk(from: head, hiding: [found.old]) { commit throws(MemoError) in
      try git.follow(commit, &folders)
      guard !own.contains(commit.id) else { return true }
      let trailers = Trailers(commit.message)
      if let mark = UndoMark(trailers), mark.names.contains(meant) { latest = latest ?? mark.kind }
      if OperationMark(trailers)?.kind == .normalize { normalizations.append(commit) }
      return true
    }
    guard mark == nil ? latest != .undo : latest == nil else {
      throw MemoError(
        .refused, "\(text) was undone already", hints: ["'memo log' shows what happened"])
    }
    let change = folders.change(by: found.commits[0])
    switch mark?.kind {
    case .undo?: self = try git.item(reverting: found, .redo, mark?.names ?? [], change)
    case .redo?: self = try git.item(reverting: found, .undo, mark?.names ?? [], change)
    case nil:
      guard try git.changesTasks(from: found.old, to: found.new, change) else { return nil }
      self.init(found, name, change)
      normalization = try git.edits(of: normalizations, toFilesOf: found)
    }
  }
}

extension StoreGit {
  /// memo's later normalization of the files whose ids, statuses or paths a change modified.
  fileprivate func edits(
    of normalizations: [Commit], toFilesOf change: OperationCommits
  ) throws(MemoError) -> [FileChange] {
    guard !normalizations.isEmpty else { return [] }
    var left: Set<TreeEntry> = []
    for file in try changedFiles(from: change.old, to: change.new).compactMap(\.after) {
      guard let path = storePath(file.path), let found = try state(at: path, in: change.new) else {
        continue
      }
      let former = try state(at: path, in: change.old)
      if former == nil || former?.id != found.id || former?.said != found.said {
        left.insert(file)
      }
    }
    var edits: [FileChange] = []
    for commit in normalizations {
      guard let parent = commit.parents.first else { continue }
      let files = try changedFiles(from: parent, to: commit.id)
      // If the commit normalized other changes, too, only the files that stayed in place.
      let isWhole = files.allSatisfy { $0.before.map(left.contains) ?? true }
      for file in files where isWhole || file.before.map(left.contains) ?? false {
        if let after = file.after {
          edits.append(.put(path: file.path, id: after.id, mode: after.mode))
        } else if isWhole {
          edits.append(.remove(path: file.path))
        }
      }
    }
    return edits
  }

  private func changedFiles(
    from old: ObjectID, to new: ObjectID
  ) throws(MemoError) -> [FileChange] {
    try run("compare two commits", repository.changedFiles(from: old, to: new, under: []))
  }

  /// The item that undoes an undo or a redo, with the original operation's subject.
  fileprivate func item(
    reverting undone: OperationCommits, _ kind: UndoMark.Kind, _ names: [OperationName],
    _ folders: StoreFolders.Change?
  ) throws(MemoError) -> UndoStack.Item {
    var commits: [Commit] = []
    // Earlier versions of memo named each commit of several hand edits.
    for name in names {
      guard let found = try operation(name, behind: undone.new) else { continue }
      if found.kind != .normalize || commits.isEmpty { commits += found.commits }
    }
    // A rebase may have dropped the operation, or the history is shallow.
    if commits.isEmpty { commits = undone.commits }
    return UndoStack.Item(
      operation: Operation(names[0], commits, at: undone.commits[0].committer), old: undone.old,
      new: undone.new, mark: UndoMark(kind, names), formerFolder: folders?.before,
      folder: folders?.after)
  }

  fileprivate func follow(
    _ commit: Commit, _ folders: inout StoreFolders
  ) throws(MemoError) {
    guard !isCutOff(commit.id) else { return }
    try folders.follow(commit) { parent throws(MemoError) in
      try run("read a commit", repository.root(of: parent))
    }
  }

  /// Whether tasks or other files of the store differ between two commits.
  ///
  /// False if the first commit lacks the store.
  /// - Parameters:
  ///   - folders: The store's folders in these commits; nil for the present folder.
  ///   - orNothing: Whether two commits with the same files count as different.
  fileprivate func changesTasks(
    from old: ObjectID, to new: ObjectID, _ folders: StoreFolders.Change?, orNothing: Bool = false
  ) throws(MemoError) -> Bool {
    let (before, after) = (folders?.before ?? prefix, folders?.after ?? prefix)
    if orNothing, try commit(old).tree == commit(new).tree { return true }
    return try run("compare two commits") { repository throws(GitError) in
      guard try repository.entry(at: before + Store.marker, in: old) != nil else { return false }
      guard before != after else {
        let folders = NonTaskFiles.watchedFolders.map { before + $0 }
        return try !repository.changedFiles(from: old, to: new, under: folders).isEmpty
      }
      func files(of commit: ObjectID, in folder: String) throws(GitError) -> Set<TreeEntry> {
        let folders = NonTaskFiles.watchedFolders.map { folder + $0 }
        return Set(
          try repository.files(in: commit, under: folders).map { file in
            let path = String(file.path.dropFirst(folder.count))
            return TreeEntry(path: path, id: file.id, mode: file.mode)
          })
      }
      return try files(of: old, in: before) != files(of: new, in: after)
    }
  }
}

// MARK: The last change

extension StoreGit {
  /// The newest commit on the first-parent line that changed the store's files.
  ///
  /// memo's own normalization doesn't count.
  /// - Parameter known: Commits at which the search ends.
  /// - Returns: Nil if a merge is newer.
  package func lastChange(
    _ head: ObjectID, besides known: Set<ObjectID> = []
  ) throws(MemoError) -> Commit? {
    var next: ObjectID? = head
    var folders = StoreFolders(self)
    while let id = next, !known.contains(id), !isCutOff(id) {
      let commit = try commit(id)
      try follow(commit, &folders)
      guard commit.parents.count == 1 else { return nil }
      let kind = OperationMark(Trailers(commit.message)).map { $0.kind ?? .edit }
      if let kind, kind != .normalize { return commit }
      let change = folders.change(by: commit)
      if kind == nil, try changesTasks(from: commit.parents[0], to: id, change) { return commit }
      next = commit.parents[0]
    }
    return nil
  }

  /// - Throws: ``MemoError`` of kind `refused` if the last change was made with git. Users expect
  ///   an undo of that change, so they must name its commit.
  fileprivate func checkLastChange(
    _ kind: UndoMark.Kind, _ steps: [OperationFile.Step], head: ObjectID
  ) throws(MemoError) {
    let synced = steps.compactMap { step -> ObjectID? in
      if case .sync(let commit) = step { commit } else { nil }
    }
    guard let last = try lastChange(head, besides: Set(synced)),
      OperationMark(Trailers(last.message)) == nil
    else { return }
    let name = last.id.hex.prefix(7)
    throw MemoError(
      .refused, "the last change, \(name) '\(last.subject)', was made with git, not memo",
      hints: [
        kind == .undo ? "'memo undo \(name)' undoes it" : "'memo log' shows what happened"
      ])
  }
}
