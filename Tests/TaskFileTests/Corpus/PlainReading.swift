import Yams

/// A Markdown file, read without any code of memo: only fences mark the front matter, and Yams
/// reads it.
struct PlainReading {
  enum Kind: String, Hashable {
    /// No front matter.
    case bare
    /// A YAML mapping, as lines or in braces.
    case yaml, braces
    /// Between `---`, but not a YAML mapping.
    case broken
    case toml, json
    /// Never closed.
    case open
    /// Not UTF-8, or with NUL characters.
    case binary
  }

  /// A key at the top of a front matter.
  struct Pair: Hashable {
    var key: String
    var value: Node
    /// The line in the front matter, from 1.
    var line: Int
  }

  private(set) var kind = Kind.bare
  /// Between the fences.
  private(set) var header = ""
  private(set) var body: [UInt8]
  private(set) var pairs: [Pair] = []
  /// The parser's error.
  private(set) var complaint = ""

  init(_ bytes: [UInt8]) {
    body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      kind = .binary
      return
    }
    var lines = Self.lines(body)
    // Zola and Hugo skip white space before TOML.
    let blank = lines.prefix { Self.shown($0).allSatisfy(\.isWhitespace) }.count
    if blank > 0, lines.dropFirst(blank).first.map(Self.shown) == "+++",
      lines.dropFirst(blank + 1).contains(where: { Self.shown($0) == "+++" })
    {
      lines = Array(lines.dropFirst(blank))
    }
    switch lines.first.map(Self.shown) {
    case "---": close(lines, kind: .yaml, with: ["---", "..."])
    case "+++": close(lines, kind: .toml, with: ["+++"])
    case let first? where first.hasPrefix("{"): readJSON(lines)
    default: break
    }
    if kind == .yaml { readYAML() }
  }

  private mutating func close(_ lines: [ArraySlice<UInt8>], kind: Kind, with marks: [String]) {
    guard let end = lines.dropFirst().firstIndex(where: { marks.contains(Self.shown($0)) }) else {
      self.kind = .open
      return
    }
    self.kind = kind
    header = String(decoding: lines[1..<end].joined(), as: UTF8.self)
    body = Array(lines[(end + 1)...].joined())
  }

  private mutating func readYAML() {
    do {
      guard let root = try Yams.compose(yaml: header) else { return }
      guard case .mapping(let mapping) = root else {
        // A front matter with only comments is empty.
        if root != Node("", Tag(.null)) && root.string != "" { kind = .broken }
        return
      }
      if header.contains(#/^(\s|#.*\n)*\{/#) { kind = .braces }
      pairs = mapping.map { key, value in
        Pair(key: key.string ?? "?", value: value, line: key.mark?.line ?? 0)
      }
      // For Yams `1` and `'1'` are different keys; memo compares their texts.
      if Set(pairs.map(\.key)).count < pairs.count { kind = .broken }
    } catch {
      kind = .broken
      complaint = "\(error)"
    }
  }

  /// JSON is read as YAML.
  private mutating func readJSON(_ lines: [ArraySlice<UInt8>]) {
    for end in lines.indices where Self.shown(lines[end]).hasSuffix("}") {
      let text = String(decoding: lines[...end].joined(), as: UTF8.self)
      guard text.firstMatch(of: #/^\{\s*("|\}\s*$)/#) != nil,
        let mapping = (try? Yams.compose(yaml: text))?.mapping
      else { continue }
      (kind, header) = (.json, text)
      pairs = mapping.map { Pair(key: $0.key.string ?? "?", value: $0.value, line: 1) }
      body = Array(lines[(end + 1)...].joined())
      return
    }
  }

  func pair(_ key: String) -> Pair? { pairs.first { $0.key == key } }

  /// The values of all other keys, with their types.
  func pairs(without keys: String...) -> [String: Node] {
    let others = pairs.filter { !keys.contains($0.key) }
    return Dictionary(others.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The lines with their endings.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    return start < bytes.count ? lines + [bytes[start...]] : lines
  }

  /// A line without the white space at its end.
  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    var line = line
    while let last = line.last, [0x20, 0x09, 0x0D, 0x0A].contains(last) { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
