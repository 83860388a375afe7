internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Sets up a connection's pipeline.
///
/// NIO rejects invalid HTTP and oversized heads, compresses responses and detects idle connections.
struct BrowserChannel: HTTPChannelHandler {
  typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  /// The most connections on one address; a process may have 1024 files open.
  static let most = 480
  private static let mostOfHead = 16 << 10
  /// How long the first request may take.
  private static let readTimeout = TimeAmount.seconds(10)
  /// How long a client may send nothing, or read nothing.
  private static let idleness = TimeAmount.seconds(60)

  let responder: Responder

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = Self.mostOfHead
      limits.maxHeaderListSize = Self.mostOfHead
      limits.maxHeaderFieldCount = 100
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(
        IdleStateHandler(readTimeout: Self.readTimeout, writeTimeout: Self.idleness))
      // Requests that arrive together are answered one after another by the channel's own loop.
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: true,
        withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(
        HTTPResponseCompressor { head, isSupported in
          guard Self.isWorthIt(&head) else { return .doNotCompress }
          // The compressor sends the head before it knows the compressed length.
          if isSupported { head.headers.remove(name: "Content-Length") }
          return .compressIfPossible
        })
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(Limits())
      try pipeline.addHandler(
        HTTPConnectionStateHandler(idleTimeout: .init(Self.idleness), logger: logger))
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true))
    }
  }

  func handle(value: Value, logger: Logger) async {
    await handleHTTP(asyncChannel: value, logger: logger)
  }

  /// Marks a response without a body in `Content-Encoding`; the mark is not sent.
  static let noBody = "identity"

  /// Images are compressed already, an event stream has no length, and small bodies fit one packet.
  private static func isWorthIt(_ head: inout HTTPResponseHead) -> Bool {
    if head.headers.first(name: "Content-Encoding") == noBody {
      head.headers.remove(name: "Content-Encoding")
      return false
    }
    let type = head.headers.first(name: "Content-Type") ?? ""
    let length = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
    guard length >= 1000, !type.hasPrefix("image/") || type.contains("svg") else { return false }
    head.headers.add(name: "Vary", value: "Accept-Encoding")
    return true
  }
}

/// Closes misbehaving connections.
///
/// These never send a request, never read responses, send too many requests at once, or send
/// invalid HTTP.
private final class Limits: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Requests that may arrive at once; browsers send one and wait for its response.
  private static let mostAtOnce = 16

  private var hasAsked = false
  /// The number of unanswered requests.
  private var underWay = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasAsked = true
    if case .head = unwrapInboundIn(data) { underWay += 1 }
    guard underWay <= Self.mostAtOnce else { return context.close(promise: nil) }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { underWay -= 1 }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event as? IdleStateHandler.IdleStateEvent {
    case .read? where !hasAsked, .write? where !context.channel.isWritable:
      context.close(promise: nil)
    case .some: break
    case nil: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // NIO has sent an error response.
    guard error is HTTPParserError else { return context.fireErrorCaught(error) }
    context.close(promise: nil)
  }
}
