import Foundation

extension RandomHistory {
  /// Opens a random task in an editor.
  mutating func editByHand(_ who: Int) throws {
    guard let path = try anyTask(who) else { return try add(who) }
    try editByHand(who, path)
  }

  mutating func editByHand(_ who: Int, _ path: String) throws {
    let bytes = Array(
      try Data(contentsOf: URL(filePath: team.scratch(team[who].path(path)))))
    let text = Page(bytes)
    guard let mark = FileFacts(bytes).marks.min() else { return }
    let broken = text.lines.firstIndex { $0.contains("[unclosed") }
    if let broken, chance(40) {
      let key = text.lines[broken].split(separator: ":")[0]
      let isTwice = text.lines[..<broken].contains { $0.hasPrefix("\(key): a") }
      let from = isTwice ? broken - 1 : broken
      return try edit(who, path, "splice @l, \(from), \(broken - from + 1)")
    }
    guard let code = chance(65) ? bodyEdit(text, mark) : headerEdit(text, mark) else { return }
    try edit(who, path, code)
  }

  /// Runs Perl code on a file's lines, `@l`, which end with `$e`.
  private mutating func edit(_ who: Int, _ path: String, _ code: String) throws {
    let ran = try type(who, "edit \(quoted(code)) \(quoted(path))")
    if ran.code != 0 { fault("edit \(code): \(ran.output)") }
  }

  /// A line as Perl code.
  private func line(_ text: String) -> String { "\"\(text)$e\"" }

  private static let closesLast = "$l[-1] .= $e if @l && $l[-1] !~ /\\n\\z/; "

  private mutating func bodyEdit(_ page: Page, _ mark: Int) -> String? {
    let lines = page.lines
    // The line with the mark, and notes, stay.
    let free = page.body.filter { !lines[$0].contains("b\(mark)q") && !lines[$0].hasPrefix(">") }
    let place = page.body.lowerBound + number(page.body.count + 1)
    switch number(20) {
    case 0...3: return Self.closesLast + "push @l, \(line("Note \(word(for: mark))"))"
    case 4: return Self.closesLast + "push @l, $e, \(line("- [ ] item \(word(for: mark))"))"
    case 5, 6:
      return Self.closesLast + "splice @l, \(place), 0, \(line("Between \(word(for: mark))"))"
    case 7:
      return Self.closesLast
        + "splice @l, \(place), 0, \(line("# \(word(for: mark))")), $e, \(line(word(for: mark)))"
    case 8:
      return Self.closesLast
        + "splice @l, \(place), 0, \(line("```")), \(line("code \(word(for: mark))")), \(line("```"))"
    case 9...11:
      guard let place = pick(free) else { return nil }
      return "$l[\(place)] =~ s/(\\r?\\n?)\\z/ \(word(for: mark))$1/"
    case 12, 13:
      guard let place = pick(free) else { return nil }
      return "$l[\(place)] =~ s/^[^\\r\\n]*/Anew \(word(for: mark))/"
    case 14:
      guard let place = pick(free) else { return nil }
      return "splice @l, \(place), 1"
    case 15, 16:
      let boxes = free.filter { lines[$0].contains("- [") }
      guard let place = pick(boxes) else { return nil }
      return lines[place].contains("[ ]")
        ? "$l[\(place)] =~ s/\\[ \\]/[x]/" : "$l[\(place)] =~ s/\\[x\\]/[ ]/"
    case 17:
      guard free.count > 1, let a = pick(free), let b = pick(free), a != b,
        b != lines.count - 1, a != lines.count - 1
      else { return nil }
      return "@l[\(a), \(b)] = @l[\(b), \(a)]"
    case 18:
      let notes = page.body.filter { lines[$0].hasPrefix("> [!CONFLICT]") }
      guard let place = pick(notes) else { return nil }
      return
        "splice @l, \(place), 1; splice @l, \(place), 1 while \(place) < @l && $l[\(place)] =~ /^> (?!\\[!)/"
    default:
      guard page.body.count > 1, let place = pick(free), place + 1 < lines.count,
        !lines[place].hasPrefix("```")
      else { return nil }
      // If the other person rewords one of the two, a merge keeps both.
      joined.formUnion(FileFacts(Array("\(lines[place]) \(lines[place + 1])".utf8)).all)
      return "$l[\(place)] =~ s/\\r?\\n\\z/ /"
    }
  }

  private mutating func headerEdit(_ page: Page, _ mark: Int) -> String? {
    let word = word(for: mark)
    guard let header = page.header else {
      return "unshift @l, \(line("---")), \(line("owner: \(word)")), \(line("---"))"
    }
    let free = header.filter {
      let text = page.lines[$0]
      return !text.hasPrefix("id:") && !text.contains("b\(mark)q")
    }
    func set(_ key: String, _ value: String) -> String {
      let place = header.first { page.lines[$0].hasPrefix("\(key):") }
      return place.map { "$l[\($0)] =~ s/^[^\\r\\n]*/\(key): \(value)/" }
        ?? "splice @l, \(header.upperBound), 0, \(line("\(key): \(value)"))"
    }
    let hasList = header.contains { page.lines[$0].hasPrefix("  ") }
    switch number(20) {
    case 0, 1: return set("deadline", "2026-12-\(10 + number(19))")
    case 2: return set("owner", word)
    case 3: return set("title", "Other \(word)")
    case 4: return set("priority", pick(["high", "medium"]) ?? "")
    case 5, 6: return set("status", pick(["todo", "doing", "done"]) ?? "")
    case 7:
      return header.contains { page.lines[$0].hasPrefix("tags: [") }
        ? "s/^tags: \\[/tags: [\(word), / for @l" : set("tags", "[\(word)]")
    case 8: return hasList ? nil : set("people", "$e  - name: \(word)$e    list: [a, \(word)]")
    case 9:
      return "splice @l, \(header.lowerBound), 0, \(line("# \(word)"))"
    case 10: return set("key\(number(3))", "'\(word)'".replacing("'", with: ""))
    case 11: return hasList ? nil : set("text", "|$e  first \(word)$e  second")
    case 12:
      guard let place = pick(free), !hasList else { return nil }
      return "splice @l, \(place), 1"
    case 13: return "s/\\r?\\n\\z/\\r\\n/ for @l"
    case 14: return "s/\\r\\n/\\n/ for @l"
    case 15: return "$l[0] = \"\\xEF\\xBB\\xBF$l[0]\" unless $l[0] =~ /^\\xEF/"
    case 16: return "$l[-1] =~ s/\\r?\\n\\z//"
    case 17: return "@l = grep { !/^id:/ } @l"
    default:
      let place = header.lowerBound
      return switch number(4) {
      case 0: "splice @l, \(place), 0, \(line("bad: \(word) [unclosed: [\\t"))"
      case 1: "splice @l, \(place), 0, \(line("\\t- \(word) [unclosed"))"
      case 2: "splice @l, \(place), 0, \(line("\(word): a")), \(line("\(word): b # [unclosed"))"
      default: Self.closesLast + "push @l, \(line("\\xFF\\xFE \(word) [unclosed"))"
      }
    }
  }
}

/// A file's lines.
private struct Page {
  let lines: [String]
  /// The lines between the fences; nil without front matter.
  let header: Range<Int>?
  let body: Range<Int>

  init(_ bytes: [UInt8]) {
    var lines = String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    guard lines.first == "---" || lines.first == "\u{FEFF}---",
      let end = lines.dropFirst().firstIndex(of: "---")
    else {
      (header, body) = (nil, 0..<lines.count)
      return
    }
    header = 1..<end
    body = (end + 1)..<lines.count
  }
}
