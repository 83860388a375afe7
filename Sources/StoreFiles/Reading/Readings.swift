internal import Git
internal import TaskFile

/// What was read of a store's task files the last time, for who reads them again and again.
///
/// Of the files that are as they were none is opened again. Several stores of the same folder,
/// opened one after another, may have it in turn; it belongs to one thread at a time.
package final class Readings {
  /// So many seconds before it was read a file must have been changed last: else it may change
  /// again without a sign, since clocks of file systems tick slowly.
  package var margin: Int64 = 2
  /// How many files were opened so far.
  package private(set) var opened = 0
  private var last = LastReading(tasks: [], before: 0, aliases: nil)

  package init() {}

  /// What may be used again where words mean this.
  func usable(_ aliases: FieldAliases?) -> LastReading {
    last.aliases == aliases ? last : LastReading(tasks: [], before: 0, aliases: aliases)
  }

  /// - Parameter tasks: As their files say, without what others have a say in.
  func keep(
    _ tasks: [StoredTask], opened: Int, since began: FileStatus.Time, _ aliases: FieldAliases?
  ) {
    self.opened += opened
    last = LastReading(tasks: tasks, before: began.seconds - margin, aliases: aliases)
  }

  enum Key: StoreKey {
    static var initialValue: Readings? { nil }
  }
}

extension Store {
  /// Where what is read is kept for the next time; nil where nobody will read again.
  package var readings: Readings? {
    get { self[Readings.Key.self] }
    set { self[Readings.Key.self] = newValue }
  }
}

/// One reading of all task files.
struct LastReading: Sendable {
  /// In the order in which folders are listed.
  let tasks: [StoredTask]
  /// Files that were changed at this second or later are not to be trusted.
  let before: Int64
  let aliases: FieldAliases?

  /// The task of a file that is as it was.
  ///
  /// - Parameter hint: Where the last one was found; the next one is most likely behind it.
  func task(_ path: String, _ file: FileStatus, hint: inout Int) -> StoredTask? {
    guard let index = index(of: path, hint) else { return nil }
    hint = index + 1
    let task = tasks[index]
    guard task.file == file, max(file.modified.seconds, file.changed.seconds) < before else {
      return nil
    }
    return task
  }

  private func index(of path: String, _ hint: Int) -> Int? {
    if hint < tasks.count, tasks[hint].isAt(path) { return hint }
    var (low, high) = (0, tasks.count)
    while low < high {
      let middle = (low + high) / 2
      if tasks[middle].path.precedes(path: path) { low = middle + 1 } else { high = middle }
    }
    return low < tasks.count && tasks[low].isAt(path) ? low : nil
  }
}
