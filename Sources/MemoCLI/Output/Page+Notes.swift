internal import MemoKit
internal import Terminal

extension Page {
  /// What a clone can't know whose history was cut off when it was cloned.
  var cutOffNote: String {
    errorStyle.paint(Store.cutOffWords, .dim)
  }
}
