extension HeaderMerge {
  /// Put together from the lines of both sides.
  ///
  /// - Returns: Nil when that would not say the same, as where one line refers to another.
  func woven() -> TaskDocument? {
    guard newer.isWhole, older.isWhole, base.isWhole else { return nil }
    var bytes = merged(base.start, newer: newer.start, older: older.start)
    let items = order()
    let isThere = merged(
      base.fences != nil, newer: newer.fences != nil, older: older.fences != nil)
    guard isThere || !items.isEmpty, let host = newer.fences ?? older.fences else {
      return newer.front.with(bytes)
    }
    let other = older.fences ?? host
    bytes += merged(base.fences?.opening, newer: host.opening, older: other.opening)
    var changes: [FieldChange] = []
    for item in items {
      guard let key = item.key else {
        bytes += item.bytes
        continue
      }
      let (lines, value) = lines(of: key)
      bytes += lines
      if let value { changes.append(FieldChange(key: key, value: value, texts: itemTexts(key))) }
    }
    bytes += merged(base.fences?.closing, newer: host.closing, older: other.closing)
    var document = newer.front.with(bytes)
    guard document.make(changes).isEmpty else { return nil }
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
    case (false, false):
      if let old, base.state(key) == result { return (old, nil) }
      return (mine ?? their ?? [], value)
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
