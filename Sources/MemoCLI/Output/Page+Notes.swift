internal import MemoKit
internal import Terminal

extension Page {
  /// The note about a shallow clone.
  var cutOffNote: String {
    errorStyle.paint(Store.cutOffWords, .dim)
  }
}
