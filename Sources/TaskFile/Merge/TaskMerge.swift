/// Two histories of one task, put together.
///
/// What the result is does not depend on which of the sides is named first: where only one
/// change of a part can stand, the later one does.
///
///     let merge = TaskMerge(base: base, ours, theirs)
///     if let task = merge.task { write(task.document, to: task.path) } else { … }
public struct TaskMerge: Hashable, Sendable {
  /// The task as it is now; nil when it is deleted.
  public private(set) var task: PlacedDocument?
  /// The older of two versions that could neither be understood nor merged as text, under a
  /// name of its own; ``task`` is the newer one.
  public private(set) var second: PlacedDocument?
  /// The notes that were written, in the order of the text.
  public private(set) var notes: [ConflictNote] = []
  /// Whether a side can't be understood, and the files were merged as mere text; to be told.
  public private(set) var isMereText = false

  /// Whether lines of the text could not go back to what they were, since somebody changed them;
  /// no note tells of them.
  public private(set) var leavesText = false
  /// The same of notes of earlier merges.
  public private(set) var leavesNotes = false

  /// - Parameters:
  ///   - base: The task where the histories parted; nil when both added it.
  ///   - ours: What one side made of it.
  ///   - theirs: What the other side made of it.
  public init(
    base: PlacedDocument?, _ ours: MergeSide, _ theirs: MergeSide, rule: MergeRule = .newer
  ) {
    let (newer, older) = ours.isNewer(than: theirs) ? (ours, theirs) : (theirs, ours)
    let recency = Recency(newer: newer, older: older, rule: rule)
    if newer.task == older.task || older.task == base {
      task = newer.task
    } else if newer.task == base, rule.held.isEmpty {
      task = older.task
    } else if let mine = newer.task, let their = older.task {
      merge(base, mine, their, recency)
    } else if rule == .undecided, newer.task == nil || older.task == nil {
      task = base
    } else if newer.task == nil, rule.isTakingBack {
      // What was deleted since is not there to be changed back.
      task = nil
    } else if let edited = newer.task ?? older.task {
      revive(edited, since: base, deletedBy: newer.task == nil ? newer : older, recency)
    }
  }

  /// Lets the task be gone after all.
  public mutating func deleteTask() {
    (task, second, notes) = (nil, nil, [])
  }

  /// A task that one side deleted and the other changed.
  private mutating func revive(
    _ edited: PlacedDocument, since base: PlacedDocument?, deletedBy side: MergeSide,
    _ recency: Recency
  ) {
    task = edited
    var document = edited.document
    guard document.isUnderstood else {
      isMereText = true
      return
    }
    let place = PlaceMerge(base: base, newer: edited, older: edited, recency)
    if let status = place.status, document.value(of: "status") != nil {
      // Where it can't be written, folder and text disagree, and the next command settles that.
      try? document.set("status", to: .text(status.rawValue))
    }
    let body = document.bodyBytes
    var merge = BodyMerge(
      base: body, newer: body, older: body, newline: document.fences.newline, recency)
    merge.append([ConflictNote(.task, .removed, of: side.last)])
    finish(document.front, merge, at: place.path)
  }

  private mutating func merge(
    _ base: PlacedDocument?, _ newer: PlacedDocument, _ older: PlacedDocument,
    _ recency: Recency
  ) {
    guard newer.document.understoodHeader != nil, older.document.understoodHeader != nil else {
      return mergeWhole(base, newer, older, recency)
    }
    let place = PlaceMerge(base: base, newer: newer, older: older, recency)
    let documents = LineEnds.made(alike: base?.document, newer.document, older.document)
    let (old, mine, their) = (documents.base, documents.newer, documents.older)
    if place.status == nil, recency.rule.held.isEmpty, let same = unchanged(old, mine, their) {
      task = PlacedDocument(path: place.path, document: same)
      return
    }
    let header = HeaderMerge(
      base: old, newer: mine, older: their, status: place.status, recency)
    var body = BodyMerge(
      base: old?.bodyBytes ?? [], newer: mine.bodyBytes,
      older: their.bodyBytes, newline: mine.fences.newline, recency)
    (leavesText, leavesNotes) = (body.leavesLines, body.leavesNotes)
    body.append(place)
    body.append(
      header.losing.map { loss in
        let side = loss.isNewer ? recency.newer : recency.older
        let change = side.lastChange(of: loss.key == "status" ? .status : .field(loss.key))
        return ConflictNote(.field(loss.key), loss.state.noteValue, of: change)
      })
    finish(header.front, body, at: place.path)
  }

