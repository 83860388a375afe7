@testable import TaskFile

/// A task and two people's versions of it.
struct RandomTriple {
  var base: TaskVersion?
  var kim: TaskVersion?
  var ada: TaskVersion?
}

extension RandomDocuments {
  static let bodyLines = [
    "", "", "Two litres, the blue one.", "the blue one", "- [ ] milk", "- [x] bread", "- [ ] eggs",
    "* [ ] deeper", "# Heading", "> a quote", ">", "```", "~~~", "  indented", "\ttab", "---",
    "...",
    "| a | b |", "漢字の行", "it's — a dash", "trailing  ", "title: x", "- item", "1. one",
    "<!-- c -->",
    "> [!CONFLICT] title: x — Eve, 2026-11-01 08:00",
    "> [!CONFLICT] body: 2 lines — Eve, 2026-11-01 08:00",
    "> [!CONFLICT]", "[!CONFLICT] x", "2 lines", "(removed)", "🎉 done", "cr\rin it", "e\u{301}",
  ]

  private mutating func bodyLine() -> String {
    switch Int.random(in: 0...9, using: &random) {
    case 0...4: return pick(Self.bodyLines)
    case 5: return text(upTo: 3).filter { !$0.isNewline }
    default:
      let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in pick(Self.words) }
      return (chance(30) ? pick(["- [ ] ", "- [x] ", "  "]) : "") + words.joined(separator: " ")
    }
  }

  /// A task with a front matter and a text, which both can be understood.
  mutating func task() -> TaskVersion {
    for _ in 0..<20 {
      var document = TaskDocument(document())
      guard document.isUnderstood else { continue }
      let lines = (0..<Int.random(in: 0...12, using: &random)).map { _ in bodyLine() }
      let newline = document.usesCRLF ? "\r\n" : "\n"
      document.setBody(lines.joined(separator: newline) + (chance(85) ? newline : ""))
      guard document.isMergeable else { continue }
      return TaskVersion(path: path(), document: document)
    }
    return TaskVersion("---\ntitle: a\n---\n")
  }

  private mutating func path() -> String {
    pick(["todo", "doing", "done"]) + pick(["/", "/", "/home/", "/a/b/"])
      + pick(["a.md", "b.md", "c d.md"])
  }

  /// A task that no, one or both people changed, deleted or added.
  mutating func triple() -> RandomTriple {
    let base = task()
    guard chance(97) else {
      return RandomTriple(base: nil, kim: chance(90) ? task() : nil, ada: edited(base))
    }
    let kim = chance(3) ? nil : edited(base)
    var ada = chance(3) ? nil : edited(base)
    // Both sides made some changes alike.
    if chance(15), let kim { ada = edited(kim, most: 2) }
    return RandomTriple(base: chance(97) ? base : nil, kim: kim, ada: ada)
  }

  /// The task after some changes as people make them.
  mutating func edited(_ task: TaskVersion, most: Int = 5) -> TaskVersion {
    var task = task
    for _ in 0..<Int.random(in: 0...most, using: &random) {
      var (path, document) = (task.path, task.document)
      switch Int.random(in: 0...12, using: &random) {
      case 0: path = self.path()
      case 1, 2: try? document.remove(pick(Self.fields))
      case 3, 4, 5:
        let key = pick(Self.fields)
        try? document.set(key, to: value(of: key))
      case 6: update(&document)
      default: rewrite(&document)
      }
      if document.isMergeable { task = TaskVersion(path: path, document: document) }
    }
    return task
  }

  /// Changes comments, blank lines, the order of keys, a byte order mark, line endings.
  private mutating func update(_ document: inout TaskDocument) {
    var bytes = document.bytes
    switch Int.random(in: 0...5, using: &random) {
    case 0:
      let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      bytes = isMarked ? Array(bytes.dropFirst(3)) : [0xEF, 0xBB, 0xBF] + bytes
    case 1:
      let isCRLF = document.usesCRLF
      bytes = bytes.filter { $0 != 0x0D }
      if !isCRLF { bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
    case 2:
      if bytes.last == 0x0A { bytes.removeLast() } else { bytes.append(0x0A) }
    default:
      guard let range = document.fences.header else { return }
      var lines = bytes[range].split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        .map(Array.init)
      let place = Int.random(in: 0...lines.count, using: &random)
      if chance(50) || lines.isEmpty {
        lines.insert(Array(pick(["# a comment", "", "# another"]).utf8), at: place)
      } else {
        let line = lines.remove(at: Int.random(in: lines.indices, using: &random))
        if chance(70) { lines.insert(line, at: min(place, lines.count)) }
      }
      bytes.replaceSubrange(range, with: lines.flatMap { $0 + [0x0A] })
    }
    document = TaskDocument(bytes)
  }

  /// Adds, removes, moves, ticks or rewords lines of the text.
  private mutating func rewrite(_ document: inout TaskDocument) {
    let newline = document.usesCRLF ? "\r\n" : "\n"
    var text = String(document.body.unicodeScalars.filter { $0 != "\r" })
    let hadEnd = text.hasSuffix("\n")
    if hadEnd { text.removeLast() }
    var lines = text.isEmpty ? [] : text.linesOfText
    let place = Int.random(in: 0...lines.count, using: &random)
    switch Int.random(in: 0...7, using: &random) {
    case 0, 1: lines.insert(bodyLine(), at: place)
    case 2: lines.append(bodyLine())
    case 3: if place < lines.count { lines.remove(at: place) }
    case 4 where place < lines.count:
      let line = lines.remove(at: place)
      lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
    case 5 where place < lines.count:
      let isOpen = lines[place].contains("[ ]")
      lines[place] = lines[place].replacing(isOpen ? "[ ]" : "[x]", with: isOpen ? "[x]" : "[ ]")
    case 6 where place < lines.count: lines[place] += " " + pick(Self.words)
    default: if place < lines.count { lines[place] = bodyLine() }
    }
    document.setBody(lines.joined(separator: newline) + (hadEnd || chance(20) ? newline : ""))
  }
}

extension TaskDocument {
  fileprivate var usesCRLF: Bool { fences.newline.count == 2 }

  /// The front matter of a file with two names of one field is merged as text.
  fileprivate var isMergeable: Bool {
    isUnderstood && (header.entry("due") == nil || header.entry("deadline") == nil)
  }
}
