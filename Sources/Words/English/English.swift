/// As it is written in the United States.
public struct English: Catalog {
  public init() {}

  /// `1 task`, `2 tasks`.
  func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}
