internal import BoardModel
internal import MemoKit
internal import Words

/// Changes by others to an open task.
extension PageMaker {
  /// Handles a form's request for changes since its version.
  func news(of address: String, _ form: FormFields) -> Answer {
    let known = TaskAddress.key(address, in: storeState)
    let aliases = known.flatMap { storeState.tasks[$0]?.document.aliases }
    guard let file = TaskVersion(form, aliases) else { return .response(missing) }
    let edit = goingOn(EditForm(file, known ?? TaskKey(name: address)), form)
    var opened = edit.base ?? file
    // Sending the status has moved the file.
    if edit.former.status != opened.folderStatus {
      opened = opened.at(StoredTask.path(opened.path, movedTo: edit.former.status))
    }
    let key = known ?? TaskKey(name: TaskAddress.isOfFile(address) ? opened.path : address)
    return .read { [opened] store throws(MemoError) in
      guard let news = try store.news(of: key, since: opened, in: storeState, words, on: dates)
      else { return .page("") }
      return .page("<p\(" data-gone", if: news.isGone)>\(news.text)</p>")
    }
  }
}
