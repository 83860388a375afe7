/// The merge of two histories of one task.
///
/// The order of the sides doesn't matter. Of two changes of one part, the later one wins.
///
///     let merge = TaskMerge(base: base, ours, theirs)
///     if let task = merge.task { write(task.document, to: task.path) } else { … }
public struct TaskMerge: Hashable, Sendable {
  /// The merged task; nil if it is deleted.
  public private(set) var task: TaskVersion?
  /// The older of two versions that could not be merged even as text, under another name; ``task``
  /// is the newer one.
  public private(set) var second: TaskVersion?
  /// The new notes, in the order of the text.
  public private(set) var notes: [ConflictNote] = []
  /// Whether a side is broken, and the files were merged as text.
  public private(set) var isMereText = false

  /// Whether an undo left some lines that changed later, without a note.
  public private(set) var leavesText = false
  /// The same for notes of earlier merges.
  public private(set) var leavesNotes = false

  /// - Parameters:
  ///   - base: The task in the merge base; nil if both sides added it.
  ///   - ours: One side.
  ///   - theirs: The other side.
  public init(
    base: TaskVersion?, _ ours: MergeSide, _ theirs: MergeSide, rule: MergeRule = .newer
  ) {
    var base = base
    var (newer, older) = ours.isNewer(than: theirs) ? (ours, theirs) : (theirs, ours)
    // Permissions are merged with the tree.
    base?.isExecutable = false
    newer.task?.isExecutable = false
    older.task?.isExecutable = false
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
      // An undo doesn't restore a task that was deleted later.
      task = nil
    } else if let edited = newer.task ?? older.task {
      revive(edited, since: base, deletedBy: newer.task == nil ? newer : older, recency)
    }
  }

  /// Keeps a task that one side deleted and the other changed.
  private mutating func revive(
    _ edited: TaskVersion, since base: TaskVersion?, deletedBy side: MergeSide,
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
      // Otherwise folder and text differ, and the next command fixes that.
      try? document.set("status", to: .text(status.rawValue))
    }
    let body = document.bodyBytes
    var merge = BodyMerge(
      base: body, newer: body, older: body, newline: document.fences.newline, recency)
    merge.append([ConflictNote(.task, .removed, of: side.last)])
    finish(document.front, merge, at: place.path)
  }

  private mutating func merge(
    _ base: TaskVersion?, _ newer: TaskVersion, _ older: TaskVersion,
    _ recency: Recency
  ) {
    let place = PlaceMerge(base: base, newer: newer, older: older, recency)
    let (old, mine, their) = (base?.document, newer.document, older.document)
    let isSeparate = mine.hasSeparateFields && their.hasSeparateFields
    if !isSeparate || place.status == nil && recency.rule.held.isEmpty,
      let same = unchanged(old, mine, their)
    {
      task = TaskVersion(path: place.path, document: same)
      return
    }
    let header =
      isSeparate
      ? HeaderMerge(base: old, newer: mine, older: their, status: place.status, recency) : nil
    guard var front = header?.front ?? wholeFront(old, mine, their) else {
      return mergeAsText(base, newer, older, recency, at: place.path)
    }
    var body = BodyMerge(
      base: old?.bodyBytes ?? [], newer: mine.bodyBytes,
      older: their.bodyBytes, newline: mine.fences.newline, recency)
    (leavesText, leavesNotes) = (body.leavesLines, body.leavesNotes)
    body.append(place)
    if let header {
      body.append(
        header.discarded.map { loss in
          let side = loss.isNewer ? recency.newer : recency.older
          let change = side.lastChange(of: loss.key == "status" ? .status : .field(loss.key))
          return ConflictNote(.field(loss.key), loss.state.noteValue, of: change)
        })
      // A side that finished the task also ended its claim, whatever the other side did to that.
      let isReleased = [mine, their].contains { $0.value(of: KnownField.claimedBy.rawValue) == nil }
      if isReleased, front.value(of: "status") == .text(Status.done.rawValue) { front.endClaim() }
    }
    finish(front, body, at: place.path)
  }

  /// A front matter that can't be merged by fields, if only one side changed it.
  private func wholeFront(
    _ base: TaskDocument?, _ newer: TaskDocument, _ older: TaskDocument
  ) -> TaskDocument? {
    guard [base, newer, older].allSatisfy({ $0?.isUnderstood ?? true }) else { return nil }
    return unchanged(base?.front, newer.front, older.front)
  }

  /// The document of the side that changed it; nil if both did.
  private func unchanged(
    _ base: TaskDocument?, _ newer: TaskDocument, _ older: TaskDocument
  ) -> TaskDocument? {
    if newer == older || older == base { return newer }
    return newer == base ? older : nil
  }

  private mutating func finish(_ front: TaskDocument, _ body: BodyMerge, at path: String) {
    let text = body.bytes
    var document = front
    if !text.isEmpty { document.setBody(text) }
    if document.bodyBytes != text[...] || document.fences.isUnclosed {
      // Otherwise the text would be read as front matter.
      document = front
      document.addFrontMatter()
      document.setBody(text)
    }
    task = TaskVersion(path: path, document: document)
    let written = Set(body.notes.map(\.description))
    notes = document.conflictNotes.map(\.note).filter { written.contains($0.description) }
  }

  /// Merges a broken file as text; both versions stay if they conflict.
  private mutating func mergeAsText(
    _ base: TaskVersion?, _ newer: TaskVersion, _ older: TaskVersion,
    _ recency: Recency, at path: String
  ) {
    isMereText = true
    func lines(_ document: TaskDocument) -> BodyLines {
      BodyLines(document.bytes[...], findsNotes: false)
    }
    let (old, mine, their) = (
      base.map { lines($0.document) }, lines(newer.document), lines(older.document)
    )
    let merge = LineMerge(base: old?.lines ?? [], newer: mine.lines, older: their.lines, recency)
    guard base != nil, merge.isClean else {
      if recency.rule == .undecided, let base {
        task = base
        return
      }
      task = newer
      second = TaskVersion(path: StorePath.second(older.path), document: older.document)
      return
    }
    let end = merged(
      old?.endsWithNewline ?? true, newer: mine.endsWithNewline ?? true,
      older: their.endsWithNewline ?? true)
    let bytes = merge.lines.joined(newline: newer.document.fences.newline, endsWithNewline: end)
    task = TaskVersion(path: path, document: newer.document.with(bytes))
  }
}

