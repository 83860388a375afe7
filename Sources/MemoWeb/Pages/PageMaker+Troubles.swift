internal import Words
internal import BoardModel
internal import MemoKit
internal import Terminal

/// The page of conflicts and problems.
extension PageMaker {
  func problems(_ query: BoardQuery) -> WebResponse {
    var rows: [HTML] = []
    for key in storeState.keys {
      rows += storeState.conflicts(of: key).map { conflict($0, query) }
      guard let task = storeState.tasks[key], !task.problems.isEmpty else { continue }
      rows.append(broken(key, task, query))
    }
    rows += (storeState.problemsBesideTasks + storeState.strays).map { problem in
      "<li>\(paragraph(problem))</li>\n"
    }
    return sheet(
      words.conflictsAndProblems.headline, query,
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

  private func link(_ key: TaskKey, _ task: StoredTask, _ query: BoardQuery) -> HTML {
    heading(
      "<a href=\"\(prefix)\(address(key))\(query.suffix)\" data-sheet>\(title(of: task))</a>",
      depth: 1)
  }

  private func broken(_ key: TaskKey, _ task: StoredTask, _ query: BoardQuery) -> HTML {
    let messages = task.problems.map { problem -> HTML in
      let place = problem.place.map { "\(words.problemInLine($0.line)): " } ?? ""
      return "<p class=\"late\">\(place)\(separated(lines(words.reason(of: problem))))</p>"
    }
    let button: HTML =
      readOnly == nil && isBroken(task) && task.isEditable
      ? """
      <p><a class="button" data-sheet href="\(prefix)\(address(key))?edit=1\
      \(query.continuation)">\(words.fixText)</a></p>
      """ : ""
    return """
      <li>\(link(key, task, query))<p class="dim">\(task.path.sanitized)</p>\(messages)\
      \(isBroken(task) ? lines(of: task, around: 2) : "")\(button)</li>

      """
  }

  // MARK: - Conflicts

  private func conflict(_ conflict: OpenConflict, _ query: BoardQuery) -> HTML {
    let (key, task, note) = (conflict.key, conflict.task, conflict.note)
    guard conflict.isClear else { return unreadable(conflict, query) }
    let other: HTML =
      note.author.isEmpty
      ? "\(words.unknownAuthor)" : "\(note.author.sanitized), \(time(note.date))"
    let subject = words.subject(of: conflict)
    // Tells screen readers which conflict a button belongs to.
    let what = "\(title(of: task)), \(subject)"
    func resolve(_ name: String, _ more: [(String, String)] = []) -> HTML {
      button(
        "resolve", "\(name)",
        [("task", TaskAddress.text(of: key)), ("note", "\(conflict.number)")] + more, back: query,
        name: "\(name): \(what)")
    }
    let buttons: HTML =
      readOnly == nil
      ? """
      <div class="row">\(resolve(words.keepCurrent))\
      \(resolve(words.takeDiscarded, [("side", "theirs")]))\
      \(edit(key, task, query))</div>
      """ : ""
    return """
      <li>\(link(key, task, query))<p class="conflict"><span aria-hidden="true">⚑</span> \(words.conflict): \
      \(subject)</p>
      <p class="dim">\(task.path.sanitized)</p>
      <dl class="sides"><div><dt>\(words.currentValue)</dt>\
      <dd>\(html(words.kept(conflict, on: dates)))</dd></div>
      <div><dt>\(words.discardedValue), \(other)</dt><dd>\(html(words.noted(conflict, on: dates)))</dd></div></dl>
      \(buttons)</li>

      """
  }

  private func html(_ value: OpenConflict.Value) -> HTML {
    switch value {
    case .line(let text): "\(text)"
    case .lines(let text): "<pre class=\"plain\">\(text)</pre>"
    }
  }

  private func edit(_ key: TaskKey, _ task: StoredTask, _ query: BoardQuery) -> HTML {
    """
    <a class="button" data-sheet href="\(prefix)\(address(key))?edit=1\
    \(query.continuation)" aria-label="\(words.edit): \(title(of: task))">\
    \(words.edit)</a>
    """
  }

  /// A note that can't be parsed: its text, its place, and how to remove it by hand.
  private func unreadable(_ conflict: OpenConflict, _ query: BoardQuery) -> HTML {
    let (key, task) = (conflict.key, conflict.task)
    let name = TaskAddress.text(of: key)
    let buttons: HTML =
      readOnly == nil
      ? """
      <p>\(words.howToRemoveNote)</p>
      <div class="row">\(edit(key, task, query))\
      \(button("resolve", "\(words.removeNote)", [("task", name), ("note", "\(conflict.number)")], back: query, name: "\(words.removeNote): \(title(of: task))"))\
      </div>
      """ : ""
    return """
      <li>\(link(key, task, query))<p class="conflict"><span aria-hidden="true">⚑</span> \(words.conflict): \
      \(words.noteCannotBeRead)</p>
      <p class="dim">\(task.path.sanitized):\(conflict.line)</p>
      <pre class="plain">\(conflict.text)</pre>
      \(buttons)</li>

      """
  }
}
