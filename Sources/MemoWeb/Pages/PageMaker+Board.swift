internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

extension PageMaker {
  func board(said: JobResult?) -> WebResponse {
    let narrowed = narrowed
    let filter = narrowed.filter ?? .all
    let main: HTML =
      switch query.view {
      case .board: columns(filter)
      case .list: list(filter)
      case .notes: notes(filter)
      }
    return .page(
      document(
        storeState.name.sanitized, bodyClass: query.view.rawValue,
        """
        <a class="skip" href="#main">\(words.toTheTasks)</a>
        \(bar(narrowed.defaultFilter, narrowed.failure))
        <div id="status" role="status" aria-live="off" popover="manual">\
        \(said.map { message($0) })</div>
        <div id="heard" class="hidden" role="status"></div>
        <main id="main" class="\(query.view.rawValue)" data-lane="\(query.lane.rawValue)" \
        data-order="\(query.order.rawValue)">
        \(main)\(newTemplate)</main>
        """))
  }

  // MARK: - The bar

  private func bar(_ defaultFilter: String?, _ error: MemoError?) -> HTML {
    """
    <header id="bar"\(" class=\"marking\"", if: isMarking)>
    <h1>\(storeName)</h1>
    <nav class="views" aria-label="\(words.view)">\(views)</nav>
    <label class="toggle" title="\(words.filter.headline)">\(icon("filter"))<input type="checkbox" id="tools" \
    aria-label="\(words.filter.headline)" autocomplete="off"></label>
    <form role="search" method="get" action="\(prefix)"\(
      " class=\"on\"", if: !query.filter.isEmpty)>\(icon("filter"))
    <input id="filter" type="search" name="q" value="\(query.filter)" aria-label="\(words.filter.headline)" \
    placeholder="\(defaultFilter ?? "\(words.filter.headline)… +home due<fri")" autocomplete="off" autocapitalize="off" \
    spellcheck="false"\(" aria-invalid=\"true\" aria-describedby=\"filter-error\"", if: error != nil)>
    \(hidden(query.with { $0.filter = "" }.fromFirst.fields))
    </form>
    <nav class="orders" aria-label="\(words.order.headline)">
    \(menu("order", icon("sort"), words.order.headline, Order.allCases.map { order in
      (order.title(words).headline, query.with { $0.order = order }, order == query.order)
    }))
    \(filters)
    </nav>
    <div class="quick">\(reload)\(troubles)\(undoButton)\
    \(link("journal", icon("history"), name: words.journal, kind: " wide"))\
    \(syncButton)\(more)\(newLink)</div>
    \(error.map { "<p id=\"filter-error\" class=\"late\">\(separated(reason(of: $0)))</p>" as HTML })
    \("<p class=\"frame\">\(words.anybodyCanRead)</p>", if: visitor.isDevice && !site.isSecure)
    \(pastFrame)\(whoSends)\(several)
    </header>
    """
  }

  private func reason(of error: MemoError) -> [HTML] {
    var reason = words.reason(of: error)
    // They point at a column of the text.
    reason.details = []
    return lines(reason)
  }

  private var views: [HTML] {
    BoardQuery.View.allCases.map { view in
      """
      <a href="\(prefix)\(query.with { $0.view = view }.fromFirst.suffix)" title="\(title(of: view))"\
      \(" aria-current=\"true\"", if: view == query.view)>\(icon(view.rawValue))\
      <span>\(title(of: view))</span></a>
      """
    }
  }

  func title(of view: BoardQuery.View) -> String {
    switch view {
    case .board: words.boardView
    case .list: words.listView
    case .notes: words.notesView
    }
  }

  private func menu(
    _ name: String, _ sign: HTML, _ title: String, _ rows: [(String, BoardQuery, Bool)]
  ) -> HTML {
    let links = rows.map { title, query, isChosen -> HTML in
      """
      <li><a href="\(prefix)\(query.fromFirst.suffix)"\(" aria-current=\"true\"", if: isChosen)>\(title)</a></li>
      """
    }
    return menu(name, sign, title, "<ul id=\"menu-\(name)\" popover>\(links)</ul>")
  }

