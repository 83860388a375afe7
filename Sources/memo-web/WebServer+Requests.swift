internal import BoardModel
internal import HTTPTypes
internal import HummingbirdCore
internal import MemoCLI
internal import MemoKit
internal import MemoWeb
internal import NIOCore
internal import Synchronization

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
      return try await Self.write(
        .plain("the request is too large, or too slow", 413), isHead: false, writer)
    }
    asked.body = body
    switch await answer(to: asked) {
    case .response(let response):
      try await Self.write(response, isHead: asked.method == "HEAD", writer)
    case .stream(let revisions, let last):
      try await stream(revisions, after: last, writer)
    }
  }

  private enum Reply {
    case response(WebResponse)
    case stream(AsyncStream<Int>, after: Int?)
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
      return .response(response)
    }
    guard let service = withService({ $0 }) else { return finished(.plain("not yet", 503)) }
    if let refusal = service.gate.refusal(of: request) { return finished(refusal) }
    if request.path == service.gate.prefix, let token = request.fields["in"] {
      return finished(enter(token, request, service, at: now))
    }
    guard service.gate.visitor(of: request) != nil, let digest = service.gate.digest(of: request)
    else { return finished(service.site.notLetIn(request)) }
    register.withLock { $0.see(digest, at: now) }
    await hub.firstNews()
    switch service.site.answer(request, hub.shot) {
    case .response(let response): return finished(response)
    case .read(let read): return finished(await perform(read))
    case .run(let job, let render): return finished(await run(job, request, render))
    case .events(let last):
      guard let revisions = hub.revisions() else {
        return finished(.plain("too many pages are open", 503))
      }
      return .stream(revisions, after: last)
    }
  }

  /// The bearer of a link gets a key, and an address without the link.
  private func enter(
    _ token: String, _ request: WebRequest, _ service: Service, at now: Int64
  ) -> WebResponse {
    let links = register.withLock { $0.foreignLinks() }
    let key = Self.secret(letters: 26)
    let cookie = withService { service in
      for link in links { service.gate.take(link: link.digest, until: link.end) }
      return service.gate.admit(token, key: key, at: now)
    }
    guard let cookie = cookie ?? nil else {
      // Who was let in before is not sent away for a link that is used up.
      return service.gate.visitor(of: request) == nil
        ? service.site.notLetIn(request) : .redirect(service.gate.prefix)
    }
    // Where it can't be written down, it holds as long as the server lives.
    register.withLock { try? $0.admit(KeyDigest.text(of: key), name: "", at: now) }
    var response = WebResponse.redirect(service.gate.prefix)
    response.headers.append(.init("Set-Cookie", cookie))
    return response
  }

  // MARK: - The store

  private func perform(
    _ read: @escaping @Sendable (Store) throws(MemoError) -> WebResponse
  ) async -> WebResponse {
    await withCheckedContinuation { continuation in
      keeper.perform { (store, _) throws(MemoError) in
        try read(store)
      } done: { result in
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
    _ job: Job, _ request: WebRequest, _ render: @escaping @Sendable (Ending, String) -> WebResponse
  ) async -> WebResponse {
    let operation = request.form["op"] ?? ""
    let known = operation.isEmpty ? nil : withService { $0.answers[operation] } ?? nil
    if let known { return known }
    let ending = await ending(of: job)
    let name = Self.secret(letters: 12)
    hub.keep(ending, as: name)
    let response = render(ending, name)
    if !operation.isEmpty {
      _ = withService { service in
        service.answers[operation] = response
        service.operations.append(operation)
        if service.operations.count > 512 {
          service.answers[service.operations.removeFirst()] = nil
        }
      }
    }
    return response
  }

  private func ending(of job: Job) async -> Ending {
    var context = context
    context.environment.variables["NO_COLOR"] = "1"
    let performer = Performer(context)
    return await withCheckedContinuation { continuation in
      if case .sync = job.kind {
        keeper.sync { continuation.resume(returning: performer.ending(of: $0, width: 100)) }
        return
      }
      keeper.perform { (_, patience) throws(MemoError) in
        performer.perform(job, width: 100, patience)
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

  /// Server-sent events: a line for each revision, and a comment where nothing happens.
  private func stream(
    _ revisions: AsyncStream<Int>, after last: Int?, _ writer: consuming ResponseWriter
  ) async throws {
    var response = WebResponse(200, [.init("Content-Type", "text/event-stream")])
    response.protect(isAsset: false)
    let body = ResponseBody { [hub] writer in
      try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
      for await beat in Self.beats(revisions) {
        guard let revision = beat else {
          try await writer.write(ByteBuffer(string: ": still here\n\n"))
          continue
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
