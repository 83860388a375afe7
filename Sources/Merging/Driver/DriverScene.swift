internal import Git
internal import StoreFiles

/// Where git has started a merge driver, and what it is about to merge.
struct DriverScene {
  /// Nil outside of a repository, or in one that can't be opened.
  let git: StoreGit?
  /// As git names the file: relative to the top of the work tree.
  let path: String
  /// The folder of the store that the file is in, with a `/` behind; "" for the top.
  let prefix: String
  /// What the store's settings say; nil where there is no store.
  let settings: StoreSettings?
  /// How long git makes conflict markers; nil where it doesn't say.
  let markerSize: UInt16?
  /// What git calls the other side, as `origin/main`, by its commit.
  let mergedHeads: [ObjectID: String]

  /// - Parameter directory: Where git started the driver, the top of the work tree.
  init(
    _ path: String, _ markerSize: UInt16?, in directory: String, _ environment: Environment
  ) {
    (self.path, self.markerSize) = (path, markerSize == 0 ? nil : markerSize)
    let repository = Self.repository(directory, environment)
    let top = repository?.workTree.flatMap(WorkTree.resolved) ?? directory
    let folder = Self.storeFolder(of: path, in: top)
    prefix = folder.map { $0.isEmpty ? "" : $0 + "/" } ?? ""
    settings = folder.flatMap { folder in
      // A merge can go on without what can't be read of settings and repository: git waits for
      // a result, and would keep one side alone without it.
      WorkTree.content(at: Paths.join(Paths.join(top, folder), Store.marker))
        .map { StoreSettings($0) }
    }
    mergedHeads = Self.mergedHeads(environment)
    // Without them the texts alone are merged, as below.
    guard let repository, let files = try? WorkTree(top) else {
      git = nil
      return
    }
    var git = StoreGit(repository, files, prefix: prefix)
    git.aliases = settings?.aliases
    self.git = git
  }

  /// The path as the store names it.
  var storePath: String { String(path.dropFirst(prefix.count)) }

  /// Whether git merges common ancestors, for a merge of branches that were merged crosswise.
  ///
  /// It tells its drivers only by markers that are longer than those of the file: by two characters
  /// for each step to ancestors of ancestors, besides one where names are in conflict.
  var isVirtual: Bool {
    guard let markerSize else { return false }
    return Int(markerSize) >= Int(usualMarkerSize) + 2
  }

  /// As the attribute `conflict-marker-size` says, of which git reads the digits that come first.
  private var usualMarkerSize: UInt16 {
    // Less is known where attributes can't be read, and nothing is lost.
    let said = (try? git?.repository.attribute("conflict-marker-size", of: path)) ?? nil
    let digits = said?.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber } ?? ""
    return UInt16(digits).flatMap { $0 > 0 ? $0 : nil } ?? ConflictMarks().size
  }

  private static func repository(_ directory: String, _ environment: Environment) -> Repository? {
    // What git has said, or nothing: the driver merges mere texts as well.
    if let named = environment.variables["GIT_DIR"], !named.isEmpty {
      return try? Repository.open(at: Paths.absolute(named, from: directory, home: nil))
    }
    return (try? Repository.discover(from: directory)) ?? nil
  }

  /// The nearest folder above a file that is marked as a store, relative to the top.
  private static func storeFolder(of path: String, in top: String) -> String? {
    var folder = path
    while !folder.isEmpty, folder != "/" {
      folder = Paths.parent(of: folder)
      let marker = Paths.join(Paths.join(top, folder), Store.marker)
      if WorkTree.status(at: marker) != nil { return folder }
    }
    return nil
  }

  /// `git merge` names what it merges in variables `GITHEAD_` and a commit.
  private static func mergedHeads(_ environment: Environment) -> [ObjectID: String] {
    var heads: [ObjectID: String] = [:]
    let mark = "GITHEAD_"
    for (name, value) in environment.variables where name.hasPrefix(mark) {
      if let id = ObjectID(hex: String(name.dropFirst(mark.count))) { heads[id] = value }
    }
    return heads
  }
}
