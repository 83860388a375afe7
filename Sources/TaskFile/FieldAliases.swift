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

  /// The fields whose keys may have other names.
  package static let fields: Set<String> = ["deadline", "tags", "title"]
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
    guard !names.isEmpty || !meanings.isEmpty else { return nil }
    (self.keys, self.meanings, spellings) = (names, meanings, words)
  }

  /// memo's name for a key; nil for one that has no other.
  public func key(_ name: String) -> String? { keys[name] }

  /// memo's word for a value, whatever the case of its letters; nil for one that is no alias.
  public func word(_ text: String, of key: String) -> String? {
    meanings[key]?[text.lowercased()]
  }

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

extension FieldAliases: Hashable {
  public static func == (a: FieldAliases, b: FieldAliases) -> Bool {
    a.keys == b.keys && a.meanings == b.meanings && a.spellings == b.spellings
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
      } else if case .text(let text)? = entry.meaning, !entry.isNested,
        FieldAliases.words[entry.key]?.contains(text) == false,
        let word = aliases.word(text, of: entry.key)
      {
        entries[index].spelling = text
        entries[index].meaning = .text(word)
      }
    }
  }
}

extension TaskDocument {
  /// A value as the file says it, where it has another word for it.
  func spelled(_ value: FieldValue, for entry: HeaderEntry) -> FieldValue {
    guard let aliases, let words = FieldAliases.words[entry.key], case .text(let text) = value,
      let spelling = aliases.spelling(of: text, for: entry.key)
    else { return value }
    // Who writes memo's own words goes on with them.
    if entry.spelling == nil, case .text(let old)? = entry.meaning, words.contains(old) {
      return value
    }
    return .text(spelling)
  }
}
