internal import Words
internal import BoardModel
internal import MemoKit
internal import Terminal

/// The page of conflicts and problems.
extension PageMaker {
  var problems: WebResponse {
    var rows: [HTML] = []
    for key in storeState.keys {
      rows += storeState.conflicts(of: key).map { conflict($0) }
      guard let task = storeState.tasks[key], !task.problems.isEmpty else { continue }
      rows.append(broken(key, task))
    }
    rows += storeState.problemsBesideTasks.map { problem in
      "<li>\(paragraph(problem))</li>\n"
    }
    return sheet(
      words.conflictsAndProblems.headline,
      """
      <ul class="problems">
      \(rows)</ul>
      \("<p>\(words.noConflicts)</p>", if: rows.isEmpty)
      """)
  }

  /// A problem with its file and line.
  func paragraph(_ problem: StoreProblem) -> HTML {
    "<p class=\"late\">\(line(words.placedReason(of: problem)))</p>"
  }

  private func link(_ key: TaskKey, _ task: StoredTask) -> HTML {
    heading(
      "<a href=\"\(href(address(key)))\">\(title(of: task))</a>",
      depth: 1)
  }

  private func broken(_ key: TaskKey, _ task: StoredTask) -> HTML {
    let messages = task.problems.map { problem -> HTML in
      let place = problem.place.map { "\(words.problemInLine($0.line)): " } ?? ""
      return "<p class=\"late\">\(place)\(separated(lines(words.reason(of: problem))))</p>"
    }
    let button: HTML =
      readOnly == nil && isBroken(task) && task.isEditable
      ? "<p>\(link("\(address(key))?edit=1", "\(words.fixText)"))</p>" : ""
    return """
      <li>\(link(key, task))<p class="dim">\(task.path.sanitized)</p>\(messages)\
      \(isBroken(task) ? lines(of: task, around: 2) : "")\(button)</li>

      """
  }

  // MARK: - Conflicts

  /// A conflict, or a note that can't be parsed: its text, its place, and how to remove it by hand.
  private func conflict(_ conflict: OpenConflict) -> HTML {
    let isClear = conflict.isClear
    let place = isClear ? "" : ":\(conflict.line)"
    return """
      <li>\(link(conflict.key, conflict.task))\
      <p class="conflict"><span aria-hidden="true">⚑</span> \(words.conflict): \
      \(isClear ? words.subject(of: conflict) : words.noteCannotBeRead)</p>
      <p class="dim">\(conflict.task.path.sanitized)\(place)</p>
      \(isClear ? sides(of: conflict) : "<pre class=\"plain\">\(conflict.text)</pre>")
      \(readOnly == nil ? buttons(for: conflict) : "")</li>

      """
  }

  private func sides(of conflict: OpenConflict) -> HTML {
    let note = conflict.note
    func shown(_ value: String) -> HTML {
      note.part == .body ? "<pre class=\"plain\">\(value)</pre>" : "\(value)"
    }
    let author: HTML =
      note.author.isEmpty
      ? "\(words.unknownAuthor)" : "\(note.author.sanitized), \(time(note.date))"
    return """
      <dl class="sides"><div><dt>\(words.currentValue)</dt>\
      <dd>\(shown(words.kept(conflict, on: dates)))</dd></div>
      <div><dt>\(words.discardedValue), \(author)</dt>\
      <dd>\(shown(words.noted(conflict, on: dates)))</dd></div></dl>
      """
  }

  private func buttons(for conflict: OpenConflict) -> HTML {
    let title = title(of: conflict.task)
    let edit = link(
      "\(address(conflict.key))?edit=1", "\(words.edit)", name: "\(words.edit): \(title)")
    let isClear = conflict.isClear
    let buttons = remedies(
      conflict.key, conflict.number, isClear: isClear,
      about: isClear ? "\(title), \(words.subject(of: conflict))" : title)
    guard !isClear else { return "<div class=\"row\">\(buttons)\(edit)</div>" }
    return "<p>\(words.howToRemoveNote)</p>\n<div class=\"row\">\(edit)\(buttons)</div>"
  }

  /// The buttons that resolve a conflict.
  ///
  /// - Parameters:
  ///   - number: The note's number in the text; nil for all.
  ///   - isClear: Whether every affected note can be parsed; otherwise the discarded value can't be
  ///     taken.
  ///   - about: The conflict, for screen readers, on a page with those of several tasks.
  func remedies(_ key: TaskKey, _ number: Int? = nil, isClear: Bool, about: String = "") -> HTML {
    let fields =
      [("task", TaskAddress.text(of: key))] + (number.map { [("note", "\($0)")] } ?? [])
    func resolve(_ name: String, _ more: [(String, String)] = []) -> HTML {
      button(
        "resolve", "\(name)", fields + more, name: about.isEmpty ? "" : "\(name): \(about)")
    }
    guard isClear else { return resolve(number == nil ? words.keepCurrent : words.removeNote) }
    return resolve(words.keepCurrent) + resolve(words.takeDiscarded, [("side", "theirs")])
  }
}
