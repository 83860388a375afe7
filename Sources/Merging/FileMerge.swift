internal import Git
public import StoreFiles
public import TaskFile
internal import TaskHistory

/// One task file merged for git, as a merge driver does it.
public struct FileMerge: Sendable {
  /// As git named it.
  public var path: String
  /// Whether a person has to finish it: then both versions stand between conflict markers.
  public var isConflict = false
  /// What gave way, and is noted in the task; no conflict for git.
  public var notes: [ConflictNote] = []
  /// Something that a person should know.
  public var notice: String?
  /// What the file holds now.
  var bytes: [UInt8]
}

extension Store {
  /// Merges three versions of a task as a sync does, and puts the result in place of ours.
  ///
  /// Works without a store and without a repository, too; then nobody knows whose the
  /// versions are, and theirs counts as the newer one.
  /// - Parameters:
  ///   - base: The version that both began with; empty when both added the file.
  ///   - path: What git calls the file, relative to the top of the work tree.
  ///   - markerSize: How many characters git gives conflict markers (`%L`); it gives more where it
  ///     merges the common ancestors of branches that were merged crosswise.
  ///   - directory: Where git started the driver.
  /// - Throws: ``MemoError`` when a version can't be read or the result not be written; ours
  ///   is then as it was.
  public static func mergeFile(
    base: String, ours: String, theirs: String, path: String, markerSize: UInt16? = nil,
    in directory: String, environment: Environment
  ) throws(MemoError) -> FileMerge {
    let files = [base, ours, theirs].map { Paths.absolute($0, from: directory, home: nil) }
    // Only what a sync would look into; git keeps ours of what is no text, too.
    if files.contains(where: { (WorkTree.status(at: $0)?.size ?? 0) > Limits.taskBytes }) {
      return FileMerge(
        path: path, isConflict: true,
        notice: "a version is larger than \(Limits.taskSize), so it was not merged; ours is kept",
        bytes: [])
    }
    let versions = try FileVersions(base: files[0], ours: files[1], theirs: files[2])
    let scene = DriverScene(path, markerSize, in: directory, environment)
    let merge = FileMerge(versions, scene, environment)
    guard merge.bytes != versions.ours else { return merge }
    let folder = try MemoError.rethrowing(WorkTree(Paths.parent(of: files[1])))
    try MemoError.rethrowing(
      folder.replace(Paths.name(of: files[1]), with: merge.bytes, expecting: versions.ours))
    return merge
  }
}

extension FileMerge {
  init(_ versions: FileVersions, _ scene: DriverScene, _ environment: Environment) {
    path = scene.path
    bytes = versions.ours
    let (labels, marks) = (scene.labels, scene.marks)
    if let settings = scene.settings, settings.version > StoreSettings.newestVersion {
      mergeLines(versions, labels, marks)
      notice = "the store has a format that is newer than this memo; merged as mere text"
    } else if scene.isInStore, !scene.isTask {
      mergeLines(versions, labels, marks)
    } else {
      guard versions.areOneTask else {
        isConflict = true
        bytes = versions.both(labels, marks)
        notice = "git takes two tasks for one; memo would keep both"
        return
      }
      // Whose they are decides only which of two is newer; git waits for a result all the same.
      let found = scene.git.flatMap { git in try? DriverSides(versions, scene, git) }
      merge(versions, scene, found, environment)
    }
  }

  private mutating func merge(
    _ versions: FileVersions, _ scene: DriverScene, _ found: DriverSides?,
    _ environment: Environment
  ) {
    let (base, ours, theirs) = scene.sides(versions, found, environment)
    let sides = MergeSide.withOneID(ours, theirs, since: base)
    // git shows one path at a time, so what was before in a series isn't known here.
    let series = base == nil ? SeriesVersions(sides.0, sides.1) : nil
    let merge = TaskMerge(
      base: series?.base ?? base, series?.one ?? sides.0, series?.other ?? sides.1,
      rule: scene.isVirtual ? .undecided : .newer)
    guard let task = merge.task, merge.second == nil else {
      mergeLines(versions, scene.labels, scene.marks)
      notice = isConflict ? "the file can't be understood, and git can't merge its lines" : nil
      return
    }
    bytes = task.document.bytes
    notes = merge.notes
    if merge.isMereText, !scene.isVirtual {
      notice = "it could not be merged field by field; it was merged as mere text"
    }
  }

  private mutating func mergeLines(
    _ versions: FileVersions, _ labels: LineMergeResult.Labels, _ marks: ConflictMarks
  ) {
    guard let merge = versions.merged(labels, marks) else {
      // No text, so there is no place for markers. Git keeps ours, too.
      isConflict = true
      return
    }
    bytes = merge.bytes
    isConflict = !merge.isClean
  }
}

extension DriverScene {
  fileprivate var isInStore: Bool { settings != nil }
  fileprivate var isTask: Bool {
    StoredTask.isTaskName(storePath) && StoredTask.folderStatus(of: storePath) != nil
  }

