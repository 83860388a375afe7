internal import BoardModel
internal import HTTPTypes
internal import HummingbirdCore
internal import MemoCLI
internal import MemoKit
internal import MemoWeb
internal import NIOCore
internal import Synchronization
internal import TaskFile
internal import Words

extension WebServer {
  /// Bodies that are larger are refused, in bytes.
  private static let mostBytes = 2 << 20
  /// A request has to be there whole after so long, in seconds.
  private static let patience = 10

  func respond(
    to request: HummingbirdCore.Request, _ writer: consuming ResponseWriter
  ) async throws {
    let headers =
      request.headers.map { WebRequest.Header($0.name.rawName, $0.value) }
      + (request.head.authority.map { [WebRequest.Header("host", $0)] } ?? [])
    var asked = WebRequest(
      request.method.rawValue, request.head.path ?? "/", headers: headers)
    guard let body = try await Self.body(of: request) else {
      var refusal = Site.tooLarge(asked)
      refusal.protect(isAsset: false)
      return try await Self.write(refusal, isHead: false, writer)
    }
    asked.body = body
    switch await answer(to: asked) {
    case .response(let response):
      try await Self.write(response, isHead: asked.method == "HEAD", writer)
    case .stream(let revisions, let digest, let last):
      try await stream(revisions, for: digest, after: last, Site.words(of: asked), writer)
    }
  }

  private enum Reply {
    case response(WebResponse)
    case stream(AsyncStream<Int>, String, after: Int?)
  }

