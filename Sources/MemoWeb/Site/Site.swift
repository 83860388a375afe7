package import BoardModel
package import MemoCLI
package import MemoKit
internal import Terminal
package import Words

/// The server's state at one moment.
package struct ServerState: Sendable {
  /// Nil until the store is read, and if it can't be read.
  package var storeState: StoreState?
  /// Why the store can't be read.
  package var trouble: String?
  /// A number that each reported change increases; it starts anywhere, and is 0 before the first.
  package var revision: Int
  /// The results of the last changes, by the names in their responses.
  package var endings: [String: JobResult]

  package init(
    _ storeState: StoreState?, revision: Int, trouble: String? = nil,
    endings: [String: JobResult] = [:]
  ) {
    self.storeState = storeState
    self.revision = revision
    self.trouble = trouble
    self.endings = endings
  }
}

/// How to answer a request.
package enum Answer: Sendable {
  case response(WebResponse)
  /// Runs a change; the response depends on its ending and the name that keeps it for the next
  /// page.
  case run(Job, @Sendable (JobResult, String) -> WebResponse)
  /// Reads or changes the authorizations, which are valid even if they can't be stored.
  ///
  /// The closure also gets a new random key.
  case access(@Sendable (inout BrowserRegistry, String) -> WebResponse)
}

/// All pages of a store: maps a request and the current state to an answer.
///
/// It has no state and no socket. The request has passed the ``Gate``.
package struct Site: Sendable {
  let context: Context
  /// The path of all pages and their base, so that their links are short.
  let prefix: String
  let isReadOnly: Bool
  /// Distinguishes stores in the same browser.
  let store: String

  /// Whether connections are encrypted.
  let isSecure: Bool

  package init(
    _ context: Context, root: String, prefix: String, isReadOnly: Bool = false,
    isSecure: Bool = false
  ) {
    self.isSecure = isSecure
    var context = context
    // A person reads the pages, in a window of any width.
    context.terminal = TerminalFacts(output: true, width: 100)
    context.environment.variables["NO_COLOR"] = "1"
    self.context = context
    self.prefix = prefix
    store = Fingerprint.text(of: root.utf8)
    self.isReadOnly = isReadOnly
  }

  /// Makes an answer; some pages read from the store, which takes time.
  ///
  /// - Parameter operation: The operation id for the page's forms, unique for each page.
  package func answer(
    _ request: WebRequest, _ serverState: ServerState, _ visitor: WebVisitor = WebVisitor(),
    operation: String = ""
  ) -> Answer {
    guard request.path.hasPrefix(prefix) else { return .response(missing) }
    let parts = request.path.dropFirst(prefix.count).split(
      separator: "/", omittingEmptySubsequences: false
    ).map { FormFields.decoded($0[...]) }
    if parts.first == "a" {
      return .response(Assets.response(Array(parts.dropFirst())) ?? missing)
    }
    guard let storeState = serverState.storeState else {
      return .response(unreadable(serverState.trouble ?? "it is being read", for: request))
    }
    let form = request.method == "POST" ? request.form : nil
    let fields = form.map { FormFields($0["back"] ?? "") } ?? request.fields
    let language = Self.language(of: request)
    // Dates are in the reader's format, whatever the server's locale.
    var context = context
    context.environment.dates =
      switch language {
      case .english: .iso
      case .korean: .korean
      }
    let page = PageMaker(
      site: self, request: request, serverState: serverState, storeState: storeState,
      query: BoardQuery(fields),
      readOnly: isReadOnly ? language.words.startedReadOnly : storeState.status.obstacle?.message,
      visitor: visitor, operation: operation, language: language, context: context,
      dates: Page(context, .never))
    do throws(MemoError) {
      if let form { return try page.post(parts, form) }
      return try page.get(parts, fields)
    } catch {
      return .response(.failed(error))
    }
  }

  var missing: WebResponse { .plain("there is no such page", 404) }

  /// The response to a form that exceeds the limit.
  ///
  /// - Parameter most: The limit in bytes.
  package static func tooLarge(_ request: WebRequest, most: Int) -> WebResponse {
    let words = words(of: request)
    let text = words.tooLarge(most >= 1 << 20 ? "\(most >> 20) MB" : "\(most >> 10) kB")
    return request.hasHeader("x-memo")
      ? .page("<div class=\"said failed\"><p>\(text)</p></div>", 413) : .plain(text, 413)
  }

  package static func words(of request: WebRequest) -> Words {
    language(of: request).words
  }

  /// The first known language of `Accept-Language`; browsers list the preferred one first.
  static func language(of request: WebRequest) -> Language {
    let tags = (request.header("accept-language") ?? "").split(separator: ",")
    return Language(preferred: tags.map { $0.filter { !$0.isWhitespace } })
  }

  private func unreadable(_ reason: String, for request: WebRequest) -> WebResponse {
    var response = WebResponse.plain(
      Self.words(of: request).storeCantBeRead(reason.sanitized), 503)
    response.headers.append(.init("Retry-After", "1"))
    // A page without a script must reload itself.
    if request.method == "GET", !request.hasHeader("x-memo") {
      response.headers.append(.init("Refresh", "5"))
    }
    return response
  }

  /// The largest text of a task that a page saves, in bytes after decoding.
  package static let mostText = 1 << 20

  /// The longest pause in an event stream, in seconds.
  ///
  /// The beat lets a page tell a live server from a hanging one.
  package static let beat = 2
}

