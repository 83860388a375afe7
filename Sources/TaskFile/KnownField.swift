/// A field of the front matter that memo gives a meaning.
///
/// Everything that is said of a field stands in its row: the parser, the grammar of
/// `key:value`, filters, merges, cards and the manual's table read it there. To add a field, add a
/// case and its row. It needs no property of ``TaskItem``: it is read from its other fields.
public enum KnownField: String, CaseIterable, Sendable {
  // In the order of the journal and of cards.
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
    case .created: Row(kind: .moment, isCore: true, isGivenOnce: true, inSeries: .ofEach)
    case .id: Row(kind: .id, isCore: true, isGivenOnce: true, inSeries: .ofEach)
    case .memoID: Row(kind: .id, isCore: true, inSeries: .ofEach, isOffered: false)
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
  /// What is said of a field.
  struct Row {
    var kind: Kind
    /// Whether any task may have it.
    ///
    /// ``TaskItem`` has a property for it, JSON a member of its name, and new keys go below it.
    /// Others are among ``TaskItem/otherFields`` and JSON's `fields`.
    var isCore = false
    /// Another key for it in files.
    var otherKey: String?
    /// What else may be typed for its name.
    var shortNames: [String] = []
    /// What other tools call it, to be suggested.
    var elsewhere: [String] = []
    /// All values of a ``Kind/word``, in their order.
    var words: [String] = []
    /// What a hint says besides the words.
    var alsoTyped: String?
    var merge = Merge.newest
    /// Whether cards and lists show it.
    var isOnCards = false
    /// Whether memo gives it, and nobody sets it.
    var isGivenOnce = false
    var inSeries = InSeries.ofAll
    /// Whether commands take its name for granted, and suggest it where another is misspelt.
    var isOffered = true
  }

  /// What a field holds.
  public enum Kind: Sendable {
    /// Anything.
    case text
    /// One line that is never empty.
    case line
    /// One of a few words.
    case word
    /// A set of words.
    case tags
    /// A day, perhaps with a time, of the time to come.
    case date
    /// A moment of the past.
    case moment
    /// How long something takes, or anything that is one word, as `L` or `5`.
    case duration
    /// When a task comes again.
    case rule
    /// Other tasks, by their ids.
    case tasks
    /// One name, or several.
    case people
    case id

    /// Whether it may hold several values, tags apart.
    public var isList: Bool { self == .tasks || self == .people }
  }

  /// What becomes of a field that both sides of a merge changed.
  enum Merge {
    /// The newer value, and a note of the other; additions and removals of both where either side
    /// has a list.
    case newest
    /// Additions and removals of both, even where neither side has a list.
    case items
    /// The further status, with the folder.
    case furthest
    /// The newer place in an order by hand, without a note.
    case place
    /// What the remote has of all fields that are merged so, where it has changed one; without a
    /// note. Else the newer value.
    case remote
  }

  /// Whose a field is among tasks that repeat one another.
  enum InSeries {
    /// The next task has it as well.
    case ofAll
    /// Each task has its own.
    case ofEach
    /// The next task doesn't have it.
    case ofOne
  }
}

extension KnownField {
  public var kind: Kind { row.kind }
  public var isCore: Bool { row.isCore }
  public var isGivenOnce: Bool { row.isGivenOnce }
  public var isOffered: Bool { row.isOffered }
  /// All values of a ``Kind/word``, in their order.
  public var words: [String] { row.words }
  package var alsoTyped: String? { row.alsoTyped }
  /// Its keys in files: `deadline` and `due`.
  package var keys: [String] { [rawValue] + [row.otherKey].compactMap(\.self) }
  /// What may be typed for it.
  private var names: [String] { [rawValue] + row.shortNames }

  /// The fields that any task may have, in the order of the journal.
  package static let core = allCases.filter(\.isCore)
  /// Those of which a file may say what memo can't use, and that are then compared as text.
  package static let readable = core.filter { [.word, .date, .moment].contains($0.kind) }
  /// The fields that cards and lists show, in their order.
  package static let onCards = allCases.filter(\.row.isOnCards)
  /// Those of them that are shown as their text.
  package static let textsOnCards = onCards.filter { !$0.isCore && $0 != .assignee }
  /// Every name that may be typed, short ones too.
  public static let names = Set(allCases.filter(\.isOffered).flatMap(\.names))
  /// The names to suggest: of two short ones the shorter.
  package static let suggestions = names.subtracting(["pri"])

  /// The keys of files that ``core`` fields have.
  static let coreKeys = Set(core.flatMap(\.keys))

  /// - Parameter key: As in files: `deadline`, `due`.
  public init?(key: String) {
    guard let field = Self.byKey[key] else { return nil }
    self = field
  }

  /// - Parameter name: As it is typed: `deadline`, `due`; `priority`, `p`, `pri`.
  public init?(typed name: String) {
    guard let field = Self.byName[name] else { return nil }
    self = field
  }

  /// A key's own name for a short one: `p`, `due`, `tag`, `to`.
  public static func fullName(_ key: String) -> String { byName[key]?.rawValue ?? key }

  /// What is to be typed for what other tools have under another name; nil for any other.
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
  /// Whether memo can use a value.
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

  /// Why a text in a file is no value of it, and what to write; nil for a field that holds any text.
  func complaint(about text: String) -> (message: String, hint: String)? {
    switch kind {
    case .word: ("invalid \(rawValue) '\(text)'", "write \(words.orList)")
    case .date:
      ("invalid date '\(text)'", "write 2026-12-01, 2026-12-01 17:00 or 2026-12-01T17:00+09:00")
    case .moment: ("invalid time '\(text)'", "write 2026-11-20T15:04:05+09:00")
    case .id:
      (
        "'\(text)' is no id: an id is ten letters of bcdfghjkmnpqrstvwxz",
        "remove the line, and the task gets a new one"
      )
    case .rule:
      ("this is no rule for coming again, so nothing comes after this task", RepeatRule.hint)
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
