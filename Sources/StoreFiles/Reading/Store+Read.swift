internal import Git
internal import TaskFile

extension Store {
  /// Reads every task from its file; nothing is written.
  ///
  /// - Parameter reconcile: Says which status a task has whose folder and text disagree.
  /// - Throws: ``MemoError`` when a folder can't be listed.
  package func readFiles(
    _ reconcile: (inout Snapshot) throws(MemoError) -> Void
  ) throws(MemoError) -> Snapshot {
    let noteFile = noteFile
    let mark = { noteFile.flatMap { WorkTree.status(at: $0) } }
    var attempts = 0
    while true {
      // Empty, as long as no change is at work.
      let before = mark()
      let change = before?.size ?? 0 > 0 ? noteFile.flatMap(unfinishedChange) : nil
      var snapshot = try readFiles(seeingThrough: change)
      try reconcile(&snapshot)
      attempts += 1
      // What was read while a change began or ended may be of two states.
      if attempts == Self.mostReadings || mark() == before {
        remember(snapshot)
        return snapshot
      }
    }
  }

  /// Who changes a store all the time must not keep others from reading it.
  private static let mostReadings = 5

  private func readFiles(
    seeingThrough change: UnfinishedChange?
  ) throws(MemoError) -> Snapshot {
    var snapshot = Snapshot(root: root, began: .now, tasks: [], strays: [])
    let last = passingTexts == nil ? readings?.usable(settings.aliases) : nil
    let (listing, memory) =
      passingTexts == nil && last?.tasks.isEmpty ?? true
      ? rememberedListing(&snapshot) : (self.listing(&snapshot), FileMemory(settings.aliases))
    let (found, folders) = try listing.get()
    (snapshot.tasks, snapshot.news) = readAll(found, memory, last)
    // To remember the texts they would have to be kept, or read again.
    if passingTexts != nil { snapshot.news = 0 }
    readings?.keep(
      snapshot.tasks, opened: snapshot.news, since: snapshot.began, settings.aliases)
    if let change {
      // What is shown are not the files as they are, nor to be remembered as such.
      snapshot.news = 0
      try seeThrough(change, &snapshot)
    }
    snapshot.folders = Set(folders)
    if try dropIgnored(&snapshot, folders) {
      snapshot.strays.sort { $0.path.precedes(path: $1.path) }
    }
    snapshot.markDoubles()
    return snapshot
  }

  /// The task files, and the folders that were looked into.
  private typealias Listing = Result<(files: [FoundFile], folders: [String]), MemoError>

  /// What is remembered is read while the folders are listed, where it is much.
  private func rememberedListing(_ snapshot: inout Snapshot) -> (Listing, FileMemory) {
    guard let file = memoryFile() else { return (listing(&snapshot), FileMemory(settings.aliases)) }
    let (files, aliases) = (files, settings.aliases)
    guard file.size > Self.smallMemory else {
      let listing = listing(&snapshot)
      // Of a few files each is opened as quickly. What kept a folder from being listed, whoever
      // takes the listing throws.
      let isSmall = (try? listing.get().files.count) ?? 0 <= Self.partSize
      return (listing, isSmall ? FileMemory(aliases) : FileMemory(file, of: files, aliases))
    }
    return AllCores.both({ listing(&snapshot) }, { FileMemory(file, of: files, aliases) })
  }

  /// What takes as long to read as a thread takes to begin, in bytes.
  private static let smallMemory = 300_000

  private func listing(_ snapshot: inout Snapshot) -> Listing {
    var found: [FoundFile] = []
    var folders: [String] = []
    // In the order of their names, so that what is read is sorted already.
    for status in [Status.doing, .done, .todo] {
      folders.append(status.rawValue)
      let entries: [WorkTree.Entry]
      do throws(FileError) {
        entries = try files.list(status.rawValue, upTo: Limits.listDepth) {
          snapshot.hidden.append($0)
        }
      } catch {
        return .failure(MemoError(error))
      }
      for entry in entries {
        if entry.kind == .folder { folders.append(entry.path) }
        if entry.isTooDeep { snapshot.unlisted.insert(PathKey(entry.path)) }
        switch Self.role(of: entry) {
        case .task: found.append(FoundFile(path: entry.path, nameOffset: entry.nameOffset))
        case .stray(let message):
          snapshot.strays.append(
            StoreProblem(path: entry.path, message: message))
        case .none:
          if entry.kind == .regular, entry.isUTF8, NonTaskFiles.contains(entry.path) {
            snapshot.others.append(entry.path)
          }
        }
      }
    }
    return .success((found, folders))
  }

