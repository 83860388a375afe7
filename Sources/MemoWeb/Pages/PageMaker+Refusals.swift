internal import BoardModel
internal import MemoKit
internal import Terminal
internal import Words

/// Error messages, with markup for their language.
extension PageMaker {
  /// Marks a message of the command line as English, for screen readers.
  func english(_ text: HTML) -> HTML {
    language == .english ? text : "<span lang=\"en\">\(text)</span>"
  }

  func separated(_ lines: [HTML]) -> HTML {
    lines.dropFirst().reduce(lines.first ?? .none) { "\($0)<br>\($1)" }
  }

  /// In one line, without hints.
  func line(_ reason: Words.Reason) -> HTML {
    let detail = reason.english.first.map { " (\(english("\($0.sanitized)")))" as HTML }
    return "\(reason.message.sanitized)\(detail)"
  }

  func lines(_ reason: Words.Reason) -> [HTML] {
    ([reason.message] + reason.details + reason.hints).map { "\($0.sanitized)" }
      + reason.english.map { english("\($0.sanitized)") }
  }

  /// A sentence in the reader's language around text in another one.
  func said(_ sentence: (String) -> String, _ reason: HTML) -> HTML {
    // A placeholder that no sentence contains.
    let mark: Character = "\u{FFFC}"
    let parts = sentence(String(mark)).split(
      separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    return "\(parts[0])\(reason)\(parts.count > 1 ? String(parts[1]) : "")"
  }

  /// The reason for a read-only board; English if it comes from the store.
  var whyReadOnly: HTML {
    guard let readOnly else { return "" }
    let text: HTML = "\(readOnly.sanitized)"
    return readOnly == storeState.status.obstacle?.message ? english(text) : text
  }

  func reason(of ending: JobResult) -> HTML {
    guard let failure = ending.failure else { return "\(words.hasFailed)" }
    var reason = words.reason(of: failure)
    (reason.details, reason.hints, reason.english) = ([], [], Array(reason.english.prefix(1)))
    return separated(lines(reason))
  }

  func reason(of refusal: TaskFields.Refusal) -> HTML {
    let text: HTML = "\(refusal.message.sanitized)"
    return refusal.isCommands ? english(text) : text
  }

  // MARK: - Pages

  var cantBeChanged: WebResponse {
    failure(said(words.cantBeChanged, whyReadOnly), 403)
  }

  func failure(_ message: String, _ status: Int) -> WebResponse {
    failure("\(message.sanitized)" as HTML, status)
  }

  func failure(_ text: HTML, _ status: Int) -> WebResponse {
    let content: HTML = "<div class=\"said failed\"><p>\(text)</p></div>"
    guard !isPart else { return .page(content, status) }
    return sheet(words.hasFailed.headline, "<div role=\"alert\">\(content)</div>", status)
  }

  /// - Parameter address: A task's part of an address; that of a file changes when the file moves.
  func noSuchTask(_ address: String) -> WebResponse {
    failure(TaskAddress.isOfFile(address) ? words.noSuchFile : words.noSuchTask, 404)
  }

  var missing: WebResponse { failure(words.noSuchPage, 404) }
}
