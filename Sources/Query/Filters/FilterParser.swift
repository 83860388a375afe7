public import StoreFiles
internal import TaskFile

extension Filter {
  /// Parses the words of a filter; no words match everything.
  ///
  /// `not` binds tightest, then adjacent words, which must all match, then `or`. `and` between
  /// words is optional. Parentheses may touch the words.
  /// - Parameter names: The filters for `@NAME`.
  /// - Throws: ``FilterError`` with the position of the word.
  public static func parse(
    _ words: [String], now: LocalTime, names: NamedFilters = NamedFilters()
  ) throws(FilterError) -> Filter {
    var parser = FilterParser(words, now: now, names: names, vocabulary: FilterVocabulary())
    return try parser.parse()
  }

  /// Whether a typed word is a filter and not the name of a task.
  public static func isFilterWord(_ word: String) -> Bool {
    // A path may contain any words: `todo/milk (1).md`.
    FilterWords.isSpecial(word) || FilterWords.isExpression(word) && !word.hasSuffix(".md")
  }
}

struct FilterParser {
  let tokens: [FilterToken]
  let text: String
  let now: LocalTime
  let names: NamedFilters
  let vocabulary: FilterVocabulary
  var origin: String?
  /// The names being resolved, outermost first.
  var path: [String] = []
  var depth = 0
  /// The bytes parsed so far; each use of a name counts its text again.
  var size = 0
  var position = 0

  mutating func parse() throws(FilterError) -> Filter {
    // Named filters may use one another, so few words can mean many conditions.
    size += text.utf8.count
    guard size <= Limits.filterBytes else {
      throw error(
        "the filter is larger than \(Limits.filterBytes / 1000) kB, its names included",
        "make it shorter")
    }
    guard !tokens.isEmpty else { return .all }
    let filter = try alternatives(depth: depth)
    guard position == tokens.count else {
      throw error("unexpected )", "remove it", .incompleteFilter)
    }
    return filter
  }

