internal import Words
internal import BoardModel
internal import Markdown
internal import MemoCLI
internal import MemoKit
internal import Terminal

/// A task's form in a page.
struct Sheet: Hashable, Sendable {
  /// The task's part of an address; `new` for a new task.
  var address: String
  var edit: EditForm
  /// The encoded fields that the form has sent since it was opened; empty for none.
  var since = ""
}

extension Sheet {
  init(_ key: TaskKey, _ task: StoredTask) {
    self.init(address: TaskAddress.text(of: key), edit: EditForm(TaskVersion(task), key))
  }

  init(new edit: EditForm) { self.init(address: "new", edit: edit) }

  var isNew: Bool { edit.base == nil }
  /// The path that saves it.
  var path: String { isNew ? address : "task/\(address)" }
}

extension PageMaker {
  func task(_ address: String, isEdited: Bool) -> WebResponse {
    guard let key = TaskAddress.key(address, in: storeState), let task = storeState.tasks[key]
    else { return noSuchTask(address) }
    if isEdited, readOnly == nil {
      if isBroken(task), task.isEditable {
        return source(
          Source(
            address: TaskAddress.text(of: key), key: key, opened: TaskVersion(task),
            text: task.document.bytes))
      }
      return editor(Sheet(key, task))
    }
    return alone(title(of: task), shown(key, task))
  }

  /// A task as its view shows it: in the notes as one text, otherwise for reading.
  func shown(_ key: TaskKey, _ task: StoredTask) -> HTML {
    query.view == .notes && isWritable(task)
      ? note(Sheet(key, task)) : article(key, task)
  }

  func image(_ address: String, _ name: String) throws(MemoError) -> WebResponse {
    guard let key = TaskAddress.key(address, in: storeState), let task = storeState.tasks[key],
      let picture = Picture(name, in: task),
      let bytes = try openStore().content(besideTasks: picture.path),
      let type = Picture.type(of: bytes)
    else { return missing }
    return WebResponse(type, bytes)
  }

  /// Tasks and their forms, which a page keeps for while the server is unreachable.
  func sheets(_ addresses: [String]) -> WebResponse {
    var sheets = HTML.none
    // Long texts are worth less than a page that is there soon.
    for address in addresses.prefix(500) where sheets.text.utf8.count < 4_000_000 {
      guard let key = TaskAddress.key(address, in: storeState), let task = storeState.tasks[key]
      else { continue }
      sheets += shown(key, task)
      if isWritable(task) { sheets += form(Sheet(key, task)) }
    }
    return .page(sheets)
  }

  func article(_ key: TaskKey, _ task: StoredTask) -> HTML {
    let name = TaskAddress.text(of: key)
    let checklist: HTML? = ticked(task).map { "<span class=\"ticks\">\($0)</span>" }
    let facts = facts(task, hasNames: true) + [checklist].compactMap(\.self)
    let edit =
      readOnly == nil ? link("task/\(name)?edit=1", "\(words.edit)", mark: " data-edit") : nil
    return """
      <article id="sheet" class="sheet" data-task="\(name)">
      <div class="bar">\(closeLink)\
      <span class="kind">\(words.name(of: task.status).uppercased())</span>\(edit)</div>
      \(sheetTitle("\(title(of: task))", isKind: false))
      \("<p class=\"facts\">\(facts)</p>", if: !facts.isEmpty)
      \(problems(of: task, key))
      \(isBroken(task) ? lines(of: task, around: 200) : "<div class=\"text\">\(text(of: task, key))</div>")
      \(actions(key, task))
      </article>
      """
  }

  /// A sheet as its own page; for a script, only the content of a dialog.
  func alone(_ title: String, _ content: HTML, _ status: Int = 200) -> WebResponse {
    guard !isPart else { return .page(content, status) }
    return .page(
      document(
        "\(title) — \(storeState.name.sanitized)", bodyClass: "alone",
        """
        <main id="main"><h1 class="hidden">\(storeName)</h1>\(content)</main>
        """), status)
  }

  private func problems(of task: StoredTask, _ key: TaskKey) -> HTML {
    // Problems with a line number are shown at the line.
    let unplaced = task.problems.filter { $0.place == nil || !isBroken(task) }
    let problems = unplaced.map(paragraph)
    guard task.conflictNotes > 0, readOnly == nil else { return problems.joined() }
    let tree = tree(of: task)
    let isClear = task.document.conflictNotes.allSatisfy { $0.note.part != nil }
    let buttons: HTML =
      hasRemedies(task, tree)
      ? "" : "<div class=\"row\">\(remedies(key, isClear: isClear))</div>"
    return problems.joined() + "<p class=\"conflict\">\(words.twoChangedTheSame)</p>" + buttons
  }

