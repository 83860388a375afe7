internal import BoardModel
internal import MemoKit
internal import Words

/// Changes by others to an open task.
extension PageMaker {
  /// Handles a form's request for changes since its version.
  func news(of address: String, _ form: FormFields) -> Answer {
    let key = TaskAddress.key(address, in: storeState) ?? TaskKey(name: address)
    guard let file = PlacedDocument(form, storeState.tasks[key]?.document.aliases) else {
      return .response(missing)
    }
    let edit = goingOn(EditForm(file, key), form)
    var opened = edit.base ?? file
    // Sending the status has moved the file.
    if edit.former.status != StoredTask.folderStatus(of: opened.path) {
      opened.path = StoredTask.path(opened.path, movedTo: edit.former.status)
    }
    return news(of: address, opened: opened)
  }

  /// A sentence about the changes, or nothing if the task is unchanged.
  ///
  /// - Parameter opened: The form's version and its path.
  private func news(of address: String, opened: PlacedDocument) -> Answer {
    let key =
      TaskAddress.key(address, in: storeState)
      ?? TaskKey(name: TaskAddress.isOfFile(address) ? opened.path : address)
    let known = storeState.tasks[key]
    return .read { store throws(MemoError) in
      let dates = dates
      var task = known
      // A file without an id gets another address when it moves.
      if task == nil, let snapshot = storeState.snapshot {
        task = try store.task(openedAs: opened, snapshot)
      }
      guard let task else {
        let line = try words.whoDeleted(key, in: store, on: dates)
        return .page("<p data-gone=\"\(words.deletedMeanwhile)\">\(line)</p>")
      }
      guard let news = try store.news(of: task, since: opened) else { return .page("") }
      guard let who = words.who(news, on: dates) else {
        return .page("<p>\(words.changedMeanwhile)</p>")
      }
      var said =
        (news.change ?? news.byHand).map { words.said($0, on: dates) }
        ?? news.recorded.map { words.said($0, on: dates) }
      if let problem = task.problems.compactMap(\.place).first {
        said?.title = title(of: task)
        said?.details = [words.problemInLine(problem.line)]
      }
      return .page("<p>\(who): \(said?.text ?? words.changedMeanwhile)</p>")
    }
  }
}
