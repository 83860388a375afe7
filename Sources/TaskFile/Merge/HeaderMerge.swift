/// Merges front matter by key, with comments and layout of both sides.
struct HeaderMerge {
  /// The merged file, up to its text.
  private(set) var front: TaskDocument
  /// The discarded values, and whether the newer side had them.
  private(set) var discarded: [(key: String, state: FieldState, isNewer: Bool)] = []

  let base: HeaderParts
  let newer: HeaderParts
  let older: HeaderParts
  /// All keys of both sides, in order.
  let keys: [String]
  private let recency: Recency
  /// The remote side, if it changed the claim.
  private let claiming: HeaderParts?
  private var fields: [String: Field] = [:]

  /// - Parameter status: The status to write if the task was moved.
  init(
    base: TaskDocument?, newer: TaskDocument, older: TaskDocument, status: Status?,
    _ recency: Recency
  ) {
    self.recency = recency
    let documents = [base ?? TaskDocument([]), newer, older]
    let parts = documents.map { HeaderParts($0, $0.understoodHeader ?? Header(isBlock: true)) }
    (self.base, self.newer, self.older) = (parts[0], parts[1], parts[2])
    let (base, remote) = (
      parts[0], recency.newer.isRemote ? parts[1] : recency.older.isRemote ? parts[2] : nil
    )
    claiming = remote.flatMap { side in
      Self.claims.contains { side.state($0) != base.state($0) } ? side : nil
    }
    var seen: Set<String> = []
    keys = (self.newer.keys + self.older.keys).filter { seen.insert($0).inserted }
    front = TaskDocument([])
    for key in keys {
      let isMoved = status != nil && KnownField(key: key)?.row.merge == .furthest
      let field = isMoved ? moved(to: status) : merge(key)
      fields[key] = field
      if let state = field.discarded { discarded.append((key, state, field.isNewerLosing)) }
    }
    front = written()
  }

  private struct Field {
    var result: FieldState
    var discarded: FieldState?
    /// Whether the newer side had the discarded value.
    var isNewerLosing = false
  }

  /// The keys of a claim, which have one winner.
  private static let claims = KnownField.allCases.filter { $0.row.merge == .remote }.map(\.rawValue)

  private func merge(_ key: String) -> Field {
    if let claiming, Self.claims.contains(key) { return Field(result: claiming.state(key)) }
    let isSwapped = recency.isOlderSideNewer(key == "status" ? .status : .field(key))
    let (last, first) = isSwapped ? (older, newer) : (newer, older)
    let (old, now, then) = (base.state(key), last.state(key), first.state(key))
    let (known, rule) = (KnownField(key: key), recency.rule)
    if now == then || then == old { return Field(result: now) }
    if now == old, !rule.held.contains(.field(key)) { return Field(result: then) }
    if let items = FieldState.items(known, old, now, then) { return Field(result: items) }
    if known?.row.merge == .earliest, old == .absent, let mine = now.moment,
      let their = then.moment
    {
      // For the same moment on two clocks, the smaller offset.
      let isMineFirst =
        (mine.secondsSince1970, mine.offsetMinutes)
        < (their.secondsSince1970, their.offsetMinutes)
      return Field(result: isMineFirst ? now : then)
    }
    if known?.row.merge == .smallest, old.id == nil, let mine = now.id, let their = then.id {
      return Field(result: mine < their ? now : then)
    }
    if rule == .undecided { return Field(result: old) }
    // A place in the order is no content, so no note is needed.
    let isPlace = known?.row.merge == .place && !rule.isTakingBack
    let hasNote = !(isPlace && [old, now, then].allSatisfy(\.isRank))
    if !now.hasValue, !rule.isTakingBack {
      // Without a value before, no side removed one.
      let isRemoved = hasNote && old.hasValue && then.hasValue
      return Field(result: then, discarded: isRemoved ? now : nil, isNewerLosing: !isSwapped)
    }
    let isLoss = hasNote && (then.hasValue || old.hasValue)
    return Field(result: now, discarded: isLoss ? then : nil, isNewerLosing: isSwapped)
  }

