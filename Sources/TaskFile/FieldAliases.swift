/// What other words mean in the files of a store: keys, and values of `status` and `priority`.
///
/// What is read through one is written through it: the file's own word and key stay.
public final class FieldAliases: Sendable {
  /// By the key as it stands in files.
  private let keys: [String: String]
  /// By memo's key and the word in a file, case folded.
  private let meanings: [String: [String: String]]
  /// By memo's key and memo's word, in the order in which they were named.
  private let spellings: [String: [String: [String]]]
  /// What a new key is called, by memo's own, where that is another name.
  private let newNames: [String: String]

  /// The fields whose keys may have other names.
  package static let fields = Set(
    KnownField.core.filter { ![.created, .id, .memoID].contains($0) }.map(\.rawValue))
  /// The fields whose values may, with memo's own words.
  package static let words = Dictionary(
    uniqueKeysWithValues: KnownField.core.filter { $0.kind == .word }
      .map { ($0.rawValue, $0.words) })

  /// What of the words is there twice, or memo's own for something else, and so means nothing.
  package let clashes: [Clash]

  /// A name or a word that means something else already.
  package struct Clash: Hashable, Sendable {
    /// memo's key.
    package var key: String
    /// memo's word that it was to mean; nil for a name of the key itself.
    package var own: String?
    /// Its place among those that are named there.
    package var index: Int
    package var text: String
    /// What it means.
    package var meaning: String
  }

  /// - Parameters:
  ///   - keys: Names of keys, by memo's own.
  ///   - words: Words, by memo's key and memo's word.
  /// - Returns: Nil for none at all. Where one name is there twice the first of memo's keys, in
  ///   the order of the alphabet, has it, and a word the first of memo's, in their order; what is a
  ///   key or a word of memo's own stays that.
  public init?(keys: [String: [String]], words: [String: [String: [String]]]) {
    var clashes: [Clash] = []
    var names: [String: String] = [:]
    for (key, others) in keys.sorted(by: { $0.key < $1.key }) where Self.fields.contains(key) {
      for (index, other) in others.enumerated() {
        let isOwn = TaskDocument.isKnown(other)
        if KnownField(key: other)?.rawValue == key { continue }
        guard let meaning = isOwn ? other : names[other], meaning != key else {
          names[other] = key
          continue
        }
        clashes.append(Clash(key: key, index: index, text: other, meaning: meaning))
      }
    }
    var meanings: [String: [String: String]] = [:]
    var spellings: [String: [String: [String]]] = [:]
    for (key, all) in words.sorted(by: { $0.key < $1.key }) {
      let ownWords = Self.words[key] ?? []
      for own in ownWords {
        for (index, other) in (all[own] ?? []).enumerated() {
          let folded = other.lowercased()
          let meaning = ownWords.contains(folded) ? folded : meanings[key]?[folded] ?? own
          guard meaning == own else {
            clashes.append(Clash(key: key, own: own, index: index, text: other, meaning: meaning))
            continue
          }
          meanings[key, default: [:]][folded] = own
          spellings[key, default: [:]][own, default: []].append(other)
        }
      }
    }
    self.clashes = clashes
    let newNames = keys.compactMapValues(\.first).filter { key, name in
      names[name] == key || key == "deadline" && name == "due"
    }
    guard !names.isEmpty || !meanings.isEmpty || !newNames.isEmpty || !clashes.isEmpty else {
      return nil
    }
    (self.keys, self.meanings, self.spellings) = (names, meanings, spellings)
    self.newNames = newNames
  }

  /// memo's name for a key; nil for one that has no other.
  public func key(_ name: String) -> String? { keys[name] }

  /// memo's word for a value, whatever the case of its letters; nil for one that is no alias.
  public func word(_ text: String, of key: String) -> String? {
    meanings[key]?[text.lowercased()]
  }

  /// What a key is called in a new file.
  func name(ofNew key: String) -> String { newNames[key] ?? key }

  /// How a file that doesn't use memo's own words says one.
  func spelling(of word: String, for key: String) -> String? { spellings[key]?[word]?.first }

  /// The same for the same aliases, whatever the process, and another for others.
  package var fingerprint: UInt64 {
    let lines =
      keys.map { "\($0)=\($1)" }
      + meanings.flatMap { key, words in words.map { "\(key):\($0)=\($1)" } }
    return lines.sorted().joined(separator: "\n").utf8
      .reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension FieldAliases {
  /// What a key is to be called in a file, and what a value of it.
  ///
  /// - Parameter header: What the file has already; a name that is taken there is not used.
  func words(
    forNew key: String, _ value: FieldValue, besides header: Header
  ) -> (name: String, value: FieldValue) {
    let name = name(ofNew: key)
    var value = value
    if case .text(let text) = value, let other = spelling(of: text, for: key) {
      value = .text(other)
    }
    return (header.entry(name) == nil ? name : key, value)
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
  /// Calls keys and values by memo's names, where a store has others for them.
  ///
  /// A key that memo knows is the one that counts; another name of it is then a key of the user's.
  mutating func read(through aliases: FieldAliases) {
    for index in entries.indices {
      let entry = entries[index]
      if let key = aliases.key(entry.key), self.entry(key) == nil,
        key != "deadline" || self.entry("due") == nil
      {
        entries[index].name = entry.key
        entries[index].key = key
        entries[index] = entries[index].onOneLine
      }
      let key = entries[index].key
      if case .text(let text)? = entry.meaning, !entry.isNested,
        FieldAliases.words[key]?.contains(text) == false,
        let word = aliases.word(text, of: key)
      {
        entries[index].spelling = text
        entries[index].meaning = .text(word)
      }
    }
  }
}

extension Header {
  /// Whether a file says something in memo's own words for which its store has others: then it goes
  /// on with them.
  func usesOwnWords(_ aliases: FieldAliases) -> Bool {
    entries.contains {
      $0.name == nil && aliases.name(ofNew: $0.key) != $0.key || $0.isOwnWord(aliases)
    }
  }
}

extension HeaderEntry {
  /// Whether the file has memo's own word for a value for which its store has another.
  ///
  /// Who writes memo's own words goes on with them. One for which there is no other says nothing.
  fileprivate func isOwnWord(_ aliases: FieldAliases) -> Bool {
    guard spelling == nil, FieldAliases.words[key] != nil, case .text(let text)? = meaning else {
      return false
    }
    return aliases.spelling(of: text, for: key).map { $0 != text } ?? false
  }
}

extension TaskDocument {
  /// What a key that a file doesn't have is to be called there, and what a value of it.
  func words(
    forNew key: String, _ value: FieldValue, in header: Header
  ) -> (name: String, value: FieldValue) {
    guard let aliases, !header.usesOwnWords(aliases) else { return (key, value) }
    return aliases.words(forNew: key, value, besides: header)
  }

  /// A value as the file says it, where it has another word for it.
  func spelled(_ value: FieldValue, for entry: HeaderEntry) -> FieldValue {
    guard let aliases, case .text(let text) = value,
      let spelling = aliases.spelling(of: text, for: entry.key)
    else { return value }
    return entry.isOwnWord(aliases) ? value : .text(spelling)
  }
}

extension FieldAliases {
  /// Where the names of a key stand among the other words for its values.
  package static let nameKey = "key"

  /// Settings that say so, a line for each of memo's keys.
  ///
  /// - Parameters:
  ///   - keys: Names of keys, by memo's own.
  ///   - words: Words, by memo's key and memo's word.
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
