/// What `find` looks for: pieces of text and regular expressions, all of which must occur
/// somewhere in a task.
public struct TextQuery: Hashable, Sendable {
  let needles: [TextNeedle]
  let patterns: [Pattern]

  struct Pattern: Hashable {
    var text: String
    var isCaseSensitive: Bool
  }

  /// A regular expression that can't be understood.
  public struct PatternError: Error, Hashable {
    public var message: String
    public var pattern: String
    /// What is wrong in the pattern, in Unicode scalars.
    public var range: Range<Int>
  }

  /// - Parameters:
  ///   - words: Taken as they are.
  ///   - patterns: Regular expressions, matched against one line at a time.
  ///   - isCaseSensitive: Nil for smart case: each only where it has an upper-case letter.
  /// - Throws: ``PatternError`` that points at the place.
  public init(
    _ words: [String], patterns: [String] = [], isCaseSensitive: Bool? = nil
  ) throws(PatternError) {
    needles = words.map { TextNeedle($0, isCaseSensitive: isCaseSensitive) }
    self.patterns = patterns.map {
      Pattern(text: $0, isCaseSensitive: isCaseSensitive ?? Self.hasUpperCase($0))
    }
    for pattern in patterns { try Self.check(pattern) }
  }

  /// Upper-case letters behind a backslash say something else: `\W`, `\p{Lu}`.
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

  private static func check(_ pattern: String) throws(PatternError) {
    do {
      _ = try Regex(pattern)
    } catch {
      // The place is in the error, though its type has no name outside of the library.
      let range =
        Mirror(reflecting: error).descendant("location", "range") as? Range<String.Index>
      let scalars = pattern.unicodeScalars
      let start = range.map {
        scalars.distance(from: scalars.startIndex, to: min($0.lowerBound, scalars.endIndex))
      }
      let count = range.map { scalars[min($0.lowerBound, scalars.endIndex)..<$0.upperBound].count }
      throw PatternError(
        message: "\(error)", pattern: pattern,
        range: (start ?? 0)..<((start ?? 0) + (count ?? scalars.count)))
    }
  }
}

/// A ``TextQuery`` ready to be used by one thread.
public struct TextMatcher {
  let needles: [TextNeedle]
  private let expressions: [Regex<AnyRegexOutput>]

  public init(_ query: TextQuery) {
    needles = query.needles
    expressions = query.patterns.compactMap { pattern in
      // Checked when the query was made.
      (try? Regex(pattern.text)).map { pattern.isCaseSensitive ? $0 : $0.ignoresCase() }
    }
  }

  /// Whether bytes can tell where nothing is: not of a regular expression.
  var isForBytes: Bool { expressions.isEmpty && !needles.contains(where: \.isEmpty) }

  var partCount: Int { needles.count + expressions.count }

  /// Which parts of the query occur in a line of text.
  func parts(in line: String) -> [Int] {
    var parts: [Int] = []
    for index in needles.indices where needles[index].isIn(line) { parts.append(index) }
    // An expression throws only where it runs code of its own, and these can't.
    for (index, expression) in expressions.enumerated()
    where (try? expression.firstMatch(in: line)) != nil {
      parts.append(needles.count + index)
    }
    return parts
  }

  /// The places of a line to highlight, from left to right, none touching another.
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
