internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

extension PageMaker {
  func board(_ query: BoardQuery, _ narrowed: Narrowing, said: Ending?) -> WebResponse {
    let (understood, error): (Narrowing.Understood?, Narrowing.Misunderstanding?) =
      switch narrowed.result {
      case .success(let understood): (understood, nil)
      case .failure(let error): (error.meanwhile, error)
      }
    let filter = understood?.filter ?? .all
    let dates = dates
    let main: HTML =
      switch query.view {
      case .board: columns(query, filter, dates)
      case .list: list(query, filter, dates)
      case .notes: notes(query, filter, dates)
      }
    return .page(
      document(
        storeState.name.sanitized, bodyClass: query.view.rawValue,
        """
        <a class="skip" href="#main">\(words.toTheTasks)</a>
        \(bar(query, understood?.standing, error, dates))
        <div id="status" role="status">\(said.map { message($0, query) })</div>
        <main id="main" class="\(query.view.rawValue)" data-lane="\(query.lane.rawValue)" \
        data-order="\(query.order.rawValue)">
        \(main)</main>
        """))
  }

  // MARK: - The bar

  private func bar(
    _ query: BoardQuery, _ standing: String?, _ error: Narrowing.Misunderstanding?, _ dates: Page
  ) -> HTML {
    """
    <header id="bar"\(" class=\"marking\"", if: isMarking(query))>
    <h1>\(storeName)</h1>
    <input type="checkbox" id="tools" aria-label="\(words.boardMenu)" autocomplete="off">
    <form role="search" method="get" action="\(prefix)"\(
      " class=\"on\"", if: !query.filter.isEmpty)>
    <input id="filter" type="search" name="q" value="\(query.filter)" aria-label="\(words.filter)" \
    placeholder="\(standing ?? "+home due<fri")" autocomplete="off" autocapitalize="off" \
    spellcheck="false"\(" aria-invalid=\"true\" aria-describedby=\"filter-error\"", if: error != nil)>
    \(hidden(query))
    </form>
    <nav aria-label="\(words.boardView)">
    \(menu("view", "\(words.view)", BoardQuery.View.allCases.map { view in
      (title(of: view), query.with { $0.view = view }, view == query.view)
    }))
    \(menu("order", "\(words.order)", Order.allCases.map { order in
      (order.title(words), query.with { $0.order = order }, order == query.order)
    }))
    \(filters(query))
    \(moments(query))
    <a class="button" href="\(prefix)journal\(query.suffix)" data-sheet>\(words.journal)</a>
    \(undo(query))
    \(more(query))
    </nav>
    <div class="quick">\(reload(query))\(troubles(query))\(sync(query, dates))\(newLink(query))</div>
    \(error.map { error -> HTML in
      "<p id=\"filter-error\" class=\"late\">"
        + english("\(words.reason(of: error).sanitized)<br>\(error.hint.sanitized)") + "</p>"
    })
    \("<p class=\"frame\">\(words.anybodyCanRead)</p>", if: isOverheard)
    \(pastFrame(query, dates))\(whoSends(query))\(several(query))
    </header>
    """
  }

  private func title(of view: BoardQuery.View) -> String {
    switch view {
    case .board: words.boardView
    case .list: words.listView
    case .notes: words.notesView
    }
  }

  /// What the filter's form keeps of the rest.
  func hidden(_ query: BoardQuery) -> HTML {
    var fields = HTML.none
    if query.view != .board {
      fields += "<input type=\"hidden\" name=\"view\" value=\"\(query.view.rawValue)\">"
    }
    if query.order != .standard {
      fields += "<input type=\"hidden\" name=\"order\" value=\"\(query.order.rawValue)\">"
    }
    if query.isMarking { fields += "<input type=\"hidden\" name=\"mark\" value=\"several\">" }
    if let moment = query.moment {
      fields += "<input type=\"hidden\" name=\"at\" value=\"\(moment)\">"
    }
    return fields
  }

  func menu(_ name: String, _ title: HTML, _ rows: [(String, BoardQuery, Bool)]) -> HTML {
    let links = rows.map { title, query, isChosen -> HTML in
      """
      <li><a href="\(prefix)\(query.fromFirst.suffix)"\(" aria-current=\"true\"", if: isChosen)>\(title)</a></li>
      """
    }
    return menu(name, title, "<ul id=\"menu-\(name)\" popover>\(links)</ul>")
  }

  private func filters(_ query: BoardQuery) -> HTML {
    guard !storeState.filters.isEmpty else { return "" }
    return menu(
      "filters", "\(words.filters)",
      storeState.filters.map { filter in
        (
          "@\(filter.name)", query.with { $0.filter = "@\(filter.name)" },
          query.filter == "@\(filter.name)"
        )
      })
  }

