internal import BoardModel
internal import MemoKit
internal import Words

/// Selecting several tasks; an action on all of them is one operation.
extension PageMaker {
  func isMarking(_ query: BoardQuery) -> Bool { query.isMarking && readOnly == nil }

  /// A card's checkbox, which belongs to the form of the selection.
  func mark(_ key: TaskKey, _ task: StoredTask, _ query: BoardQuery) -> HTML {
    guard isMarking(query) else { return "" }
    return """
      <input type="checkbox" class="mark" form="several" name="task" \
      value="\(TaskAddress.text(of: key))" aria-label="\(words.mark): \(title(of: task))" \
      autocomplete="off">
      """
  }

  /// The buttons for the selected tasks; Enter presses the first one, beside the field.
  func several(_ query: BoardQuery) -> HTML {
    guard isMarking(query) else { return "" }
    let moves = Status.allCases.map { status -> HTML in
      let name = words.name(of: status).uppercased()
      return """
        <button name="do" value="\(status.rawValue)" aria-label="\(words.moveTo(name))">→ \(name)</button>
        """
    }
    return """
      <form method="post" action="\(prefix)do" id="several" aria-label="\(words.severalTasks)">\
      \(hidden([("op", operation), ("back", query.text), ("several", "yes")]))\
      <output class="scripted" data-count>\(words.marked(0))</output>\
      <span class="row"><input name="tags" aria-label="\(words.label(.tags))" placeholder="+home -work" \
      autocomplete="off" autocapitalize="off">\
      <button name="do" value="set">\(words.setTags)</button></span>\
      <span class="row">\(moves)\
      <button name="do" value="delete" class="danger">\(words.delete)</button></span>\
      <a class="button" href="\(prefix)\(query.with { $0.isMarking = false }.suffix)" \
      data-unmark>\(words.close)</a></form>
      """
  }

  /// Asks before deleting several tasks; scripts ask by themselves.
  func askToDelete(_ keys: [TaskKey], _ query: BoardQuery) -> WebResponse {
    let titles = keys.compactMap { key -> HTML? in
      storeState.tasks[key].map { "<li>\(title(of: $0))</li>\n" }
    }
    let fields =
      keys.map { ("task", TaskAddress.text(of: $0)) } + [("several", "yes"), ("sure", "yes")]
    return sheet(
      words.askToDeleteTasks(keys.count), query,
      """
      <ul>\(titles)</ul>
      <div class="row actions">\(button("delete", "\(words.delete)", fields, back: query))</div>
      """)
  }
}
