package import Git

/// Finds paths for files that want one that another has.
///
/// Remembers how far it has looked, since whoever asks takes what is found: of thousands that
/// want one name each is found at once.
package struct FreePaths {
  /// The number behind each path that was given away last.
  private var numbers: [PathKey: Int] = [:]

  private let tasks: [StoredTask]
  /// In small letters, since many disks take `Home.md` for `home.md`.
  private lazy var taken = Set(tasks.map { Self.key($0.path) })
  private let isThere: (String) -> Bool
  private let isNoFolder: (String) -> Bool
  /// Where files go that want to be in a folder.
  private var folders: [PathKey: String] = [:]

  /// - Parameters:
  ///   - tasks: Whose paths are taken.
  ///   - isThere: Whether something that is no task stands at a path.
  ///   - isNoFolder: Whether something stands at a path in which no file can lie.
  package init(
    besides tasks: [StoredTask] = [], isThere: @escaping (String) -> Bool = { _ in false },
    isNoFolder: @escaping (String) -> Bool = { _ in false }
  ) {
    self.tasks = tasks
    self.isThere = isThere
    self.isNoFolder = isNoFolder
  }

  /// The folder, or where something else stands in its place, the one above that.
  private mutating func place(_ folder: String) -> String {
    guard folder.utf8.contains(UInt8(ascii: "/")) else { return folder }
    if let known = folders[PathKey(folder)] { return known }
    let parent = Paths.parent(of: folder)
    let above = place(parent)
    let place = !above.isSamePath(as: parent) || isNoFolder(folder) ? above : folder
    folders[PathKey(folder)] = place
    return place
  }

  /// The folder in whose place something else stands, of a folder and those above; nil for none.
  package mutating func obstacle(to folder: String) -> String? {
    let above = place(folder)
    guard !above.isSamePath(as: folder) else { return nil }
    let rest = folder.split(separator: "/").dropFirst(above.split(separator: "/").count)
    return Paths.join(above, rest.first.map(String.init) ?? "")
  }

  /// Takes a path like this one that nothing has and that was not taken before.
  ///
  /// It lies in another folder only where a file or a link stands in the folder's place.
  package mutating func take(like path: String) -> String {
    let path = Paths.join(place(Paths.parent(of: path)), Paths.name(of: path))
    let free = free(like: path) { [taken, isThere] path in
      taken.contains(Self.key(path)) || isThere(path)
    }
    taken.insert(Self.key(free))
    return free
  }

  /// Gives a path back, for a file that changes only the case of its name.
  package mutating func leave(_ path: String) { taken.remove(Self.key(path)) }

  private static func key(_ path: String) -> PathKey { PathKey(path.lowercased()) }

  /// A path like this one that nobody has, with `-2`, `-3`, … before the ending if need be; what
  /// stands before that is cut where the name would be too long for a disk.
  package mutating func free<Failure>(
    like path: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String {
    guard try isTaken(path) else { return path }
    // Of a hidden file all is its name.
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

  /// Of a file name; what file systems have in common.
  private static let mostBytes = 255
}

/// Where nobody may write who runs memo: asked before anything is begun, of each folder once.
///
/// A file is replaced by another one, and moved with its folder's entry, so that the folder says
/// whether that can be done, and not the file.
package struct ClosedFolders {
  private let root: String
  private var known: [String: FileError?] = [:]

  /// - Parameter git: Of the store.
  package init(_ git: StoreGit) { root = Paths.join(git.files.path, git.prefix) }

  /// Why a file can't be written, moved or removed; nil where nothing is known to be in the way.
  ///
  /// - Parameter path: Relative to the store, as the error's is.
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
      // It has to be made.
      error = obstacle(toWritingIn: Paths.parent(of: folder))
    }
    known[folder] = .some(error)
    return error
  }
}
