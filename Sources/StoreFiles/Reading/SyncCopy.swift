internal import Git
package import TaskFile

/// A copy of a task file made by a sync service after two devices had changed the file.
///
/// Examples are `a.sync-conflict-20261127-063000-ABCDEFG.md` and `a (Kim's conflicted copy
/// 2026-11-27).md`. A copy is not a task, and memo commits none on its own.
public struct SyncCopy: Hashable, Sendable {
  /// Relative to the store.
  public var path: String
  /// The path of its task.
  public var task: String
}

extension SyncCopy {
  /// The path of the file that a copy belongs to, judged by the name; nil for other files.
  ///
  /// Syncthing inserts a dot, date, time and device. Dropbox, Nextcloud, ownCloud, Seafile and
  /// Obsidian add words in the user's language and a date in parentheses. Other names are
  /// ambiguous, such as `a-LAPTOP.md` or `a 2.md`.
  static func original(of path: String) -> String? {
    let name = Paths.name(of: path)
    // Called for many files, most of which are no copies.
    guard name.utf8.contains(where: { (0x30...0x39).contains($0) }),
      let dot = name.dropFirst().lastIndex(of: ".")
    else { return nil }
    var stem = String(name[..<dot])
    while let shorter = withoutMark(stem) { stem = shorter }
    return stem.utf8.count == name[..<dot].utf8.count
      ? nil : Paths.join(Paths.parent(of: path), stem + name[dot...])
  }

  /// Whether a file with another file's id may be a copy: its name has a word for a conflict, as in
  /// `a [conflict].md`.
  package static func isMarked(_ path: String) -> Bool {
    let name = Paths.name(of: path)
    // Called for many files, most of which are no copies. `conflict` in Latin letters contains an
    // f.
    guard name.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "f") || $0 >= 0x80 }) else {
      return false
    }
    return words.contains(where: name.lowercased().contains)
  }

  /// The author in the copy's name; nil if it has none.
  package static func author(of path: String) -> String? {
    let group = Paths.name(of: path).split(separator: "(").last ?? ""
    return group.firstRange(of: "'s conflicted copy").map { String(group[..<$0.lowerBound]) }
  }

  private static let signs = [".sync-conflict-", "_conflict-"]
  /// Words for "conflict" in many languages.
  ///
  /// CJK and Cyrillic need their own.
  private static let words = [
    "conflic", "conflit", "konflikt", "競合", "冲突", "衝突", "конфликт", "충돌", "_conf(",
  ]

  private static func withoutMark(_ stem: String) -> String? {
    for sign in signs {
      guard let range = stem.firstRange(of: sign), range.lowerBound > stem.startIndex else {
        continue
      }
      let rest = stem[range.upperBound...]
      // The name continues with a date and a time. Syncthing adds the device.
      let parts = rest.split(separator: "-", maxSplits: 2).prefix(2)
      let isTime =
        parts.count == 2 && parts[0].count == 8
        && (4...6).contains(parts[1].prefix { $0.isNumber }.count)
      if isTime, parts[0].allSatisfy(\.isNumber) { return String(stem[..<range.lowerBound]) }
    }
    guard stem.last == ")", let open = stem.lastIndex(of: "("), open > stem.startIndex else {
      return nil
    }
    let group = stem[open...].lowercased()
    guard group.contains(where: \.isNumber), words.contains(where: group.contains) else {
      return nil
    }
    let start = stem[..<open]
    return String(start.last == " " ? start.dropLast() : start)
  }
}

extension Snapshot {
  /// Removes copies by sync services from the tasks, and adds a problem to the originals.
  ///
  /// The original has the same id, or else the original name in any status folder.
  ///
  /// - Parameter doubles: The ids that several files have.
  /// - Returns: Whether any copy was found.
  @discardableResult
  package mutating func setCopiesAside(among doubles: Set<TaskID>) -> Bool {
    let known = copies.count
    let suspects = tasks.indices.filter { index in
      tasks[index].isRead && tasks[index].id.map(doubles.contains) ?? true
        && SyncCopy.isMarked(tasks[index].path)
    }
    for index in suspects {
      let id = tasks[index].id
      let named = SyncCopy.original(of: tasks[index].path).flatMap { original in
        Status.allCases.lazy.map { StoredTask.path(original, movedTo: $0) }
          .compactMap(tasks.index).first
      }
      var owner = named
      // If several files have the id, for example after a user copied one, the name decides.
      if let id, named.map({ tasks[$0].id != id }) ?? true {
        owner = tasks.indices.first { tasks[$0].id == id && !suspects.contains($0) }
      }
      guard let owner else { continue }
      let copy = SyncCopy(path: tasks[index].path, task: tasks[owner].path)
      copies.append(copy)
      tasks[owner].problems.append(
        StoreProblem(
          path: copy.task, message: "a sync service made a copy, \(copy.path), of another version",
          hint: "'memo resolve \(copy.path.quotedForShell)' merges it into the task"))
    }
    if copies.count > known {
      let paths = Set(copies.map { PathKey($0.path) })
      tasks.removeAll { paths.contains(PathKey($0.path)) }
    }
    let names = Set(others.map(PathKey.init))
    others.removeAll { path in
      guard let original = SyncCopy.original(of: path), names.contains(PathKey(original)) else {
        return false
      }
      strays.append(
        StoreProblem(
          path: path, message: "a sync service's copy of \(original), and not committed",
          hint: "keep one of the two under the name \(original), and delete the other"))
      return true
    }
    return copies.count > known
  }

  /// Whether git ignores a file or it is a copy by a sync service, so that it is not a task.
  package func isPassedOver(_ path: String) -> Bool {
    ignored.contains(PathKey(path)) || copies.contains { $0.path.isSamePath(as: path) }
  }
}
