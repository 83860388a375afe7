internal import BoardModel

/// A task in its sheet, as somebody has changed it.
struct Sheet: Hashable, Sendable {
  var address: String
  var key: TaskKey
  var path: String
  /// The file as it was opened.
  var opened: [UInt8]
  var fields: TaskFields
  /// What its form has sent since then, as it was sent; empty for nothing.
  var since = ""
}
