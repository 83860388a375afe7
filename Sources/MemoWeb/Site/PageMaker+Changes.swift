internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal

extension PageMaker {
  func post(_ parts: [String], _ form: FormFields) throws(MemoError) -> Answer {
    guard String(validating: request.body, as: UTF8.self) != nil, form.isText else {
      return refused(words.formIsNoText, 400)
    }
    if parts == ["do"], let answer = ownAction(form) { return answer }
    if parts.first == "news", parts.count == 2 {
      return .response(try news(of: parts[1], form))
    }
    if readOnly != nil { return .response(cantBeChanged) }
    switch (parts.first, parts.count) {
    case ("do", 1): return try change(form)
    case ("new", 1): return add(form)
    case ("theme", 1): return saveTheme(form)
    case ("task", 2): return save(parts[1], form)
    default: return .response(missing)
    }
  }

  /// A button of a task or of the board.
  private func change(_ form: FormFields) throws(MemoError) -> Answer {
    var keys: [TaskKey] = []
    for address in form.all("task") {
      guard let key = TaskAddress.key(address, in: storeState) else {
        return .response(noSuchTask(address))
      }
      keys.append(key)
    }
    // An action on all selected tasks ends the selection.
    var next = self
    if form["several"] != nil { next.query.isMarking = false }
    if let answer = themeAction(form) { return answer }
    let action = form["do"] ?? (form["tick"] == nil ? "" : "tick")
    if !Self.boardActions.contains(action), keys.isEmpty {
      return refused(words.nothingNamed, 400)
    }
    switch action {
    case "todo", "doing", "done":
      guard let status = Status(rawValue: action) else { return .response(missing) }
      return next.running(.move(keys, to: status))
    case "delete":
      // A script has asked already.
      let asks = keys.count > 1 || query.view == .notes && !isPart
      if asks, form["sure"] == nil { return .response(askToDelete(keys)) }
      return next.running(Job(.change(.remove), keys))
    case "set":
      do throws(TaskFields.Refusal) {
        let edits: [FieldEdit] = try .tags(form["tags"] ?? "")
        guard !edits.isEmpty else { break }
        return next.running(Job(.change(.set(edits)), keys))
      } catch {
        let lines = ([error.message] + error.hints).map { line -> HTML in "\(line.sanitized)" }
        return .response(failure(separated(lines), 400))
      }
    case "tick": return tick(form, keys)
    case "resolve":
      let takesNote = form["side"] == "theirs"
      guard let number = form["note"].flatMap({ Int($0) }) else {
        let line = ["resolve"] + keys.map(\.name) + (takesNote ? ["--other"] : [])
        return running(Job(.command(line), keys))
      }
      guard let conflict = storeState.conflicts(of: keys[0]).first(where: { $0.number == number })
      else { return refused(words.conflictIsResolved, 409) }
      return running(conflict.resolution(takesNote: takesNote))
    case "rank": return rank(form, keys)
    case "undo": return try undo(form)
    case "redo":
      let store = try openStore()
      // If the log can't be read, the redo reports why.
      let known = try? store.operations(upTo: 0).redoable
      if known?.isEmpty == true, try !wasDone(form, store) {
        return refused(words.nothingToRedo, 409)
      }
      return running(.command(["redo"]))
    case "sync": return running(Job(.sync))
    case "autosync": return running(Job(.syncByItself(form["value"] == "true")))
    default: break
    }
    return refused(words.nothingNamed, 400)
  }

  /// Actions without a task.
  private static let boardActions: Set<String> = ["undo", "redo", "sync", "autosync"]

  /// Undoes an operation; the last one only after a question, if another program made it.
  private func undo(_ form: FormFields) throws(MemoError) -> Answer {
    let operation = form["operation"]?.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? ""
    guard operation.isEmpty else { return running(.command(["undo", operation])) }
    let (store, job) = (try openStore(), Job.command(["undo"]))
    // If the log can't be read, the undo reports why.
    guard try !wasDone(form, store), let known = try? store.operations(upTo: 1).undoable
    else { return running(job) }
    guard let last = known.first else { return refused(words.nothingToUndo, 409) }
    let isOwn = serverState.endings.values.contains {
      $0.operation == last.id && $0.author == visitor.author?.name
    }
    return isOwn ? running(job) : .response(askToUndo(last, in: store))
  }

  /// Whether the page repeats a change whose response it never got.
  private func wasDone(_ form: FormFields, _ store: Store) throws(MemoError) -> Bool {
    guard form["again"] != nil, let operation = request.operation else { return false }
    return try store.hasMade(TaskID.derived(from: Array(operation.utf8)))
  }

