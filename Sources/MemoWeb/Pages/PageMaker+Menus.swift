internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

/// What of the bar is behind a button.
extension PageMaker {
  /// A button that opens something below it, which the browser closes.
  ///
  /// - Parameter content: With the id that its name makes.
  func menu(_ name: String, _ title: HTML, _ content: HTML) -> HTML {
    """
    <div class="menu"><button class="button" popovertarget="menu-\(name)">\(title)</button>\(content)</div>
    """
  }

  /// What is needed less often.
  func more(_ query: BoardQuery) -> HTML {
    let pages = [
      ("themes", words.themes), ("settings", words.settings), ("devices", words.devices),
      ("help", words.keys),
    ]
    let links = pages.map { path, title -> HTML in
      "<li><a href=\"\(prefix)\(path)\(query.suffix)\" data-sheet>\(title)</a></li>"
    }
    let redo: HTML =
      readOnly == nil ? "<li>\(button("redo", "\(words.redo)", back: query))</li>" : ""
    let several: HTML =
      readOnly == nil
      ? """
      <li><a href="\(prefix)\(query.with { $0.isMarking = true }.suffix)">\(words.markSeveral)</a></li>
      """ : ""
    return menu(
      "more", "\(words.more)", "<ul id=\"menu-more\" popover>\(several)\(redo)\(links)</ul>")
  }

  /// Another moment, in words or by a day's step.
  func moments(_ query: BoardQuery) -> HTML {
    menu(
      "past", "\(words.asOf)",
      """
      <form id="menu-past" popover method="get" action="\(prefix)" class="panel">\
      <label>\(words.asOf)<input name="at" value="\(query.moment ?? "")" autocomplete="off" \
      placeholder="\(words.momentExample)"></label>\
      \(slider(query))\
      \(hidden(query.with { $0.moment = nil }))\
      \("<input type=\"hidden\" name=\"q\" value=\"\(query.filter)\">", if: !query.filter.isEmpty)\
      <button>\(words.showPast)</button></form>
      """)
  }

  /// The days since the first task, for a script.
  private func slider(_ query: BoardQuery) -> HTML {
    let today = dates.now.date
    let first = storeState.tasks.values.lazy.compactMap { $0.created?.secondsSince1970 }.min()
    let days = first.map { min(max(dates.now.at($0).date.days(until: today), 1), 3650) } ?? 30
    let shown = storeState.moment.map { moment in
      dates.now.at(moment.time.secondsSince1970).date.days(until: today)
    }
    return """
      <input type="range" class="scripted" data-days min="-\(days)" max="0" \
      value="\(-(shown ?? 0))" aria-label="\(words.asOf)">
      """
  }
}
