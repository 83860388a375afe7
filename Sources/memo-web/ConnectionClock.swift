internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose other side keeps the server waiting: whoever is slow keeps nobody else.
///
/// What is waited for is a request, or the rest of one, or that an answer is read. Of what is sent
/// before the last answer has gone out nothing is read but the rest of a body.
final class ConnectionClock: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// A request has come after so long; a stranger has no longer for anything.
  private static let patience = TimeAmount.seconds(10)
  /// A guest may have nothing to ask for so long, as a browser, and may read nothing for so long.
  private static let idleness = TimeAmount.seconds(60)
  /// Requests that may have come in one piece; browsers send one, and wait for its answer.
  private static let mostAtOnce = 16

  private let waiting: WaitingConnections
  private let guest: @Sendable (HTTPRequest) -> String?
  /// Who has sent the last request; nil for who was not let in.
  private var sender: String?
  /// Whether the connection counts as one that is open.
  private var isOpen = false
  /// Requests that are not answered yet.
  private var underWay = 0
  /// Whether the rest of a request is to come.
  private var isComing = false
  /// Pieces of answers that nobody has read yet.
  private var unread = 0
  /// Whether what comes next is to be read once all is answered.
  private var isHeld = false
  private var deadline: Scheduled<Void>?

  /// - Parameter guest: Whose a request is, by what is kept of the key; nil for a stranger's.
  init(_ waiting: WaitingConnections, guest: @escaping @Sendable (HTTPRequest) -> String?) {
    self.waiting = waiting
    self.guest = guest
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    if !isOpen { waiting.open() }
    isOpen = true
    follow(context)
  }

  private func end(_ context: ChannelHandlerContext) {
    stop(context.channel)
    if isOpen { waiting.close() }
    isOpen = false
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let request):
      sender = guest(request)
      isComing = true
      underWay += 1
      follow(context)
    case .body: break
    case .end:
      isComing = false
      follow(context)
    }
    guard underWay <= Self.mostAtOnce else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    isHeld = underWay > 0 && !isComing
    if !isHeld { context.read() }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let isLast = if case .end = unwrapOutboundIn(data) { true } else { false }
    let taken = promise ?? context.eventLoop.makePromise()
    unread += 1
    follow(context)
    taken.futureResult.assumeIsolated().whenComplete { [self] _ in
      unread -= 1
      if isLast { underWay -= 1 }
      guard context.channel.isActive else { return }
      follow(context)
      if isHeld { read(context: context) }
    }
    context.write(data, promise: taken)
  }

  /// Begins to wait for the other side anew, or ends that where the server is at work.
  private func follow(_ context: ChannelHandlerContext) {
    let channel = context.channel
    stop(channel)
    guard unread > 0 || isComing || underWay == 0 else { return }
    let isIdle = underWay == 0 && unread == 0 && !isComing
    waiting.add(channel, guest: sender, isIdle: isIdle)
    let time = sender != nil && !isComing ? Self.idleness : Self.patience
    deadline = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  private func stop(_ channel: any Channel) {
    deadline?.cancel()
    deadline = nil
    waiting.remove(channel)
  }
}
