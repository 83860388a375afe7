internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization

/// Closes a connection on which no request comes, or not whole: whoever is slow keeps nobody waiting.
final class ConnectionClock: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The first request has come after so long, but for its body.
  private static let patience = TimeAmount.seconds(10)
  /// The next one, which a browser may not have yet.
  private static let idleness = TimeAmount.seconds(60)

  private let idle: IdleConnections
  private var end: Scheduled<Void>?
  /// Requests that are being answered.
  private var underWay = 0

  init(_ idle: IdleConnections) {
    self.idle = idle
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { wait(Self.patience, context.channel) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop(context.channel) }

  func channelActive(context: ChannelHandlerContext) {
    wait(Self.patience, context.channel)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop(context.channel)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) {
      underWay += 1
      stop(context.channel)
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      underWay -= 1
      if underWay == 0 { wait(Self.idleness, context.channel) }
    }
    context.write(data, promise: promise)
  }

  private func wait(_ time: TimeAmount, _ channel: any Channel) {
    stop(channel)
    idle.add(channel)
    end = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  private func stop(_ channel: any Channel) {
    end?.cancel()
    end = nil
    idle.remove(channel)
  }
}

/// Connections on which no request is under way, those that wait longest first.
final class IdleConnections: Sendable {
  private let channels = Mutex<[any Channel]>([])

  /// So many may wait; one more, and the first of them is closed.
  private static let most = 48

  func add(_ channel: any Channel) {
    let first = channels.withLock { channels in
      channels.append(channel)
      return channels.count > Self.most ? channels.removeFirst() : nil
    }
    first?.close(promise: nil)
  }

  func remove(_ channel: any Channel) {
    channels.withLock { $0.removeAll { $0 === channel } }
  }
}
