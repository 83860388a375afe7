internal import BoardModel

/// A task's form in a page.
struct Sheet: Hashable, Sendable {
  var address: String
  var edit: EditForm
  /// The encoded fields that the form has sent since it was opened; empty for none.
  var since = ""
}
