internal import StreamSafe

/// The `- [ ]` items of a task's text.
public struct Checklist: Hashable, Sendable {
  /// How many are ticked.
  public var done = 0
  public var total = 0
  /// The texts of those that are not.
  public var open: [String] = []
}

/// Tells which lines are in fenced code blocks (CommonMark 4.5), asked for one after the other.
struct CodeFences {
  private var open: ArraySlice<UInt8>?

  /// Whether the lines so far end within a block.
  var isOpen: Bool { open != nil }

  /// Whether a line is in a block, or opens or closes one.
  mutating func contains(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == .space }
    let isMark = text.first == .backtick || text.first == .tilde
    let mark = text.prefix { isMark && $0 == text.first }
    let rest = text.dropFirst(mark.count)
    if let open {
      if mark.first == open.first, mark.count >= open.count, rest.allSatisfy(\.isBlank) {
        self.open = nil
      }
      return true
    }
    // Backticks behind the mark make it code within a line.
    guard mark.count >= 3, mark.first == .tilde || !rest.contains(.backtick) else { return false }
    open = mark
    return true
  }
}

extension TaskDocument {
  /// Reads what single lines of the text say: checklist items and conflict notes.
  func readMarks(in start: Int, into item: inout TaskItem) {
    guard hasMark(from: start) else { return }
    var code = CodeFences()
    var noteLines = 0
    var next = start
    while next < bytes.count {
      let end = bytes[next...].firstIndex(of: .newline) ?? bytes.count
      var line = bytes[next..<end]
      next = end + 1
      if line.last == .carriageReturn { line = line.dropLast() }
      if noteLines > 0, line.first == .greater, !line.starts(with: ConflictNote.mark) {
        noteLines -= 1
        continue
      }
      noteLines = 0
      guard !code.contains(line) else { continue }
      if line.starts(with: ConflictNote.mark) {
        item.conflictNotes += 1
        noteLines = ConflictNote.continuationLines(Array(line))
      } else if let (isDone, text) = Self.checklistItem(line) {
        item.checklist.total += 1
        if isDone {
          item.checklist.done += 1
        } else {
          item.checklist.open.append(String(streamSafe: text))
        }
      }
    }
  }

  /// Whether there is a box or a note in it at all, so that most texts are not taken apart.
  private func hasMark(from start: Int) -> Bool {
    var index = start
    while let found = bytes[index...].firstIndex(of: .openBracket) {
      let rest = bytes[(found + 1)...]
      guard rest.count >= 2 else { return false }
      switch rest[found + 1] {
      case .space, UInt8(ascii: "x"), UInt8(ascii: "X"):
        if rest[found + 2] == .closeBracket { return true }
      // Other marks than `[!CONFLICT]`, as `[!NOTE]`, are all over some texts.
      case .exclamation: if rest.starts(with: Self.noteWord) { return true }
      default: break
      }
      index = found + 1
    }
    return false
  }

  private static let noteWord = ConflictNote.mark.drop { $0 != .exclamation }

  /// `- [ ] text`, also with `*`, `+` or a number, at any depth.
  static func checklistItem(
    _ line: ArraySlice<UInt8>
  ) -> (isDone: Bool, text: ArraySlice<UInt8>)? {
    var rest = line.drop(while: \.isBlank)
    let digits = rest.prefix(while: \.isDigit).count
    rest = rest.dropFirst(digits)
    let bullets: [UInt8] = digits > 0 ? [.dot, .closeParenthesis] : [.dash, .asterisk, .plus]
    guard let bullet = rest.first, bullets.contains(bullet), rest.dropFirst().first == .space
    else { return nil }
    rest = rest.dropFirst().drop { $0 == .space }
    guard rest.count >= 4, rest.first == .openBracket else { return nil }
    let box = Array(rest.prefix(4))
    guard box[2] == .closeBracket, box[3] == .space else { return nil }
    switch box[1] {
    case .space: return (false, rest.dropFirst(4))
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return (true, rest.dropFirst(4))
    default: return nil
    }
  }
  /// The item that a line of a text is; nil for any other.
  package static func item(in line: String) -> (isDone: Bool, text: String)? {
    guard let (isDone, text) = checklistItem(Array(line.utf8)[...]) else { return nil }
    return (isDone, String(streamSafe: text))
  }
}
