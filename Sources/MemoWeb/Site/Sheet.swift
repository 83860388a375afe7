internal import BoardModel

/// A task in its sheet, as a page sends it.
struct Sheet: Hashable, Sendable {
  var address: String
  var edit: EditForm
  /// What its form has sent since it was opened, as it was sent; empty for nothing.
  var since = ""
}
