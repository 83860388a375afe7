internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

/// What is to be looked at, a block each.
extension PageMaker {
  /// - Parameter sides: Whose what stands is, for conflicts of which that is known.
  func problems(
    _ query: BoardQuery, _ sides: [StandingSide.Place: StandingSide]
  ) -> WebResponse {
    var rows: [HTML] = []
    for key in storeState.keys {
      guard let task = storeState.tasks[key], task.conflictNotes > 0 || !task.problems.isEmpty
      else {
        continue
      }
      for (index, placed) in task.document.conflictNotes.enumerated() {
        let side = sides[.init(path: task.path, index: index)]
        rows.append(conflict(placed, index + 1, of: key, task, side, query))
      }
      if !task.problems.isEmpty { rows.append(broken(key, task, query)) }
    }
    rows += (storeState.problemsBesideTasks + storeState.strays).map { problem in
      "<li><p class=\"late\">\(english("\(problem.line.sanitized)"))</p></li>\n"
    }
    return sheet(
      words.conflictsAndProblems, query,
      """
      <ul class="problems">
      \(rows)</ul>
      \("<p>\(words.allIsWell)</p>", if: rows.isEmpty)
      """)
  }

  private func link(_ key: TaskKey, _ task: StoredTask, _ query: BoardQuery) -> HTML {
    heading(
      "<a href=\"\(prefix)\(address(key))\(query.suffix)\" data-sheet>\(title(of: task))</a>",
      depth: 1)
  }

  private func broken(_ key: TaskKey, _ task: StoredTask, _ query: BoardQuery) -> HTML {
    let messages = task.problems.map { problem -> HTML in
      let place = problem.place.map { "\(words.problem(inLine: $0.line)): " } ?? ""
      let reason = english(
        "\(problem.message.sanitized)\((problem.hint.map { "; \($0)" } ?? "").sanitized)")
      return "<p class=\"late\">\(place)\(reason)</p>"
    }
    let button: HTML =
      readOnly == nil && isBroken(task) && task.isEditable
      ? """
      <p><a class="button" data-sheet href="\(prefix)\(address(key))?edit=1\
      \(query.text.isEmpty ? "" : "&")\(query.text)">\(words.mendText)</a></p>
      """ : ""
    return """
      <li>\(link(key, task, query))<p class="dim">\(task.path.sanitized)</p>\(messages)\
      \(isBroken(task) ? lines(of: task, around: 2) : "")\(button)</li>

      """
  }

  // MARK: - Conflicts

  private func conflict(
    _ placed: TaskDocument.PlacedNote, _ number: Int, of key: TaskKey, _ task: StoredTask,
    _ side: StandingSide?, _ query: BoardQuery
  ) -> HTML {
    let note = placed.note
    guard note.part != .unknown else { return unreadable(placed, number, of: key, task, query) }
    let part = TaskChange.Part(of: note)
    let other: HTML =
      note.author.isEmpty
      ? "\(words.nobodyIsNamed)" : "\(note.author.sanitized), \(time(note.date))"
    let fields = [("task", TaskAddress.text(of: key)), ("note", "\(number)")]
    // Of several conflicts each has these two.
    let what = "\(title(of: task)), \(part.map { words.name(of: $0) } ?? words.task)"
    let buttons: HTML =
      readOnly == nil
      ? """
      <div class="row">\(button("resolve", "\(words.keepThis)", fields, back: query, name: "\(words.keepThis): \(what)"))\
      \(button("resolve", "\(words.takeTheOther)", fields + [("side", "theirs")], back: query, name: "\(words.takeTheOther): \(what)"))\
      \(edit(key, task, query))</div>
      """ : ""
    let by = side.map { ", \($0.author.sanitized), \(time(Self.minute($0.time)))" as HTML }
    return """
      <li>\(link(key, task, query))<p class="conflict"><span aria-hidden="true">⚑</span> \(words.conflict): \
      \(part.map { words.name(of: $0) } ?? words.task)</p>
      <p class="dim">\(task.path.sanitized)</p>
      <dl class="sides"><div><dt>\(words.standsNow)\(by)</dt>\
      <dd>\(standing(note, placed.lines, part, task))</dd></div>
      <div><dt>\(words.gaveWay), \(other)</dt><dd>\(value(of: note, part))</dd></div></dl>
      \(buttons)</li>

      """
  }

