internal import Exchange
internal import MemoCLI
internal import MemoKit
internal import Words

/// Responses to unauthorized browsers.
extension Site {
  /// Explains how to get access; reveals nothing about the store.
  ///
  /// - Parameters:
  ///   - asksForCode: Whether other devices can connect.
  ///   - isWrong: Whether a wrong code was typed.
  package func notLetIn(
    _ request: WebRequest, asksForCode: Bool = false, isWrong: Bool = false
  ) -> WebResponse {
    let language = Self.language(of: request)
    let words = language.words
    let form: HTML = """
      <p>\(words.howToGetCode)</p>
      <form method="post" action="/enter"><label>\(words.code)<input name="code" required \
      inputmode="numeric" autocomplete="one-time-code" maxlength="12"></label>
      <p><button class="primary">\(words.enter)</button></p></form>
      """
    return .page(
      """
      <!doctype html>
      <html lang="\(language.rawValue)"><head><meta charset="utf-8"><title>memo</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="stylesheet" href="/enter.css"></head>
      <body class="alone"><main class="sheet"><h1 class="name">memo</h1>
      \("<p class=\"late\" role=\"alert\">\(words.wrongCode)</p>\n", if: isWrong)\
      \(asksForCode ? form : "<p>\(words.notAuthorized)</p>")
      </main></body></html>

      """, 401)
  }

  /// The style of that page, which reveals nothing either.
  package var styleOfEntrance: WebResponse { Assets.styleOfEntrance }

  /// The deadlines of open tasks, for calendar subscriptions.
  package var calendar: WebResponse {
    do throws(MemoError) {
      let store = try context.store()
      var exchange = ExchangeContext(now: context.now)
      exchange.name = store.root.split(separator: "/").last.map(String.init) ?? ""
      exchange.hasEvents = true
      let tasks = try store.read().tasks.filter { $0.status != .done && $0.deadline != nil }
      let text = CalendarText(exchange).text(of: try store.records(of: tasks))
      return WebResponse("text/calendar; charset=utf-8", Array(text.utf8))
    } catch {
      return .failed(error)
    }
  }
}
