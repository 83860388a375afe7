internal import Git
internal import TaskFile

/// One thread's part of the files that are read.
final class Reading {
  private let files: WorkTree
  private let aliases: FieldAliases?
  private let last: LastReading?
  private var hint = 0
  private(set) var tasks: [StoredTask] = []
  /// How many files were not as they were the last time.
  private(set) var news = 0

  private let passing: PassingTexts?
  /// What was noted of those whose texts are not kept.
  private(set) var passed: [any Sendable] = []

  init(
    _ files: WorkTree, _ aliases: FieldAliases?, _ last: LastReading?, _ passing: PassingTexts?
  ) {
    self.files = files
    self.aliases = aliases
    self.last = last
    self.passing = passing
  }

  /// - Parameter found: Files of one folder.
  func read(_ found: ArraySlice<FoundFile>) {
    guard let folder = found.first?.folder, StoredTask.folderStatus(of: folder + "/") != nil
    else { return }
    tasks.reserveCapacity(tasks.count + found.count)
    do throws(FileError) {
      try files.read(
        found.map { $0.path }, in: folder, atMost: Limits.taskBytes,
        unless: last == nil ? nil : { self.recall($0, $1) }
      ) { path, result in
        news += 1
        switch result {
        case .success(let (bytes, file)):
          if let task = StoredTask(path: path, bytes: bytes, file: file, aliases) {
            if let note = passing?.note(task) { passed.append(note) }
            tasks.append(passing == nil ? task : task.forgotten(in: files, aliases))
          }
        case .failure(let error): note(path, error)
        }
      }
    } catch {
      for file in found { note(file.path, error) }
    }
  }

  /// - Returns: Whether the file is as it was the last time.
  private func recall(_ path: String, _ file: FileStatus) -> Bool {
    guard let task = last?.task(path, file, hint: &hint) else { return false }
    tasks.append(task)
    return true
  }

  private func note(_ path: String, _ error: FileError) {
    // Deleted since the listing: then it is simply not there.
    guard !error.isMissing else { return }
    if let task = StoredTask(unread: path, error) { tasks.append(task) }
  }
}