  /// Without a script nothing comes by itself.
  private func reload(_ query: BoardQuery) -> HTML {
    "<noscript><a class=\"button\" href=\"\(prefix)\(query.suffix)\">\(words.reload)</a></noscript>"
  }

  private func troubles(_ query: BoardQuery) -> HTML {
    let count = storeState.conflicts + storeState.problems
    guard count > 0 else { return "" }
    return """
      <a class="button conflict" href="\(prefix)problems\(query.suffix)" data-sheet>\
      <span aria-hidden="true">⚑</span>&nbsp;\(words.toLookAt(count))</a>
      """
  }

  private func undo(_ query: BoardQuery) -> HTML {
    guard readOnly == nil else { return "" }
    return button("undo", "\(words.undo)", back: query)
  }

  /// Whether the other side has what is here, in a sign, a word and a colour; pressed, it syncs.
  private func sync(_ query: BoardQuery, _ dates: Page) -> HTML {
    guard let sync = storeState.standing.sync, storeState.moment == nil else { return "" }
    let unrecorded = storeState.standing.unrecorded
    let (kind, sign, text): (HTML, HTML, String) =
      switch sync {
      case .syncing: ("soon", "⟳", words.syncing)
      case .offline(let waiting): ("late", "⚠", words.offline(waiting))
      case .suspended(let waiting, let process):
        ("late", "⚠", words.suspended(process, waiting))
      case .toSend(let count): ("soon", "↑", words.toSend(count))
      case .synced where unrecorded > 0, .unsynced where unrecorded > 0:
        ("soon", "✎", words.handEdits(unrecorded))
      case .unsynced: ("", "⇅", words.syncNow)
      case .synced(let time): ("good", "✓", words.synced(words.moment(time, on: dates)))
      }
    return """
      <form method="post" action="\(prefix)do" class="one" id="sync">\
      <input type="hidden" name="op" value="\(operation)">\
      <input type="hidden" name="back" value="\(query.text)">\
      <button name="do" value="sync" class="\(kind)"\(" disabled", if: readOnly != nil)>\
      <span aria-hidden="true">\(sign)</span>&nbsp;\(text)</button></form>
      """
  }

  private func newLink(_ query: BoardQuery) -> HTML {
    guard readOnly == nil else { return "" }
    return """
      <a class="button new" href="\(prefix)new\(query.suffix)" data-sheet aria-label="\(words.newTask)">+</a>
      """
  }

  // MARK: - Columns

  private func columns(_ query: BoardQuery, _ filter: Filter, _ dates: Page) -> HTML {
    var tabs: [HTML] = []
    var sections: [HTML] = []
    let lanes = Status.allCases.map { status in
      (status, storeState.keys(status, filter, query.order, at: dates.now))
    }
    // What is so of all columns is said once.
    let matchesNothing = !query.filter.isEmpty && lanes.allSatisfy(\.1.isEmpty)
    for (status, keys) in lanes {
      let name = status.rawValue
      tabs.append(
        """
        <a href="\(prefix)\(query.with { $0.lane = status }.suffix)" data-lane="\(name)"\
        \(" aria-current=\"true\"", if: status == query.lane)>\(words.name(of: status).uppercased()) \(keys.count)</a>
        """)
      sections.append(
        """
        <section class="lane" data-status="\(name)">
        <h2 id="h-\(name)">\(words.name(of: status).uppercased()) <span class="count">\(keys.count)</span></h2>
        <ul role="list" aria-labelledby="h-\(name)">
        \(cards(keys, status, query, dates))</ul>\
        \(keys.isEmpty && !matchesNothing ? emptiness(query, in: status) : "")
        \(later(keys, status, query))</section>

        """)
    }
    let nothing = matchesNothing ? emptiness(query) : ""
    return
      "<nav class=\"tabs\" aria-label=\"\(words.columns)\">\(tabs)</nav>\n\(sections)\(nothing)"
  }

  private func cards(
    _ keys: [TaskKey], _ status: Status, _ query: BoardQuery, _ dates: Page
  ) -> [HTML] {
    keys.prefix(query.count(status)).compactMap { key in
      storeState.tasks[key].map { card(key, $0, query, dates) }
    }
  }

  /// The rest of a lane.
  func later(_ keys: [TaskKey], _ status: Status, _ query: BoardQuery) -> HTML {
    let now = query.count(status)
    guard now < keys.count else { return "" }
    let next = min(now * 2, keys.count)
    let name = status.rawValue
    return """
      <p class="more" id="later-\(name)">\
      <a href="\(prefix)\(query.with { $0.shown[status] = next }.suffix)#t-\(TaskAddress.text(of: keys[now]))" \
      data-more="\(name)" data-all="\(keys.count)">\
      \(words.showMore(next - now, keys.count - now))</a></p>

      """
  }
}
