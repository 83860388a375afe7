internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Terminal
internal import Words

/// Makes the pages.
///
/// Every page works without a script; scripts find its parts by their ids.
struct PageMaker: Sendable {
  let site: Site
  let request: WebRequest
  let serverState: ServerState
  /// The store now, or at the query's moment.
  var storeState: StoreState
  /// The board that the page shows, or to which it leads back.
  var query: BoardQuery
  /// Why the board is read-only; nil if it is writable.
  var readOnly: String?
  let visitor: WebVisitor
  /// The operation id of the page's forms, so that a form sent twice runs once.
  let operation: String
  let language: Language
  /// How the reader's language writes dates.
  let context: Context
  let dates: Page

  var words: Words { language.words }
  var prefix: String { site.prefix }
  /// Whether a script sent the request and needs only the new part.
  var isPart: Bool { request.hasHeader("x-memo") }
  var device: DeviceChoices { DeviceChoices(request.cookies) }

  // MARK: - The frame

  private var folder: String { "\(prefix)a/\(Assets.version)" }

  func document(_ title: String, bodyClass: String, _ body: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <title>\(emoji.isEmpty ? "" : "\(emoji) ")\(title)</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
    <meta name="color-scheme" content="\(theme?.scheme.rawValue ?? "light dark")">
    <link rel="stylesheet" href="\(folder)/style.css">
    <link rel="stylesheet" href="\(folder)/\(Assets.name(of: theme))">
    <link rel="manifest" href="\(prefix)manifest.webmanifest" crossorigin="use-credentials">
    <link rel="icon" href="\(folder)/icon.svg" type="image/svg+xml">
    <link rel="apple-touch-icon" href="\(folder)/icon-180.png">
    <script type="module" src="\(folder)/board.js"></script>
    \(Assets.modules.map { "<link rel=\"modulepreload\" href=\"\(folder)/\($0)\">\n" as HTML })\
    </head>
    <body class="\(bodyClass)" data-revision="\(serverState.revision)" data-beat="\(Site.beat)" data-time="\(dates.now.timestamp.description)" data-prefix="\(prefix)" data-store="\(site.store)"\(
      " data-read-only=\"\(readOnly ?? "")\"", if: readOnly != nil)\(
      " data-keys=\"off\"", if: !device.hasLetterKeys)\(
      " data-density=\"compact\"", if: device.isCompact)\(scriptWords)>
    \(body)
    \(Self.icons)
    </body>
    </html>

    """
  }

  /// The browser's theme, else the store's; nil for the system's light or dark.
  var theme: Theme? {
    guard let name = device.theme ?? storeState.themeName else { return nil }
    return Theme.builtIn.first { $0.name == name }
      ?? storeState.themes.first { $0.theme.name == name && $0.isUsable }?.theme
  }

  /// The theme's emoji, for the store's name and the title; may be empty.
  private var emoji: String { (theme?.emoji ?? "").sanitized }

  var storeName: HTML {
    emoji.isEmpty
      ? "\(storeState.name.sanitized)"
      : "<span aria-hidden=\"true\">\(emoji)</span> \(storeState.name.sanitized)"
  }

  /// A heading of a sheet; the page's first heading is the store's name.
  ///
  /// - Parameter depth: The number of levels below the sheet's title.
  func heading(_ text: HTML, _ attributes: HTML = "", depth: Int = 0) -> HTML {
    let level = 2 + depth
    return "<h\(level)\(attributes)>\(text)</h\(level)>"
  }

  /// - Parameter isKind: Whether the title names an action rather than the content.
  func sheetTitle(_ text: HTML, isKind: Bool = true) -> HTML {
    heading(text, " id=\"sheet-title\" class=\"\(isKind ? "kind" : "name")\"")
  }

  func hidden(_ fields: [(String, String)]) -> [HTML] {
    fields.map { name, value in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(kept: value)\">"
    }
  }

  /// The address of another page, which leads back to this board.
  func href(_ path: String) -> String {
    prefix + path + (path.contains("?") ? query.continuation : query.suffix)
  }

  /// A link that looks like a button.
  ///
  /// - Parameters:
  ///   - name: The accessible name and the tooltip, if the label is not enough.
  ///   - kind: More classes.
  ///   - mark: An attribute for scripts.
  func link(
    _ path: String, _ label: HTML, name: String? = nil, kind: HTML = "", mark: HTML = ""
  ) -> HTML {
    let names = name.map { " aria-label=\"\($0)\" title=\"\($0)\"" as HTML }
    return "<a class=\"button\(kind)\" href=\"\(href(path))\"\(names)\(mark)>\(label)</a>"
  }

  /// The link that closes a sheet.
  var closeLink: HTML { link("", "\(words.close)", mark: " data-close") }

  /// A form with one button.
  ///
  /// - Parameters:
  ///   - name: The accessible name, if the label is not enough.
  ///   - kind: More attributes of the button.
  ///   - mark: More attributes of the form.
  func button(
    _ action: String, _ label: HTML, _ fields: [(String, String)] = [], name: String = "",
    kind: HTML = "", mark: HTML = ""
  ) -> HTML {
    let hidden = hidden(fields + [("op", operation), ("back", query.text)])
    return """
      <form method="post" action="\(prefix)do" class="one"\(mark)>\(hidden)\
      <button name="do" value="\(action)"\(kind)\(" aria-label=\"\(name)\"", if: !name.isEmpty)>\
      \(label)</button></form>
      """
  }

  /// The words of the script, as attributes.
  private var scriptWords: HTML {
    let said =
      [
        ("close", words.close), ("menu", words.boardMenu), ("delete", words.delete),
        ("share", words.share), ("edit", words.edit), ("todo", words.todo), ("doing", words.doing),
        ("done", words.done), ("offline", words.noConnection(0)),
        ("waiting", words.noConnection(2)),
        ("waiting-one", words.noConnection(1)), ("sending", words.sending(2)),
        ("sending-one", words.sending(1)), ("busy", words.anotherIsAtWork(2)),
        ("busy-one", words.anotherIsAtWork(1)), ("unsaved", words.notSavedYet("…")),
        ("show", words.showIt), ("draft", words.thisIsADraft), ("newer", words.isNewer),
        ("save", words.save.headline), ("discard", words.discard.headline),
        ("stay", words.stay.headline),
        ("changed", words.wasChanged("…")), ("elsewhere", words.changedElsewhere("…")),
        ("copied", words.copied.headline), ("copy-this", words.copyThis), ("cancel", words.cancels),
        ("ask", words.askToDelete("…")), ("ask-several", words.askToDeleteTasks(2)),
        ("marked", words.marked(2)), ("marked-one", words.marked(1)), ("select", words.mark),
        ("as-it-was", words.asItWas("…")), ("saving", words.saving.headline),
        ("later", words.opensLater),
        ("withdraw", words.withdraw), ("undo", words.undo.headline),
        ("redo", words.redo.headline), ("up", words.up),
        ("down", words.down), ("away", words.offline(0).headline),
        ("untitled", words.newTask.headline),
      ]
      + Status.allCases.map { status in
        let name = words.name(of: status).uppercased()
        return ("move-\(status.rawValue)", words.moveTo(name).headline)
      }
    return said.map { name, text -> HTML in " data-w-\(name)=\"\(text)\"" }.joined()
  }

  // MARK: - Short answers

  /// Runs a change and shows its result.
  func running(_ job: Job) -> Answer {
    .run(job) { said($0, $1, of: job) }
  }

  /// The result of a change: a message for a script, the board for other clients.
  func said(_ ending: JobResult, _ name: String, of job: Job) -> WebResponse {
    guard isPart else {
      let board = query.text.isEmpty ? "" : query.text + "&"
      return .redirect("\(prefix)?\(board)said=\(name)")
    }
    // Retrying a sync is pointless: the running one does the same.
    let waits = ending.isBusy && job.kind != .sync
    return .page(message(ending), ending.isDone ? 200 : waits ? 423 : 409)
  }

  func message(_ ending: JobResult) -> HTML {
    let lines = lines(of: ending)
    let text: HTML =
      lines.isEmpty
      ? "\(ending.isDone ? words.nothingChanged : words.hasFailed)" : separated(lines)
    let offer = ending.operation.map { operation in
      button("undo", "\(words.undo.headline)", [("operation", operation)])
    }
    let kind: HTML = ending.isDone ? "done" : "failed"
    let mark = ending.task.map { " data-written=\"\($0)\"" as HTML }
    return "<div class=\"said \(kind)\"\(mark)><p>\(text)</p>\(offer)</div>"
  }

  /// Asks before undoing an operation of another program.
  func askToUndo(_ last: MemoKit.Operation, in store: Store) -> WebResponse {
    let question = words.askToUndo(
      words.said(last, in: store, on: dates), words.moment(last.time, on: dates)
    ).headline
    let yes = button("undo", "\(words.undo.headline)", [("operation", last.id)])
    guard isPart else {
      return sheet(words.undo.headline, "<p>\(question)</p>\(yes)", 409)
    }
    return .page("<div class=\"said failed\" data-ask><p>\(question)</p>\(yes)</div>", 409)
  }

  private func lines(of ending: JobResult) -> [HTML] {
    if let clash = ending.clash { return ["\(words.title(clash))"] }
    func lines(_ text: String) -> [HTML] {
      text.split(separator: "\n").map { "\(String($0).sanitized)" }
    }
    if let failure = ending.failure {
      return self.lines(words.reason(of: failure)) + lines(ending.notes)
    }
    return words.deeds(ending, on: dates)?.map { "\($0)" }
      ?? lines(ending.output) + lines(ending.notes)
  }

  var manifest: WebResponse {
    func quoted(_ text: String) -> String {
      "\""
        + text.sanitized.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let text = """
      {"name":\(quoted(storeState.name)),"short_name":\(quoted(storeState.name)),"start_url":"\(prefix)",\
      "scope":"\(prefix)","display":"standalone","icons":[{"src":"\(folder)/icon.svg",\
      "sizes":"any","type":"image/svg+xml","purpose":"any"},{"src":"\(folder)/icon-192.png",\
      "sizes":"192x192","type":"image/png","purpose":"any maskable"},\
      {"src":"\(folder)/icon-512.png","sizes":"512x512","type":"image/png",\
      "purpose":"any maskable"}]}
      """
    return WebResponse("application/manifest+json", Array(text.utf8))
  }
}
