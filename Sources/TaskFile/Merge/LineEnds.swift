/// Gives documents the line ends that the result will have.
enum LineEnds {
  /// As they are when all end their lines alike; else as the side does that changed it.
  static func made(
    alike base: TaskDocument?, _ newer: TaskDocument, _ older: TaskDocument
  ) -> (base: TaskDocument?, newer: TaskDocument, older: TaskDocument) {
    let ends = [base, newer, older].compactMap { $0?.fences.newline }
    guard Set(ends).count > 1 else { return (base, newer, older) }
    let newline = merged(
      base?.fences.newline, newer: newer.fences.newline, older: older.fences.newline)
    return (
      base.map { converted($0, newline) }, converted(newer, newline), converted(older, newline)
    )
  }

  private static func converted(_ document: TaskDocument, _ newline: [UInt8]) -> TaskDocument {
    guard document.fences.newline != newline else { return document }
    var bytes: [UInt8] = []
    for byte in document.bytes {
      if byte == .newline {
        if bytes.last == .carriageReturn { bytes.removeLast() }
        bytes += newline
      } else {
        bytes.append(byte)
      }
    }
    return document.with(bytes)
  }
}