  private func tree(of task: StoredTask) -> MarkdownTree? {
    let body = task.document.body
    return MarkdownTree(body, alone: ConflictNote.lines(ofNotesIn: body))
  }

  /// Whether each conflict has its buttons in the text, below the note.
  private func hasRemedies(_ task: StoredTask, _ tree: MarkdownTree?) -> Bool {
    readOnly == nil && tree?.blocks.count(where: \.isConflict) == task.conflictNotes
  }

  private func text(of task: StoredTask, _ key: TaskKey) -> HTML {
    let body = task.document.body
    guard let tree = tree(of: task) else { return "<pre class=\"plain\">\(body)</pre>" }
    var page = MarkdownPage()
    let folder = Paths.parent(of: task.path)
    page.resolve = { link in
      let target = Paths.absolute(
        FormFields.decoded(link.prefix { $0 != "#" }), from: "/" + folder, home: nil)
      guard target.hasSuffix(".md"),
        let other = storeState.tasks.first(where: { "/" + $0.value.path == target })
      else { return nil }
      return href(address(other.key))
    }
    if hasRemedies(task, tree) {
      let notes = task.document.conflictNotes
      page.remedies = { number in
        let isClear = notes[number - 1].note.part != nil
        return "<div class=\"row\">\(remedies(key, number, isClear: isClear))</div>"
      }
    }
    page.picture = { Picture(of: $0, in: task).map { prefix + $0.address(key) } }
    if readOnly == nil {
      let items = Dictionary(
        task.document.checklistItems.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first })
      let lines = LineIndex(of: body)
      page.box = { tick in items[lines.line(at: tick.offset)].map { box($0, key) } }
    }
    return page.html(tree)
  }

  func box(_ item: ChecklistItem, _ key: TaskKey) -> HTML {
    """
    <form method="post" action="\(prefix)do" class="one">\
    <input type="hidden" name="task" value="\(TaskAddress.text(of: key))">\
    <input type="hidden" name="back" value="\(query.text)">\
    \("<input type=\"hidden\" name=\"stays\" value=\"yes\">", if: !isPart && query.view != .notes)\
    \(checkbox(item, item.isDone ? "☑" : "☐", " aria-label=\"\(item.text)\""))</form>
    """
  }

  private func actions(_ key: TaskKey, _ task: StoredTask) -> HTML {
    let name = TaskAddress.text(of: key)
    let history = link("journal?task=\(name)", "\(icon("history"))\(words.journal)")
    guard readOnly == nil else { return "<div class=\"row actions\">\(history)</div>" }
    let fields = [("task", name)]
    let moves = Status.allCases.filter { $0 != task.status }.map { status in
      button(
        status.rawValue,
        "\(icon("move"))\(words.moveTo(words.name(of: status).uppercased()).headline)", fields)
    }
    let steps = [(-1, "↑", words.up), (1, "↓", words.down)].map { steps, sign, name in
      button(
        "rank", "<span aria-hidden=\"true\">\(sign)</span>&nbsp;\(name)",
        fields + [("steps", "\(steps)")])
    }
    return """
      <div class="row actions">\(moves)\(query.order == .byHand ? steps : [])\
      \(history)\
      \(button(
        "delete", "\(icon("delete"))\(words.delete)", fields, kind: " class=\"danger\""))</div>
      """
  }

  // MARK: - Notes

  /// The editor of a task as one text, beside the list.
  func note(_ sheet: Sheet, error: HTML? = nil) -> HTML {
    let fields = sheet.edit.fields
    let (base, isNew) = (sheet.edit.base, sheet.isNew)
    let hidden = hidden(
      self.fields(of: base, since: sheet.since)
        + (isNew ? [("status", fields.status.rawValue)] : []))
    let tools: HTML =
      isNew
      ? ""
      : """
      \(link("\(sheet.path)?edit=1", icon("edit"), name: words.edit, mark: " data-edit"))\
      <button type="button" class="scripted" data-share aria-label="\(words.share)" title="\(words.share)">\
      \(icon("share"))</button>\
      <button type="button" class="scripted danger" data-delete aria-label="\(words.delete)" \
      title="\(words.delete)">\(icon("delete"))</button>
      """
    return """
      <form id="sheet" class="sheet edit note" method="post" \
      action="\(prefix)\(sheet.path)" \
      data-draft="\(sheet.address)-note"\(" data-task=\"\(sheet.address)\"", if: !isNew)>
      <div class="bar">\(closeLink)\
      \(heading("\(fields.title.isEmpty ? words.emptyNote : fields.title)", " id=\"sheet-title\" class=\"hidden\""))\
      <span class="kind">\(words.name(of: fields.status).uppercased())</span>\
      \(tools)<button class="primary">\(words.saves)</button></div>
      \(error.map { error -> HTML in "<p class=\"late\" role=\"alert\">\(error)</p>" })
      \("<p class=\"late news\" role=\"status\"></p>", if: !isNew)\
      \(hidden)
      <textarea name="note" aria-label="\(words.text.headline)" placeholder="\(words.emptyNote)">
      \(kept: NoteText(base?.document).shown(fields))</textarea>
      </form>
      """
  }

  // MARK: - Editing

  func editor(
    _ sheet: Sheet, error: HTML? = nil, _ status: Int = 200, isNote: Bool = false
  ) -> WebResponse {
    let content = isNote ? note(sheet, error: error) : form(sheet, error: error)
    return alone(sheet.isNew ? words.newTask.headline : words.edit, content, status)
  }

  /// The form for a new task in the board's page, so that a script can open it offline.
  var newTemplate: HTML {
    guard readOnly == nil else { return "" }
    let sheet = Sheet(new: EditForm(new: .todo))
    let content = query.view == .notes ? note(sheet) : form(sheet)
    return "<template id=\"new-\(query.view.rawValue)\">\(content)</template>"
  }

  private func form(_ sheet: Sheet, error: HTML? = nil) -> HTML {
    let (fields, isNew) = (sheet.edit.fields, sheet.isNew)
    let hidden = hidden(
      isNew
        ? [("op", operation), ("back", query.text)]
        : self.fields(of: sheet.edit.base, since: sheet.since))
    let statusLabel = words.label(.status).headline
    let statuses = Status.allCases.filter { !isNew || $0 != .done }.map {
      option($0.rawValue, words.name(of: $0).uppercased(), $0 == fields.status)
    }
    let priorities =
      [option("", words.none, fields.priority == nil)]
      + Priority.allCases.map { option($0.rawValue, words.name(of: $0), $0 == fields.priority) }
    return """
      <form id="sheet" class="sheet edit" method="post" action="\(prefix)\(sheet.path)" \
      data-draft="\(sheet.address)"\(" data-task=\"\(sheet.address)\"", if: !isNew)>
      <div class="bar">\(link(isNew ? "" : sheet.path, "\(words.cancels)", mark: " data-cancel"))\
      \(heading("\(isNew ? words.newTask.headline : words.edit)", " id=\"sheet-title\" class=\"\(isNew ? "kind" : "hidden")\""))\
      \("<select name=\"status\" aria-label=\"\(statusLabel)\">\(statuses)</select>", if: !isNew)\
      <button class="primary">\(words.saves)</button></div>
      \(error.map { error -> HTML in
        "<p class=\"late\" role=\"alert\">\(error)</p>"
      })
      \("<p class=\"late news\" role=\"status\"></p>", if: !isNew)\
      \(hidden)
      <label>\(words.label(.title).headline)<input name="title" value="\(kept: fields.title)" required autocomplete="off"></label>
      <div class="row">
      <div class="date"><label>\(words.label(.deadline).headline)<input name="deadline" value="\(kept: fields.deadline)" \
      autocomplete="off" placeholder="\(words.deadlineExample)" data-date></label>\
      <input type="date" class="scripted" data-pick aria-label="\(words.pickDay)">\
      <output class="scripted" data-understood></output></div>
      \("<label>\(statusLabel)<select name=\"status\">\(statuses)</select></label>", if: isNew)
      <label>\(words.label(.priority).headline)<select name="priority">\(priorities)</select></label>
      </div>
      <label>\(words.label(.tags).headline)<input name="tags" value="\(kept: fields.tags)" autocomplete="off" \
      autocapitalize="off" placeholder="\(words.tagsExample)"></label>
      <label>\(words.text.headline)<textarea name="body" rows="12">
      \(kept: isNew ? fields.body : BodyText(fields.body).shown)</textarea></label>
      </form>
      """
  }

  /// The meaning of a typed date.
  func date(_ text: String) -> WebResponse {
    guard text.contains(where: { !$0.isWhitespace }) else { return .page("") }
    do throws(MemoError) {
      guard let deadline = try DateWords.parse(text, now: dates.now) else {
        return .page("<p>\(words.none)</p>")
      }
      return .page(
        "<time datetime=\"\(deadline.description)\">\(dates.written(deadline))</time>")
    } catch {
      return .page("<p class=\"late\">\(words.invalidDate(text.onOneLine.sanitized))</p>")
    }
  }

  func option(_ value: String, _ label: String, _ isChosen: Bool) -> HTML {
    "<option value=\"\(value)\"\(" selected", if: isChosen)>\(label)</option>"
  }
}
