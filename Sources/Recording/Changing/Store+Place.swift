internal import Git
public import Query
public import StoreFiles
public import TaskFile
internal import TaskHistory

extension Store {
  /// Renames a task's file after its title, in one commit.
  ///
  /// - Parameter title: A new title; nil to keep the present one.
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func rename(
    _ name: String, from directory: String? = nil, title: String? = nil
  ) throws(MemoError) -> ChangeReport {
    let title = try title.map { text throws(MemoError) in try NewTask.checkedTitle(text) }
    return try modify([name], from: directory) { version, free throws(MemoError) in
      try version.checkMovable()
      // If the fields are unreadable, only the file's name changes.
      let isLegible = version.item.isUsable
      let renamed = try version.changing { (document) throws(Problem) in
        if let title, isLegible { try document.set("title", to: .text(title)) }
      }
      let slug =
        version.namePrefix
        + (renamed.item.series?.fileName(renamed.item.title)
          ?? FileName.slug(of: isLegible ? renamed.item.title : title ?? renamed.item.title))
      free.leave(version.path)
      let path = free.take(named: slug, in: Paths.parent(of: version.path))
      return version.isAt(path) ? renamed : renamed.at(path)
    }
  }

  /// Moves tasks to a folder below that of their status, in one commit.
  ///
  /// - Parameters:
  ///   - status: The new status; nil to keep the present one.
  ///   - folder: Such as `home/kitchen`; `.` is the status's own. Archived tasks stay below their
  ///     month.
  /// - Throws: ``MemoError`` of kind `refused` for an invalid folder.
  public func move(
    _ names: [String], from directory: String? = nil, to status: Status? = nil, in folder: String
  ) throws(MemoError) -> ChangeReport {
    let parts = try newFolder(folder, below: status ?? .todo)
    return try modify(names, from: directory) { version, free throws(MemoError) in
      try version.checkMovable()
      let target = status ?? version.folderStatus ?? .todo
      var place = [target.rawValue]
      if target == .done, let below = Paths.relative(version.path, to: target.rawValue) {
        let month = below.dropLast(ArchiveFolder.removed(from: below).count)
        place += month.split(separator: "/").map(String.init)
      }
      let path = (place + parts + [Paths.name(of: version.path)]).joined(separator: "/")
      var unused = FreePaths()
      let moved = try version.moved(to: target, &unused)
      if version.isAt(path) { return moved }
      if let obstacle = free.obstacle(to: Paths.parent(of: path)) {
        throw .inTheWay(obstacle, "name another folder, or move that file away")
      }
      return moved.at(free.take(like: path))
    }
  }

  /// Postpones the deadlines of tasks, and their wait dates by as much, in one commit.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for a task that has neither.
  public func postpone(
    _ names: [String], from directory: String? = nil, _ postponement: Postponement
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory) { version, _ throws(MemoError) in
      try version.checkReadable()
      let item = version.item
      guard let dates = postponement.dates(deadline: item.deadline, wait: item.wait) else {
        guard item.deadline == nil, item.wait == nil else { throw .noLater(version, postponement) }
        throw MemoError(
          .refused, "\(item.title) has no deadline that could be postponed",
          hints: [
            "'memo set \(item.id?.text ?? version.path.quotedForShell) due:\(postponement.text)' gives it one"
          ])
      }
      return try version.changing { (document) throws(Problem) in
        if let date = dates.deadline { try document.set("deadline", to: .text(date.description)) }
        if let date = dates.wait { try document.set("wait", to: .text(date.description)) }
      }
    }
  }
}

extension TaskVersion {
  /// Another tool's id at the beginning of the file name, with the separator.
  ///
  /// That tool finds the file by it, as `back-12 - Fix-login`.
  fileprivate var namePrefix: String {
    let name = Paths.stem(of: path)
    guard let id = item.foreignID, name.lowercased().hasPrefix(id.lowercased()) else { return "" }
    let sign = name.dropFirst(id.count).prefix { !$0.isLetter && !$0.isNumber }
    return sign.isEmpty ? "" : String(name.prefix(id.count) + sign)
  }
}

extension MemoError {
  /// The error for a folder whose path is a file or a link.
  static func inTheWay(_ folder: String, _ hint: String) -> MemoError {
    MemoError(
      .refused, "\(folder) can't be a folder: a file is in its place", hints: [hint])
  }

  fileprivate static func noLater(_ version: TaskVersion, _ postponement: Postponement) -> MemoError
  {
    MemoError(
      .refused, "the deadline of \(version.item.title) can't be moved by '\(postponement.text)'",
      hints: ["a deadline without a time moves by whole days: 3d, 2w, '1 month'"])
  }
}
