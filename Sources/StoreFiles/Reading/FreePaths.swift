package import Git
package import TaskFile

/// Finds a free path for a file whose path is taken.
///
/// Keeps the last number for each name, so that thousands of equal names are fast.
package struct FreePaths {
  private var numbers: [PathKey: Int] = [:]

  private var tasks: [StoredTask]
  /// In lower case, since many file systems don't distinguish `Home.md` from `home.md`.
  private lazy var taken = Set(tasks.map { Self.key($0.path) })
  /// The reserved paths, in lower case.
  private var reserved: Set<PathKey> = []
  /// The reserved names in lower case, after a few searches with those of all tasks.
  private var names: Set<String> = []
  private var searches = 0
  /// The present path of a task that is renamed.
  private var own: PathKey?
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
    let taken = taken
    return take(path) { taken.contains(Self.key($0)) }
  }

  /// Reserves a path whose name no task has in any folder, since a name alone can mean a task.
  ///
  /// - Parameter name: The wanted name, without ending.
  package mutating func take(named name: String, in folder: String) -> String {
    searches += 1
    // For a few names, comparing with each task is faster than collecting all names.
    let hasAll = searches > 8
    if searches == 9 { names.formUnion(tasks.lazy.map { $0.name.lowercased() }) }
    let path = take("\(folder)/\(name).md") { [names, tasks] path in
      let name = Paths.stem(of: path).lowercased()
      return names.contains(name) || !hasAll && tasks.contains { $0.isCalled(lowercased: name) }
    }
    names.insert(Paths.stem(of: path).lowercased())
    return path
  }

  private mutating func take(_ path: String, unless isTaken: (String) -> Bool) -> String {
    let path = Paths.join(place(Paths.parent(of: path)), Paths.name(of: path))
    let free = free(like: path) { [own, reserved, isThere] path in
      reserved.contains(Self.key(path)) || isTaken(path)
        || PathKey(path) != own && isThere(path)
    }
    reserved.insert(Self.key(free))
    return free
  }

  /// Frees the path and the name of a task that is renamed, before anything is reserved.
  package mutating func leave(_ path: String) {
    own = PathKey(path)
    tasks.removeAll { $0.isAt(path) }
  }

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

/// Finds ids that no task has.
package struct FreeIDs {
  /// The random ids; a second run generates others.
  package private(set) var random: Set<TaskID> = []
  private let tasks: [StoredTask]
  private lazy var taken = Set(tasks.lazy.compactMap(\.id))
  private var generator: EnvironmentRandom

  package init(besides tasks: [StoredTask], _ environment: Environment) {
    self.tasks = tasks
    generator = EnvironmentRandom(environment)
  }

  /// Reserves an id; false if it is taken.
  package mutating func take(_ id: TaskID) -> Bool { taken.insert(id).inserted }

  /// Reserves a random id.
  package mutating func take() -> TaskID {
    while true {
      let id = TaskID.random(using: &generator)
      guard take(id) else { continue }
      random.insert(id)
      return id
    }
  }
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
