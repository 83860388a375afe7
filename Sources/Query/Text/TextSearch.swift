internal import Git
internal import Platform
public import StoreFiles
package import TaskFile

/// Texts and regular expressions that must all occur in a task.
public struct TextQuery: Hashable, Sendable {
  let needles: [TextNeedle]
  /// With their own marks of case.
  let patterns: [String]

  /// - Parameters:
  ///   - words: Literal texts.
  ///   - patterns: Regular expressions, matched line by line.
  ///   - isCaseSensitive: Nil for smart case: only a word with an upper-case letter is
  ///     case-sensitive.
  /// - Throws: ``MemoError`` for the first invalid pattern.
  public init(
    _ words: [String], patterns: [String] = [], isCaseSensitive: Bool? = nil
  ) throws(MemoError) {
    needles = words.map { TextNeedle($0, isCaseSensitive: isCaseSensitive) }
    self.patterns = patterns.map {
      isCaseSensitive ?? Self.hasUpperCase($0) ? $0 : "(?i)\($0)"
    }
    for pattern in patterns {
      do { _ = try Regex(pattern) } catch {
        throw MemoError(
          .usage, "not a regular expression: \(error)", details: [pattern],
          hints: ["without -e, the text is not a pattern"])
      }
    }
  }

  /// Ignores letters after a backslash: `\W`, `\p{Lu}`.
  private static func hasUpperCase(_ pattern: String) -> Bool {
    var rest = pattern[...]
    while let character = rest.popFirst() {
      if character == "\\" {
        _ = rest.popFirst()
        if rest.first == "{" { rest = rest.drop { $0 != "}" } }
      } else if character.isUppercase {
        return true
      }
    }
    return false
  }
}

/// A ``TextQuery`` for use in one thread.
public struct TextMatcher {
  let needles: [TextNeedle]
  private let expressions: [Regex<AnyRegexOutput>]

  public init(_ query: TextQuery) {
    needles = query.needles
    // ``TextQuery`` has checked the patterns.
    expressions = query.patterns.compactMap { try? Regex($0) }
  }

  /// The indices of the query's parts that occur in a line.
  func parts(in line: String) -> [Int] {
    var parts = needles.indices.filter { needles[$0].isIn(line) }
    // Only expressions that run code can throw.
    for (index, expression) in expressions.enumerated()
    where (try? expression.firstMatch(in: line)) != nil {
      parts.append(needles.count + index)
    }
    return parts
  }