  private enum Role {
    case task, none
    case stray(String)
  }

  /// What an entry of a task folder is to a store.
  private static func role(of entry: WorkTree.Entry) -> Role {
    if entry.isTooDeep {
      return .stray("a folder in \(Limits.listDepth) others is not looked into")
    }
    // Hidden names are not listed.
    guard entry.path.ends(inUTF8: StoredTask.ending) else { return .none }
    guard entry.isUTF8 else { return .stray("a file whose name is not UTF-8 is no task") }
    return switch entry.kind {
    case .regular: .task
    case .symbolicLink: .stray("a symbolic link, which memo never follows, is no task")
    case .folder: .stray("a folder with a task's name is no task")
    case .other: .stray("not a regular file, so no task")
    }
  }

  /// As many files as one thread reads at a time.
  private static let partSize = 256

  /// Reads the files on all cores; those that are as they were, from memory.
  private func readAll(
    _ found: [FoundFile], _ memory: FileMemory, _ last: LastReading?
  ) -> (tasks: [StoredTask], news: Int) {
    let isFirst = last?.tasks.isEmpty ?? true
    let files = files
    let passing = passingTexts
    passing?.begin()
    let parts = AllCores.parts(of: found.indices, size: Self.partSize) { range in
      let reading = Reading(files, memory, isFirst ? nil : last, passing)
      for part in found[range].split(whereNeighbours: { !$0.isBeside($1) }) { reading.read(part) }
      passing?.add(reading.passed, at: range.lowerBound)
      return (reading.tasks, reading.news)
    }
    return (parts.flatMap(\.0), parts.reduce(0) { $0 + $1.1 })
  }
}

/// A task's file, as listed.
private struct FoundFile {
  var path: String
  /// How many bytes of the path stand before the name.
  var nameOffset: Int

  var folder: String { String(path.utf8.prefix(nameOffset - 1)) ?? "" }

  /// Whether both are in one folder.
  func isBeside(_ other: FoundFile) -> Bool {
    nameOffset == other.nameOffset && path.shares(utf8: nameOffset, with: other.path)
  }
}

/// One thread's part of the files.
private final class Reading {
  private let files: WorkTree
  private let memory: FileMemory
  private let last: LastReading?
  private var hint = 0
  private(set) var tasks: [StoredTask] = []
  /// How many files were not as they were remembered.
  private(set) var news = 0

  private let passing: PassingTexts?
  /// What was noted of those whose texts are not kept.
  private(set) var passed: [any Sendable] = []

  init(
    _ files: WorkTree, _ memory: FileMemory, _ last: LastReading?, _ passing: PassingTexts?
  ) {
    self.files = files
    self.memory = memory
    self.last = last
    self.passing = passing
  }

  /// - Parameter found: Files of one folder.
  func read(_ found: ArraySlice<FoundFile>) {
    guard let folder = found.first?.folder, let status = StoredTask.folderStatus(of: folder + "/")
    else { return }
    tasks.reserveCapacity(tasks.count + found.count)
    do throws(FileError) {
      try files.read(
        found.map { $0.path }, in: folder, atMost: Limits.taskBytes,
        unless: memory.isEmpty && last == nil ? nil : { self.recall($0, $1, in: status) }
      ) { path, result in
        news += 1
        switch result {
        case .success(let (bytes, file)):
          if let task = StoredTask(
            path: path, bytes: bytes, file: file, memory.aliases)
          {
            if let note = passing?.note(task) { passed.append(note) }
            tasks.append(passing == nil ? task : task.forgotten(in: files, memory.aliases))
          }
        case .failure(let error): note(path, error)
        }
      }
    } catch {
      for file in found { note(file.path, error) }
    }
  }

  /// - Returns: Whether the file is as it is remembered.
  private func recall(_ path: String, _ file: FileStatus, in folder: Status) -> Bool {
    if let last {
      guard let task = last.task(path, file, hint: &hint) else { return false }
      tasks.append(task)
      return true
    }
    guard let index = memory.index(of: path, file, hint: &hint) else { return false }
    let task =
      StoredTask(path: path, in: folder, file, memory, at: index)
      ?? StoredTask(
        path: path, bytes: memory.text(at: index), file: file, memory.aliases)
    if let task { tasks.append(task) }
    return true
  }

  private func note(_ path: String, _ error: FileError) {
    // Deleted since the listing: then it is simply not there.
    guard !error.isMissing else { return }
    if let task = StoredTask(unread: path, error) { tasks.append(task) }
  }
}
