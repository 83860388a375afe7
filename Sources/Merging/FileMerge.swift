internal import Git
public import StoreFiles
public import TaskFile
internal import TaskHistory

/// The result of merging one task file for git's merge driver.
public struct FileMerge: Sendable {
  public var path: String
  /// Whether the file has conflict markers, so that a person must finish the merge.
  public var isConflict = false
  /// The discarded values, as notes in the task.
  ///
  /// They are no conflict for git.
  public var notes: [ConflictNote] = []
  public var notice: String?
  var bytes: [UInt8]
}

extension Store {
  /// Merges three versions of a task as a sync does, and replaces the file of ours by the result.
  ///
  /// Also works without a store or a repository. Then the authors are unknown, and theirs counts as
  /// newer.
  ///
  /// - Parameters:
  ///   - base: The merge base; an empty file if both sides added the task.
  ///   - path: The path that git passed, relative to the root of the work tree.
  ///   - markerSize: The length of conflict markers (`%L`). It is greater when git merges merge
  ///     bases.
  ///   - directory: The folder in which git started the driver.
  /// - Throws: ``MemoError`` if a version is unreadable or the result can't be written. Ours is
  ///   then unchanged.
  public static func mergeFile(
    base: String, ours: String, theirs: String, path: String, markerSize: UInt16? = nil,
    in directory: String, environment: Environment
  ) throws(MemoError) -> FileMerge {
    let files = [base, ours, theirs].map { Paths.absolute($0, from: directory, home: nil) }
    // A sync doesn't parse larger files either. git also keeps ours of a binary file.
    if files.contains(where: { (WorkTree.status(at: $0)?.size ?? 0) > Limits.taskBytes }) {
      return FileMerge(
        path: path, isConflict: true,
        notice: "a version is larger than \(Limits.taskSize), so it was not merged; ours is kept",
        bytes: [])
    }
    let versions = try FileVersions(base: files[0], ours: files[1], theirs: files[2])
    let scene = DriverContext(path, markerSize, in: directory, environment)
    let merge = FileMerge(versions, scene, environment)
    guard merge.bytes != versions.ours else { return merge }
    let folder = try MemoError.rethrowing(WorkTree(Paths.parent(of: files[1])))
    try MemoError.rethrowing(
      folder.replace(Paths.name(of: files[1]), with: merge.bytes, expecting: versions.ours))
    return merge
  }
}

extension FileMerge {
  init(_ versions: FileVersions, _ scene: DriverContext, _ environment: Environment) {
    path = scene.path
    bytes = versions.ours
    if let settings = scene.settings, settings.version > StoreSettings.newestVersion {
      mergeLines(versions, scene)
      notice = "the store has a format that is newer than this memo; merged as plain text"
    } else if scene.isInStore, !scene.isTask {
      mergeLines(versions, scene)
    } else {
      guard versions.isOneTask else {
        isConflict = true
        bytes = versions.both(scene.labels, markerSize: scene.shownMarkerSize)
        notice = "git takes two tasks for one; memo would keep both"
        return
      }
      // An unknown author only affects which value is newer, so an error doesn't stop the merge.
      let found = scene.git.flatMap { git in try? DriverSides(versions, scene, git) }
      merge(versions, scene, found, environment)
    }
  }

  private mutating func merge(
    _ versions: FileVersions, _ scene: DriverContext, _ found: DriverSides?,
    _ environment: Environment
  ) {
    let (base, ours, theirs) = scene.sides(versions, found, environment)
    // git passes one path at a time, so the earlier tasks of a series are unknown here.
    let series = base == nil ? SeriesVersions(ours, theirs) : nil
    let merge = TaskMerge(
      base: series?.base ?? base, series?.one ?? ours, series?.other ?? theirs,
      rule: scene.isVirtual ? .undecided : .newer)
    guard let task = merge.task, merge.second == nil else {
      mergeLines(versions, scene)
      notice = isConflict ? "the file can't be understood, and git can't merge its lines" : nil
      return
    }
    bytes = task.document.bytes
    notes = merge.notes
    if merge.isMereText, !scene.isVirtual {
      notice = "it could not be merged field by field; it was merged as plain text"
    }
  }

  private mutating func mergeLines(_ versions: FileVersions, _ scene: DriverContext) {
    // A failure counts as a conflict too.
    let merge = try? LineMergeResult(
      base: versions.base ?? [], ours: versions.ours, theirs: versions.theirs,
      labels: scene.labels, markerSize: scene.shownMarkerSize)
    guard let merge else {
      // A binary file can't have markers. git keeps ours too.
      isConflict = true
      return
    }
    bytes = merge.bytes
    isConflict = !merge.isClean
  }
}

