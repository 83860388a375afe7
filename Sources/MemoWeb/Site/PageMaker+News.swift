internal import BoardModel
internal import MemoKit

/// Changes by others to an open task.
extension PageMaker {
  /// Handles a form's request for changes since its version.
  func news(of address: String, _ form: FormFields) throws(MemoError) -> WebResponse {
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
