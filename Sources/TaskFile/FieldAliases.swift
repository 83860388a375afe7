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
  package static let fields: Set<String> = ["status", "deadline", "priority", "tags", "title"]
  /// The fields whose values may, with memo's own words.
  package static let words = [
    "status": Status.allCases.map(\.rawValue), "priority": Priority.allCases.map(\.rawValue),
  ]

  /// - Parameters:
  ///   - keys: Names of keys, by memo's own.
  ///   - words: Words, by memo's key and memo's word.
  /// - Returns: Nil for none at all; where one name is there twice, the first counts.
  public init?(keys: [String: [String]], words: [String: [String: [String]]]) {
    var names: [String: String] = [:]
    for (key, others) in keys.sorted(by: { $0.key < $1.key }) where Self.fields.contains(key) {
      for other in others where names[other] == nil && !TaskDocument.isKnown(other) {
        names[other] = key
      }
    }
    var meanings: [String: [String: String]] = [:]
    for (key, all) in words {
      for own in Self.words[key] ?? [] {
        for other in all[own] ?? [] where meanings[key]?[other.lowercased()] == nil {
          meanings[key, default: [:]][other.lowercased()] = own
        }
      }
    }
    let newNames = keys.compactMapValues(\.first).filter { key, name in
      names[name] == key || key == "deadline" && name == "due"
    }
    guard !names.isEmpty || !meanings.isEmpty || !newNames.isEmpty else { return nil }
    (self.keys, self.meanings, spellings, self.newNames) = (names, meanings, words, newNames)
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
    forNew key: String, _ value: FieldValue, besides header: Header = Header()
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
