extension TaskDocument {
  /// The same file with its front matter in YAML, where that can say all that is in it.
  ///
  /// - Returns: Nil for what is YAML already, and where something would be lost or mean something
  ///   else: tables, nested values and comments within values of TOML, a status, which the folder
  ///   alone has said so far.
  package func inYAML() -> TaskDocument? {
    let fences = fences
    guard isText, let range = fences.foreign, let format = fences.format, format.isRead,
      isUnderstood
    else { return nil }
    let header = header
    let isOdd = header.entries.contains { entry in
      !Self.isKey(entry.key) || ["status", "memo-id"].contains(entry.key)
    }
    guard !isOdd, let lines = format == .json ? jsonLines() : tomlLines(range, header) else {
      return nil
    }
    let newline = fences.newline
    let start = Array(bytes[..<fences.start])
    let front = (["---"] + lines + ["---"]).flatMap { Array($0.utf8) + newline }
    let document = with(start + front + bytes[fences.body...])
    let (old, new) = (item(fileName: "a"), document.item(fileName: "a"))
    let isSame =
      old.title == new.title && old.tags == new.tags && old.deadline == new.deadline
      && old.priority == new.priority && document.header.entries.count == header.entries.count
    return isSame && document.isUnderstood && document.bodyBytes == bodyBytes ? document : nil
  }

  /// Why a front matter of another language isn't turned into YAML; nil where it can be.
  package var obstacleToYAML: String? {
    guard isForeign, inYAML() == nil else { return nil }
    if let key = header.entries.map(\.key).first(where: ["status", "memo-id"].contains) {
      return "its '\(key)' says nothing to memo so far, and would"
    }
    return "in YAML something in it would be lost, or mean something else"
  }

  private func jsonLines() -> [String]? {
    let values = typedValues()
    var lines: [String] = []
    for entry in header.entries {
      guard let value = values[entry.key] else { return nil }
      lines.append("\(entry.key): \(value.flow(isTop: true))")
    }
    return lines
  }

  /// Line by line, so that comments stay where they are.
  private func tomlLines(_ range: Range<Int>, _ header: Header) -> [String]? {
    var lines: [String] = []
    var place = range.lowerBound
    /// What stands between two fields; nil where it is more than blank lines and comments.
    func gap(to end: Int, behindField: Bool) -> [String]? {
      let rest = String(decoding: bytes[place..<end], as: UTF8.self)
      var texts = rest.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { String($0).oneLine }
      guard texts.allSatisfy({ $0.isEmpty || $0.hasPrefix("#") }) else { return nil }
      if behindField, let comment = texts.first {
        texts.removeFirst()
        if !comment.isEmpty { lines[lines.count - 1] += " \(comment)" }
      }
      // Behind the last line break nothing stands before the next field.
      return texts.last == "" ? texts.dropLast() : texts
    }
    for entry in header.entries.sorted(by: { $0.start < $1.start }) {
      guard !entry.isNested, !TOMLReader.hasComment(bytes, in: entry.value),
        let between = gap(to: entry.start, behindField: !lines.isEmpty),
        let text = tomlText(entry)
      else { return nil }
      lines += between + ["\(entry.key): \(text)"]
      place = entry.end
    }
    guard let rest = gap(to: range.upperBound, behindField: !lines.isEmpty) else { return nil }
    return lines + rest
  }

  private func tomlText(_ entry: HeaderEntry) -> String? {
    let raw = bytes[entry.value]
    switch entry.meaning {
    case .text(let text)?:
      let isText = raw.last == .quote || raw.last == .apostrophe
      return isText ? Scalar.encoded(text, isTyped: false) : Self.yaml(ofWord: text)
    case .list(let items)?:
      let texts = TOMLReader.areTexts(bytes, in: entry.value)
      guard texts.count == items.count else { return nil }
      let written = zip(items, texts).compactMap { item, isText in
        isText
          ? Scalar.encoded(item, isTyped: false, inList: true)
          : Self.yaml(ofWord: item, inList: true)
      }
      return written.count == items.count ? "[\(written.joined(separator: ", "))]" : nil
    case nil: return nil
    }
  }

  /// What stands without quotes in TOML, as YAML says the same; nil for what is no value of TOML.
  private static func yaml(ofWord word: String, inList: Bool = false) -> String? {
    switch word {
    case "inf", "+inf": return ".inf"
    case "-inf": return "-.inf"
    case "nan", "+nan", "-nan": return ".nan"
    default:
      let values =
        #/true|false|[-+]?[0-9][0-9_]*(\.[0-9_]+)?([eE][-+]?[0-9_]+)?|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9]{2}[-0-9:.+TtZz ]+/#
      guard word.wholeMatch(of: values) != nil else { return nil }
      // TOML parts digits so.
      return Scalar.encoded(word.replacing("_", with: ""), isTyped: true, inList: inList)
    }
  }
}

extension TypedValue {
  /// On one line of YAML.
  ///
  /// - Parameter isTop: It stands behind a key, and not between brackets.
  fileprivate func flow(isTop: Bool = false) -> String {
    switch self {
    case .null: "null"
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .number(let text): text
    case .text(let text): Scalar.encoded(text, inList: !isTop)
    case .list(let items): "[\(items.map { $0.flow() }.joined(separator: ", "))]"
    case .map(let pairs):
      "{\(pairs.map { "\(Scalar.encoded($0.key, inList: true)): \($0.value.flow())" }.joined(separator: ", "))}"
    }
  }
}