  private static func body(of request: HummingbirdCore.Request) async throws -> [UInt8]? {
    guard request.method == .post else { return [] }
    return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask {
        var bytes: [UInt8] = []
        for try await part in request.body {
          guard bytes.count + part.readableBytes <= mostBytes else { return nil }
          bytes += part.readableBytesView
        }
        return bytes
      }
      group.addTask {
        try await Task.sleep(for: .seconds(patience))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  private func answer(to request: WebRequest) async -> Reply {
    let now = context.environment.now()
    func finished(_ response: WebResponse) -> Reply {
      var response = response
      let isAsset = withService { request.path.hasPrefix("\($0.gate.prefix)a/") } ?? false
      response.protect(isAsset: isAsset && response.status == 200)
      Gzip.compress(&response, for: request, isAsset: isAsset)
      return .response(response)
    }
    takeMessages()
    guard let service = withService({ $0 }) else { return finished(.plain("not yet", 503)) }
    if let refusal = service.gate.refusal(of: request) { return finished(refusal) }
    if let response = uninvited(request, service, at: now) { return finished(response) }
    guard let visitor = service.gate.visitor(of: request),
      let digest = service.gate.digest(of: request)
    else {
      let expectsCode = service.gate.names.others != nil
      return finished(service.site.notLetIn(request, asksForCode: expectsCode))
    }
    register.withLock { $0.see(digest, at: now) }
    await hub.firstNews()
    switch service.site.answer(
      request, hub.shot, visitor, operation: Secret.letters(12))
    {
    case .response(let response): return finished(response)
    case .read(let read): return finished(await perform(read))
    case .run(let job, let render):
      return finished(await run(job, request, visitor, render))
    case .access(let change, let render): return finished(render(access(change)))
    case .events(let last):
      guard let revisions = hub.revisions(for: digest) else {
        return finished(.plain("too many pages are open", 503))
      }
      return .stream(revisions, digest, after: last)
    }
  }

  // MARK: - The store

  private func perform(
    _ read: @escaping @Sendable (Store) throws(MemoError) -> WebResponse
  ) async -> WebResponse {
    await withCheckedContinuation { continuation in
      keeper.read(read) { result in
        switch result {
        case .success(let response): continuation.resume(returning: response)
        case .failure(let error):
          let lines = ["error: \(error.message)"] + error.hints.map { "hint: \($0)" }
          continuation.resume(returning: .plain(lines.joined(separator: "\n"), 500))
        }
      }
    }
  }

  /// A change: what its page called it says whether it is a repeat.
  private func run(
    _ job: Job, _ request: WebRequest, _ visitor: WebVisitor,
    _ render: @escaping @Sendable (Ending, String) -> WebResponse
  ) async -> WebResponse {
    let operation = request.operation
    if let operation, let known = await answer(toRepeated: operation) { return known }
    let id = operation.map { TaskID.derived(from: Array($0.utf8)) }
    // A page that never heard the answer sends it again, also to a server that was started since.
    let isRepeat = request.form["again"] != nil
    let words = Site.words(of: request)
    let ending = await ending(of: job, visitor.author, id, words, isRepeat: isRepeat)
    let name = Secret.letters(12)
    hub.keep(ending, as: name)
    let response = render(ending, name)
    if let operation { finish(operation, response, isDone: ending.isDone) }
    return response
  }

  /// - Returns: Nil for who is the first to ask for it, and has to ``finish(_:_:isDone:)`` it.
  private func answer(toRepeated operation: String) async -> WebResponse? {
    await withCheckedContinuation { continuation in
      let isKnown: Void? = withService { service in
        if let known = service.answers[operation] {
          continuation.resume(returning: known)
        } else if service.underWay[operation] != nil {
          service.underWay[operation]?.append(continuation)
        } else {
          service.underWay[operation] = []
          continuation.resume(returning: nil)
        }
      }
      if isKnown == nil { continuation.resume(returning: nil) }
    }
  }

  /// Tells all who asked for it meanwhile; what failed may be tried again.
  private func finish(_ operation: String, _ response: WebResponse, isDone: Bool) {
    let others = withService { service in
      if isDone {
        service.answers[operation] = response
        service.operations.append(operation)
        if service.operations.count > 512 {
          service.answers[service.operations.removeFirst()] = nil
        }
      }
      return service.underWay.removeValue(forKey: operation)
    }
    for other in (others ?? nil) ?? [] { other.resume(returning: response) }
  }

  private func ending(
    of job: Job, _ author: WebAuthor?, _ operation: TaskID?, _ words: any Catalog,
    isRepeat: Bool
  ) async -> Ending {
    var context = context
    context.environment.variables["NO_COLOR"] = "1"
    context.environment.operation = operation
    if let author {
      context.environment.variables["GIT_AUTHOR_NAME"] = author.name
      if let email = author.email { context.environment.variables["GIT_AUTHOR_EMAIL"] = email }
    }
    let performer = Performer(context, words: words)
    return await withCheckedContinuation { continuation in
      if case .sync = job.kind {
        keeper.sync { [hub] result in
          switch result {
          case .success: hub.synced(hasFailed: false)
          // Another one may be at it, or ours was given up.
          case .failure(let error):
            hub.synced(hasFailed: ![.busy, .interrupted].contains(error.kind))
          }
          continuation.resume(returning: performer.telling(result))
        }
        return
      }
      keeper.perform { (store, patience) throws(MemoError) in
        if isRepeat, let operation, try store.hasMade(operation) {
          return Ending(isDone: true, output: performer.words.wasMade, notes: "")
        }
        // What the clone's user has written is not the device's.
        if author != nil { _ = try store.recordHandEdits(patience) }
        return performer.perform(job, width: 100, patience)
      } done: { result in
        switch result {
        case .success(let ending): continuation.resume(returning: ending)
        case .failure(let error): continuation.resume(returning: Ending(error))
        }
      }
    }
  }

  // MARK: - The wire

  private static func head(_ response: WebResponse) -> HTTPResponse {
    var fields = HTTPFields()
    for header in response.headers {
      if let name = HTTPField.Name(header.name) {
        fields.append(HTTPField(name: name, value: header.value))
      }
    }
    return HTTPResponse(status: .init(code: response.status), headerFields: fields)
  }

  private static func write(
    _ response: WebResponse, isHead: Bool, _ writer: consuming ResponseWriter
  ) async throws {
    var head = head(response)
    head.headerFields[.contentLength] = String(response.body.count)
    guard !isHead, !response.body.isEmpty else { return try await writer.writeResponse(head) }
    try await writer.write(
      response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
  }

  /// Server-sent events: a line for each revision, and a beat where nothing happens, by which a page
  /// tells a server that is still there from one that hangs.
  private func stream(
    _ revisions: AsyncStream<Int>, for digest: String, after last: Int?, _ words: any Catalog,
    _ writer: consuming ResponseWriter
  ) async throws {
    var response = WebResponse(200, [.init("Content-Type", "text/event-stream")])
    response.protect(isAsset: false)
    let body = ResponseBody { [self] writer in
      try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
      var wait = hub.wait?.number
      for await beat in Self.beats(revisions) {
        // Who was sent away hears that, and nothing more.
        takeMessages()
        guard withService({ $0.gate.knows(digest) }) ?? false else {
          try await writer.write(ByteBuffer(string: "event: out\ndata: sent away\n\n"))
          break
        }
        guard let revision = beat else {
          try await writer.write(ByteBuffer(string: "event: beat\ndata: still here\n\n"))
          continue
        }
        if let news = hub.wait, news.number != wait {
          wait = news.number
          let text = words.waitsForAnother(process: news.process)
          try await writer.write(ByteBuffer(string: "event: waiting\ndata: \(text)\n\n"))
        }
        let changed = hub.shot.world?.changed.map(\.name).sorted().prefix(50)
        // The first one only tells where the page stands; it may have missed more.
        try await writer.write(
          ByteBuffer(
            string: "id: \(revision)\ndata: revision=\(revision)&changed="
              + "\((changed ?? []).map(FormFields.encoded).joined(separator: "+"))\n\n"))
      }
      try await writer.finish(nil)
    }
    try await writer.write(response: Self.head(response), body: body)
  }

  /// The revisions, and nil where none came for 25 seconds.
  private static func beats(_ revisions: AsyncStream<Int>) -> AsyncStream<Int?> {
    AsyncStream<Int?>(bufferingPolicy: .bufferingNewest(4)) { continuation in
      let clock = Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(25))
          continuation.yield(nil)
        }
      }
      let reader = Task {
        for await revision in revisions { continuation.yield(revision) }
        continuation.finish()
      }
      continuation.onTermination = { _ in
        clock.cancel()
        reader.cancel()
      }
    }
  }
}
