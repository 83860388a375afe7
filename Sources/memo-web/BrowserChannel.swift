internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPCompression
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// A connection: NIO refuses what is no HTTP and heads that are too large, compresses answers, and
/// tells what is idle.
struct BrowserChannel: HTTPChannelHandler {
  typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  /// Connections at once, on one address; a process may have 1024 files open.
  static let most = 480
  private static let mostOfHead = 16 << 10
  /// A first request has come after so long.
  private static let readTimeout = TimeAmount.seconds(10)
  /// Somebody may ask for nothing, or read nothing, for so long.
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
      // Requests that are sent at once are answered one after another by the channel's own loop.
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: true,
        withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
        withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(
        HTTPResponseCompressor { head, isSupported in
          guard Self.isWorthIt(&head) else { return .doNotCompress }
          // The compressor sends the head before it knows how long the rest will be.
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

  /// An answer without a body says so by this, which doesn't go out.
  static let noBody = "identity"

  /// Pictures are compressed already, a stream has no length and goes out as it comes, and what is
  /// small fits into one packet anyway.
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

/// Closes a connection that never asks for anything, one whose answers nobody reads, one that asks for
/// too much at once, and one that sends what is no HTTP.
private final class Limits: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Requests that may have come in one piece; browsers send one, and wait for its answer.
  private static let mostAtOnce = 16

  private var hasAsked = false
  /// Requests that are not answered yet.
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
    // NIO has answered it.
    guard error is HTTPParserError else { return context.fireErrorCaught(error) }
    context.close(promise: nil)
  }
}