  /// The status of a moved task; an invalid one gets no note.
  private mutating func moved(to status: Status?) -> Field {
    var field = merge("status")
    // The undone change only moved the file, for example when memo adopted a file with a status.
    if recency.rule.isTakingBack, older.state("status") == base.state("status") { return field }
    let isThere = merged(
      base.state("status") != .absent, newer: newer.state("status") != .absent,
      older: older.state("status") != .absent)
    (field.result, field.discarded) = (.absent, nil)
    if isThere, let status { field.result = .value(.text(status.rawValue)) }
    for (side, isNewer) in [(newer, true), (older, false)] {
      let state = side.state("status")
      guard recency.rule != .undecided, state != base.state("status"),
        case .value(let value) = state,
        !Status.allCases.contains(where: { value == .text($0.rawValue) })
      else { continue }
      discarded.append(("status", state, isNewer))
    }
    return field
  }

  func result(_ key: String) -> FieldState { fields[key]?.result ?? .absent }
}

extension HeaderMerge {
  /// The merged values in the lines of both sides, or else in the front matter of one side.
  ///
  /// A change that can't be written becomes a note.
  private mutating func written() -> TaskDocument {
    // Otherwise the positions of some lines are unknown.
    if newer.isWhole, older.isWhole, base.isWhole {
      var bytes = merged(base.start, newer: newer.start, older: older.start)
      let items = order()
      let isThere = merged(
        base.fences != nil, newer: newer.fences != nil, older: older.fences != nil)
      if isThere || !items.isEmpty, let host = newer.fences ?? older.fences {
        let other = older.fences ?? host
        bytes += merged(base.fences?.opening, newer: host.opening, older: other.opening)
        for item in items { bytes += item.key.map(lines) ?? item.bytes }
        bytes += merged(base.fences?.closing, newer: host.closing, older: other.closing)
      }
      // Some values may still be those of one side, or change, for example by an anchor.
      var document = newer.front.with(bytes)
      make(changes(in: document), in: &document)
      if isRight(document) { return document }
    }
    let isNewerHost = newer.fences != nil || older.fences == nil
    let (host, other) = isNewerHost ? (newer, older) : (older, newer)
    var document = host.front
    make(changes(in: document), in: &document)
    // A virtual merge base keeps the host's value without a note.
    for change in changes(in: document) where recency.rule != .undecided {
      let state = other.state(change.key)
      let isGone = change.value == nil && document.header.entry(change.key) == nil
      if !isGone, state != base.state(change.key) {
        discarded.append((change.key, state, !isNewerHost))
      }
    }
    return document
  }

  /// Makes changes, but for those that would write something else.
  private func make(_ changes: [FieldChange], in document: inout TaskDocument) {
    let simple = changes.filter { change in
      // A nested value or an alias would become a text.
      let isMoved = [newer, older].contains {
        $0.state(change.key) == result(change.key) && !$0.isSimple(change.key)
      }
      return change.value == nil || !isMoved
    }
    // The callers look at what was not written.
    for change in simple.prefix(TaskDocument.mostChanges) { try? document.make(change) }
  }

  /// The changes from a document's values to the merged ones.
  private func changes(in document: TaskDocument) -> [FieldChange] {
    guard let header = document.understoodHeader else { return [] }
    let parts = HeaderParts(document, header)
    return keys.filter { parts.state($0) != result($0) }.map { key in
      guard case .value(let value) = result(key) else { return FieldChange(key: key, value: nil) }
      return FieldChange(key: key, value: value, texts: itemTexts(key))
    }
  }

  /// Whether a front matter has exactly the merged values.
  private func isRight(_ document: TaskDocument) -> Bool {
    document.fences.body == document.bytes.count
      && document.understoodHeader?.entries.count == keys.filter { result($0) != .absent }.count
      && changes(in: document).isEmpty
  }

  func itemTexts(_ key: String) -> ItemTexts {
    newer.itemTexts(key).merging(older.itemTexts(key)) { newer, _ in newer }
  }