  private var filters: HTML {
    guard !storeState.filters.isEmpty else { return "" }
    return menu(
      "filters", "@", words.filters,
      storeState.filters.map { filter in
        (
          "@\(filter.name)", query.with { $0.filter = "@\(filter.name)" },
          query.filter == "@\(filter.name)"
        )
      })
  }

  /// Without a script, the page doesn't update by itself.
  private var reload: HTML {
    "<noscript>\(link("", "\(words.reload)"))</noscript>"
  }

  private var troubles: HTML {
    let count = storeState.conflicts + storeState.problems
    guard count > 0 else { return "" }
    return link(
      "problems", "\(icon("warning"))\(count)", name: words.toLookAt(count), kind: " conflict")
  }

  private var undoButton: HTML {
    guard readOnly == nil else { return "" }
    let name = words.undo.headline
    return button("undo", icon("undo"), name: name, kind: " title=\"\(name)\"")
  }

  /// The sync state as an icon, text and color; the button syncs.
  ///
  /// Without a remote, it links to an explanation.
  private var syncButton: HTML {
    guard storeState.moment == nil else { return "" }
    guard let sync = storeState.sync else {
      return link("remote", icon("cloud"), name: words.addRemote, mark: " id=\"sync\"")
    }
    let unrecorded = storeState.status.unrecorded
    let (kind, sign, text): (HTML, String, String) =
      switch sync {
      case .syncing: ("soon", "sync", words.syncing)
      case .offline(let waiting): ("late", "offline", words.offline(waiting))
      case .failed(let waiting): ("late", "warning", words.syncFailed(waiting))
      case .toSend(let count): ("soon", "push", words.toSend(count))
      case .synced where unrecorded > 0, .unsynced where unrecorded > 0:
        ("soon", "push", words.handEdits(unrecorded))
      case .unsynced: ("", "cloud", words.syncNow)
      case .synced(let time): ("good", "synced", words.synced(words.moment(time, on: dates)))
      }
    return button(
      "sync", "\(icon(sign))<span>\(text.headline)</span>",
      kind: " class=\"\(kind)\" title=\"\(text.headline)\"\(" disabled", if: readOnly != nil)",
      mark: " id=\"sync\"")
  }

  private var newLink: HTML {
    guard readOnly == nil else { return "" }
    let label: HTML = "\(icon("plus"))<span>\(words.new.headline)</span>"
    return link("new", label, name: words.newTask.headline, kind: " new")
  }

  // MARK: - Columns

  private func columns(_ filter: Filter) -> HTML {
    let lanes = Status.allCases.map { status in
      (status, storeState.keys(status, filter, query.order, at: dates.now))
    }
    // If no column matches the filter, say so once.
    let matchesNothing = !query.filter.isEmpty && lanes.allSatisfy(\.1.isEmpty)
    let tabs = lanes.map { status, keys -> HTML in
      """
      <a href="\(prefix)\(query.with { $0.lane = status }.suffix)" data-lane="\(status.rawValue)"\
      \(" aria-current=\"true\"", if: status == query.lane)>\(words.name(of: status).uppercased()) \
      <span class="count">\(keys.count)</span></a>
      """
    }
    let sections = lanes.map { status, keys -> HTML in
      let name = status.rawValue
      return """
        <section class="lane" data-status="\(name)">
        <div class="head"><h2 id="h-\(name)">\(words.name(of: status).uppercased()) \
        <span class="count">\(keys.count)</span></h2>\(adding(to: status))</div>
        <ul role="list" aria-labelledby="h-\(name)">
        \(rows(keys, status, card))</ul>\
        \(keys.isEmpty && !matchesNothing && !isFirstRun ? emptiness(in: status) : "")
        \(later(keys, status))</section>

        """
    }
    let nothing = matchesNothing ? emptiness() : isFirstRun ? firstRun : ""
    return
      "<nav class=\"tabs\" aria-label=\"\(words.columns)\">\(tabs)</nav>\n\(sections)\(nothing)"
  }

