internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// What others did to a task while it was open somewhere.
extension Site {
  /// What a sheet asks for, with what it has.
  func news(
    of address: String, _ form: FormFields, _ storeState: StoreState, _ page: PageMaker
  ) -> Answer {
    guard let bytes = form["base"].flatMap(Base64.decoded), let path = form["path"],
      let there = StoredTask(path: path, bytes: bytes, file: nil)
    else { return .response(missing) }
    let key = TaskAddress.key(address, in: storeState) ?? TaskKey(name: address)
    let document = TaskDocument(bytes, storeState.tasks[key]?.document.aliases)
    let fields = TaskFields(
      document, document.item(fileName: Paths.stem(of: path)), there.status)
    let opened = text(sentBefore: form, key, path, document, fields, page).document
    return news(of: address, opened: (opened, path), storeState, page)
  }

  /// One line, or nothing as long as the task is as it was opened.
  ///
  /// - Parameters:
  ///   - version: What its page was told that tells the opened text from others.
  ///   - opened: What its sheet goes on from, which only a form can bring, and where that was: what is
  ///     told then is all that is different from it.
  func news(
    of address: String, since version: String? = nil,
    opened: (document: TaskDocument, path: String)? = nil, _ storeState: StoreState,
    _ page: PageMaker
  ) -> Answer {
    let key = TaskAddress.key(address, in: storeState) ?? TaskKey(name: address)
    let task = storeState.tasks[key]
    if let task,
      Fingerprint.text(of: task.document.bytes) == version
        ?? opened.map({ Fingerprint.text(of: $0.document.bytes) })
    {
      return .response(.page(""))
    }
    return .read { store throws(MemoError) in
      let (words, dates) = (page.words, page.dates)
      let since = opened.flatMap { opened in
        task?.change(since: opened.document, at: opened.path)
      }.map { words.said($0, on: dates) }
      var line = task == nil ? words.deletedMeanwhile : words.changedMeanwhile
      // What somebody did to the file itself is in no journal yet, whose last line is an older one.
      let byHand = try store.status().pending.first { change in
        task.map { $0.path == change.path } ?? ((change.id ?? change.path) == key.name)
      }
      if let byHand {
        if task != nil {
          line = "\(words.somebodyByHand): \((since ?? words.said(byHand, on: dates)).text)"
        }
      } else if let task {
        try store.log(LogQuery(tasks: [task.logTarget], limit: 1)) { entry in
          let who = words.theirs(
            entry.author.sanitized, at: words.moment(entry.time, on: dates))
          line = "\(who): \((since ?? words.said(entry, on: dates)).text)"
          return false
        }
      } else {
        try store.deletedTasks { deletion in
          guard deletion.id?.text == key.name || deletion.path == key.name else { return true }
          line = words.deleted(
            by: deletion.author.sanitized, at: words.moment(deletion.time, on: dates))
          return false
        }
      }
      if task == nil { line += "; \(words.doneBringsBack)" }
      return .page("<p\(" data-gone", if: task == nil)>\(line)</p>")
    }
  }
}