  /// The document that at most one side changed.
  private func unchanged(
    _ base: TaskDocument?, _ newer: TaskDocument, _ older: TaskDocument
  ) -> TaskDocument? {
    if newer == older || older == base { return newer }
    return newer == base ? older : nil
  }

  private mutating func finish(_ front: TaskDocument, _ body: BodyMerge, at path: String) {
    let text = body.bytes
    var document = front
    if !text.isEmpty { document.setBody(String(decoding: text, as: UTF8.self)) }
    if document.bodyBytes != text[...] || document.fences.isUnclosed {
      // The text would be taken for a front matter.
      document = front
      document.addFrontMatter()
      document.setBody(String(decoding: text, as: UTF8.self))
    }
    task = PlacedDocument(path: path, document: document)
    let written = Set(body.notes.map(\.description))
    notes = document.conflictNotes.map(\.note).filter { written.contains($0.description) }
  }

  /// Files whose fields can't be changed one by one: the front matter as mere text, and the
  /// rest as always; where both changed the front matter, the whole file as mere text.
  private mutating func mergeWhole(
    _ base: PlacedDocument?, _ newer: PlacedDocument, _ older: PlacedDocument,
    _ recency: Recency
  ) {
    let documents = [base, newer, older].map { $0?.document }
    let place = PlaceMerge(base: base, newer: newer, older: older, recency)
    if let same = unchanged(base?.document, newer.document, older.document) {
      task = PlacedDocument(path: place.path, document: same)
      return
    }
    let fronts = documents.map { $0?.front }
    guard documents.allSatisfy({ $0?.isUnderstood ?? true }),
      fronts[1] == fronts[2] || fronts[0] == fronts[1] || fronts[0] == fronts[2],
      let front = merged(fronts[0], newer: fronts[1], older: fronts[2])
    else { return mergeAsText(base, newer, older, recency) }
    var body = BodyMerge(
      base: base?.document.bodyBytes ?? [], newer: newer.document.bodyBytes,
      older: older.document.bodyBytes, newline: newer.document.fences.newline,
      recency)
    body.append(place)
    finish(front, body, at: place.path)
  }

  /// Files of which one can't be understood: merged where nobody has to choose, else both kept.
  private mutating func mergeAsText(
    _ base: PlacedDocument?, _ newer: PlacedDocument, _ older: PlacedDocument,
    _ recency: Recency
  ) {
    isMereText = true
    func lines(_ document: TaskDocument) -> BodyLines {
      BodyLines(document.bytes[...], findsNotes: false)
    }
    let path = PlaceMerge(base: base, newer: newer, older: older, recency).path
    if let same = unchanged(base?.document, newer.document, older.document) {
      task = PlacedDocument(path: path, document: same)
      return
    }
    let (old, mine, their) = (
      base.map { lines($0.document) }, lines(newer.document), lines(older.document)
    )
    let merge = LineMerge(base: old?.lines ?? [], newer: mine.lines, older: their.lines)
    guard base != nil, merge.isClean else {
      if recency.rule == .undecided, let base {
        task = base
        return
      }
      task = newer
      second = PlacedDocument(path: StorePath.second(older.path), document: older.document)
      return
    }
    let end = merged(
      old?.endsWithNewline ?? true, newer: mine.endsWithNewline ?? true,
      older: their.endsWithNewline ?? true)
    let bytes = merge.lines.joined(newline: newer.document.fences.newline, endsWithNewline: end)
    task = PlacedDocument(path: path, document: newer.document.with(bytes))
  }
}
