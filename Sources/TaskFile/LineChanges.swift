/// What became of a text, line by line.
public struct LineChanges: Hashable, Sendable {
  /// A line that only one of the two texts has.
  public struct Line: Hashable, Sendable {
    public var isAdded: Bool
    /// Without its ending.
    public var text: String

    public init(isAdded: Bool, text: String) {
      self.isAdded = isAdded
      self.text = text
    }
  }

  /// In the order of the texts; what was removed stands before what was added in its place.
  public var lines: [Line] = []

  public init(from old: String, to new: String) {
    let (old, new) = (Self.lines(old), Self.lines(new))
    let places = Self.places(of: old, in: new)
    var next = 0
    func add(upTo end: Int) {
      lines += new[next..<end].map { Line(isAdded: true, text: $0) }
      next = end
    }
    for (index, line) in old.enumerated() {
      guard let place = places[index] else {
        lines.append(Line(isAdded: false, text: line))
        continue
      }
      add(upTo: place)
      next = place + 1
    }
    add(upTo: new.count)
  }

  /// For every line of a text its place in another one; nil for one that isn't there any more.
  package static func places(of old: [String], in new: [String]) -> [Int?] {
    LineMatch.places(of: old.map { Array($0.utf8) }, in: new.map { Array($0.utf8) })
  }

  /// Only these lines.
  public init(_ lines: [Line]) { self.lines = lines }

  public var added: Int { lines.reduce(0) { $0 + ($1.isAdded ? 1 : 0) } }
  public var removed: Int { lines.count - added }

  /// Without line ends; that the last one is missing, or that others became CRLF, is no line.
  private static func lines(_ text: String) -> [String] {
    var lines = text.linesOfText.map { line in
      line.unicodeScalars.last == "\r" ? String(line.unicodeScalars.dropLast()) : line
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
