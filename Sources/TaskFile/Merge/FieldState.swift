/// What a front matter says about one key.
enum FieldState: Hashable {
  case absent
  /// There, and nothing behind the colon.
  case null
  case value(FieldValue)

  init(_ entry: HeaderEntry?) {
    self = entry.map { $0.meaning.map(Self.value) ?? .null } ?? .absent
  }

  var hasValue: Bool { if case .value = self { true } else { false } }

  /// What a note says that lost with it.
  var noteValue: ConflictNote.Value {
    if case .value(let value) = self { .field(value) } else { .removed }
  }

  /// Whether it is nothing but a place in an order by hand: lowercase letters or a number, as memo
  /// and others write one.
  var isRank: Bool {
    guard case .value(let value) = self else { return true }
    guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 20 else { return false }
    return text.utf8.allSatisfy(\.isLowercaseLetter) || text.utf8.allSatisfy(\.isDigit)
  }

  /// The items of what is a list, or may be read as one.
  func items(of field: KnownField?) -> [String]? {
    switch self {
    case .value(.list(let items)): items
    case .value(.text(let text)):
      field == .tags ? Tags.words(in: text) : field?.kind.isList == true ? [text] : nil
    case .absent, .null: []
    }
  }
}

/// What becomes of a key that both sides may have changed.
struct FieldMerge: Hashable {
  var result: FieldState
  /// What the older side wanted, where it lost; or the newer one, where it removed the key.
  var losing: FieldState?
  var isNewerLosing = false

  init(
    key: String, base: FieldState, newer: FieldState, older: FieldState, rule: MergeRule = .newer
  ) {
    let field = KnownField(key: key)
    if newer == older || older == base {
      result = newer
    } else if newer == base, !rule.held.contains(key) {
      result = older
    } else if let items = Self.items(field, base, newer, older) {
      result = items
    } else if rule == .undecided {
      result = base
    } else if rule.isTakingBack {
      (result, losing) = (newer, older.hasValue || base.hasValue ? older : nil)
    } else if !newer.hasValue {
      // Where there was no value before, none was taken out.
      (result, losing) = (older, base.hasValue && older.hasValue ? newer : nil)
      isNewerLosing = losing != nil
    } else if !older.hasValue {
      (result, losing) = (newer, base.hasValue ? older : nil)
    } else {
      (result, losing) = (newer, older)
    }
    // As of a subfolder: who puts a card elsewhere has written nothing that could be lost.
    if field?.row.merge == .place, !rule.isTakingBack, base.isRank, newer.isRank, older.isRank {
      (losing, isNewerLosing) = (nil, false)
    }
  }

  /// The additions and the removals of both, when it is a list to both.
  private static func items(
    _ field: KnownField?, _ base: FieldState, _ newer: FieldState, _ older: FieldState
  ) -> FieldState? {
    let states = [base, newer, older]
    let isList = states.contains { if case .value(.list) = $0 { true } else { false } }
    // One name in place of another is no list of names.
    guard isList || field?.row.merge == .items, let old = base.items(of: field),
      let mine = newer.items(of: field), let their = older.items(of: field)
    else { return nil }
    let (before, there) = (Set(old), Set(their))
    let kept = mine.filter { !before.contains($0) || there.contains($0) }
    let items = (kept + their.filter { !before.contains($0) }).unique
    if items.isEmpty, newer == .absent || older == .absent { return .absent }
    // Words that are written otherwise stay so.
    if case .value(.text) = newer, items == mine { return newer }
    if case .value(.text) = older, items == their { return older }
    return .value(.list(items))
  }
}