  /// A link that adds a task to a column; no task starts as done.
  private func adding(to status: Status) -> HTML {
    guard readOnly == nil, status != .done else { return "" }
    let name = "\(words.newTask.headline): \(words.name(of: status).uppercased())"
    return link("new?status=\(status.rawValue)", icon("plus"), name: name)
  }

  /// The first tasks of a lane.
  func rows(
    _ keys: [TaskKey], _ status: Status = .todo, _ row: (TaskKey, StoredTask) -> HTML
  ) -> [HTML] {
    keys.prefix(query.count(status)).compactMap { key in
      storeState.tasks[key].map { row(key, $0) }
    }
  }

  /// A link to the rest of a lane.
  func later(_ keys: [TaskKey], _ status: Status) -> HTML {
    let now = query.count(status)
    guard now < keys.count else { return "" }
    let next = min(now * 2, keys.count)
    let name = status.rawValue
    return """
      <p class="more" id="later-\(name)">\
      <a href="\(prefix)\(query.with { $0.shown[status] = next }.suffix)#t-\(TaskAddress.text(of: keys[now]))" \
      data-more="\(name)">\
      \(words.showMore(next - now, keys.count - now))</a></p>

      """
  }

  // MARK: - Menus

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
  var more: HTML {
    let views = views.map { "<li class=\"narrow\">\($0)</li>" as HTML }
    let pages = [
      ("journal", "history", words.journal), ("themes", "themes", words.themes.headline),
      ("settings", "settings", words.settings), ("devices", "devices", words.devices),
      ("help", "keys", words.keys),
    ]
    let links = pages.map { path, sign, title -> HTML in
      """
      <li\(" class=\"narrow\"", if: path == "journal")><a href="\(href(path))">\
      \(icon(sign))\(title)</a></li>
      """
    }
    let redo: HTML =
      readOnly == nil
      ? "<li>\(button("redo", "\(icon("redo"))\(words.redo.headline)"))</li>" : ""
    let several: HTML =
      readOnly == nil
      ? """
      <li><a href="\(prefix)\(query.with { $0.isMarking = true }.suffix)">\(icon("select"))\(words.mark)</a></li>
      """ : ""
    return menu(
      "more", icon("more"), words.more,
      "<ul id=\"menu-more\" popover>\(views)\(several)\(redo)\(moments)\(links)</ul>")
  }

  /// A form for another moment, in words or by a slider.
  private var moments: HTML {
    """
    <li><button popovertarget="menu-past">\(icon("past"))\(words.pastView)</button>\
    <form id="menu-past" popover method="get" action="\(prefix)" class="panel">\
    <label>\(words.asOf.headline)<input name="at" value="\(query.moment ?? "")" autofocus \
    autocomplete="off" \
    placeholder="\(words.momentExample)"></label>\
    \(slider)\
    \(hidden(query.with { $0.moment = nil }.fromFirst.fields))\
    <button>\(words.showPast.headline)</button></form></li>
    """
  }

  /// A slider over the days since the first task; needs a script.
  private var slider: HTML {
    let today = dates.now.date
    let first = storeState.tasks.values.lazy.compactMap { $0.created?.secondsSince1970 }.min()
    let days = first.map { min(max(dates.now.at($0).date.days(until: today), 1), 3650) } ?? 30
    let shown = storeState.moment.map { moment in
      dates.now.at(moment.secondsSince1970).date.days(until: today)
    }
    return """
      <input type="range" class="scripted" data-days min="-\(days)" max="0" \
      value="\(-(shown ?? 0))" aria-label="\(words.asOf)">
      """
  }

  // MARK: - The state of the board

