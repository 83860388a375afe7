/// The front matter, merged key by key, with the comments and the layout of both sides.
struct HeaderMerge {
  /// The file up to its body.
  private(set) var front: TaskDocument
  /// What lost, and whether it is the newer side's.
  private(set) var losing: [(key: String, state: FieldState, isNewer: Bool)] = []

  let base: HeaderParts
  let newer: HeaderParts
  let older: HeaderParts
  /// Every key of either side, in their order.
  let keys: [String]
  private let recency: Recency
  private var fields: [String: FieldMerge] = [:]

  /// - Parameter status: What the text has to say when the task was moved.
  init(
    base: TaskDocument?, newer: TaskDocument, older: TaskDocument, status: Status?,
    _ recency: Recency
  ) {
    self.recency = recency
    let documents = [base ?? TaskDocument([]), newer, older]
    let headers = documents.map { $0.understoodHeader ?? Header() }
    let isOneName = !headers.contains { $0.entry("due") != nil && $0.entry("deadline") != nil }
    let parts = zip(documents, headers).map {
      HeaderParts($0, $1, callsDueDeadline: isOneName)
    }
    (self.base, self.newer, self.older) = (parts[0], parts[1], parts[2])
    var seen: Set<String> = []
    keys = (self.newer.keys + self.older.keys).filter { seen.insert($0).inserted }
    front = TaskDocument([])
    for key in keys {
      let isMoved = status != nil && KnownField(key: key)?.row.merge == .furthest
      let field = isMoved ? moved(to: status) : merge(key)
      fields[key] = field
      if let state = field.losing { losing.append((key, state, field.isNewerLosing)) }
    }
    front = woven() ?? edited()
  }

  private func merge(_ key: String) -> FieldMerge {
    let isSwapped = recency.isOlderNewer(key == "status" ? .status : .field(key))
    let (last, first) = isSwapped ? (older, newer) : (newer, older)
    var field = FieldMerge(
      key: key, base: base.state(key), newer: last.state(key), older: first.state(key),
      rule: recency.rule)
    if field.losing != nil, isSwapped { field.isNewerLosing.toggle() }
    return field
  }

  /// The status of a task that was moved; a word that is no status isn't lost.
  private mutating func moved(to status: Status?) -> FieldMerge {
    var field = merge("status")
    // What is taken back moved the file only, as where one was taken in for what its text says.
    if recency.rule.isTakingBack, older.state("status") == base.state("status") { return field }
    let isThere = merged(
      base.state("status") != .absent, newer: newer.state("status") != .absent,
      older: older.state("status") != .absent)
    (field.result, field.losing) = (.absent, nil)
    if isThere, let status { field.result = .value(.text(status.rawValue)) }
    for (side, isNewer) in [(newer, true), (older, false)] {
      let state = side.state("status")
      guard recency.rule != .undecided, state != base.state("status"),
        case .value(let value) = state,
        !Status.allCases.contains(where: { value == .text($0.rawValue) })
      else { continue }
      losing.append(("status", state, isNewer))
    }
    return field
  }

  func result(_ key: String) -> FieldState { fields[key]?.result ?? .absent }

  /// Whether a front matter says what it should.
  func isRight(_ document: TaskDocument) -> Bool {
    guard let header = document.understoodHeader else { return false }
    let isOneName = !fields.keys.contains("due")
    let parts = HeaderParts(document, header, callsDueDeadline: isOneName)
    return document.fences.body == document.bytes.count
      && header.entries.count == keys.filter { result($0) != .absent }.count
      && keys.allSatisfy { parts.state($0) == result($0) }
  }
}

extension HeaderMerge {
  /// The newer side's front matter with what the older one did to it; what can't be written
  /// into it becomes a note.
  private mutating func edited() -> TaskDocument {
    let isNewerHost = newer.fences != nil || older.fences == nil
    let (host, other) = isNewerHost ? (newer, older) : (older, newer)
    var document = host.front
    var changes: [FieldChange] = []
    // `deadline` would be written as `due` where that is there already.
    for key in keys.filter({ $0 == "deadline" }) + keys.filter({ $0 != "deadline" })
    where host.state(key) != result(key) {
      switch result(key) {
      case .absent, .null:
        changes.append(FieldChange(key: host.entry(key)?.key ?? key, value: nil))
      case .value(let value) where other.isSimple(key) && !isTaken(key, in: document):
        changes.append(FieldChange(key: key, value: value, texts: itemTexts(key)))
      case .value: lose(key, other, isNewer: !isNewerHost)
      }
    }
    let failed = document.make(changes)
    for change in changes where failed.contains(change.key) {
      let isDeadline = change.key == "due" && !fields.keys.contains("due")
      lose(isDeadline ? "deadline" : change.key, other, isNewer: !isNewerHost)
    }
    return document
  }

  private mutating func lose(_ key: String, _ side: HeaderParts, isNewer: Bool) {
    // What can't be put back stays, as one of both histories'.
    if recency.rule == .undecided { return }
    if side.state(key) != base.state(key) { losing.append((key, side.state(key), isNewer)) }
  }

  /// How either side writes the items of a list.
  func itemTexts(_ key: String) -> ItemTexts {
    newer.itemTexts(key).merging(older.itemTexts(key)) { newer, _ in newer }
  }

  /// Whether a key would be written over another one, which only these two files keep apart.
  private func isTaken(_ key: String, in document: TaskDocument) -> Bool {
    guard key == "deadline", fields.keys.contains("due") else { return false }
    return document.header.writtenKey(key) != key
  }
}