  func refused(_ reason: String, _ status: Int) -> Answer {
    .response(failure(reason, status))
  }

  private func tick(_ form: FormFields, _ keys: [TaskKey]) -> Answer {
    let parts = (form["tick"] ?? "").split(
      separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let key = keys.first, let task = storeState.tasks[key],
      let item = task.document.checklistItems.first(where: {
        $0.line == Int(parts[0]) && $0.text == parts[2]
      }) ?? task.document.checklistItems.first(where: { $0.text == parts[2] })
    else { return refused(words.itemIsGone, 409) }
    let job = Job(.tick(item, isDone: parts[1] == "true"), [key])
    return .run(job) { ending, name in
      // On the task's own page, stay there and show the result.
      ending.isDone && form["stays"] != nil && !isPart
        ? .redirect(href(address(key)))
        : said(ending, name, of: job)
    }
  }

  /// Moves a task in the manual order: next to another, by steps, or to the end.
  private func rank(_ form: FormFields, _ keys: [TaskKey]) -> Answer {
    guard let key = keys.first, let task = storeState.tasks[key], query.order == .byHand,
      let filter = narrowed.filter
    else { return refused(words.orderIsNotByHand, 400) }
    var lane = storeState.keys(task.status, filter, .byHand, at: dates.now)
    let before = lane.firstIndex(of: key)
    lane.removeAll { $0 == key }
    func index(_ name: String) -> Int? {
      form[name].flatMap { TaskAddress.key($0, in: storeState) }.flatMap { lane.firstIndex(of: $0) }
    }
    let steps = form["steps"].flatMap { Int($0) }.map { steps in
      min(max((before ?? lane.count) + steps.signum(), 0), lane.count)
    }
    // A drag may rest on an unrecorded change, so only steps report a move beyond the ends.
    if let steps, steps == before { return refused(words.nothingChanged, 409) }
    let place = steps ?? index("before") ?? index("after").map { $0 + 1 } ?? lane.count
    lane.insert(key, at: place)
    return running(storeState.ranking(lane, moving: place, at: dates.now))
  }

  // MARK: - Sheets

  private func add(_ form: FormFields) -> Answer {
    let status = form["status"].flatMap { Status(rawValue: $0) } ?? .todo
    let edit = EditForm(new: status, TaskFields(form, status))
    return save(Sheet(new: edit), edit, form, isNote: query.view == .notes)
  }

  private func save(_ address: String, _ form: FormFields) -> Answer {
    let key = TaskAddress.key(address, in: storeState) ?? TaskKey(name: address)
    let aliases = storeState.tasks[key]?.document.aliases
    guard let opened = TaskVersion(form, aliases),
      !opened.path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
      opened.path.hasSuffix(".md")
    else { return refused(words.notOurForm, 400) }
    if let text = form["source"] {
      var source = Source(address: address, key: key, opened: opened, text: Array(text.utf8))
      let lines = SourceLines(opened.document.bytes)
      if lines.isMasked(in: text) {
        return .response(self.source(source, error: "\(words.notUTF8)", 400))
      }
      source.text = lines.bytes(of: text)
      if let refusal = tooLong(form) {
        return .response(self.source(source, error: refusal, 413))
      }
      return saveSource(source, form)
    }
    var sheet = Sheet(
      address: address, edit: EditForm(opened, key), since: form["since"] ?? "")
    let former = sheet.edit.former
    let isNote = form["note"] != nil
    sheet.edit.fields = TaskFields(form, over: former, opened.document)
    var edit = goingOn(sheet.edit, form)
    // The same answer restores a deleted task.
    if form["clash"] == "both" { edit.rule = .note }
    return save(sheet, edit, form, isNote: isNote)
  }

  /// Saves an edit; the sheet comes back with what was typed, if that is refused.
  private func save(_ sheet: Sheet, _ edit: EditForm, _ form: FormFields, isNote: Bool) -> Answer {
    @Sendable func again(_ error: HTML, _ status: Int) -> WebResponse {
      editor(sheet, error: error, status, isNote: isNote)
    }
    if let refusal = tooLong(form) { return .response(again(refusal, 413)) }
    do throws(TaskFields.Refusal) {
      guard let job = try edit.job(now: dates.now, words) else {
        return .response(.redirect(href("")))
      }
      // An answer to a note's conflict has the task's fields.
      let isOfNote = isNote || form["kind"] == "note"
      return saving(job, again: again) { conflict(sheet, edit, $0, isNote: isOfNote) }
    } catch {
      return .response(again(reason(of: error), 400))
    }
  }

  /// Runs the job of a sheet, which comes back with what was typed if that is refused.
  func saving(
    _ job: Job, again: @escaping @Sendable (HTML, Int) -> WebResponse,
    conflict: @escaping @Sendable (Clash) -> WebResponse
  ) -> Answer {
    .run(job) { ending, name in
      if let clash = ending.clash { return conflict(clash) }
      return ending.isDone
        ? said(ending, name, of: job)
        // 423 means that the request may be repeated later (RFC 4918, 11.3).
        : again(reason(of: ending), ending.isBusy ? 423 : 400)
    }
  }

  private func tooLong(_ form: FormFields) -> HTML? {
    let text = form["source"] ?? form.lines("note") ?? form.lines("body") ?? ""
    return text.utf8.count > Site.mostText ? "\(words.tooLarge("1 MB"))" : nil
  }

  /// Continues the edit from what its form has sent before.
  private func goingOn(_ edit: EditForm, _ form: FormFields) -> EditForm {
    var edit = edit
    if let before = form["since"], !before.isEmpty {
      let sent = TaskFields(FormFields(before), over: edit.former, edit.base?.document)
      edit.goOn(from: sent, now: dates.now, words)
    }
    return edit
  }

  /// Handles a form's request for changes by others since its version.
  private func news(of address: String, _ form: FormFields) throws(MemoError) -> WebResponse {
    let known = TaskAddress.key(address, in: storeState)
    let aliases = known.flatMap { storeState.tasks[$0]?.document.aliases }
    guard let file = TaskVersion(form, aliases) else { return missing }
    let edit = goingOn(EditForm(file, known ?? TaskKey(name: address)), form)
    var opened = edit.base ?? file
    // Sending the status has moved the file.
    if edit.former.status != opened.folderStatus {
      opened = opened.at(StoredTask.path(opened.path, movedTo: edit.former.status))
    }
    let key = known ?? TaskKey(name: TaskAddress.isOfFile(address) ? opened.path : address)
    let news = try openStore().news(of: key, since: opened, in: storeState, words, on: dates)
    return .page(news.map { "<p\(" data-gone", if: $0.isGone)>\($0.text)</p>" } ?? "")
  }
}

extension TaskVersion {
  /// The version that the form was opened with; nil for an invalid form.
  init?(_ form: FormFields, _ aliases: FieldAliases?) {
    guard let bytes = form["base"].flatMap(Base64.decoded), let path = form["path"],
      StoredTask.folderStatus(of: path) != nil
    else { return nil }
    self.init(path: path, document: TaskDocument(bytes, aliases))
  }
}

extension TaskFields {
  fileprivate init(_ form: FormFields, _ status: Status) {
    self.init(new: form["status"].flatMap { Status(rawValue: $0) } ?? status)
    title = (form["title"] ?? "").trimmedEnd
    deadline = (form["deadline"] ?? "").trimmedEnd
    priority = form["priority"].flatMap { Priority(rawValue: $0) }
    tags = form["tags"] ?? ""
    body = form.lines("body") ?? ""
    if let note = form.lines("note") { (title, body) = NoteText(nil).parts(of: note, title) }
  }

  /// Reads a form over the task's fields.
  ///
  /// A field that comes back as it was shown keeps its value, even if the page can't show all its
  /// characters.
  fileprivate init(
    _ form: FormFields, over former: TaskFields, _ document: TaskDocument?
  ) {
    self.init(form, former.status)
    var text = form["body"] ?? ""
    if let note = form.lines("note") {
      (title, text) = NoteText(document).parts(of: note, former.title)
      // The notes view shows none of these.
      (deadline, priority, tags) = (former.deadline, former.priority, former.tags)
      status = former.status
    }
    func shown(_ text: String) -> String {
      let scalars = text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }
        .map { $0.value == 0 ? SourceLines.mark : $0 }
      return String(String.UnicodeScalarView(scalars)).trimmedEnd.description
    }
    func isSame(_ typed: String, _ text: String) -> Bool {
      shown(typed).utf8.elementsEqual(shown(text).utf8)
    }
    if isSame(title, former.title) { title = former.title }
    if isSame(deadline, former.deadline) { deadline = former.deadline }
    if isSame(tags, former.tags) { tags = former.tags }
    body = BodyText(former.body).body(of: text)
  }
}