extension DriverContext {
  fileprivate var isInStore: Bool { settings != nil }
  fileprivate var isTask: Bool {
    StoredTask.isTaskName(storePath) && StoredTask.folderStatus(of: storePath) != nil
  }

  fileprivate var shownMarkerSize: UInt16 { markerSize ?? Self.defaultMarkerSize }

  /// git's labels after the markers, as far as known.
  fileprivate var labels: LineMergeResult.Labels {
    let other = mergedHeads.count == 1 ? mergedHeads.values.first : nil
    return LineMergeResult.Labels(
      base: "base", ours: git == nil ? "ours" : "HEAD", theirs: other ?? "theirs")
  }

  fileprivate func sides(
    _ versions: FileVersions, _ found: DriverSides?, _ environment: Environment
  ) -> (base: TaskVersion?, ours: MergeSide, theirs: MergeSide) {
    let base = versions.base.map { placed($0, found?.basePath) }
    var ours = found?.ours ?? side(versions.ours, environment)
    var theirs = found?.theirs ?? side(versions.theirs, environment)
    if found?.ours == nil, found?.theirs == nil {
      ours.last.author = ""
      theirs.last.author = ""
    }
    if found?.theirs == nil {
      // The user is applying this text now, so it is newer than any commit.
      if theirs.last.time < ours.last.time { theirs.last.time = ours.last.time }
      theirs.last.commit = "~"
    }
    return (base, ours, theirs)
  }

  /// A text of the user that no commit has.
  private func side(_ text: [UInt8], _ environment: Environment) -> MergeSide {
    let now = environment.now()
    let offset = environment.utcOffset(now) / 60
    // If git doesn't know the user, the note has no name.
    let user = try? git?.repository.identity(
      .author, environment: environment.variables, seconds: now, offsetMinutes: offset)
    return MergeSide(
      task: placed(text, nil), author: user?.name ?? "",
      time: Timestamp(secondsSince1970: now, offsetMinutes: offset), commit: "")
  }

  /// - Parameter path: Relative to the repository. If nil, the status in the text determines the
  ///   folder.
  private func placed(_ text: [UInt8], _ path: String?) -> TaskVersion {
    let document = TaskDocument(text, settings?.aliases)
    if let path = path.flatMap({ git?.storePath($0) }) {
      return TaskVersion(path: path, document: document)
    }
    let path = StoredTask.folderStatus(of: storePath).flatMap { _ in
      document.item(fileName: "").status.map { StoredTask.path(storePath, movedTo: $0) }
    }
    return TaskVersion(path: path ?? storePath, document: document)
  }
}

/// The three texts that git passes to a merge driver.
struct FileVersions {
  /// Nil if both sides added the file; git then passes an empty file.
  var base: [UInt8]?
  var ours: [UInt8]
  var theirs: [UInt8]

  /// - Throws: ``MemoError`` if a version is unreadable.
  init(base: String, ours: String, theirs: String) throws(MemoError) {
    func read(_ path: String) throws(MemoError) -> [UInt8] {
      guard let bytes = WorkTree.content(at: path) else {
        throw MemoError(.refused, "there is no file \(path), or it can't be read")
      }
      return bytes
    }
    let old = try read(base)
    self.base = old.isEmpty ? nil : old
    self.ours = try read(ours)
    self.theirs = try read(theirs)
  }

  /// Both versions, with markers around them.
  func both(_ labels: LineMergeResult.Labels, markerSize: UInt16) -> [UInt8] {
    func line(_ mark: String, _ label: String) -> [UInt8] {
      Array(
        "\(String(repeating: mark, count: Int(markerSize)))\(label.isEmpty ? "" : " ")\(label)\n"
          .utf8)
    }
    func ended(_ text: [UInt8]) -> [UInt8] {
      text.isEmpty || text.last == UInt8(ascii: "\n") ? text : text + [UInt8(ascii: "\n")]
    }
    return line("<", labels.ours) + ended(ours) + line("=", "") + ended(theirs)
      + line(">", labels.theirs)
  }

  /// Whether the texts are versions of one task.
  ///
  /// git detects renames by similarity, so it may pass a new task as a version of a deleted one.
  var isOneTask: Bool {
    func id(_ text: [UInt8]) -> TaskID? { TaskDocument(text).id }
    let (mine, their) = (id(ours), id(theirs))
    // Both sides added the file.
    guard let base else { return mine == their }
    // Each side may have added its own id to a task, or removed the id.
    return id(base) == nil || mine == nil || their == nil || mine == their
  }
}
