internal import StoreFiles
internal import TaskFile

/// What of the words of a new task is its title, and what are fields.
///
/// `KEY:VALUE` is a field if memo or the store knows the key, or if nothing stands between the
/// colon and the value and the whole is no address and no time. An argument of several words is
/// read like as many arguments; what stands in quotes in it is title.
public struct TaskWords {
  public private(set) var title = ""
  /// In the order of the words.
  public private(set) var edits: [FieldEdit] = []
  /// The keys as they were typed.
  public private(set) var keys: [String] = []

  private let grammar: FieldGrammar
  private let isUsed: (String) -> Bool

  /// - Parameters:
  ///   - arguments: As the shell left them.
  ///   - literal: What is title whatever it looks like.
  ///   - isUsed: Whether some task of the store has this key.
  /// - Throws: ``FieldError`` for a field that can't be.
  public init(
    _ arguments: [String], literal: [String] = [], _ grammar: FieldGrammar,
    isUsed: @escaping (String) -> Bool
  ) throws(FieldError) {
    self.grammar = grammar
    self.isUsed = isUsed
    var titles: [String] = []
    var words = Self.words(of: arguments)[...]
    // What has no field in it stays as it was typed, its spaces too.
    var used: Set<Int> = []
    var kept: [(argument: Int, text: String)] = []
    while let word = words.first {
      if word.text == "+", arguments[word.argument].trimmingSpaces == "+" {
        throw FieldError(
          "'+' names no tag",
          "leave it out, or write it behind --; is a variable of a script empty?")
      }
      let count = try field(words.prefix(ValuePhrase.most + 1).map(\.text))
      if count == 0 { kept.append((word.argument, word.text)) }
      if count > 0 { used.formUnion(words.prefix(count).map(\.argument)) }
      words = words.dropFirst(max(1, count))
    }
    for (index, argument) in arguments.enumerated()
    where argument.contains(where: { !$0.isWhitespace }) {
      let rest = kept.filter { $0.argument == index }.map(\.text)
      titles += used.contains(index) ? rest : [argument]
    }
    edits = edits.joiningLists
    if let key = edits.twice { throw FieldError.twice(key) }
    let explicit = edits.compactMap(\.title)
    edits.removeAll { $0.key == "title" }
    title = (titles + literal + explicit).joined(separator: " ")
  }

  /// Takes the field with which the words begin.
  ///
  /// - Returns: How many words it takes; 0 for a word of the title.
  private mutating func field(_ words: [String]) throws(FieldError) -> Int {
    let word = words[0]
    if word.hasPrefix("\""), word.contains(where: \.isWhitespace) { return 0 }
    if FieldGrammar.isTag(word) {
      edits.append(.addTag(try FieldGrammar.tag(String(word.dropFirst()))))
      return 1
    }
    guard let pair = FieldPair(word) else { return 0 }
    let isKnown = KnownField.names.contains(pair.key) || isUsed(pair.key)
    guard isKnown || pair.isGlued else { return 0 }
    guard !pair.value.isEmpty else {
      throw FieldError(
        "'\(word)' says no value",
        "write it with nothing between, as \(word)VALUE, or behind -- where it is title; "
          + "is a variable of a script empty?")
    }
    let values =
      [pair.value]
      + words.dropFirst().prefix(ValuePhrase.most).prefix(while: ValuePhrase.mayContinue)
    let length = grammar.length(of: pair.key, values, isOverdue: true)
    let value = values.prefix(length.total).joined(separator: " ")
    do throws(FieldError) {
      edits.append(try grammar.edit(pair.key, value))
    } catch {
      guard length.leftover > 0 else { throw error }
      var error = error
      let field = "\(pair.key):\(values.prefix(length.value).joined(separator: " "))"
      error.hints.append("where the rest is title, write '\(field)' last")
      throw error
    }
    keys.append(pair.key)
    return length.total
  }

  /// The arguments' words, each with the place of its argument.
  private static func words(of arguments: [String]) -> [(argument: Int, text: String)] {
    arguments.enumerated().flatMap { index, argument -> [(Int, String)] in
      let words = FieldGrammar.words(of: argument)
      // `"project:big house"` beside a title: the shell left the value whole.
      let isWhole =
        arguments.count > 1 && words.count > 1 && FieldPair(words[0])?.isText == true
        && !words.dropFirst().contains { FieldPair($0) != nil || $0.hasPrefix("+") }
      return isWhole ? [(index, argument)] : words.map { (index, $0) }
    }
  }
}

extension FieldEdit {
  fileprivate var title: String? {
    switch self {
    case .set(let key, .text(let text)): key == "title" ? text : nil
    default: nil
    }
  }
}

/// `KEY:VALUE`, as somebody writes a field into a title.
struct FieldPair {
  var key: String
  /// Empty where nothing is said, which is never what the next word says.
  var value: String

  /// - Returns: Nil for a word that is none, such as `17:00`, `https://example.org` and `a::b`.
  init?(_ word: String) {
    guard let pair = FilterPair(word), pair.sign == ":",
      !Self.schemes.contains(pair.key.lowercased()),
      !pair.key.contains(".")
    else { return nil }
    key = pair.key
    value = pair.value
  }

  /// Whether nothing stands before the value, and it begins as one.
  var isGlued: Bool {
    value.first.map { $0.isLetter || $0.isNumber || "[+-_".contains($0) } ?? false
  }

  /// Whether the value is text, which may have spaces.
  var isText: Bool {
    !value.isEmpty && (KnownField(typed: key)?.kind ?? .text) == .text
  }

  /// Addresses without two slashes.
  private static let schemes: Set = [
    "mailto", "tel", "sms", "data", "urn", "file", "http", "https",
  ]
}
