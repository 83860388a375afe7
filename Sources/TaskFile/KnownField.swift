/// A field of the front matter that memo knows.
///
/// Its row has everything that differs between fields. The parser, filters, merges, cards, JSON and
/// the manual's table read it.
///
/// To add a field, add a case, its row, its name in other languages (`KnownField.korean` in
/// `Words`), and a row in TaskFiles.md, but no property of ``TaskItem``.
public enum KnownField: String, CaseIterable, Sendable {
  // In the order of history and of cards.
  case title, status, deadline, priority, tags, created, id
  case memoID = "memo-id"
  case series, wait, until, every, after, assignee, project, estimate, spent, rank, source
  case claimedBy = "claimed-by"
  case claimedUntil = "claimed-until"

  var row: Row {
    switch self {
    case .title: Row(kind: .line, isCore: true)
    case .status:
      Row(
        kind: .word, isCore: true, words: Status.allCases.map(\.rawValue), merge: .furthest,
        inSeries: .ofEach)
    case .deadline:
      Row(
        kind: .date, isCore: true, otherKey: "due", shortNames: ["due"],
        elsewhere: ["duedate", "due-date", "due_date"], isOnCards: true, inSeries: .ofEach)
    case .priority:
      Row(
        kind: .word, isCore: true, shortNames: ["p", "pri"],
        words: Priority.allCases.map(\.rawValue),
        alsoTyped: "H, M, L and 1, 2, 3 are the same", isOnCards: true)
    case .tags:
      Row(kind: .tags, isCore: true, shortNames: ["tag"], merge: .items, isOnCards: true)
    case .created:
      Row(kind: .moment, isCore: true, merge: .earliest, isGivenOnce: true, inSeries: .ofEach)
    case .id:
      Row(kind: .id, isCore: true, merge: .smallest, isGivenOnce: true, inSeries: .ofEach)
    case .memoID:
      Row(kind: .id, isCore: true, merge: .smallest, inSeries: .ofEach, isOffered: false)
    case .series: Row(kind: .text, isGivenOnce: true, inSeries: .ofEach)
    case .wait:
      Row(kind: .date, elsewhere: ["t", "threshold", "hide", "scheduled"], inSeries: .ofEach)
    case .until: Row(kind: .date, elsewhere: ["ends"])
    case .every: Row(kind: .rule, elsewhere: ["recur", "recurrence", "rec", "repeat", "repeats"])
    case .after:
      Row(
        kind: .tasks,
        elsewhere: ["depends", "depend", "dep", "deps", "depends-on", "blockedby", "blocked-by"],
        merge: .items)
    case .assignee:
      Row(kind: .people, shortNames: ["to"], elsewhere: ["assigned"], isOnCards: true)
    case .project: Row(kind: .text, elsewhere: ["pro", "proj"])
    case .estimate: Row(kind: .duration, isOffered: false)
    case .spent: Row(kind: .duration, inSeries: .ofOne, isOffered: false)
    case .source: Row(kind: .text, inSeries: .ofOne, isOffered: false)
    case .rank: Row(kind: .text, merge: .place, isOffered: false)
    case .claimedBy: Row(kind: .text, merge: .remote, inSeries: .ofOne)
    case .claimedUntil: Row(kind: .date, merge: .remote, inSeries: .ofOne)
    }
  }
}

extension KnownField {
  struct Row {
    var kind: Kind
    /// Whether any task may have it.
    ///
    /// Then ``TaskItem`` has a property, JSON has a member, and new keys go below it. Other fields
    /// are in ``TaskItem/otherFields`` and in JSON's `fields`.
    var isCore = false
    /// Another key in files.
    var otherKey: String?
    /// For commands.
    var shortNames: [String] = []
    /// Names in other tools, for suggestions.
    var elsewhere: [String] = []
    /// All values of a ``Kind/word``, in order.
    var words: [String] = []
    /// The hint's words besides the values.
    var alsoTyped: String?
    var merge = Merge.newest
    /// Whether cards and lists show it.
    var isOnCards = false
    /// Whether only memo sets it, and only once.
    var isGivenOnce = false
    var inSeries = InSeries.ofAll
    /// Whether commands offer and suggest its name.
    var isOffered = true
  }

  public enum Kind: Sendable {
    case text
    /// One line, not empty.
    case line
    case word
    case tags
    /// A future day, with or without time.
    case date
    /// A past time.
    case moment
    /// A duration, or one other word, such as `L` or `5`.
    case duration
    case rule
    case tasks
    /// One or several names.
    case people
    case id

    /// Whether the value may be a list, except for tags.
    public var isList: Bool { self == .tasks || self == .people }
  }

