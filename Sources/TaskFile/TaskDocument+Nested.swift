extension TaskDocument {
  /// The lines of a key with another nested value, as a merge has kept it; nil where either of the
  /// two is none.
  func nested(_ entry: HeaderEntry, _ value: FieldValue) -> [UInt8]? {
    guard entry.isNested, case .text(let text) = value, text.utf8.first == .newline else {
      return nil
    }
    return bytes[entry.start..<entry.afterColon] + Array(text.utf8)
  }

  /// What somebody has typed for a key of their own as YAML's `{a: 1}`; nil for everything else.
  ///
  /// It is read as it is written, so a value that is a map stays one.
  static func flowMap(_ value: FieldValue, _ key: String) -> [UInt8]? {
    guard case .text(let text) = value, !isKnown(key), text.hasPrefix("{"), text.hasSuffix("}"),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    let trial = TaskDocument(Array("---\nkey: \(text)\n---\n".utf8))
    guard case .map? = trial.ownValues().first?.value, trial.header.entry("key")?.meaning == value
    else { return nil }
    return Array(text.utf8)
  }
}
