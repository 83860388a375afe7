package import Git

/// Finds free paths for files whose path is taken.
///
/// It remembers the last number for each name, so that thousands of equal names are fast.
package struct FreePaths {
  /// The last number that was given for each path.
  private var numbers: [PathKey: Int] = [:]

  private let tasks: [StoredTask]
  /// In lower case, since many disks don't distinguish `Home.md` from `home.md`.
  private lazy var taken = Set(tasks.map { Self.key($0.path) })
  private let isThere: (String) -> Bool
  private let isNoFolder: (String) -> Bool
  /// The folder to use for a wanted folder.
  private var folders: [PathKey: String] = [:]

  /// - Parameters:
  ///   - tasks: The tasks whose paths are taken.
  ///   - isThere: Whether something other than a task is at a path.
  ///   - isNoFolder: Whether something at a path can't contain files.
  package init(
    besides tasks: [StoredTask] = [], isThere: @escaping (String) -> Bool = { _ in false },
    isNoFolder: @escaping (String) -> Bool = { _ in false }
  ) {
    self.tasks = tasks
    self.isThere = isThere
    self.isNoFolder = isNoFolder
  }

  /// The folder, or if something else is in its place, the one above that.
  private mutating func place(_ folder: String) -> String {
    guard folder.utf8.contains(UInt8(ascii: "/")) else { return folder }
    if let known = folders[PathKey(folder)] { return known }
    let parent = Paths.parent(of: folder)
    let above = place(parent)
    let place = !above.isSamePath(as: parent) || isNoFolder(folder) ? above : folder
    folders[PathKey(folder)] = place
    return place
  }

  /// The folder, or one above it, in whose place something else is; nil if there is none.
  package mutating func obstacle(to folder: String) -> String? {
    let above = place(folder)
    guard !above.isSamePath(as: folder) else { return nil }
    let rest = folder.split(separator: "/").dropFirst(above.split(separator: "/").count)
    return Paths.join(above, rest.first.map(String.init) ?? "")
  }

  /// Takes a free path like this one.
  ///
  /// It is in another folder only if a file or a link is in the folder's place.
  package mutating func take(like path: String) -> String {
    let path = Paths.join(place(Paths.parent(of: path)), Paths.name(of: path))
    // Moved out and back: a copy beside it would have each insertion copy the whole set.
    var taken = taken
    self.taken = []
    let free = free(like: path) { [isThere] in taken.contains(Self.key($0)) || isThere($0) }
    taken.insert(Self.key(free))
    self.taken = taken
    return free
  }

  /// Releases a path, for a file that changes only the case of its name.
  package mutating func leave(_ path: String) { taken.remove(Self.key(path)) }

  private static func key(_ path: String) -> PathKey { PathKey(path.lowercased()) }

  /// A free path like this one, with `-2`, `-3`, … before the ending if needed.
  ///
  /// A long name is shortened.
  package mutating func free<Failure>(
    like path: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String {
    guard try isTaken(path) else { return path }
    // A hidden file has no ending.
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

  /// The limit of common file systems for a file name.
  private static let mostBytes = 255
}

/// Finds folders without write permission, before a change begins.
///
/// Each folder is checked once.
///
/// Files are replaced and moved by their folder's entries, so the folder's permission decides, not
/// the file's.
package struct ClosedFolders {
  private let root: String
  private var known: [String: FileError?] = [:]

  /// - Parameter git: The store's.
  package init(_ git: StoreGit) { root = Paths.join(git.files.path, git.prefix) }

  /// Why a file can't be written, moved or removed; nil if no reason is known.
  ///
  /// - Parameter path: Relative to the store, as in the error.
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
      // The folder has to be created.
      error = obstacle(toWritingIn: Paths.parent(of: folder))
    }
    known[folder] = .some(error)
    return error
  }
}
