/// What a server says to people during a transfer, as a hook's `echo`; git shows it behind
/// `remote: `.
struct ServerText {
  private var lines: [String] = []
  private var unfinished: [UInt8] = []

  /// Nobody reads more of it.
  private static let mostLines = 40

  /// Takes in the next piece, which may end in the middle of a line.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"):
        finish()
      case UInt8(ascii: "\r"):
        // A counter, about to be written over.
        unfinished = []
      default:
        if unfinished.count < 1000 { unfinished.append(byte) }
      }
    }
  }

  /// The lines, without those that only say how far the server is.
  var all: [String] {
    var text = self
    text.finish()
    return text.lines
  }

  private mutating func finish() {
    let line = String(decoding: unfinished, as: UTF8.self)
    unfinished = []
    guard !line.allSatisfy(\.isWhitespace), !Self.isProgress(line) else { return }
    lines.append(line)
    if lines.count > Self.mostLines { lines.removeFirst() }
  }

  /// What a server counts; a line may also end in the middle of one.
  private static let counters = [
    "Enumerating objects", "Counting objects", "Compressing objects", "Resolving deltas",
  ]

  private static func isProgress(_ line: String) -> Bool {
    counters.contains { line.hasPrefix($0) || $0.hasPrefix(line) } || line.hasPrefix("Total ")
      || line.hasSuffix(", done.")
      || (line.contains("% (") && line.contains(": "))
  }
}