  private func edit(_ key: TaskKey, _ task: StoredTask, _ query: BoardQuery) -> HTML {
    """
    <a class="button" data-sheet href="\(prefix)\(address(key))?edit=1\
    \(query.text.isEmpty ? "" : "&")\(query.text)" aria-label="\(words.edit): \(title(of: task))">\
    \(words.edit)</a>
    """
  }

  /// A note that somebody has edited: what it says, where, and how it is ended by hand.
  private func unreadable(
    _ placed: TaskDocument.PlacedNote, _ number: Int, of key: TaskKey, _ task: StoredTask,
    _ query: BoardQuery
  ) -> HTML {
    let name = TaskAddress.text(of: key)
    let before = task.document.bytes.dropLast(task.document.body.utf8.count)
    let line = before.count { $0 == UInt8(ascii: "\n") } + placed.lines.lowerBound + 1
    let buttons: HTML =
      readOnly == nil
      ? """
      <p>\(words.howToEndNote)</p>
      <div class="row">\(edit(key, task, query))\
      \(button("resolve", "\(words.takeNoteOut)", [("task", name), ("note", "\(number)")], back: query, name: "\(words.takeNoteOut): \(title(of: task))"))\
      </div>
      """ : ""
    return """
      <li>\(link(key, task, query))<p class="conflict"><span aria-hidden="true">⚑</span> \(words.conflict): \
      \(words.noteCannotBeRead)</p>
      <p class="dim">\(task.path.sanitized):\(line)</p>
      <pre class="plain">\(note(placed, of: task))</pre>
      \(buttons)</li>

      """
  }

  /// A note's lines as they stand in the text.
  private func note(_ placed: TaskDocument.PlacedNote, of task: StoredTask) -> String {
    let lines = task.document.body.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.dropFirst(placed.lines.lowerBound).prefix(placed.lines.count)
      .joined(separator: "\n").sanitizedLines
  }

  private static func minute(_ time: Timestamp) -> String {
    String(time.description.prefix(16).map { $0 == "T" ? " " : $0 })
  }

  /// What stands where the note is.
  private func standing(
    _ note: ConflictNote, _ lines: Range<Int>, _ part: TaskChange.Part?, _ task: StoredTask
  ) -> HTML {
    switch note.part {
    case .field("status"): return "\(words.name(of: task.status).uppercased())"
    case .field(let key):
      let text: String? =
        switch task.document.value(of: key) {
        case .text(let text)?: text
        case .list(let items)?: items.joined(separator: ", ")
        case nil: nil
        }
      return "\(words.value(text, of: part ?? .key(key), on: dates))"
    case .body: return linesBefore(lines, in: task)
    case .task, .unknown: return "\(title(of: task))"
    }
  }

  /// The paragraph that a note on lines stands behind.
  private func linesBefore(_ lines: Range<Int>, in task: StoredTask) -> HTML {
    let all = task.document.body.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    let before = all.prefix(lines.lowerBound).reversed().drop(while: isBlank)
      .prefix { !isBlank($0) && !$0.hasPrefix(">") }.prefix(8).reversed()
    guard !before.isEmpty else { return "\(words.none)" }
    return "<pre class=\"plain\">\(before.joined(separator: "\n").sanitizedLines)</pre>"
  }

  private func value(of note: ConflictNote, _ part: TaskChange.Part?) -> HTML {
    switch note.value {
    case .removed: "\(note.part == .task ? words.wasDeleted : words.none)"
    case .lines(let lines):
      "<pre class=\"plain\">\(lines.joined(separator: "\n").sanitizedLines)</pre>"
    case .field(.text(let text)):
      "\(part.map { words.value(text, of: $0, on: dates) } ?? text.onOneLine.sanitized)"
    case .field(.list(let items)): "\(items.joined(separator: ", ").sanitized)"
    }
  }
}
