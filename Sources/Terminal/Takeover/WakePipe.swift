package import Platform

extension WakePipe {
  /// The reason why a wait ended.
  package enum Arrival: Hashable, Sendable {
    case input([UInt8])
    /// Somebody rang.
    case bell
    /// The time is over, or a signal arrived, whose handler rings if needed.
    case timeout
    case hangUp
  }

  /// Waits for standard input or a ring.
  ///
  /// - Parameters:
  ///   - seconds: The timeout; nil for none.
  ///   - hearsKeys: Whether to read input; otherwise the next reader gets it.
  package func wait(seconds: Double?, hearsKeys: Bool = true) -> Arrival {
    let input = Device.input.rawValue
    let isReady = System.wait(for: [readable, hearsKeys ? input : -1], upTo: seconds)
    if isReady[1] {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = bytes.withUnsafeMutableBytes { System.read(input, into: $0) }
      if count > 0 { return .input(Array(bytes[..<count])) }
      return count < 0 && errno == EINTR ? .timeout : .hangUp
    }
    guard isReady[0] else { return .timeout }
    silence()
    return .bell
  }
}
