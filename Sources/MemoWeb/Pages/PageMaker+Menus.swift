internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit

/// The menus of the bar.
extension PageMaker {
  /// A button that opens a popover.
  ///
  /// - Parameter content: The popover; its id is `menu-` and `name`.
  func menu(_ name: String, _ sign: HTML, _ title: String, _ content: HTML) -> HTML {
    """
    <div class="menu"><button class="button" popovertarget="menu-\(name)" aria-label="\(title)" \
    title="\(title)">\(sign)</button>\(content)</div>
    """
  }

  /// The menu of rarely used items; in a narrow window, also items without room in the bar.
  func more(_ query: BoardQuery) -> HTML {
    let views = BoardQuery.View.allCases.map { view -> HTML in
      """
      <li class="narrow"><a href="\(prefix)\(query.with { $0.view = view }.fromFirst.suffix)"\
      \(" aria-current=\"true\"", if: view == query.view)>\(icon(view.rawValue))\(title(of: view))</a></li>
      """
    }
    let pages = [
      ("journal", "history", words.journal), ("themes", "themes", words.themes.headline),
      ("settings", "settings", words.settings), ("devices", "devices", words.devices),
      ("help", "keys", words.keys),
    ]
    let links = pages.map { path, sign, title -> HTML in
      """
      <li\(" class=\"narrow\"", if: path == "journal")><a href="\(prefix)\(path)\(query.suffix)">\
      \(icon(sign))\(title)</a></li>
      """
    }
    let redo: HTML =
      readOnly == nil
      ? "<li>\(button("redo", "\(icon("redo"))\(words.redo.headline)", back: query))</li>" : ""
    let several: HTML =
      readOnly == nil
      ? """
      <li><a href="\(prefix)\(query.with { $0.isMarking = true }.suffix)">\(icon("select"))\(words.mark)</a></li>
      """ : ""
    return menu(
      "more", icon("more"), words.more,
      "<ul id=\"menu-more\" popover>\(views)\(several)\(redo)\(moments(query))\(links)</ul>")
  }

  /// A form for another moment, in words or by a slider.
  private func moments(_ query: BoardQuery) -> HTML {
    """
    <li><button popovertarget="menu-past">\(icon("past"))\(words.pastView)</button>\
    <form id="menu-past" popover method="get" action="\(prefix)" class="panel">\
    <label>\(words.asOf.headline)<input name="at" value="\(query.moment ?? "")" autofocus \
    autocomplete="off" \
    placeholder="\(words.momentExample)"></label>\
    \(slider(query))\
    \(hidden(query.with { $0.moment = nil }.fromFirst.fields))\
    <button>\(words.showPast.headline)</button></form></li>
    """
  }

  /// A slider over the days since the first task; needs a script.
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
