internal import StoreFiles

/// Merges two versions of a store's settings by entry.
///
/// If both sides changed an entry, the newer one wins. The discarded value is reported, and noted
/// in a comment above the entry. An entry consists of lines, with the comment above them. The
/// entries of `{a: x, b: y}` are merged as if each were on its own line.
struct SettingsMerge {
  private(set) var text: String
  private(set) var notices: [String] = []
  private let notes: Bool
  private let isVirtual: Bool
  private let isNewerInOlder: ([String]) -> Bool

  /// - Parameters:
  ///   - base: The base version; empty if none.
  ///   - newer: The version that was changed last.
  ///   - notes: Whether to write a comment for each discarded value.
  ///   - isVirtual: Whether the result is a virtual merge base. Conflicting entries then keep the
  ///     base's value.
  ///   - isNewerInOlder: Whether an entry was changed later in the older version. The argument is
  ///     its keys from the outermost.
  /// - Returns: Nil if a version is not a mapping with one entry per line.
  init?(
    base: String, older: String, newer: String, notes: Bool = true, isVirtual: Bool = false,
    isNewerInOlder: @escaping ([String]) -> Bool = { _ in false }
  ) {
    (self.notes, self.isVirtual, self.isNewerInOlder) = (notes, isVirtual, isNewerInOlder)
    guard let base = Block.mapping(base), let older = Block.mapping(older),
      let newer = Block.mapping(newer)
    else { return nil }
    text = ""
    text = merge(base, older, newer, below: [])
  }

  /// The lines of an entry without comments; nil if not found.
  static func entry(_ keys: [String], in text: String) -> [String]? {
    var mapping = Block.mapping(text)
    for key in keys.dropLast() { mapping = mapping?[key]?.inside }
    return keys.last.flatMap { mapping?[$0]?.lines }
  }

  private mutating func merge(
    _ base: Mapping, _ older: Mapping, _ newer: Mapping, below path: [String]
  ) -> String {
    var keys = base.entries.map(\.key)
    for key in (older.entries + newer.entries).map(\.key) where !keys.contains(key) {
      keys.append(key)
    }
    var result = ""
    for key in keys {
      result += merge(base[key], older[key], newer[key], path + [key])
    }
    return result + (older.rest == base.rest ? newer.rest : older.rest)
  }

  private mutating func merge(
    _ base: Block?, _ older: Block?, _ newer: Block?, _ path: [String]
  ) -> String {
    if older == base { return newer?.text ?? "" }
    if newer == base || newer == older { return older?.text ?? "" }
    guard let older, let newer else {
      if isVirtual { return base?.text ?? "" }
      notices.append(
        "\(path.joined(separator: ".")) was taken out on one side and changed on the other; it stays"
      )
      return (older ?? newer)?.text ?? ""
    }
    if [base, older, newer].contains(where: { $0?.isFlow == true }), older.lines != newer.lines,
      let one = older.unfolded, let other = newer.unfolded
    {
      return merge(base?.unfolded, one, other, path)
    }
    if older.lines == newer.lines { return newer.text }
    if let (inOlder, inNewer) = older.inside.flatMap({ one in newer.inside.map { (one, $0) } }),
      inOlder.indent == inNewer.indent, base == nil || base?.inside?.indent == inNewer.indent
    {
      let head = newer.comment == base?.comment ? older : newer
      return head.comment + newer.lines[0]
        + merge(base?.inside ?? Mapping(), inOlder, inNewer, below: path)
    }
    // Only a comment differs.
    if older.lines == base?.lines { return newer.text }
    if newer.lines == base?.lines { return older.text }
    if isVirtual { return base?.text ?? "" }
    let (left, taken) = isNewerInOlder(path) ? (newer, older) : (older, newer)
    let name = path.joined(separator: ".")
    notices.append(
      "both sides changed \(name): '\(taken.value)' stays, '\(left.value)' was discarded")
    guard notes else { return taken.text }
    let indent = taken.lines[0].prefix { $0 == " " }
    let mark = "\(indent)\(StoreSettings.conflictMark)\(name): \(left.value) was discarded\n"
    return taken.comment + (taken.comment.contains(mark) ? "" : mark) + taken.lines.joined()
  }
}