  /// The lines of a key from the side with the value, or with the newer layout.
  private func lines(of key: String) -> [UInt8] {
    let result = result(key)
    let (old, mine, their) = (base.lines(key), newer.lines(key), older.lines(key))
    func isRelaidOut(_ side: HeaderParts, but other: HeaderParts) -> Bool {
      result.hasValue && side.state(key) == base.state(key) && side.lines(key) != old
        && side.layout(key) != nil && base.layout(key) != nil
        && other.layout(key) == base.layout(key)
    }
    let lines =
      switch (newer.state(key) == result, older.state(key) == result) {
      case (true, true): merged(old, newer: mine, older: their)
      case (true, false): isRelaidOut(older, but: newer) ? their : mine
      case (false, true): isRelaidOut(newer, but: older) ? mine : their
      case (false, false): base.state(key) == result ? old : mine ?? their
      }
    return lines ?? []
  }

  private func order() -> [HeaderParts.Item] {
    let old = base.items
    func edit(_ side: HeaderParts) -> SequenceEdit {
      SequenceEdit(old.map(\.mark), side.items.map(\.mark)) { _, _ in [] }
    }
    let (newerEdit, olderEdit) = (edit(newer), edit(older))
    let moved = Set(
      newerEdit.inserted.joined().compactMap { newer.items[$0].key }
        + olderEdit.inserted.joined().compactMap { older.items[$0].key })
    var items: [HeaderParts.Item] = []
    for index in 0...old.count {
      items += union(
        older: olderEdit.inserted[index].map { older.items[$0] },
        newer: newerEdit.inserted[index].map { newer.items[$0] },
        text: \.mark)
      guard index < old.count else { break }
      let isKept = newerEdit.fates[index] == .kept && olderEdit.fates[index] == .kept
      let returns = old[index].key.map { !moved.contains($0) && result($0) != .absent } ?? false
      if isKept || returns { items.append(old[index]) }
    }
    var seen: Set<String> = []
    items = items.filter { item in
      item.key.map { result($0) != .absent && seen.insert($0).inserted } ?? true
    }
    return items
      + keys.filter { result($0) != .absent && !seen.contains($0) }
      .map { HeaderParts.Item(key: $0, bytes: []) }
  }
}

/// A front matter as keys with their lines, and the lines between them.
struct HeaderParts {
  struct Item: Hashable {
    /// The key's name in the merge; nil for blank lines and comments.
    var key: String?
    var bytes: [UInt8]

    /// The same for all forms of a key.
    var mark: [UInt8] {
      key.map { [1] + Array($0.utf8) } ?? bytes.filter { $0 != .newline && $0 != .carriageReturn }
    }
  }

  /// A byte order mark or nothing.
  let start: [UInt8]
  /// The fences with their line endings; nil without front matter.
  let fences: (opening: [UInt8], closing: [UInt8])?
  private(set) var items: [Item] = []
  /// Whether the items are the whole front matter.
  let isWhole: Bool
  let front: TaskDocument
  private let bytes: [UInt8]
  /// By names in the merge.
  private let entries: [String: HeaderEntry]
  /// The names in the merge, in order.
  let keys: [String]

  /// - Parameter header: The parsed front matter; empty if it is broken.
  init(_ document: TaskDocument, _ header: Header) {
    let bytes = document.bytes
    self.bytes = bytes
    front = document.front
    let fences = document.fences
    entries = Dictionary(
      header.entries.map { ($0.part, $0) }, uniquingKeysWith: { first, _ in first })
    keys = header.entries.map(\.part)
    start = Array(bytes[..<fences.start])
    guard let range = fences.header else {
      self.fences = nil
      isWhole = true
      return
    }
    self.fences = (
      Array(bytes[fences.start..<range.lowerBound]), Array(bytes[range.upperBound..<fences.body])
    )
    var place = range.lowerBound
    var isWhole = header.isBlock
    var items: [Item] = []
    func gap(to end: Int) {
      for line in bytes[place..<end].split(
        separator: UInt8.newline, omittingEmptySubsequences: false
      )
      .dropLast() {
        items.append(Item(key: nil, bytes: line + [.newline]))
      }
    }
    for entry in header.entries where isWhole {
      guard entry.start >= place, entry.end <= range.upperBound, entry.end > entry.start,
        bytes[entry.end - 1] == .newline
      else {
        isWhole = false
        break
      }
      gap(to: entry.start)
      items.append(Item(key: entry.part, bytes: Array(bytes[entry.start..<entry.end])))
      place = entry.end
    }
    if isWhole { gap(to: range.upperBound) }
    self.isWhole = isWhole && Set(items.compactMap(\.key)).count == header.entries.count
    self.items = items
  }