extension TaskDocument {
  /// Whether the fields can be merged one by one: they can be changed, and none is there twice.
  fileprivate var hasSeparateFields: Bool {
    guard let header = understoodHeader else { return false }
    return header.entry("due") == nil || header.entry("deadline") == nil
  }
}

struct PlaceMerge {
  let path: String
  /// The status to write; nil if no side changed it.
  var status: Status?
  var discarded: (status: Status, change: LastChange)?

  init(
    base: TaskVersion?, newer: TaskVersion, older: TaskVersion, _ recency: Recency
  ) {
    let names = (base.map { StorePath($0.path) }, StorePath(newer.path), StorePath(older.path))
    let (old, mine, their) = (names.0, names.1, names.2)
    func part(_ part: TaskPart, _ path: KeyPath<StorePath, String>) -> String {
      let (last, first) = recency.ordered(
        part, newer: mine[keyPath: path], older: their[keyPath: path])
      let before = old?[keyPath: path]
      if let before, recency.rule == .undecided, last != before, first != before, last != first {
        return before
      }
      return Self.merged(before, newer: last, older: first)
    }
    let (folder, name) = (part(.folder, \.folder), part(.fileName, \.name))
    guard let here = mine.status, let there = their.status, old?.status != nil || old == nil else {
      let isPlain = mine.status == nil && their.status == nil
      let top = Self.merged(old?.top, newer: mine.top, older: their.top)
      path = isPlain ? StorePath.joined(top, folder, name) : newer.path
      return
    }
    let before = base.flatMap { base in old?.status.map { Self.status(of: base, $0, before: nil) } }
    let (now, then) = recency.ordered(
      .status, newer: Self.status(of: newer, here, before: base),
      older: Self.status(of: older, there, before: base))
    let isSwapped = recency.isOlderSideNewer(.status)
    let earlier = (isSwapped ? recency.newer : recency.older).lastChange(of: .status)
    var result = TaskFile.merged(before, newer: now, older: then)
    let rule = recency.rule
    if rule == .undecided {
      if let before, now != before, then != before, now != then { result = before }
    } else if rule.isTakingBack, now != then, then != before,
      now != before || rule.held.contains(.status)
    {
      (result, discarded) = (now, (then, earlier))
    } else if let before, now != before, then != before, now != then {
      if Self.leads(from: before, over: now, to: then) {
        result = then
      } else if !Self.leads(from: before, over: then, to: now) {
        discarded = (then, earlier)
      }
    } else if before == nil {
      // Of a task that both sides added, no side's move is undone.
      result = max(now, then)
    }
    if now != before || then != before { status = result }
    // An archived task that the other side reopened is no longer archived.
    let isTakenBack = result != .done && [mine, their].contains { $0.status == .done }
    path = StorePath.joined(
      result.rawValue, isTakenBack ? ArchiveFolder.removed(from: folder) : folder, name)
  }

  /// The merge of a part of a path, by bytes.
  private static func merged(_ base: String?, newer: String, older: String) -> String {
    base?.utf8.elementsEqual(newer.utf8) == true ? older : newer
  }

  /// The status in the text if it was changed there, else that of the folder.
  private static func status(
    of task: TaskVersion, _ folder: Status, before: TaskVersion?
  ) -> Status {
    guard let before, before.document != task.document, StorePath(before.path).status == folder,
      case .text(let text)? = task.document.value(of: "status"),
      let status = Status(rawValue: text),
      before.document.value(of: "status") != .text(text)
    else { return folder }
    return status
  }

  /// Whether a status is between two others.
  private static func leads(from start: Status, over middle: Status, to end: Status) -> Bool {
    (start < middle && middle < end) || (end < middle && middle < start)
  }
}

/// A path split into `todo`, `home` and `buy-milk.md`.
struct StorePath: Hashable {
  /// The first folder, or empty.
  let top: String
  /// The folders below, or empty.
  let folder: String
  let name: String

  var status: Status? { Status(rawValue: top) }
  /// The file name without `.md`.
  var stem: String { name.hasSuffix(".md") ? String(name.dropLast(3)) : name }

  init(_ path: String) {
    let slash = UInt8(ascii: "/")
    guard let first = path.utf8.firstIndex(of: slash), let last = path.utf8.lastIndex(of: slash)
    else {
      (top, folder, name) = ("", "", path)
      return
    }
    top = String(path[..<first])
    folder = first < last ? String(path[path.utf8.index(after: first)..<last]) : ""
    name = String(path[path.utf8.index(after: last)...])
  }

  static func joined(_ parts: String...) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "/")
  }

  static func second(_ path: String) -> String {
    path.hasSuffix(".md") ? "\(path.dropLast(3))-2.md" : "\(path)-2"
  }
}
