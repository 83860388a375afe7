internal import Git
internal import StoreFiles
internal import TaskFile

/// Matches the files of another program's folder with the tasks adopted from them.
///
/// An adoption keeps the text below the front matter. It changes the file name only if the name is
/// taken.
struct AdoptedFiles {
  private let git: StoreGit
  private var files: [TreeEntry]
  /// Indices by text and path suffix, and by text alone.
  ///
  /// The best choice is last.
  private var numbers: [Key: [Int]] = [:]
  private var taken: Set<Int> = []
  private var found = PathMap<TreeEntry>()

  private struct Key: Hashable {
    var text: ObjectID
    /// A path suffix; nil for any.
    var name: PathKey?
  }

  /// - Parameters:
  ///   - files: The files before the adoption.
  ///   - tasks: All tasks added by the adoption.
  init(
    _ files: [TreeEntry], becoming tasks: [TreeEntry], _ git: StoreGit
  ) throws(MemoError) {
    self.git = git
    // The best choice for a suffix is the file with the shortest path, nearest to the adopted
    // folder.
    self.files = files.sorted { a, b in
      a.path.utf8.count == b.path.utf8.count
        ? b.path.precedes(path: a.path) : a.path.utf8.count > b.path.utf8.count
    }
    for (number, file) in self.files.enumerated() {
      let text = try text(of: file)
      numbers[Key(text: text), default: []].append(number)
      var name: String? = file.path
      while let end = name {
        numbers[Key(text: text, name: PathKey(end)), default: []].append(number)
        name = Self.withoutFolder(end)
      }
    }
    var others: [(path: String, text: ObjectID)] = []
    for task in tasks {
      let text = try text(of: task)
      let name = git.storePath(task.path).flatMap(Self.withoutFolder) ?? task.path
      if let file = take(Key(text: text, name: PathKey(name))) {
        found[task.path] = file
      } else {
        others.append((task.path, text))
      }
    }
    for (path, text) in others { found[path] = take(Key(text: text)) }
  }

  /// The file that a task was adopted from; nil if none.
  subscript(task: TreeEntry) -> TreeEntry? { found[task.path] }

  private mutating func take(_ key: Key) -> TreeEntry? {
    while let number = numbers[key]?.popLast() {
      if taken.insert(number).inserted { return files[number] }
    }
    return nil
  }

  private static func withoutFolder(_ path: String) -> String? {
    path.firstIndex(of: "/").map { String(path[path.index(after: $0)...]) }
  }

  private func text(of entry: TreeEntry) throws(MemoError) -> ObjectID {
    let body = Array(try git.document(of: entry).body.utf8)
    return try MemoError.rethrowing(doing: "read \(entry.path)", ObjectID.blob(body))
  }
}