  /// Says that the board shows an earlier moment or is read-only.
  var pastFrame: HTML {
    if let moment = storeState.moment {
      return """
        <p class="frame"><time datetime="\(moment.description)">\
        \(words.asItWas(words.moment(moment, on: dates)))</time>; \(words.nothingCanBeChanged). \
        <a href="\(prefix)\(query.with { $0.moment = nil }.suffix)">\(words.backToThePresent)</a></p>
        """
    }
    guard readOnly != nil else { return "" }
    return "<p class=\"frame\">\(said(words.readOnlyBecause, whyReadOnly))</p>"
  }

  /// Asks who pushes, when the clone first has unpushed commits.
  var whoSends: HTML {
    let status = storeState.status
    guard status.ahead > 0, status.syncsByItself == nil, readOnly == nil,
      storeState.moment == nil
    else { return "" }
    let answers = [(true, words.syncAutomatically), (false, words.syncOnRequest)].map {
      value, name in
      button("autosync", "\(name)", [("value", "\(value)")])
    }
    return "<div class=\"frame row\"><p>\(words.notPushedYet)</p>\(answers)</div>"
  }

  /// Says why there are no tasks.
  ///
  /// - Parameter status: The status of a column; nil for the whole board.
  func emptiness(in status: Status? = nil) -> HTML {
    guard !query.filter.isEmpty, status == nil else {
      return "<p class=\"empty\">\(words.nothingHere)</p>"
    }
    let all = query.with { $0.filter = "" }.fromFirst.suffix
    return """
      <p class="empty">\(words.matchesNothing(query.filter.onOneLine.sanitized)); \
      <a href="\(prefix)\(all)">\(words.showAll)</a></p>
      """
  }

  /// Whether the store has no tasks and accepts new ones.
  var isFirstRun: Bool {
    storeState.keys.isEmpty && readOnly == nil && query.filter.isEmpty
  }

  var firstRun: HTML {
    """
    <div class="first">\(link("new", "\(icon("plus"))\(words.addTask)", kind: " big"))
    <ul class="hints"><li>\(words.hintFinger)</li><li>\(words.hintMouse)</li><li>\(words.hintKeys)</li></ul>
    <div class="row">\(link("folder", "\(icon("folder"))\(words.adoptFolder)"))\
    \(link("remote", "\(icon("cloud"))\(words.addRemote)"))</div></div>
    """
  }

  /// Shows commands for changes that a page must not make itself.
  ///
  /// The store's folder and git's configuration belong to the user.
  func howTo(_ title: String, _ text: String, _ commands: String)
    -> WebResponse
  {
    sheet(title, "<p>\(text)</p><pre class=\"command\">\(commands)</pre>")
  }

  // MARK: - Several tasks

  var isMarking: Bool { query.isMarking && readOnly == nil }

  /// A card's checkbox, which belongs to the form of the selection.
  func mark(_ key: TaskKey, _ task: StoredTask) -> HTML {
    guard isMarking else { return "" }
    return """
      <input type="checkbox" class="mark" form="several" name="task" \
      value="\(TaskAddress.text(of: key))" aria-label="\(words.mark): \(title(of: task))" \
      autocomplete="off">
      """
  }

  /// The buttons for the selected tasks; Enter presses the first one, beside the field.
  var several: HTML {
    guard isMarking else { return "" }
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
  func askToDelete(_ keys: [TaskKey]) -> WebResponse {
    let titles = keys.compactMap { key -> HTML? in
      storeState.tasks[key].map { "<li>\(title(of: $0))</li>\n" }
    }
    let fields =
      keys.map { ("task", TaskAddress.text(of: $0)) } + [("several", "yes"), ("sure", "yes")]
    return sheet(
      words.askToDeleteTasks(keys.count),
      """
      <ul>\(titles)</ul>
      <div class="row actions">\(button("delete", "\(words.delete)", fields))</div>
      """)
  }
}
