internal import Words
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

/// Lines that say how a board is.
extension PageMaker {
  /// Whether it is another moment's, or nothing can be changed.
  func pastFrame(_ query: BoardQuery, _ dates: Page) -> HTML {
    if let moment = storeState.moment {
      return """
        <p class="frame"><time datetime="\(moment.time.description)">\
        \(words.asItWas(words.moment(moment.time, on: dates)))</time>; \(words.nothingCanBeChanged). \
        <a href="\(prefix)\(query.with { $0.moment = nil }.suffix)">\(words.backToThePresent)</a></p>
        """
    }
    guard readOnly != nil else { return "" }
    return "<p class=\"frame\">\(said(words.onlyToBeRead, whyReadOnly))</p>"
  }

  /// The first time that something is only here, one is asked who is to send it.
  func whoSends(_ query: BoardQuery) -> HTML {
    let standing = storeState.standing
    guard standing.isAhead, standing.syncsByItself == nil, readOnly == nil,
      storeState.moment == nil
    else { return "" }
    let answers = [(true, words.sendByItself), (false, words.sendWhenToldTo)].map { value, name in
      button("autosync", "\(name)", [("value", "\(value)")], back: query)
    }
    return "<div class=\"frame row\"><p>\(words.onlyHereSoFar)</p>\(answers)</div>"
  }

  /// Why there are no tasks.
  ///
  /// - Parameter status: Of a column; nil where it is said of all of them.
  func emptiness(_ query: BoardQuery, in status: Status? = nil) -> HTML {
    let reason: HTML
    if !query.filter.isEmpty, status == nil {
      let all = query.with { $0.filter = "" }.fromFirst.suffix
      reason = """
        \(words.matchesNothing(query.filter.onOneLine.sanitized)); \
        <a href="\(prefix)\(all)">\(words.showAll)</a>
        """
    } else if storeState.keys.isEmpty, readOnly == nil, status ?? .todo == .todo {
      reason = "\(words.noTasksYet("+"))"
    } else {
      reason = "\(words.nothingHere)"
    }
    return "<p class=\"empty\">\(reason)</p>"
  }
}
