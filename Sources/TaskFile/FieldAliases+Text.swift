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
