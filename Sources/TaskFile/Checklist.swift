/// The `- [ ]` items of a task's text.
public struct Checklist: Hashable, Sendable {
  /// How many are ticked.
  public var done = 0
  public var total = 0
  /// The texts of those that are not.
  public var open: [String] = []
}

extension TaskDocument {
  /// The checklist items outside code blocks.
  public var checklist: Checklist {
    var list = Checklist()
    guard bytes[fences.body...].contains(.openBracket) else { return list }
    forEachTextLine { line in
      guard let (isDone, text) = Self.checklistItem(line) else { return }
      list.total += 1
      if isDone { list.done += 1 } else { list.open.append(String(text)) }
    }
    return list
  }

  /// How many conflict notes the text has: lines that begin with `> [!CONFLICT]`.
  public var conflictNotes: Int {
    guard bytes[fences.body...].contains(UInt8(ascii: "!")) else { return 0 }
    var count = 0
    forEachTextLine { if $0.hasPrefix("> [!CONFLICT]") { count += 1 } }
    return count
  }

  /// Goes through the lines of the body that are not in a fenced code block (CommonMark 4.5).
  private func forEachTextLine(_ body: (Substring) -> Void) {
    var fence: Substring?
    for bytes in bytes[fences.body...].split(separator: UInt8.newline) {
      let text = String(decoding: bytes, as: UTF8.self)
      let raw = text.utf8.last == .carriageReturn ? text.unicodeScalars.dropLast().text : text[...]
      let line = raw.drop { $0 == " " }
      let mark = line.first.flatMap { first in
        first == "`" || first == "~" ? line.prefix { $0 == first } : nil
      }
      if let open = fence {
        if let mark, mark.first == open.first, mark.count >= open.count,
          line.dropFirst(mark.count).allSatisfy(\.isWhitespace)
        {
          fence = nil
        }
      } else if let mark, mark.count >= 3 {
        fence = mark
      } else {
        body(raw)
      }
    }
  }

  /// `- [ ] text`, also with `*`, `+` or a number, at any depth.
  private static func checklistItem(_ line: Substring) -> (isDone: Bool, text: Substring)? {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    if let first = rest.first, "-*+".contains(first) {
      rest = rest.dropFirst()
    } else {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard !digits.isEmpty, rest.first == "." || rest.first == ")" else { return nil }
      rest = rest.dropFirst()
    }
    guard rest.first == " " else { return nil }
    rest = rest.drop { $0 == " " }
    for (mark, isDone) in [("[ ] ", false), ("[x] ", true), ("[X] ", true)] where rest.hasPrefix(mark) {
      return (isDone, rest.dropFirst(mark.count))
    }
    return nil
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var text: Substring { Substring(self) }
}