extension PageMaker {
  fileprivate func get(_ parts: [String], _ fields: FormFields) throws(MemoError) -> Answer {
    switch (parts.first, parts.count) {
    case ("", 1):
      let said = fields["said"].flatMap { serverState.endings[$0] }
      return .response(try query.moment == nil ? present(said) : past { $0.board(said: nil) })
    case ("new", 1):
      if readOnly != nil { return .response(cantBeChanged) }
      let status = fields["status"].flatMap { Status(rawValue: $0) } ?? .todo
      let sheet = Sheet(new: EditForm(new: status == .done ? .todo : status))
      return .response(editor(sheet, isNote: query.view == .notes))
    case ("task", 2):
      let isEdited = fields["edit"] != nil
      guard query.moment != nil else { return .response(task(parts[1], isEdited: isEdited)) }
      return .response(try past { $0.task(parts[1], isEdited: isEdited) })
    case ("sheets", 1): return .response(sheets(fields.all("task")))
    case ("image", 3): return .response(try image(parts[1], parts[2]))
    case ("journal", 1): return .response(try journal(fields))
    case ("problems", 1): return .response(problems)
    case ("themes", 1): return .response(themes)
    case ("theme", 1): return .response(theme(fields))
    case ("settings", 1): return .access { registry, _ in settings(registry) }
    case ("devices", 1): return .access { registry, _ in devices(registry) }
    case ("date", 1): return .response(date(fields["q"] ?? ""))
    case ("worker.js", 1): return .response(Assets.worker)
    case ("remote", 1):
      let commands = "memo git remote add origin git@example.org:kim/tasks.git\nmemo sync"
      return .response(howTo(words.addRemote, words.howToAddRemote, commands))
    case ("folder", 1):
      return .response(
        howTo(words.adoptFolder, words.howToAdoptFolder, "memo init --from FOLDER"))
    case ("help", 1): return .response(help)
    case ("events", 1): return .response(.eventStream)
    case ("manifest.webmanifest", 1): return .response(manifest)
    default: return .response(missing)
    }
  }

  // MARK: - Pages that need the store or its history

  /// Opens the store for this answer; the keeper's thread is only for changes.
  func openStore() throws(MemoError) -> Store { try site.context.store() }

  /// Reads change times, which need the whole history, only when the order needs them.
  private func present(_ said: JobResult?) throws(MemoError) -> WebResponse {
    var page = self
    // An open page still uses the path of a file that has got an id since.
    if let key = query.open.flatMap({ TaskAddress.key($0, in: storeState) }) {
      page.query.open = TaskAddress.text(of: key)
    }
    if query.order == .newest || query.view == .notes {
      let tasks = Array(storeState.tasks.values)
      page.storeState.changeTimes = try openStore().facts(for: [.changed], among: tasks).changed
    }
    return page.board(said: said)
  }

  var narrowed: FilterInput { FilterInput(query.filter, of: storeState, in: context) }

  /// Shows a page as of the query's moment.
  private func past(_ show: (PageMaker) -> WebResponse) throws(MemoError) -> WebResponse {
    let store = try openStore()
    var old = self
    let state: PastState
    do throws(MemoError) {
      state = try store.past(query.moment ?? "", in: context.environment.localTime)
    } catch {
      old.query.moment = nil
      return old.failure(separated(lines(words.reason(of: error))), 400)
    }
    old.storeState = StoreState(state, of: store)
    old.storeState.themes = storeState.themes
    old.storeState.themeName = storeState.themeName
    old.readOnly = words.thePast
    return show(old)
  }
}
