internal import Words
internal import BoardModel
internal import MemoKit
internal import Terminal

extension PageMaker {
  private static let journalLength = 50

  /// The changes of the store or of one task, page by page.
  func journal(_ fields: FormFields) throws(MemoError) -> WebResponse {
    let store = try openStore()
    let skipped = fields["from"].flatMap { Int($0) }.map { max(0, min($0, 1_000_000)) } ?? 0
    var log = LogQuery(limit: skipped + Self.journalLength + 1)
    var (name, ofTask) = (words.journal, "")
    if let target = fields["task"] {
      guard let key = TaskAddress.key(target, in: storeState), let task = storeState.tasks[key]
      else { return noSuchTask(target) }
      log.tasks = try store.refs(of: [task])
      name = words.journalOf(task.title.sanitized)
      ofTask = "&task=\(FormFields.encoded(target))"
    }
    var entries: [LogEntry] = []
    var index = 0
    try store.log(log) { entry in
      if index >= skipped { entries.append(entry) }
      index += 1
      return true
    }
    let next = href("journal?from=\(skipped + Self.journalLength)\(ofTask)")
    return sheet(
      name,
      """
      <ol class="journal">
      \(entries.prefix(Self.journalLength).map(row))</ol>
      \("<p>\(words.noChangesYet)</p>", if: entries.isEmpty && skipped == 0)
      \("<p><a href=\"\(next)\">\(words.older)</a></p>", if: entries.count > Self.journalLength)
      """, isWide: true)
  }

  private func row(_ entry: LogEntry) -> HTML {
    let said = words.said(entry, on: dates)
    let back: HTML =
      readOnly == nil
      ? button(
        "undo", "\(words.undo.headline)", [("operation", entry.commit)],
        name: "\(words.undo.headline): \(said.text)") : ""
    return """
      <li><span class="what"><span class="kind"><span aria-hidden="true">\(said.sign)</span> \
      \(said.word)</span> \(link(to: entry, said))\
      \(said.details.isEmpty ? "" : ": \(said.details.joined(separator: ", "))")</span> \
      <span class="who">\(entry.author.sanitized), \(time(entry.time))</span>\
      \(back)</li>

      """
  }

  /// The title at the time of the entry, linked if the task still exists.
  private func link(to entry: LogEntry, _ said: ChangeSentence) -> HTML {
    guard let id = entry.id.flatMap({ TaskID($0) }), storeState.tasks[TaskKey(name: id.text)] != nil
    else { return "<b>\(said.title)</b>" }
    return "<a href=\"\(href(address(TaskKey(name: id.text))))\"><b>\(said.title)</b></a>"
  }

  var help: WebResponse {
    let groups = keys.map { title, keys -> HTML in
      let rows = keys.map { key, what -> HTML in
        "<tr><th scope=\"row\"><kbd>\(key)</kbd></th><td>\(what.headline)</td></tr>\n"
      }
      return "<table class=\"keys\"><caption>\(title)</caption><tbody>\n\(rows)</tbody></table>\n"
    }
    return sheet(words.keys, "\(groups)<p>\(words.hintFinger) \(words.hintMouse)</p>")
  }

  /// The page's keys, grouped; the script implements the same ones.
  private var keys: [(String, [(String, String)])] {
    [
      (
        words.tasks.headline,
        [
          ("a", words.newTask), ("e", words.edit), ("s", words.startTask), ("d", words.finishTask),
          ("r", words.reopenTask), ("D", words.deleteTask), ("u U", "\(words.undo), \(words.redo)"),
          ("H", words.moveLeft), ("L", words.moveRight), ("Shift-↑", words.moveUp),
          ("Shift-↓", words.moveDown), ("Space", words.markTask), ("*", words.markAll),
          ("Y", words.share), ("m", words.showMenu), ("Ctrl-Enter", words.doneWithSheet),
        ]
      ),
      (
        words.helpMoving,
        [
          ("Enter", words.openTask), ("Esc", words.close), ("k ↑", words.selectAbove),
          ("j ↓", words.selectBelow), ("h ←", words.goLeft), ("l →", words.goRight),
          ("/", words.filter),
        ]
      ),
      (
        words.helpViews,
        [
          ("v", words.switchView), ("J", words.journal), ("S", words.syncNow),
          ("T", words.themes), ("?", words.showHelp),
        ]
      ),
    ]
  }

  func sheet(
    _ title: String, _ content: HTML, _ status: Int = 200, isWide: Bool = false
  ) -> WebResponse {
    let sheet: HTML = """
      <article id="sheet" class="sheet\(" wide", if: isWide)">
      <div class="bar">\(closeLink)\
      \(sheetTitle("\(title)"))</div>
      \(content)
      </article>
      """
    return alone(title, sheet, status)
  }
}
