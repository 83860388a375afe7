/// The front matter, merged key by key, with the comments and the layout of both sides.
struct HeaderMerge {
  /// The file up to its body.
  private(set) var front: TaskDocument
  /// What lost, and whether it is the newer side's.
  private(set) var losing: [(key: String, state: FieldState, isNewer: Bool)] = []

  private let base: HeaderParts
  private let newer: HeaderParts
  private let older: HeaderParts
  private var fields: [String: FieldMerge] = [:]
  private let keys: [String]

  /// - Parameter status: What the text has to say when the task was moved.
  init(base: TaskDocument?, newer: TaskDocument, older: TaskDocument, status: Status?) {
    let documents = [base, newer, older].compactMap { $0 }
    let isOneName = !documents.contains { document in
      let header = document.header
      return header.entry("due") != nil && header.entry("deadline") != nil
    }
    self.base = HeaderParts(base ?? TaskDocument([]), callsDueDeadline: isOneName)
    self.newer = HeaderParts(newer, callsDueDeadline: isOneName)
    self.older = HeaderParts(older, callsDueDeadline: isOneName)
    var seen: Set<String> = []
    keys = (self.newer.keys + self.older.keys).filter { seen.insert($0).inserted }
    front = TaskDocument([])
    for key in keys {
      let field = key == "status" && status != nil ? moved(to: status) : merge(key)
      fields[key] = field
      if let state = field.losing { losing.append((key, state, field.isNewerLosing)) }
    }
    front = woven() ?? edited()
  }

  private func merge(_ key: String) -> FieldMerge {
    FieldMerge(
      key: key, base: base.state(key), newer: newer.state(key), older: older.state(key))
  }

  /// The status of a task that was moved; a word that is no status isn't lost.
  private func moved(to status: Status?) -> FieldMerge {
    var field = merge("status")
    let isThere = merged(
      base.state("status") != .absent, newer: newer.state("status") != .absent,
      older: older.state("status") != .absent)
    (field.result, field.losing) = (.absent, nil)
    if isThere, let status { field.result = .value(.text(status.rawValue)) }
    for (side, isNewer) in [(newer, true), (older, false)] {
      let state = side.state("status")
      guard state != base.state("status"), case .value(let value) = state,
        !Status.allCases.contains(where: { value == .text($0.rawValue) })
      else { continue }
      (field.losing, field.isNewerLosing) = (state, isNewer)
    }
    return field
  }

  private func result(_ key: String) -> FieldState { fields[key]?.result ?? .absent }

  /// Whether a front matter says what it should.
  private func isRight(_ document: TaskDocument) -> Bool {
    let isOneName = !fields.keys.contains("due")
    let parts = HeaderParts(document, callsDueDeadline: isOneName)
    return document.isUnderstood && document.fences.body == document.bytes.count
      && parts.keys.count == keys.filter { result($0) != .absent }.count
      && keys.allSatisfy { parts.state($0) == result($0) }
  }
}

extension HeaderMerge {
  /// Put together from the lines of both sides.
  ///
  /// - Returns: Nil when that would not say the same, as where one line refers to another.
  private func woven() -> TaskDocument? {
    guard newer.isWhole, older.isWhole, base.isWhole else { return nil }
    var bytes = merged(base.start, newer: newer.start, older: older.start)
    let items = order()
    let isThere = merged(
      base.fences != nil, newer: newer.fences != nil, older: older.fences != nil)
    guard isThere || !items.isEmpty, let host = newer.fences ?? older.fences else {
      return TaskDocument(bytes)
    }
    let other = older.fences ?? host
    bytes += merged(base.fences?.opening, newer: host.opening, older: other.opening)
    var changes: [(key: String, value: FieldValue)] = []
    for item in items {
      guard let key = item.key else {
        bytes += item.bytes
        continue
      }
      let (lines, value) = lines(of: key)
      bytes += lines
      if let value { changes.append((key, value)) }
    }
    bytes += merged(base.fences?.closing, newer: host.closing, older: other.closing)
    var document = TaskDocument(bytes)
    for change in changes {
      guard (try? document.set(change.key, to: change.value)) != nil else { return nil }
    }
    return isRight(document) ? document : nil
  }

  /// A key's lines from the side that has the value, and the value if it must still be set.
  private func lines(of key: String) -> (lines: [UInt8], value: FieldValue?) {
    let result = result(key)
    let (old, mine, their) = (base.lines(key), newer.lines(key), older.lines(key))
    let value: FieldValue? = if case .value(let value) = result { value } else { nil }
    func isRelaidOut(_ side: HeaderParts, but other: HeaderParts) -> Bool {
      side.state(key) == base.state(key) && side.lines(key) != old && side.layout(key) != nil
        && base.layout(key) != nil && other.layout(key) == base.layout(key)
    }
    switch (newer.state(key) == result, older.state(key) == result) {
    case (true, true): return (merged(old, newer: mine, older: their) ?? [], nil)
    case (true, false):
      guard value != nil, isRelaidOut(older, but: newer) else { return (mine ?? [], nil) }
      return (their ?? [], value)
    case (false, true):
      guard value != nil, isRelaidOut(newer, but: older) else { return (their ?? [], nil) }
      return (mine ?? [], value)
    case (false, false): return (mine ?? their ?? [], value)
    }
  }

  /// Which keys, comments and blank lines there are, in which order.
  private func order() -> [HeaderParts.Item] {
    var numbering = Numbering()
    func number(_ item: HeaderParts.Item) -> Int {
      numbering.number(of: item.key.map { [1] + Array($0.utf8) } ?? item.bytes)
    }
    let old = base.items
    let (olds, newers, olders) = (
      old.map { number($0) }, newer.items.map { number($0) }, older.items.map { number($0) }
    )
    func edit(_ side: [Int]) -> SequenceEdit {
      SequenceEdit(olds, side, weight: { _ in 1 }) { _, _ in [] }
    }
    let (newerEdit, olderEdit) = (edit(newers), edit(olders))
    let moved = Set(
      newerEdit.inserted.joined().compactMap { newer.items[$0].key }
        + olderEdit.inserted.joined().compactMap { older.items[$0].key })
    let numbers = numbering.numbers
    var items: [HeaderParts.Item] = []
    for index in 0...old.count {
      items += union(
        older: olderEdit.inserted[index].map { older.items[$0] },
        newer: newerEdit.inserted[index].map { newer.items[$0] },
        number: { numbers[$0.key.map { [1] + Array($0.utf8) } ?? $0.bytes] ?? -1 },
        isBlank: { $0.key == nil && $0.bytes.allSatisfy { $0.isBlank || $0.isLineEnd } })
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

extension HeaderMerge {
  /// The newer side's front matter with what the older one did to it; what can't be written
  /// into it becomes a note.
  private mutating func edited() -> TaskDocument {
    let isNewerHost = newer.fences != nil || older.fences == nil
    let (host, other) = isNewerHost ? (newer, older) : (older, newer)
    var document = host.front
    for key in keys where host.state(key) != result(key) {
      let isDone: Void? =
        switch result(key) {
        case .absent, .null: try? document.remove(host.entry(key)?.key ?? key)
        case .value(let value) where other.isSimple(key): try? document.set(key, to: value)
        case .value: nil
        }
      if isDone == nil, other.state(key) != base.state(key) {
        losing.append((key, other.state(key), !isNewerHost))
      }
    }
    return document
  }
}