  private mutating func alternatives(depth: Int) throws(FilterError) -> Filter {
    var parts = [try conjunction(depth: depth)]
    while isNext("or") {
      position += 1
      parts.append(try conjunction(depth: depth))
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction(depth: Int) throws(FilterError) -> Filter {
    var parts = [try factor(depth: depth)]
    while isAtCondition || isNext("and") {
      if isNext("and") { position += 1 }
      parts.append(try factor(depth: depth))
    }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func factor(depth: Int) throws(FilterError) -> Filter {
    guard depth < 100 else { throw error("nested too deep", "use fewer parentheses") }
    guard isAtCondition, let token = next else {
      throw error(
        "a condition is missing here", "write one, as +home or due<fri", .incompleteFilter)
    }
    if token.kind == .open {
      position += 1
      let inner = try alternatives(depth: depth + 1)
      guard next?.kind == .close else {
        throw error("a ) is missing", "close the parenthesis", .incompleteFilter)
      }
      position += 1
      return inner
    }
    if isNext("not") {
      position += 1
      guard isAtCondition else {
        throw error(
          "'not' needs a condition behind it", "write one, as not +home", .incompleteFilter)
      }
      return .not(try factor(depth: depth + 1))
    }
    let filter =
      token.kind == .quoted
      ? Filter.title(TextNeedle(token.text, isCaseSensitive: false))
      : try condition(token.text, depth: depth)
    position += 1
    return filter
  }

  private var next: FilterToken? { position < tokens.count ? tokens[position] : nil }

  private var isAtCondition: Bool {
    next != nil && next?.kind != .close && !isNext("or") && !isNext("and")
  }

  /// Case-insensitive.
  private func isNext(_ word: String) -> Bool {
    next?.kind == .word && next?.text.lowercased() == word
  }

  /// - Returns: An error at the next word, or at the last one.
  func error(
    _ message: String, _ hint: String, _ value: InvalidValue = .filter
  ) -> FilterError {
    let token = next ?? tokens.last
    return FilterError(
      value, message, hint, text: text, at: token?.range ?? 0..<0, origin: origin)
  }
}

extension FilterParser {
  /// - Parameter words: The typed arguments.
  init(_ words: [String], now: LocalTime, names: NamedFilters, vocabulary: FilterVocabulary) {
    self.init(
      tokens: FilterWords.tokens(of: words, now: now), text: FilterWords.line(words), now: now,
      names: names, vocabulary: vocabulary)
  }
}

extension FilterParser {
  mutating func named(_ name: String, depth: Int) throws(FilterError) -> Filter {
    guard let entry = names[name] else {
      let known =
        names.names.prefix(20).map { "@\($0)" }.joined(separator: ", ")
        + (names.names.count > 20 ? ", …" : "")
      throw error(
        "no filter is called '\(name)'",
        known.isEmpty
          ? "name one under 'filters:' in \(Store.marker); title:@\(name) searches titles"
          : "there are \(known); title:@\(name) searches titles", .unknownFilter(name))
    }
    guard !path.contains(name) else {
      let circle = (path + [name]).map { "@\($0)" }.joined(separator: " → ")
      throw error("the filter '\(name)' refers to itself: \(circle)", "take it out of one")
    }
    let origin = "\(Store.marker):\(entry.line), the filter '\(name)'"
    guard let text = entry.text else {
      throw FilterError(
        .filter, "the filter '\(name)' is not text",
        "write it as one text: \(name): due<=today or overdue",
        text: "@\(name)", at: 0..<(name.count + 1), origin: origin)
    }
    var parser = FilterParser(
      tokens: FilterWords.tokens(of: text, now: now), text: text, now: now, names: names,
      vocabulary: vocabulary, origin: origin, path: path + [name], depth: depth + 1, size: size)
    let filter = try parser.parse()
    size = parser.size
    return filter
  }
}

extension Filter {
  /// The user's own keys in the filter, in the order of its words, without duplicates.
  public var ownKeys: [String] {
    var seen = Self.knownKeys
    return conditions.compactMap { condition in
      switch condition {
      case .field(let key, _, _), .missing(let key): seen.insert(key).inserted ? key : nil
      default: nil
      }
    }
  }

  /// The tags in the filter, in the order of its words, without duplicates.
  public var tags: [String] {
    var seen: Set<String> = []
    return conditions.compactMap { condition in
      // `tag:home,work` is also parsed as one tag, `home,work`.
      guard case .tag(let tag) = condition, !tag.contains(","), seen.insert(tag).inserted else {
        return nil
      }
      return tag
    }
  }

  /// The tasks' tags and the tags above them: `area` for `area/home`.
  public static func tags(of tasks: [StoredTask]) -> Set<String> {
    tasks.reduce(into: []) { known, task in
      for tag in task.item.tags where known.insert(tag).inserted {
        for slash in tag.indices where tag[slash] == "/" { known.insert(String(tag[..<slash])) }
      }
    }
  }

  /// Whether it has a condition on the title, the id or the path.
  public var namesTasks: Bool {
    conditions.contains { condition in
      switch condition {
      case .title, .id, .path: true
      default: false
      }
    }
  }

  /// Known keys and their short names.
  public static let knownKeys = KnownField.suggestions.union(["path", "done", "changed"])
}

/// Values of other tools that a filter may contain.
struct FilterVocabulary {
  /// Unknown values in the files, case folded, by key.
  private var values: [String: Set<String>] = [:]

  private let aliases: FieldAliases?

  init(_ aliases: FieldAliases? = nil, in tasks: [StoredTask] = []) {
    self.aliases = aliases
    for task in tasks where !task.problems.isEmpty {
      for key in KnownField.readable.map(\.rawValue) {
        guard let text = task.unusable(key) else { continue }
        values[key, default: []].insert(CaseFolding.folded(text))
      }
    }
  }

  func key(_ name: String) -> String {
    // Other short names stay, so that errors repeat them as typed.
    aliases?.key(name) ?? (["pri", "to"].contains(name) ? KnownField.fullName(name) : name)
  }

  /// memo's spelling of a value that is typed in any case.
  func word(_ text: String, of field: KnownField) -> String? {
    field.word(typed: text) ?? aliases?.word(text, of: field.rawValue)
  }

  /// Whether a task has this value, which memo doesn't know.
  func contains(_ value: String, of key: String) -> Bool {
    values[key]?.contains(CaseFolding.folded(value)) ?? false
  }
}
