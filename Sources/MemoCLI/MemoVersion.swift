/// The version of this memo.
package enum MemoVersion {
  package static let number = "0.1.0"
  static let text = "memo \(number)"
}
