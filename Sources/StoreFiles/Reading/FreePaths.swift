internal import Git

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
    // Moved out and back: a copy beside it would have each insertion copy the whole set.
    var taken = taken
    self.taken = []
    let free = free(like: path) { [isThere] in taken.contains(Self.key($0)) || isThere($0) }
    taken.insert(Self.key(free))
    self.taken = taken
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