private struct Mapping: Hashable {
  var entries: [Block] = []
  /// Comments and empty lines after the last entry.
  var rest = ""
  /// The number of spaces before each key.
  var indent = 0

  subscript(key: String) -> Block? { entries.first { $0.key == key } }
}

/// An entry: the comment above it, the line of its key, and its other lines.
private struct Block: Hashable {
  var key: String
  var comment: String
  /// With line ends.
  var lines: [String]

  var text: String { comment + lines.joined() }

  var value: String {
    lines.joined().drop { $0 != ":" }.dropFirst().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// The entries of a nested mapping; nil for another value.
  var inside: Mapping? {
    guard lines.count > 1, value(of: lines[0]).isEmpty else { return nil }
    let found = Self.mapping(lines.dropFirst())
    return found.flatMap { $0.entries.isEmpty || $0.indent == 0 ? nil : $0 }
  }

  /// Whether the value is a mapping in braces with plain keys.
  var isFlow: Bool { flowEntries != nil }

  /// The entry with one line for each entry in its braces; nil if impossible.
  var unfolded: Block? {
    guard let flowEntries else { return inside == nil ? nil : self }
    var copy = self
    let indent = String(lines[0].prefix { $0 == " " })
    copy.lines = ["\(indent)\(key):\n"] + flowEntries.map { "\(indent)  \($0)\n" }
    return copy
  }

  private var flowEntries: [String]? {
    let value = value
    guard value.hasPrefix("{"), value.hasSuffix("}"), value.count > 1 else { return nil }
    var entries: [String] = []
    var entry = ""
    var depth = 0
    var quote: Character?
    for character in value.dropFirst().dropLast() {
      if character == quote {
        quote = nil
      } else if quote == nil, "\"'".contains(character), entry.last.map({ $0 == " " }) ?? true {
        quote = character
      } else if quote == nil, "[{".contains(character) {
        depth += 1
      } else if quote == nil, "]}".contains(character) {
        depth -= 1
      }
      if character == ",", quote == nil, depth == 0 {
        entries.append(entry.trimmingSpaces)
        entry = ""
      } else {
        entry.append(character)
      }
    }
    guard quote == nil, depth == 0 else { return nil }
    if !entry.trimmingSpaces.isEmpty { entries.append(entry.trimmingSpaces) }
    let areKeyed = !entries.isEmpty && entries.allSatisfy { Self.key(of: "\($0)\n"[...]) != nil }
    return areKeyed ? entries : nil
  }

  private func value(of line: String) -> String {
    let value = String(line.drop { $0 != ":" }.dropFirst()).trimmingSpaces
    return value.hasPrefix("#") ? "" : value
  }

  static func mapping(_ text: String) -> Mapping? {
    guard !text.utf8.contains(UInt8(ascii: "\r")), !text.contains("\t") else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
    if lines.last == "\n" { lines.removeLast() }
    return mapping(lines[...])
  }

  private static func mapping(_ lines: ArraySlice<String>) -> Mapping? {
    var mapping = Mapping()
    var waiting: [String] = []
    var indent: Int?
    for line in lines {
      let depth = line.prefix { $0 == " " }.count
      let content = line.dropFirst(depth)
      if content == "\n" || content.hasPrefix("#") {
        waiting.append(line)
        continue
      }
      let level = indent ?? depth
      let isItem = content.hasPrefix("- ") && depth == level
      if depth > level || isItem, !mapping.entries.isEmpty {
        mapping.entries[mapping.entries.count - 1].lines += waiting + [line]
        waiting = []
        continue
      }
      guard depth == level, let key = key(of: content), mapping[key] == nil else { return nil }
      indent = level
      mapping.entries.append(Block(key: key, comment: waiting.joined(), lines: [line]))
      waiting = []
    }
    (mapping.indent, mapping.rest) = (indent ?? 0, waiting.joined())
    return mapping
  }

  /// The key of a line; nil unless it is plain.
  private static func key(of content: Substring) -> String? {
    guard let colon = content.firstIndex(of: ":"), colon > content.startIndex,
      content[content.index(after: colon)].isWhitespace
    else { return nil }
    let key = content[..<colon]
    let isPlain = !key.contains { "\"'{}[]&*?|>%@`#,".contains($0) } && !key.hasPrefix("-")
    return isPlain ? String(key) : nil
  }
}
