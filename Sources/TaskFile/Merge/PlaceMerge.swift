/// Where a merged task lies, and which status it has.
struct PlaceMerge {
  let path: String
  /// What the text has to say; nil when no side moved the task to another status.
  var status: Status?
  /// The status that lost, and who wanted it.
  var losing: (status: Status, change: LastChange)?

  init(
    base: PlacedDocument?, newer: PlacedDocument, older: PlacedDocument, _ recency: Recency
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
    let isSwapped = recency.isOlderNewer(.status)
    let earlier = (isSwapped ? recency.newer : recency.older).lastChange(of: .status)
    var result = TaskFile.merged(before, newer: now, older: then)
    let rule = recency.rule
    if rule == .undecided {
      if let before, now != before, then != before, now != then { result = before }
    } else if rule.isTakingBack, now != then, then != before,
      now != before || rule.held.contains("status")
    {
      (result, losing) = (now, (then, earlier))
    } else if let before, now != before, then != before, now != then {
      if Self.leads(from: before, over: now, to: then) {
        result = then
      } else if !Self.leads(from: before, over: then, to: now) {
        losing = (then, earlier)
      }
    } else if before == nil, now != then {
      losing = (then, earlier)
    }
    if now != before || then != before { status = result }
    // What one side shelved and the other brought back is on no shelf.
    let isTakenBack = result != .done && [mine, their].contains { $0.status == .done }
    path = StorePath.joined(
      result.rawValue, isTakenBack ? Shelf.removed(from: folder) : folder, name)
  }

  /// Part of a path after two changes, compared as a disk would.
  private static func merged(_ base: String?, newer: String, older: String) -> String {
    base?.utf8.elementsEqual(newer.utf8) == true ? older : newer
  }

  /// What folder and text say together: the one of them that was changed, else the folder.
  private static func status(
    of task: PlacedDocument, _ folder: Status, before: PlacedDocument?
  ) -> Status {
    guard let before, before.document != task.document, StorePath(before.path).status == folder,
      case .text(let text)? = task.document.value(of: "status"),
      let status = Status(rawValue: text),
      before.document.value(of: "status") != .text(text)
    else { return folder }
    return status
  }

  /// Whether the way from one status to another goes over a third.
  private static func leads(from start: Status, over middle: Status, to end: Status) -> Bool {
    (start < middle && middle < end) || (end < middle && middle < start)
  }
}

/// A path taken apart into `todo`, `home` and `buy-milk.md`.
struct StorePath: Hashable {
  /// The first folder, or "".
  let top: String
  /// The folders below, or "".
  let folder: String
  let name: String

  var status: Status? { Status(rawValue: top) }

  init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    name = parts.last.map(String.init) ?? ""
    top = parts.count > 1 ? String(parts[0]) : ""
    folder = parts.dropFirst().dropLast().joined(separator: "/")
  }

  static func joined(_ parts: String...) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "/")
  }

  /// The path with `-2` behind the name.
  static func second(_ path: String) -> String {
    path.hasSuffix(".md") ? "\(path.dropLast(3))-2.md" : "\(path)-2"
  }
}
