internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// What others did to a task while it was open somewhere.
extension Site {
  /// One line, or nothing as long as the task is as it was opened.
  ///
  /// - Parameter version: What its page was told that tells the opened text from others.
  func news(
    of address: String, since version: String, _ world: World, _ page: PageMaker
  ) -> Answer {
    let key = TaskAddress.key(address, in: world) ?? TaskKey(name: address)
    let task = world.tasks[key]
    if let task, Fingerprint.text(of: task.document.bytes) == version {
      return .response(.page(""))
    }
    return .read { store throws(MemoError) in
      let (words, dates) = (page.words, page.dates)
      var line = task == nil ? words.deletedMeanwhile : words.changedMeanwhile
      // What somebody did to the file itself is in no journal yet, whose last line is an older one.
      let byHand = try store.status().pending.first { change in
        task.map { $0.path == change.path } ?? ((change.id ?? change.path) == key.name)
      }
      if let byHand {
        if task != nil {
          line = "\(words.somebodyByHand): \(words.said(byHand, on: dates).text)"
        }
      } else if let task {
        try store.log(LogQuery(tasks: [task.logTarget], limit: 1)) { entry in
          let who = words.theirs(
            entry.author.sanitized, at: words.moment(entry.time, on: dates))
          line = "\(who): \(words.said(entry, on: dates).text)"
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