  public func ranges(in line: String) -> [Range<String.Index>] {
    let all = needles.flatMap { $0.ranges(in: line) } + expressions.flatMap { line.ranges(of: $0) }
    var merged: [Range<String.Index>] = []
    for range in all.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

public struct TextLine: Hashable, Sendable {
  public enum Part: String, Sendable { case title, tags, body }

  public var part: Part
  /// The line of the file, from 1; nil for the title and the tags.
  public var number: Int?
  public var text: String
}

public struct TextMatch: Sendable {
  public var task: StoredTask
  /// The matching lines, in the order of the file.
  public var lines: [TextLine]
}

extension Snapshot {
  /// The tasks whose title, tags and text together match all parts of a query.
  ///
  /// - Parameter isMeant: Whether to search a task.
  public func find(
    _ query: TextQuery, where isMeant: (StoredTask) -> Bool = { _ in true }
  ) -> [TextMatch] {
    let tasks = tasks.filter(isMeant)
    let found = System.parts(of: tasks.indices) { part in
      let matcher = TextMatcher(query)
      return tasks[part].compactMap { task in
        // There may be thousands of texts.
        matcher.lines(in: task.document(isKept: false), task.item(isKept: false))
          .map { TextMatch(task: task, lines: $0) }
      }
    }
    return found.flatMap { $0 }
  }
}

extension TextMatcher {
  /// The lines that match a part of the query; nil if a part matches no line.
  package func lines(in document: TaskDocument, _ item: TaskItem) -> [TextLine]? {
    var missing = Array(0..<(needles.count + expressions.count))
    var found: [TextLine] = []
    func add(_ parts: [Int], _ line: () -> TextLine) {
      guard !parts.isEmpty else { return }
      missing.removeAll(where: parts.contains)
      found.append(line())
    }
    for line in TextLine.front(of: item) { add(parts(in: line.text)) { line } }
    guard !missing.contains(where: { isAbsent($0, from: document) }) else { return nil }
    document.forEachBodyLine { number, range in
      add(parts(in: range, of: document)) { document.line(number, range) }
    }
    return missing.isEmpty ? found : nil
  }

  /// Whether the bytes of a text rule out a part of the query, as in most tasks.
  private func isAbsent(_ part: Int, from document: TaskDocument) -> Bool {
    guard part < needles.count, !needles[part].isEmpty else { return false }
    let bytes = document.bytes
    let body = document.bodyStart..<bytes.count
    return needles[part].search?.first(in: bytes, body) == nil
      && ByteSearch.firstBeyondASCII(in: bytes, body) == nil
  }

  /// The parts in a line of a document.
  ///
  /// It searches bytes, because converting every line to a string is slow.
  private func parts(in line: Range<Int>, of document: TaskDocument) -> [Int] {
    guard expressions.isEmpty else { return parts(in: document.text(in: line)) }
    let bytes = document.bytes
    let found = needles.indices.filter {
      needles[$0].isEmpty || needles[$0].search?.first(in: bytes, line) != nil
    }
    if ByteSearch.firstBeyondASCII(in: bytes, line) == nil { return found }
    // Non-ASCII text is compared by characters, unless its bytes rule out a match.
    let isDecided =
      found.isEmpty && needles.allSatisfy { $0.search != nil }
      && !CaseFolding.mayBeASCII(bytes, line)
    return isDecided ? [] : parts(in: document.text(in: line))
  }
}

extension TaskDocument {
  /// Visits the nonempty lines of the text: the number in the file, and the bytes without ending.
  fileprivate func forEachBodyLine(_ visit: (Int, Range<Int>) -> Void) {
    let bytes = bytes
    let newline = ByteSearch([UInt8(ascii: "\n")], isCaseSensitive: true)
    var (start, number) = (bodyStart, firstBodyLine)
    while start < bytes.count {
      let end = newline.first(in: bytes, start..<bytes.count) ?? bytes.count
      let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
      let line = start..<(hasReturn ? end - 1 : end)
      if !line.isEmpty { visit(number, line) }
      (start, number) = (end + 1, number + 1)
    }
  }

  fileprivate func line(_ number: Int, _ range: Range<Int>) -> TextLine {
    TextLine(part: .body, number: number, text: text(in: range))
  }
}

extension TextLine {
  /// All searched lines: the title, the tags and the non-empty lines of the text.
  package static func all(of document: TaskDocument, _ item: TaskItem) -> [TextLine] {
    var lines = front(of: item)
    document.forEachBodyLine { lines.append(document.line($0, $1)) }
    return lines
  }

  fileprivate static func front(of item: TaskItem) -> [TextLine] {
    var lines = [TextLine(part: .title, text: item.title)]
    if !item.tags.isEmpty {
      lines.append(TextLine(part: .tags, text: item.tags.joined(separator: ", ")))
    }
    return lines
  }
}

/// A text to search for, by default with smart case.
///
/// It compares characters as people see them, in any encoding. `cafe` and `café` find "Café" and
/// "cafe". Accents count only if the caller asks for a case-sensitive search.
public struct TextNeedle: Hashable, Sendable {
  public let text: String
  public let isCaseSensitive: Bool
  private let isExact: Bool
  private let characters: [Character]
  /// Searches ASCII bytes; nil if the text is empty or not ASCII.
  let search: ByteSearch?

  /// - Parameter isCaseSensitive: Nil for smart case: only a text with an upper-case letter is
  ///   case-sensitive.
  public init(_ text: String, isCaseSensitive: Bool? = nil) {
    self.text = text
    let isSensitive = isCaseSensitive ?? text.contains(where: \.isUppercase)
    self.isCaseSensitive = isSensitive
    isExact = isCaseSensitive ?? false
    let wanted = Self.folded(text, isSensitive, isExact: isExact)
    characters = Array(wanted)
    search =
      wanted.isEmpty || !wanted.utf8.allSatisfy { $0 < 0x80 }
      ? nil : ByteSearch(Array(wanted.utf8), isCaseSensitive: isSensitive)
  }

  private static func folded(_ text: String, _ isSensitive: Bool, isExact: Bool) -> String {
    isExact ? text : isSensitive ? CaseFolding.withoutAccents(text) : CaseFolding.plain(text)
  }

  var isEmpty: Bool { characters.isEmpty }

  public func isIn(_ text: String) -> Bool { isEmpty || !ranges(in: text).isEmpty }

  /// All matches in a text, from left to right, without overlaps.
  ///
  /// Runs in linear time, since a line may have a megabyte.
  public func ranges(in text: String) -> [Range<String.Index>] {
    guard !characters.isEmpty else { return [] }
    let bytes = Array(text.utf8)
    guard ByteSearch.firstBeyondASCII(in: bytes, bytes.indices) == nil else {
      return ranges(inCharactersOf: text)
    }
    var ranges: [Range<String.Index>] = []
    var start = 0
    while let search, let place = search.first(in: bytes, start..<bytes.count) {
      start = place + search.count
      let index = text.utf8.index(text.startIndex, offsetBy: place)
      ranges.append(index..<text.utf8.index(index, offsetBy: search.count))
    }
    return ranges
  }

  /// Compares folded characters, and maps matches back to the original ones.
  private func ranges(inCharactersOf text: String) -> [Range<String.Index>] {
    var hay: [Character] = []
    var origins: [String.Index] = []
    for index in text.indices {
      let folded = Self.folded(String(text[index]), isCaseSensitive, isExact: isExact)
      for character in folded {
        hay.append(character)
        origins.append(index)
      }
    }
    var ranges: [Range<String.Index>] = []
    var start = 0
    while start + characters.count <= hay.count {
      let end = start + characters.count
      guard hay[start..<end].elementsEqual(characters) else {
        start += 1
        continue
      }
      // A match in half of an `ß` covers the whole `ß`.
      let range = origins[start]..<text.index(after: origins[end - 1])
      ranges.append(range)
      start = end
      while start < hay.count, origins[start] < range.upperBound { start += 1 }
    }
    return ranges
  }
}

extension CaseFolding {
  /// Whether ASCII text may match non-ASCII bytes.
  ///
  /// Folded, `é` is `e`, `ß` contains `s`, and the kelvin sign is `k`. The test uses only the first
  /// one or two bytes, so it is also true for some other characters.
  static func mayBeASCII(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    for place in range where bytes[place] >= 0xC0 {
      let next = place + 1 < range.upperBound ? bytes[place + 1] : 0
      switch (bytes[place], next) {
      case (0xC3...0xC9, _), (0xCC...0xCD, _), (0xE1, 0xB8...0xBB), (0xE1, 0xBF), (0xE2, 0x84),
        (0xEF, 0xAC):
        return true
      default: continue
      }
    }
    return false
  }
}
