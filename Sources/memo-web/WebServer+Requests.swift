internal import BoardModel
internal import HTTPTypes
internal import HummingbirdCore
internal import MemoCLI
internal import MemoKit
internal import MemoWeb
internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import Words

extension WebServer {
  func respond(
    to request: HummingbirdCore.Request, _ writer: consuming ResponseWriter
  ) async throws {
    // Otherwise a client with many pipelined requests would keep the core.
    await Task.yield()
    var asked = WebRequest(request.head)
    if let most = mostBytes(of: asked) {
      guard let body = try await Self.body(of: request, most) else {
        var refusal = Site.tooLarge(asked, most: most)
        refusal.protect(isAsset: false)
        return try await Self.write(refusal, isHead: false, writer)
      }
      asked.body = body
    }
    let response = try await answer(to: asked)
    guard asked.method == "GET", response.isEventStream, let digest = Gate.digest(of: asked) else {
      return try await Self.write(response, isHead: asked.method == "HEAD", writer)
    }
    try await writer.write(response: Self.head(response), body: events(for: digest))
  }

  private func answer(to request: WebRequest) async throws -> WebResponse {
    let now = context.environment.now()
    var news: [WebRequest.Header] = []
    takeMessages(at: now)
    let gate = gate.withLock(\.self)
    let isAsset = gate.isAsset(request)
    func finished(_ response: WebResponse) -> WebResponse {
      var response = response
      response.headers += news
      response.protect(isAsset: isAsset && response.status == 200)
      return response
    }
    if let refusal = gate.refusal(of: request) { return finished(refusal) }
    if let response = uninvited(request, gate, at: now) { return finished(response) }
    guard let digest = Gate.digest(of: request), let visitor = visitor(digest) else {
      return finished(site.notLetIn(request, asksForCode: gate.names.others != nil))
    }
    // An asset is cached forever with its headers, so it never renews a cookie.
    if !isAsset, register.withLock({ $0.see(digest, at: now) }) {
      news += gate.renewal(for: request)
    }
    await hub.firstNews()
    let operation = issuer + Secret.letters(12)
    let answer = try await threads.runIfActive { [site, hub] in
      site.answer(request, hub.serverState, visitor, operation: operation)
    }
    switch answer {
    case .response(let response): return finished(response)
    case .run(let job, let render): return finished(await run(job, request, visitor, render))
    case .access(let render):
      return finished(register.withLock { render(&$0, Secret.letters(26)) })
    }
  }

  // MARK: - Changes

  /// Runs a change once, on the keeper's thread, and keeps its result by a name.
  ///
  /// A request with the same operation, such as a double click, gets the kept result. A failed
  /// change may be retried.
  private func run(
    _ job: Job, _ request: WebRequest, _ visitor: WebVisitor,
    _ render: @escaping @Sendable (JobResult, String) -> WebResponse
  ) async -> WebResponse {
    let operation = request.operation.map { TaskID.derived(from: Array($0.utf8)) }
    // A page that got no response sends its change again, maybe to a server started since. Scripts
    // mark a repeat; a form sent again has another server's operation id.
    let isIssuedElsewhere = request.form["op"]?.hasPrefix(issuer) != true
    let isRepeat =
      request.form["again"] != nil || isIssuedElsewhere && !request.hasHeader("x-memo")
    let (name, author) = (operation?.text ?? Secret.letters(12), visitor.author)
    var context = context
    context.environment.variables["NO_COLOR"] = "1"
    context.environment.operation = operation
    if let author {
      context.environment.variables["GIT_AUTHOR_NAME"] = author.name
      if let email = author.email { context.environment.variables["GIT_AUTHOR_EMAIL"] = email }
    }
    let performer = Performer(context, words: Site.words(of: request))
    @Sendable func kept(_ ending: JobResult) -> JobResult {
      var ending = ending
      ending.author = author?.name
      hub.keep(ending, as: name)
      return ending
    }
    let ending = await withCheckedContinuation { continuation in
      if case .sync = job.kind {
        keeper.sync { [hub] result in
          if case .failure(let error) = result { hub.synced(error.kind) } else { hub.synced() }
          continuation.resume(returning: kept(performer.ending(of: result)))
        }
        return
      }
      keeper.perform { [hub] (store) throws(MemoError) in
        if let known = hub.serverState.endings[name], known.isDone { return known }
        if isRepeat, let operation, try store.hasMade(operation) {
          return kept(JobResult(performer.words.wasMade))
        }
        // Record hand edits first, so that the device isn't their author.
        if author != nil { _ = try store.recordHandEdits() }
        return kept(performer.perform(job, width: 100, store.lockTimeout))
      } done: { result in
        switch result {
        case .success(let ending): continuation.resume(returning: ending)
        case .failure(let error): continuation.resume(returning: kept(JobResult(error)))
        }
      }
    }
    return render(ending, name)
  }

  // MARK: - HTTP

  /// The largest form of an authorized browser.
  ///
  /// It has the text with up to three bytes for each, the text before the edit, and earlier input.
  private static let mostBytes = 16 * Site.mostText
  /// The largest form of an unauthorized client, which sends only a code.
  private static let mostOfAStranger = 1 << 10
  /// The size of a response's pieces; a client that takes one is reading.
  private static let piece = 32 << 10

  /// The largest body to read, in bytes; nil if the head alone decides the response.
  func mostBytes(of request: WebRequest) -> Int? {
    guard request.method == "POST", gate.withLock({ $0.refusal(of: request) }) == nil else {
      return nil
    }
    if visitor(Gate.digest(of: request)) != nil { return Self.mostBytes }
    return request.path == "/enter" ? Self.mostOfAStranger : nil
  }

  /// The client closed the connection before the whole form was sent.
  private struct Incomplete: Error {}

  /// - Returns: Nil for a body that is too large.
  static func body(of request: HummingbirdCore.Request, _ most: Int) async throws -> [UInt8]? {
    let length = request.headers[.contentLength].flatMap { Int($0) }
    guard length ?? 0 <= most else { return nil }
    do {
      let bytes = try await request.body.collect(upTo: most)
      guard bytes.readableBytes == length ?? bytes.readableBytes else { throw Incomplete() }
      return Array(bytes.readableBytesView)
    } catch is NIOTooManyBytesError {
      return nil
    }
  }

  static func head(_ response: WebResponse) -> HTTPResponse {
    var fields = HTTPFields()
    for header in response.headers {
      if let name = HTTPField.Name(header.name) {
        fields.append(HTTPField(name: name, value: header.value))
      }
    }
    return HTTPResponse(status: .init(code: response.status), headerFields: fields)
  }

  static func write(
    _ response: WebResponse, isHead: Bool, _ writer: consuming ResponseWriter
  ) async throws {
    var head = head(response)
    head.headerFields[.contentLength] = String(response.body.count)
    guard !isHead, !response.body.isEmpty else {
      head.headerFields[.contentEncoding] = BrowserChannel.noBody
      return try await writer.writeResponse(head)
    }
    let pieces = stride(from: 0, to: response.body.count, by: piece).map { start in
      ByteBuffer(bytes: response.body[start...].prefix(piece))
    }
    try await writer.write(response: head, body: ResponseBody(contentsOf: pieces))
  }
}

extension WebRequest {
  init(_ head: HTTPRequest) {
    let headers =
      head.headerFields.map { Header($0.name.rawName, $0.value) }
      + (head.authority.map { [Header("host", $0)] } ?? [])
    self.init(head.method.rawValue, head.path ?? "/", headers: headers)
  }
}
