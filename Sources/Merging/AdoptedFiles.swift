internal import Git
internal import StoreFiles
internal import TaskFile

/// Which file of another program's folder became which task when they were taken in.
///
/// Whatever the front matter got, the text stayed, and the name unless that was taken.
struct AdoptedFiles {
  private let git: StoreGit
  private var files: [TreeEntry]
  /// By the text and each end of the path, and by the text alone; the first choice stands last.
  private var numbers: [Key: [Int]] = [:]
  private var taken: Set<Int> = []
  private var found = PathMap<TreeEntry>()

  private struct Key: Hashable {
    /// As a blob.
    var text: ObjectID
    /// Nil for whatever the name is.
    var name: PathKey?
  }

  /// - Parameters:
  ///   - files: As they were when they were taken in.
  ///   - tasks: As they were then; all of them.
  init(
    _ files: [TreeEntry], becoming tasks: [TreeEntry], _ git: StoreGit
  ) throws(MemoError) {
    self.git = git
    // Below the folder that was taken in, the shortest path is the one that the name means.
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

  /// The file that a task was; nil where it was none of them.
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
