/// A link in a task's text.
public struct Link: Hashable, Sendable {
  /// The label in `[timetable](https://…)`; nil for a bare address.
  public var label: String?
  public var address: String
}

extension TaskDocument {
  /// The `http`, `https` and `mailto` links in text and values, each once.
  ///
  /// Other schemes are ignored, since the text may come from somebody else.
  public var links: [Link] {
    var links = Link.all(in: body)
    for entry in header.entries {
      if case .text(let text)? = entry.meaning { links += Link.all(in: text) }
    }
    var seen: Set<String> = []
    return links.filter { seen.insert($0.address).inserted }
  }
}

extension Link {
  private static let schemes = ["https://", "http://", "mailto:"]
  private static let longestScheme = 8

  static func all(in text: String) -> [Link] {
    var links: [Link] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var place = line.startIndex
      // A label belongs to one address only.
      var end = place
      while let start = line[place...].firstIndex(where: { "hHmM".contains($0) }) {
        place = line.index(after: start)
        let rest = line[start...]
        let word = rest.prefix(longestScheme).lowercased()
        guard let scheme = schemes.first(where: word.hasPrefix),
          !(start > line.startIndex && line[line.index(before: start)].isLetter)
        else { continue }
        let address = address(rest)
        guard address.count > scheme.count else { continue }
        links.append(Link(label: label(before: line[end..<start]), address: String(address)))
        place = address.endIndex
        end = place
      }
    }
    return links
  }

  /// The address up to white space or an unmatched bracket, without punctuation at the end.
  private static func address(_ text: Substring) -> Substring {
    var depth = 0
    var end = text.startIndex
    for (index, character) in zip(text.indices, text) {
      if character.isWhitespace || "<>\"`|\\^".contains(character)
        || character.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value == 0x7F })
      {
        break
      }
      if character == "(" || character == "[" { depth += 1 }
      if character == ")" || character == "]" {
        depth -= 1
        if depth < 0 { break }
      }
      end = text.index(after: index)
    }
    while end > text.startIndex, ".,;:!?'*_~".contains(text[text.index(before: end)]) {
      end = text.index(before: end)
    }
    return text[..<end]
  }

  private static func label(before text: Substring) -> String? {
    guard text.hasSuffix("](") else { return nil }
    let inner = text.dropLast(2)
    guard let open = inner.lastIndex(of: "[") else { return nil }
    let words = String(inner[inner.index(after: open)...])
    return words.isEmpty ? nil : words
  }
}
