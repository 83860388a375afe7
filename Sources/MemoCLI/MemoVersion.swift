/// The version of this memo.
enum MemoVersion {
  static let text = "memo 0.1.0"
}
