internal import MemoKit
internal import Terminal

extension Page {
  var cutOffNote: String {
    errorStyle.paint(Store.cutOffWords, .dim)
  }
}
