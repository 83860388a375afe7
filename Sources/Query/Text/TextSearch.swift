internal import Git
internal import Platform
public import StoreFiles
package import TaskFile

/// Texts and regular expressions that must all occur in a task.
public struct TextQuery: Hashable, Sendable {
  let needles: [TextNeedle]
  let patterns: [Pattern]

  struct Pattern: Hashable {
    var text: String
    var isCaseSensitive: Bool
  }

  public struct PatternError: Error, Hashable {
    public var message: String
    public var pattern: String
  }

  /// - Parameters:
  ///   - words: Literal texts.
  ///   - patterns: Regular expressions, matched line by line.
  ///   - isCaseSensitive: Nil for smart case: only a word with an upper-case letter is
  ///     case-sensitive.
  /// - Throws: ``PatternError`` for the first invalid pattern.
  public init(
    _ words: [String], patterns: [String] = [], isCaseSensitive: Bool? = nil
  ) throws(PatternError) {
    needles = words.map { TextNeedle($0, isCaseSensitive: isCaseSensitive) }
    self.patterns = patterns.map {
      Pattern(text: $0, isCaseSensitive: isCaseSensitive ?? Self.hasUpperCase($0))
    }
    for pattern in patterns {
      do { _ = try Regex(pattern) } catch {
        throw PatternError(message: "\(error)", pattern: pattern)
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
    expressions = query.patterns.compactMap { pattern in
      // ``TextQuery`` has checked the patterns.
      (try? Regex(pattern.text)).map { pattern.isCaseSensitive ? $0 : $0.ignoresCase() }
    }
  }

  /// Whether a search in bytes can rule out a match; never for regular expressions.
  var isForBytes: Bool { expressions.isEmpty && !needles.contains(where: \.isEmpty) }

  var partCount: Int { needles.count + expressions.count }

  /// The indices of the query's parts that occur in a line.
  func parts(in line: String) -> [Int] {
    var parts: [Int] = []
    for index in needles.indices where needles[index].isIn(line) { parts.append(index) }
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
    guard isForBytes else { return lines(inEachOf: TextLine.all(of: document, item)) }
    var missing = Missing(partCount)
    var found = lines(TextLine.front(of: item), &missing)
    var search = BodySearch(document, needles)
    guard !missing.parts.contains(where: search.lacks) else { return nil }
    while let finding = search.nextFinding() {
      missing.remove(finding.parts)
      found.append(finding.line)
    }
    return missing.isEmpty ? found : nil
  }

  /// The same, but tests every line.
  func lines(inEachOf lines: [TextLine]) -> [TextLine]? {
    var missing = Missing(partCount)
    let found = self.lines(lines, &missing)
    return missing.isEmpty ? found : nil
  }

  private func lines(_ lines: [TextLine], _ missing: inout Missing) -> [TextLine] {
    lines.filter { line in
      let parts = parts(in: line.text)
      missing.remove(parts)
      return !parts.isEmpty
    }
  }
}

/// The parts of a query without a match so far.
private struct Missing {
  private(set) var parts: [Int]

  init(_ count: Int) { parts = Array(0..<count) }

  var isEmpty: Bool { parts.isEmpty }

  mutating func remove(_ found: [Int]) {
    if !isEmpty { parts.removeAll { found.contains($0) } }
  }
}

extension TextLine {
  /// All searched lines: the title, the tags and the non-empty lines of the text.
  package static func all(of document: TaskDocument, _ item: TaskItem) -> [TextLine] {
    var lines = front(of: item)
    var number = document.firstBodyLine
    for line in document.body.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if !line.isEmpty {
        lines.append(TextLine(part: .body, number: number, text: String(Substring(line))))
      }
      number += 1
    }
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
  /// The folded text as bytes; nil if it isn't ASCII.
  private let bytes: [UInt8]?
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
    let bytes = wanted.utf8.allSatisfy { $0 < 0x80 } ? Array(wanted.utf8) : nil
    self.bytes = bytes
    search = bytes.flatMap {
      $0.isEmpty ? nil : ByteSearch($0, isCaseSensitive: isSensitive)
    }
  }

  private static func folded(_ text: String, _ isSensitive: Bool, isExact: Bool) -> String {
    isExact ? text : isSensitive ? CaseFolding.withoutAccents(text) : CaseFolding.plain(text)
  }

  var isEmpty: Bool { characters.isEmpty }

  public func isIn(_ text: String) -> Bool {
    guard !characters.isEmpty else { return true }
    let bytes = Array(text.utf8)
    guard ByteSearch.firstBeyondASCII(in: bytes, bytes.indices) == nil else {
      return !ranges(inCharactersOf: text, atMost: 1).isEmpty
    }
    return search?.first(in: bytes, bytes.indices) != nil
  }

  /// All matches in a text, from left to right, without overlaps.
  public func ranges(in text: String) -> [Range<String.Index>] { ranges(in: text, atMost: .max) }

  /// Runs in linear time, since a line may have a megabyte.
  private func ranges(in text: String, atMost limit: Int) -> [Range<String.Index>] {
    guard !characters.isEmpty else { return [] }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return ranges(inCharactersOf: text, atMost: limit)
    }
    return bytes.map { ranges(of: $0, in: text.utf8, atMost: limit) } ?? []
  }

