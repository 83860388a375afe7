package import Git

/// Finds a free path for a file whose path is taken.
///
/// Keeps the last number for each name, so that thousands of equal names are fast.
package struct FreePaths {
  private var numbers: [PathKey: Int] = [:]

  private let tasks: [StoredTask]
  /// In lower case, since many file systems don't distinguish `Home.md` from `home.md`.
  private lazy var taken = Set(tasks.map { Self.key($0.path) })
  private let isThere: (String) -> Bool
  private let isNoFolder: (String) -> Bool
  /// The folder to use instead of a wanted folder.
  private var folders: [PathKey: String] = [:]

  /// - Parameters:
  ///   - tasks: The tasks whose paths are taken.
  ///   - isThere: Whether a path has something other than a task.
  ///   - isNoFolder: Whether a path has something that can't contain files.
  package init(
    besides tasks: [StoredTask] = [], isThere: @escaping (String) -> Bool = { _ in false },
    isNoFolder: @escaping (String) -> Bool = { _ in false }
  ) {
    self.tasks = tasks
    self.isThere = isThere
    self.isNoFolder = isNoFolder
  }

  /// The folder, or the nearest usable one above it.
  private mutating func place(_ folder: String) -> String {
    guard folder.utf8.contains(UInt8(ascii: "/")) else { return folder }
    if let known = folders[PathKey(folder)] { return known }
    let parent = Paths.parent(of: folder)
    let above = place(parent)
    let place = !above.isSamePath(as: parent) || isNoFolder(folder) ? above : folder
    folders[PathKey(folder)] = place
    return place
  }

  /// The path of a non-folder at the folder or above it; nil if none.
  package mutating func obstacle(to folder: String) -> String? {
    let above = place(folder)
    guard !above.isSamePath(as: folder) else { return nil }
    let rest = folder.split(separator: "/").dropFirst(above.split(separator: "/").count)
    return Paths.join(above, rest.first.map(String.init) ?? "")
  }

  /// Reserves a free path, similar to the wanted one.
  ///
  /// The folder differs only if a file or link has the folder's path.
  package mutating func take(like path: String) -> String {
    let path = Paths.join(place(Paths.parent(of: path)), Paths.name(of: path))
    // Move the set out and back, since a second reference would make each insertion copy it.
    var taken = taken
    self.taken = []
    let free = free(like: path) { [isThere] in taken.contains(Self.key($0)) || isThere($0) }
    taken.insert(Self.key(free))
    self.taken = taken
    return free
  }

  /// Frees a path, for a file that changes only the case of its name.
  package mutating func leave(_ path: String) { taken.remove(Self.key(path)) }

  private static func key(_ path: String) -> PathKey { PathKey(path.lowercased()) }

  /// A free path: the wanted one, or with `-2`, `-3`, … before the extension.
  ///
  /// Shortens a long name.
  package mutating func free<Failure>(
    like path: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String {
    guard try isTaken(path) else { return path }
    // A hidden file has no extension.
    let name = Paths.name(of: path)
    var ending = name.dropFirst().lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    if ending.utf8.count > Self.mostBytes / 2 { ending = "" }
    let folder = path.utf8.count - name.utf8.count
    let base = path.dropLast(ending.count)
    func numbered(_ number: Int) -> String {
      let end = "-\(number)\(ending)"
      var start = base
      while start.utf8.count > folder, start.utf8.count - folder + end.utf8.count > Self.mostBytes {
        start.removeLast()
      }
      return start + end
    }
    var number = numbers[PathKey(path)] ?? 2
    while try isTaken(numbered(number)) { number += 1 }
    numbers[PathKey(path)] = number
    return numbered(number)
  }

  /// In bytes: the limit of common file systems for a file name.
  private static let mostBytes = 255
}

/// Finds folders without write permission before a change begins.
///
/// To replace or move a file needs write permission for its folder, not for the file. Each folder
/// is checked once.
package struct ClosedFolders {
  private let root: String
  private var known: [String: FileError?] = [:]

  package init(_ git: StoreGit) { root = Paths.join(git.files.path, git.prefix) }

  /// Why a file can't be written, moved or removed; nil if no reason is known.
  ///
  /// - Parameter path: Relative to the store. The error contains it.
  package mutating func obstacle(toWriting path: String) -> FileError? {
    guard var error = obstacle(toWritingIn: Paths.parent(of: path)) else { return nil }
    error.path = path
    return error
  }

  private mutating func obstacle(toWritingIn folder: String) -> FileError? {
    if let known = known[folder] { return known }
    let place = Paths.join(root, folder)
    var error = FileError.obstacle(toWritingIn: place)
    if error == nil, !folder.isEmpty, WorkTree.status(at: place) == nil {
      // The folder must be created first.
      error = obstacle(toWritingIn: Paths.parent(of: folder))
    }
    known[folder] = .some(error)
    return error
  }
}