  func state(_ key: String) -> FieldState { FieldState(entries[key]) }

  func lines(_ key: String) -> [UInt8]? { entries[key].map { Array(bytes[$0.start..<$0.end]) } }

  func itemTexts(_ key: String) -> ItemTexts {
    entries[key].map { TaskDocument(bytes).itemTexts($0) } ?? [:]
  }

  /// Whether the value can be written elsewhere without changing its kind.
  func isSimple(_ key: String) -> Bool {
    guard let entry = entries[key], entry.style == .complex, case .text(let text)? = entry.meaning
    else { return true }
    return !entry.isNested
      && text != String(decoding: bytes[entry.value].trimmingBlanks, as: UTF8.self)
  }

  /// The text around the value; nil if its position is unknown.
  func layout(_ key: String) -> [UInt8]? {
    guard let entry = entries[key], entry.style != .complex, entry.style != .empty else {
      return nil
    }
    return Array(
      bytes[entry.start..<entry.value.lowerBound] + bytes[entry.value.upperBound..<entry.end])
  }
}

extension HeaderEntry {
  /// The key's name in a merge, where `due` is `deadline`.
  var part: String { key == "due" ? "deadline" : key }
}

enum FieldState: Hashable {
  case absent
  /// The key without a value.
  case null
  case value(FieldValue)

  init(_ entry: HeaderEntry?) {
    self = entry.map { $0.meaning.map(Self.value) ?? .null } ?? .absent
  }

  var hasValue: Bool { if case .value = self { true } else { false } }

  var noteValue: ConflictNote.Value {
    if case .value(let value) = self { .field(value) } else { .removed }
  }

  /// Whether it is just a place in the manual order: lowercase letters or a number.
  var isRank: Bool {
    guard case .value(let value) = self else { return true }
    guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 20 else { return false }
    return text.utf8.allSatisfy(\.isLowercaseLetter) || text.utf8.allSatisfy(\.isDigit)
  }

  var id: TaskID? {
    if case .value(.text(let text)) = self { TaskID(text) } else { nil }
  }

  var moment: Timestamp? {
    if case .value(.text(let text)) = self { Timestamp(atMost: text) } else { nil }
  }

  /// The items of a list, or of a text that can be read as one.
  func items(of field: KnownField?) -> [String]? {
    switch self {
    case .value(.list(let items)): items
    case .value(.text(let text)):
      field == .tags ? Tags.words(in: text) : field?.kind.isList == true ? [text] : nil
    case .absent, .null: []
    }
  }
}

extension FieldState {
  /// The additions and removals of both sides; nil unless both have a list.
  static func items(
    _ field: KnownField?, _ base: FieldState, _ newer: FieldState, _ older: FieldState
  ) -> FieldState? {
    let states = [base, newer, older]
    let isList = states.contains { if case .value(.list) = $0 { true } else { false } }
    // A name that replaced another is no list.
    guard isList || field?.row.merge == .items, let old = base.items(of: field),
      let mine = newer.items(of: field), let their = older.items(of: field)
    else { return nil }
    let (before, there) = (Set(old), Set(their))
    let kept = mine.filter { !before.contains($0) || there.contains($0) }
    let items = (kept + their.filter { !before.contains($0) }).unique
    if items.isEmpty, newer == .absent || older == .absent { return .absent }
    // An unchanged text keeps its form.
    if case .value(.text) = newer, items == mine { return newer }
    if case .value(.text) = older, items == their { return older }
    return .value(.list(items))
  }
}
