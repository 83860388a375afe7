internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

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