  private func ranges(
    of bytes: [UInt8], in text: String.UTF8View, atMost limit: Int
  ) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var (start, rest) = (text.startIndex, text.count)
    while rest >= bytes.count, ranges.count < limit {
      var index = start
      var count = 0
      while count < bytes.count {
        let byte = isCaseSensitive ? text[index] : text[index].lowercased
        guard byte == bytes[count] else { break }
        index = text.index(after: index)
        count += 1
      }
      let isFound = count == bytes.count
      if isFound { ranges.append(start..<index) }
      start = isFound ? index : text.index(after: start)
      rest -= isFound ? count : 1
    }
    return ranges
  }

  /// Compares folded characters, and maps matches back to the original ones.
  private func ranges(inCharactersOf text: String, atMost limit: Int) -> [Range<String.Index>] {
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
    while start + characters.count <= hay.count, ranges.count < limit {
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

/// Finds the lines of a text that may contain a needle.
///
/// It searches bytes, because converting every line to a string is slow.
struct BodySearch {
  private let document: TaskDocument
  private let bytes: [UInt8]
  private let end: Int
  private let needles: [TextNeedle]
  /// The next position of each ASCII needle; ``end`` if none.
  private var next: [Int]
  /// The next non-ASCII byte.
  ///
  /// Bytes alone don't show whether its line matches.
  private var strange: Int
  private var place: Int
  /// A line start and its line number.
  private var counted = (place: 0, number: 1)

  struct Finding {
    var line: TextLine
    var parts: [Int]
  }

  /// - Parameter needles: Each must be non-empty.
  init(_ document: TaskDocument, _ needles: [TextNeedle]) {
    self.document = document
    bytes = document.bytes
    end = bytes.count
    self.needles = needles
    place = document.bodyStart
    next = needles.map { _ in -1 }
    strange = -1
    advance()
  }

  /// Whether a needle certainly doesn't occur in the rest.
  func lacks(_ needle: Int) -> Bool { next[needle] == end && strange == end }

  private mutating func advance() {
    let rest = place..<end
    for (index, needle) in needles.enumerated() where next[index] < place {
      next[index] = needle.search?.first(in: bytes, rest) ?? end
    }
    if strange < place { strange = ByteSearch.firstBeyondASCII(in: bytes, rest) ?? end }
  }

  mutating func nextFinding() -> Finding? {
    while true {
      let hit = min(next.min() ?? end, strange)
      guard hit < end else { return nil }
      let start = bytes[place..<hit].lastIndex(of: .newline).map { $0 + 1 } ?? place
      let stop = bytes[hit..<end].firstIndex(of: .newline) ?? end
      let content = start..<(stop > start && bytes[stop - 1] == .carriageReturn ? stop - 1 : stop)
      let parts = parts(in: content)
      var finding: Finding?
      if !parts.isEmpty {
        counted.number += bytes[counted.place..<start].count { $0 == .newline }
        counted.place = start
        let text = document.text(in: content)
        finding = Finding(
          line: TextLine(part: .body, number: counted.number, text: text), parts: parts)
      }
      place = min(stop + 1, end)
      advance()
      if let finding { return finding }
    }
  }

  private func parts(in line: Range<Int>) -> [Int] {
    guard !line.isEmpty else { return [] }
    if strange >= line.upperBound {
      return needles.indices.filter { index in
        needles[index].search.map { next[index] + $0.count <= line.upperBound } ?? false
      }
    }
    // Non-ASCII text is compared by characters, unless its bytes rule out a match.
    let isDecided =
      needles.allSatisfy { $0.search.map { $0.first(in: bytes, line) == nil } ?? false }
      && !CaseFolding.mayBeASCII(bytes, line)
    guard !isDecided else { return [] }
    let text = document.text(in: line)
    return needles.indices.filter { needles[$0].isIn(text) }
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
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

extension TextQuery.PatternError: CustomStringConvertible {
  public var description: String { message }
}
