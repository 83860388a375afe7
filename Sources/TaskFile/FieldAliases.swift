/// A store's other names of keys, and other values of `status` and `priority`.
///
/// memo writes the key that a file uses, and the first alias of a value.
public final class FieldAliases: Sendable {
  /// memo's keys by their aliases.
  private let keys: [String: String]
  /// memo's values by its key and the case-folded alias.
  private let meanings: [String: [String: String]]
  /// Aliases by memo's key and value, in the order of the settings.
  private let spellings: [String: [String: [String]]]
  /// The names of new keys by memo's key, if they differ.
  private let newNames: [String: String]

  /// The keys that can have aliases: all but those that identify a task.
  package static let fields = Set(
    KnownField.allCases.filter { $0.kind != .id && $0 != .series }.map(\.rawValue))
  /// memo's values by key, for the keys whose values can have aliases.
  package static let words = Dictionary(
    uniqueKeysWithValues: KnownField.core.filter { $0.kind == .word }
      .map { ($0.rawValue, $0.words) })

  /// Ignored aliases: duplicates, and names that memo uses for something else.
  package let clashes: [Clash]

  /// An alias with another meaning.
  package struct Clash: Hashable, Sendable {
    /// memo's key.
    package var key: String
    /// memo's value; nil if it is an alias of the key.
    package var own: String?
    package var text: String
    /// The other meaning.
    package var meaning: String
  }

  /// - Parameters:
  ///   - keys: Aliases of keys, by memo's key.
  ///   - words: Aliases of values, by memo's key and value.
  /// - Returns: Nil for no aliases. A duplicate belongs to the first key in alphabetical order, or
  ///   the first value in memo's order. memo's own names are never aliases.
  public init?(keys: [String: [String]], words: [String: [String: [String]]]) {
    var clashes: [Clash] = []
    var names: [String: String] = [:]
    for (key, others) in keys.sorted(by: { $0.key < $1.key }) where Self.fields.contains(key) {
      for other in others {
        let isOwn = TaskDocument.isKnown(other)
        if KnownField(key: other)?.rawValue == key { continue }
        guard let meaning = isOwn ? other : names[other], meaning != key else {
          names[other] = key
          continue
        }
        clashes.append(Clash(key: key, text: other, meaning: meaning))
      }
    }
    var meanings: [String: [String: String]] = [:]
    var spellings: [String: [String: [String]]] = [:]
    for (key, all) in words.sorted(by: { $0.key < $1.key }) {
      let ownWords = Self.words[key] ?? []
      for own in ownWords {
        for other in all[own] ?? [] {
          let folded = other.lowercased()
          let meaning = ownWords.contains(folded) ? folded : meanings[key]?[folded] ?? own
          guard meaning == own else {
            clashes.append(Clash(key: key, own: own, text: other, meaning: meaning))
            continue
          }
          meanings[key, default: [:]][folded] = own
          spellings[key, default: [:]][own, default: []].append(other)
        }
      }
    }
    self.clashes = clashes
    let newNames = keys.compactMapValues(\.first).filter { key, name in
      // New keys are written without quotes.
      (names[name] == key || key == "deadline" && name == "due")
        && Scalar.encoded(name, isTyped: true) == name
    }
    guard !names.isEmpty || !meanings.isEmpty || !newNames.isEmpty || !clashes.isEmpty else {
      return nil
    }
    (self.keys, self.meanings, self.spellings) = (names, meanings, spellings)
    self.newNames = newNames
  }

  /// memo's key for an alias; nil for other names.
  public func key(_ name: String) -> String? { keys[name] }

  /// memo's value for an alias in any case; nil for other texts.
  public func word(_ text: String, of key: String) -> String? {
    meanings[key]?[text.lowercased()]
  }

  /// The name of a key in a new file.
  package func name(ofNew key: String) -> String { newNames[key] ?? key }

  /// The alias of a value, as written into files.
  func spelling(of word: String, for key: String) -> String? { spellings[key]?[word]?.first }

  /// A hash that is equal in every process.
  package var fingerprint: UInt64 {
    let lines =
      keys.map { "\($0)=\($1)" }
      + meanings.flatMap { key, words in words.map { "\(key):\($0)=\($1)" } }
    return lines.sorted().joined(separator: "\n").utf8
      .reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension FieldAliases: Hashable {
  public static func == (a: FieldAliases, b: FieldAliases) -> Bool {
    a.keys == b.keys && a.meanings == b.meanings && a.spellings == b.spellings
      && a.newNames == b.newNames
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension Header {
  /// Replaces aliases with memo's names.
  ///
  /// In a file with memo's own key, an alias of it is another field.
  mutating func read(through aliases: FieldAliases) {
    for index in entries.indices {
      let entry = entries[index]
      if let key = aliases.key(entry.key), self.entry(key) == nil,
        key != "deadline" || self.entry("due") == nil
      {
        entries[index].name = entry.key
        entries[index].key = key
      }
      let key = entries[index].key
      if case .text(let text)? = entry.meaning, !entry.isNested,
        FieldAliases.words[key]?.contains(text) == false,
        let word = aliases.word(text, of: key)
      {
        entries[index].meaning = .text(word)
      }
    }
  }
}

extension TaskDocument {
  /// The name of a new key in this file.
  func name(ofNew key: String, in header: Header) -> String {
    // The file may use an alias for something else.
    guard let name = aliases?.name(ofNew: key), header.entry(name) == nil else { return key }
    return name
  }
}

extension FieldAliases {
  /// The settings' key for aliases of a field's name.
  package static let nameKey = "key"

  /// The settings for these aliases, a line for each of memo's keys.
  package static func settings(
    keys: [String: [String]], words: [String: [String: [String]]]
  ) -> [String] {
    func list(_ items: [String]) -> String {
      let texts = items.map {
        Scalar.encoded($0, isTyped: $0.utf8.allSatisfy(\.isDigit), inList: true)
      }
      return "[\(texts.joined(separator: ", "))]"
    }
    let spoken = KnownField.core.filter { $0.kind == .word }.compactMap { field in
      let key = field.rawValue
      let parts = field.words.compactMap { own in
        words[key]?[own].map { "\(own): \(list($0))" }
      }
      let all = (keys[key].map { ["\(Self.nameKey): \(list($0))"] } ?? []) + parts
      return all.isEmpty ? nil : "\(key): {\(all.joined(separator: ", "))}"
    }
    return spoken
      + keys.filter { self.words[$0.key] == nil }.sorted { $0.key < $1.key }
      .map { "\($0.key): \(list($0.value))" }
  }
}