  /// The way to merge a field that both sides changed.
  enum Merge {
    /// The newer value, with a note of the other one. If a side has a list, the additions and
    /// removals of both.
    case newest
    /// The additions and removals of both, even without a list.
    case items
    /// The furthest status, with its folder.
    case furthest
    /// The earlier time without a note, if both sides added the task. Otherwise the newer value.
    case earliest
    /// The smaller id without a note, if both sides added one. Otherwise the newer value.
    case smallest
    /// The newer place in the manual order, without a note.
    case place
    /// The fields of a claim go together. If the remote changed any of them, all have the remote's
    /// values, without a note. Otherwise each has the newer value, also if neither side is the
    /// remote.
    case remote
  }

  /// The field's value in the next task of a series.
  enum InSeries {
    /// The same value.
    case ofAll
    /// Its own value.
    case ofEach
    /// No value.
    case ofOne
  }
}

extension KnownField {
  public var kind: Kind { row.kind }
  public var isCore: Bool { row.isCore }
  public var isGivenOnce: Bool { row.isGivenOnce }
  public var isOffered: Bool { row.isOffered }
  public var words: [String] { row.words }
  package var alsoTyped: String? { row.alsoTyped }
  /// The keys in files: `deadline` and `due`.
  package var keys: [String] { [rawValue] + [row.otherKey].compactMap(\.self) }
  private var names: [String] { [rawValue] + row.shortNames }

  /// In the order of history.
  package static let core = allCases.filter(\.isCore)
  /// Fields whose invalid values filters compare as text.
  package static let readable = core.filter { [.word, .date, .moment].contains($0.kind) }
  /// In the order of cards and lists.
  package static let onCards = allCases.filter(\.row.isOnCards)
  /// Those that cards show as text.
  package static let textsOnCards = onCards.filter { !$0.isCore && $0 != .assignee }
  /// All names in commands, long and short.
  public static let names = Set(allCases.filter(\.isOffered).flatMap(\.names))
  /// The names to suggest; of two short names, only one.
  package static let suggestions = names.subtracting(["pri"])

  static let coreKeys = Set(core.flatMap(\.keys))

  /// - Parameter key: A key in files: `deadline`, `due`.
  public init?(key: String) {
    guard let field = Self.byKey[key] else { return nil }
    self = field
  }

  /// - Parameter name: A name in commands: `deadline`, `due`; `priority`, `p`, `pri`.
  public init?(typed name: String) {
    guard let field = Self.byName[name] else { return nil }
    self = field
  }

  /// The full name of a short one: `p`, `due`, `tag`, `to`.
  public static func fullName(_ key: String) -> String { byName[key]?.rawValue ?? key }

  /// memo's name for another tool's field; nil for unknown fields.
  package static func name(elsewhere key: String) -> String? {
    let key = key.lowercased()
    return allCases.first { $0.row.elsewhere.contains(key) }.map { $0.row.otherKey ?? $0.rawValue }
  }

  private static let byKey = index(\.keys)
  private static let byName = index(\.names)

  private static func index(_ words: (KnownField) -> [String]) -> [String: KnownField] {
    Dictionary(
      uniqueKeysWithValues: allCases.flatMap { field in words(field).map { ($0, field) } })
  }
}

extension KnownField {
  package func accepts(_ value: FieldValue) -> Bool {
    switch (kind, value) {
    case (.word, .text(let text)): words.contains(text)
    case (.date, .text(let text)): Deadline(text) != nil
    case (.moment, .text(let text)): Timestamp(atMost: text) != nil
    case (.id, .text(let text)): TaskID(text) != nil
    case (.rule, _): RepeatRule(value) != nil
    default: true
    }
  }

  /// The reason why a value is invalid, with a hint; nil for fields with any text.
  func complaint(about text: String) -> (message: String, hint: String)? {
    switch kind {
    case .word: ("invalid \(rawValue) '\(text)'", "write \(words.orList)")
    case .date:
      ("invalid date '\(text)'", "write 2026-12-01, 2026-12-01 17:00 or 2026-12-01T17:00+09:00")
    case .moment: ("invalid time '\(text)'", "write 2026-11-20T15:04:05+09:00")
    case .id:
      (
        "'\(text)' is not an id: an id is ten letters of bcdfghjkmnpqrstvwxz",
        "remove the line, and the task gets a new one"
      )
    case .rule:
      ("invalid rule, so this task doesn't repeat", RepeatRule.hint)
    case .text, .line, .tags, .tasks, .people, .duration: nil
    }
  }
}

extension [String] {
  /// `todo, doing or done`.
  package var orList: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or \(self[count - 1])"
  }
}
