internal import BoardModel
internal import Terminal

/// A line that is typed behind a prompt, with what was typed before: each key writes no more than
/// what it changes, so that a screen reader says that and nothing else.
struct LineEditor: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    /// What is to be written.
    case write(String)
    /// A line is complete.
    case line(String)
    /// Ctrl-C: the line is given up.
    case cancel
    /// Ctrl-D on an empty line.
    case end
    case suspend
  }

  private(set) var field = TextField()
  /// The lines that were typed, the last one last.
  private var history: [String] = []
  /// Which of them is shown; their number for the line that is being typed.
  private var place = 0
  /// What was being typed before one of them was looked at.
  private var unfinished = ""

  /// What stands behind the prompt when it is said anew, with the cursor in its place.
  var shown: String { Self.change(from: TextField(), to: field) }

  mutating func take(_ key: Key, _ modifiers: Modifiers) -> Outcome {
    switch (key, modifiers) {
    case (.enter, _): return finish()
    case (.character("c"), .control):
      clear()
      return .cancel
    case (.character("d"), .control) where field.isEmpty: return .end
    case (.character("z"), .control): return .suspend
    case (.up, _), (.character("p"), .control): return look(at: place - 1)
    case (.down, _), (.character("n"), .control): return look(at: place + 1)
    default:
      let old = field
      _ = field.take(key, modifiers)
      return .write(Self.change(from: old, to: field))
    }
  }

  /// Text as it comes, which never ends the line.
  mutating func paste(_ text: String) -> Outcome {
    let old = field
    field.insert(text.trimmedEnd)
    return .write(Self.change(from: old, to: field))
  }

  private mutating func finish() -> Outcome {
    let line = field.text
    if !line.allSatisfy(\.isWhitespace), history.last != line { history.append(line) }
    clear()
    return .line(line)
  }

  private mutating func clear() {
    field = TextField()
    place = history.count
    unfinished = ""
  }

  private mutating func look(at new: Int) -> Outcome {
    guard (0...history.count).contains(new), new != place else { return .write("") }
    if place == history.count { unfinished = field.text }
    let old = field
    place = new
    field.replace(new == history.count ? unfinished : history[new])
    return .write(Self.change(from: old, to: field))
  }

  /// What turns one line into the other on a terminal: back to where they differ, the rest, blanks
  /// where the old one was longer, and back to the cursor.
  private static func change(from old: TextField, to new: TextField) -> String {
    func width(_ characters: some Collection<Character>) -> Int {
      characters.reduce(0) { $0 + String($1).sanitized.terminalWidth }
    }
    func back(_ cells: Int) -> String { String(repeating: "\u{8}", count: max(0, cells)) }
    guard old.characters != new.characters else {
      let (from, to) = (old.cursor, new.cursor)
      return to < from
        ? back(width(new.characters[to..<from]))
        : String(new.characters[from..<to]).sanitized
    }
    let same = zip(old.characters, new.characters).prefix { $0 == $1 }.count
    var text = ""
    if same < old.cursor {
      text += back(width(old.characters[same..<old.cursor]))
    } else {
      text += String(old.characters[old.cursor..<same]).sanitized
    }
    let rest = new.characters[same...]
    text += String(rest).sanitized
    let surplus = width(old.characters[same...]) - width(rest)
    if surplus > 0 { text += String(repeating: " ", count: surplus) + back(surplus) }
    return text + back(width(new.characters[max(new.cursor, same)...]))
      + (new.cursor < same ? back(width(new.characters[new.cursor..<same])) : "")
  }
}