  fileprivate var marks: ConflictMarks {
    // As in `DriverScene`: less is known then, and nothing is lost.
    let style = (try? git?.repository.string("merge.conflictStyle")) ?? nil
    return ConflictMarks(size: markerSize ?? ConflictMarks().size, style: style)
  }

  /// As git would write them behind the markers, as far as it tells.
  fileprivate var labels: LineMergeResult.Labels {
    let other = mergedHeads.count == 1 ? mergedHeads.values.first : nil
    return LineMergeResult.Labels(
      base: "base", ours: git == nil ? "ours" : "HEAD", theirs: other ?? "theirs")
  }

  /// The versions with their places in the store, and who made them when.
  fileprivate func sides(
    _ versions: FileVersions, _ found: DriverSides?, _ environment: Environment
  ) -> (base: PlacedDocument?, ours: MergeSide, theirs: MergeSide) {
    let base = versions.base.map { placed($0, found?.basePath) }
    var ours = side(versions.ours, found?.ours, environment)
    var theirs = side(versions.theirs, found?.theirs, environment)
    if found?.ours == nil, found?.theirs == nil {
      ours.last.author = ""
      theirs.last.author = ""
    }
    if found?.theirs == nil {
      // Applied by hand just now, whatever the clocks say.
      if theirs.last.time < ours.last.time { theirs.last.time = ours.last.time }
      theirs.last.commit = "~"
    }
    return (base, ours, theirs)
  }

  /// - Parameter place: Nil for a text that no commit has; it is the user's own, and new.
  private func side(
    _ text: [UInt8], _ place: DriverSides.Place?, _ environment: Environment
  ) -> MergeSide {
    let task = placed(text, place?.path)
    if let place { return MergeSide(task: task, last: place.last, parts: place.parts) }
    let now = environment.now()
    let offset = environment.utcOffset(now) / 60
    // Where git doesn't know the user, the note has no name.
    let user = try? git?.repository.identity(
      .author, environment: environment.variables, seconds: now, offsetMinutes: offset)
    return MergeSide(
      task: task, author: user?.name ?? "",
      time: Timestamp(secondsSince1970: now, offsetMinutes: offset), commit: "")
  }

  /// - Parameter path: As the repository names it; where it isn't known, the folder follows
  ///   from the status that the text has.
  private func placed(_ text: [UInt8], _ path: String?) -> PlacedDocument {
    let document = TaskDocument(text, settings?.aliases)
    if let path = path.flatMap({ git?.storePath($0) }) {
      return PlacedDocument(path: path, document: document)
    }
    let path = StoredTask.folderStatus(of: storePath).flatMap { _ in
      document.item(fileName: "").status.map { StoredTask.path(storePath, movedTo: $0) }
    }
    return PlacedDocument(path: path ?? storePath, document: document)
  }
}

/// How git writes conflict markers.
struct ConflictMarks {
  /// How many characters one has.
  var size: UInt16 = 7
  /// git's `merge.conflictStyle`; nil where nothing is said.
  var style: String?
}

/// The three texts that git hands to a merge driver.
struct FileVersions {
  /// Nil when both sides added the file; git has an empty one then.
  var base: [UInt8]?
  var ours: [UInt8]
  var theirs: [UInt8]

  /// - Throws: ``MemoError`` when one can't be read.
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

  /// The lines merged as git does, with markers where that fails.
  ///
  /// - Returns: Nil for what is not text, of which git keeps ours.
  func merged(_ labels: LineMergeResult.Labels, _ marks: ConflictMarks) -> LineMergeResult? {
    let base = base ?? []
    // Nor is anything lost where git's merge fails: it is a conflict then, too.
    return try? LineMergeResult(
      base: base, ours: ours, theirs: theirs, labels: labels, style: marks.style,
      markerSize: marks.size)
  }

  /// Both texts as a whole, between markers.
  func both(_ labels: LineMergeResult.Labels, _ marks: ConflictMarks) -> [UInt8] {
    func line(_ mark: String, _ label: String) -> [UInt8] {
      Array(
        "\(String(repeating: mark, count: Int(marks.size)))\(label.isEmpty ? "" : " ")\(label)\n"
          .utf8)
    }
    func ended(_ text: [UInt8]) -> [UInt8] {
      text.isEmpty || text.last == UInt8(ascii: "\n") ? text : text + [UInt8(ascii: "\n")]
    }
    return line("<", labels.ours) + ended(ours) + line("=", "") + ended(theirs)
      + line(">", labels.theirs)
  }

  /// Whether these are versions of one task, as memo tells tasks apart.
  ///
  /// git guesses renames from likeness, and takes a new task for one that is gone.
  var areOneTask: Bool {
    func id(_ text: [UInt8]) -> TaskID? { TaskDocument(text).id }
    let (mine, their) = (id(ours), id(theirs))
    // Added on both sides: by id, or else by path.
    guard let base else { return mine == their }
    // What had no id can have been given one on each side, and what lost it is still the same.
    return id(base) == nil || mine == nil || their == nil || mine == their
  }
}
