/// A word of a filter that can't be understood.
public struct FilterError: Error, Hashable, Sendable {
  public var message: String
  public var hint: String
  /// The whole filter, on one line.
  public var text: String
  /// The word in the text, in Unicode scalars.
  public var range: Range<Int>
  /// Where the filter is written, when not on the command line: a file and line, a setting.
  public var origin: String?

  init(_ message: String, _ hint: String, text: String, at range: Range<Int>, origin: String?) {
    self.message = message
    self.hint = hint
    self.text = text
    self.range = range
    self.origin = origin
  }
}
