internal import Words
internal import BoardModel
internal import MemoKit
internal import MemoCLI
internal import TaskFile
internal import Terminal

/// Lines about the state of the board.
extension PageMaker {
  /// Says that the board shows an earlier moment or is read-only.
  func pastFrame(_ query: BoardQuery, _ dates: Page) -> HTML {
    if let moment = storeState.moment {
      return """
        <p class="frame"><time datetime="\(moment.time.description)">\
        \(words.asItWas(words.moment(moment.time, on: dates)))</time>; \(words.nothingCanBeChanged). \
        <a href="\(prefix)\(query.with { $0.moment = nil }.suffix)">\(words.backToThePresent)</a></p>
        """
    }
    guard readOnly != nil else { return "" }
    return "<p class=\"frame\">\(said(words.readOnlyBecause, whyReadOnly))</p>"
  }

  /// Asks who pushes, when the clone first has unpushed commits.
  func whoSends(_ query: BoardQuery) -> HTML {
    let status = storeState.status
    guard status.ahead > 0, status.syncsByItself == nil, readOnly == nil,
      storeState.moment == nil
    else { return "" }
    let answers = [(true, words.syncAutomatically), (false, words.syncOnRequest)].map {
      value, name in
      button("autosync", "\(name)", [("value", "\(value)")], back: query)
    }
    return "<div class=\"frame row\"><p>\(words.notPushedYet)</p>\(answers)</div>"
  }

  /// Says why there are no tasks.
  ///
  /// - Parameter status: The status of a column; nil for the whole board.
  func emptiness(_ query: BoardQuery, in status: Status? = nil) -> HTML {
    let reason: HTML
    if !query.filter.isEmpty, status == nil {
      let all = query.with { $0.filter = "" }.fromFirst.suffix
      reason = """
        \(words.matchesNothing(query.filter.onOneLine.sanitized)); \
        <a href="\(prefix)\(all)">\(words.showAll)</a>
        """
    } else {
      reason = "\(words.nothingHere)"
    }
    return "<p class=\"empty\">\(reason)</p>"
  }

  /// Whether the store has no tasks and accepts new ones.
  func isFirstRun(_ query: BoardQuery) -> Bool {
    storeState.keys.isEmpty && readOnly == nil && query.filter.isEmpty
  }

  func firstRun(_ query: BoardQuery) -> HTML {
    """
    <div class="first"><a class="button big" href="\(prefix)new\(query.suffix)">\
    \(icon("plus"))\(words.addTask)</a>
    <ul class="hints"><li>\(words.hintFinger)</li><li>\(words.hintMouse)</li><li>\(words.hintKeys)</li></ul>
    <div class="row"><a class="button" href="\(prefix)folder\(query.suffix)">\
    \(icon("folder"))\(words.adoptFolder)</a>\
    <a class="button" href="\(prefix)remote\(query.suffix)">\
    \(icon("cloud"))\(words.addRemote)</a></div></div>
    """
  }

  /// Shows commands for changes that a page must not make itself.
  ///
  /// The store's folder and git's configuration belong to the user.
  func howTo(_ title: String, _ text: String, _ commands: String, _ query: BoardQuery)
    -> WebResponse
  {
    sheet(title, query, "<p>\(text)</p><pre class=\"command\">\(commands)</pre>")
  }
}
