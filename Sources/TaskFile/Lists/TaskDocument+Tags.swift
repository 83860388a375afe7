enum Tags {
  /// The tags of `home, work`, on one or several lines.
  static func words(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { pieces(of: String($0)) }
      .map(tag).filter { !$0.isEmpty }
  }

  static func pieces(of text: String) -> [String] {
    text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// A tag without surrounding spaces, and without the `#` of other tools.
  static func tag(_ item: String) -> String {
    let item = item.trimmingBlanks
    let rest = item.utf8.dropFirst()
    guard item.utf8.first == .hash, let next = rest.first, next != .hash, !next.isBlank else {
      return item
    }
    return String(item.unicodeScalars.dropFirst())
  }
}

extension HeaderEntry {
  /// The tags in the value, possibly with duplicates.
  var tags: [String] {
    if let items {
      return items.compactMap { $0 }.filter { !nullItems.contains($0) }.map(Tags.tag)
        .filter { !$0.isEmpty }
    }
    guard case .text(let text)? = meaning, !isNested else { return [] }
    return Tags.words(in: text)
  }
}

extension TaskDocument {
  /// Adds a tag at the end; the others stay as written.
  ///
  /// ``removeTag(_:)`` restores the file exactly.
  /// - Throws: ``Problem`` like ``set(_:to:)``.
  public mutating func addTag(_ tag: String) throws(Problem) {
    let header = header
    try checkReadable(header)
    guard let entry = header.entry("tags"), entry.meaning != nil else {
      return try addFirstTag(tag, header)
    }
    let tags = entry.tags
    guard !tags.contains(tag) else { return }
    if let items = entry.items {
      let longer = edited(entry, keeping: items.map { _ in true }, adding: [tag], jsonTexts([tag]))
      return try adoptTags(
        longer.map { marking($0, entry, header) }, header, items + [tag])
    }
    guard case .text(let text)? = entry.meaning, !entry.isNested else {
      return try adoptTags(nil, header, [])
    }
    try checkOneLine(entry, text)
    let isWordList = text.utf8.contains(.comma) && !tag.utf8.contains(.comma)
    if isWordList { return try set("tags", to: .text("\(text), \(tag)")) }
    if text.isEmpty, !tag.utf8.contains(.comma) { return try set("tags", to: .text(tag)) }
    var changed = self
    try changed.set("tags", to: .list([text].filter { !$0.isEmpty } + [tag]))
    if !text.isEmpty { try changed.respellTags { TagMarks.marked($0) } }
    self = changed
  }

  /// Changes the form of the new list.
  private mutating func respellTags(_ list: ([UInt8]) -> [UInt8]?) throws(Problem) {
    guard let entry = header.entry("tags") else { return }
    let lines = Array(bytes[entry.start..<entry.end])
    try adoptTags(respelling(lines, of: entry) { list(Array($0)) }, header, entry.items ?? [])
  }

  /// Throws for a text over several lines, which could not be restored from a list.
  private func checkOneLine(_ entry: HeaderEntry, _ text: String) throws(Problem) {
    guard style(of: entry) == .complex || text.contains(where: \.isNewline) else { return }
    throw Problem(
      at: entry.start, in: bytes,
      "'\(entry.name ?? entry.key)' is written in a way that memo can't change tag by tag",
      hint: "make it a list, as [home, work], or set all tags, as tags=home,work")
  }

  private mutating func addFirstTag(_ tag: String, _ header: Header) throws(Problem) {
    // Some editors leave an empty value after the last tag.
    if let entry = header.entry("tags"), entry.style == .empty, header.isBlock,
      bytes[entry.end - 1] == .newline
    {
      let line = Array("  - \(Scalar.encoded(tag))".utf8) + fences.newline
      return try adoptTags(
        bytes.replacing(entry.end..<entry.end, with: line), header, [tag])
    }
    let before = header.entry("tags").map { bytes[$0.value] }
    var changed = self
    try changed.set("tags", to: .list([tag]))
    // Otherwise an empty list would remain.
    if let before { try changed.respellTags { TagMarks.indented($0, insteadOf: before) } }
    self = changed
  }

  /// Removes a tag; the others stay as written.
  ///
  /// With the last tag the key is removed, if its line looks as if memo had added it.
  /// - Throws: ``Problem`` like ``set(_:to:)``.
  public mutating func removeTag(_ tag: String) throws(Problem) {
    let header = header
    try checkReadable(header)
    guard let entry = header.entry("tags"), entry.tags.contains(tag) else { return }
    guard let items = entry.items else {
      guard case .text(let text)? = entry.meaning else { return }
      try checkOneLine(entry, text)
      let pieces = Tags.pieces(of: text)
      let rest = pieces.filter { Tags.words(in: $0) != [tag] }
      let isQuoted = [.singleQuoted, .doubleQuoted].contains(style(of: entry))
      var words = rest.joined(separator: ",")
      // Spaces in quotes were there before the first tag.
      if !isQuoted || rest.first != pieces.first { words = words.trimmingBlanks }
      return words.isEmpty && !isQuoted
        ? try remove("tags") : try set("tags", to: .text(words))
    }
    let isKept = items.map { $0.map(Tags.tag) != tag }
    let left = zip(items, isKept).filter(\.1).map(\.0)
    if left.isEmpty, isOwn(entry, header) { return try remove("tags") }
    let shorter = edited(entry, keeping: isKept, adding: [])
    if left.count < 2, left.count < items.count, let shorter {
      let list = TagMarks(bytes[entry.value])
      let former = respelling(shorter, of: entry) {
        left.isEmpty ? list?.former : list?.unmarking(Array($0))
      }
      let tags = entry.tags.filter { $0 != tag }
      if let former, isChange(to: former, header, ["tags"], { $0.entry("tags")?.tags == tags }) {
        self = with(former)
        return
      }
    }
    try adoptTags(shorter.map { replacing(entry, $0) }, header, left)
  }

  private func replacing(_ entry: HeaderEntry, _ lines: [UInt8]) -> [UInt8] {
    bytes.replacing(entry.start..<entry.end, with: lines)
  }

  /// The text with another form of a one-line list; nil without one.
  private func respelling(
    _ lines: [UInt8], of entry: HeaderEntry, _ list: (ArraySlice<UInt8>) -> [UInt8]?
  ) -> [UInt8]? {
    guard bytes[entry.value].first == .openBracket else { return nil }
    let start = entry.value.lowerBound - entry.start
    let end = lines.count - (entry.end - entry.value.upperBound)
    return list(lines[start..<end]).map {
      replacing(entry, lines.replacing(start..<end, with: $0))
    }
  }

  /// The text with a longer list, marked so that its former form can be restored.
  private func marking(_ lines: [UInt8], _ entry: HeaderEntry, _ header: Header) -> [UInt8] {
    let plain = replacing(entry, lines)
    guard let list = TagMarks(bytes[entry.value]) else { return plain }
    if entry.items?.isEmpty == true {
      let changed = with(plain)
      let new = changed.header
      guard let added = new.entry("tags"), changed.isOwn(added, new) else { return plain }
      return respelling(lines, of: entry) { TagMarks.widened(Array($0)) } ?? plain
    }
    return respelling(lines, of: entry) { list.marking(Array($0)) } ?? plain
  }

  private func isOwn(_ entry: HeaderEntry, _ header: Header) -> Bool {
    isOwnLine(entry, header) || isOwnPair(entry, header)
  }

  /// Whether memo would have added a list of one tag in this form.
  private func isOwnLine(_ entry: HeaderEntry, _ header: Header) -> Bool {
    let line = bytes[entry.start..<entry.end]
    let isLast = header.entries.last { Self.isKnown($0.key) }?.start == entry.start
    guard isLast, TagMarks(bytes[entry.value])?.isWide == false,
      commentEnd(below: entry) == entry.end
    else { return false }
    var others = header
    others.entries.removeAll { $0.start == entry.start }
    let name = words(forNew: "tags", .list([]), in: others).name
    return line.starts(with: indentation(of: header) + Array("\(name): [".utf8))
      && line.dropLast().last { $0 != .carriageReturn } == .closeBracket
  }
}

extension String {
  var trimmingBlanks: String {
    let scalars = unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let end = scalars.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { String(scalars[...$0]) } ?? ""
  }
}

/// Spaces in a list of tags, which record its form before a tag was added.
///
/// After adding a tag, a file without tags would look like one with `tags: []`, and `tags: home`
/// like `tags: [home]`. So memo writes `[ x ]` for a former `[]`, and `[home, x ]` for a former
/// word. For `~` and other nulls, it writes two or more spaces after the bracket, a number for each
/// null.
struct TagMarks {
  /// One line, with the brackets.
  private let text: [UInt8]
  private let list: FlowList

  /// - Returns: Nil if it is no list on one line.
  init?(_ text: ArraySlice<UInt8>) {
    self.text = Array(text)
    guard let list = FlowList(self.text, in: self.text.indices), text.last == .closeBracket,
      !text.contains(.newline)
    else { return nil }
    self.list = list
  }

  /// The number of spaces after the last item; 0 if the list begins with a space.
  private var blanks: Int {
    guard list.items.first?.text.lowerBound == 1, let last = list.items.last, last.comma == nil
    else { return 0 }
    let blanks = text[last.text.upperBound..<(text.count - 1)]
    return blanks.allSatisfy { $0 == .space } ? blanks.count : 0
  }

  /// The longer list with this one's mark.
  ///
  /// A marked list of one tag gets another space.
  func marking(_ longer: [UInt8]) -> [UInt8] {
    list.items.count == 1 && blanks > 0 ? Self.marked(longer) : longer
  }

  /// A list that was a single word before.
  static func marked(_ list: [UInt8]) -> [UInt8] { list.dropLast() + [.space, .closeBracket] }

  /// A list of one tag that was empty before.
  static func widened(_ list: [UInt8]) -> [UInt8] {
    [.openBracket, .space] + list.dropFirst().dropLast() + [.space, .closeBracket]
  }

  /// The forms of null; the last one is no value, as between braces.
  private static let nothings = ["~", "null", "Null", "NULL", ""]

  /// A list of one tag that was null before.
  ///
  /// - Returns: Nil if the word is not null.
  static func indented(_ list: [UInt8], insteadOf nothing: ArraySlice<UInt8>) -> [UInt8]? {
    guard let number = nothings.firstIndex(where: { nothing.elementsEqual($0.utf8) }) else {
      return nil
    }
    return [.openBracket] + Array(repeating: .space, count: number + 2) + list.dropFirst()
  }

  /// Whether a blank follows the opening bracket or precedes the closing one.
  var isWide: Bool { text[1].isBlank || text[text.count - 2].isBlank }

  /// The list's form before its only tag was added; nil for the same.
  var former: [UInt8]? {
    guard list.items.count == 1, let item = list.items.first else { return nil }
    if let nothing = Self.nothings.first(where: { nothing in
      Self.indented(
        [.openBracket] + text[item.text] + [.closeBracket], insteadOf: Array(nothing.utf8)[...])
        == text
    }) {
      return Array(nothing.utf8)
    }
    guard
      Self.widened([.openBracket] + text[item.text] + [.closeBracket]) == text
    else { return nil }
    return [.openBracket, .closeBracket]
  }

  /// The form of a remaining tag before the second one was added; nil for the same.
  func unmarking(_ shorter: [UInt8]) -> [UInt8]? {
    guard blanks > 0, let rest = TagMarks(shorter[...]), rest.list.items.count == 1 else {
      return nil
    }
    switch rest.blanks {
    case 0: return nil
    case 1: return Array(shorter[rest.list.items[0].text])
    default: return shorter.dropLast(2) + [.closeBracket]
    }
  }
}
