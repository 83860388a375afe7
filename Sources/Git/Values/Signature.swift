internal import CGit2

/// Who did something, and when.
public struct Signature: Hashable, Sendable {
  public var name: String
  public var email: String
  /// Seconds since 1970; of a commit that was read, in the years 1 to 9999.
  public var seconds: Int64
  /// Minutes that the person's clock was ahead of UTC.
  public var offsetMinutes: Int

  /// From the year 1 to the year 9999, in any zone there is.
  ///
  /// Commits come from others, and may be dated at any number at all; what no calendar has, is
  /// the first or the last that one has, so that everybody can add to it and subtract from it.
  private static let calendar: ClosedRange<Int64> = -62_135_510_400...253_402_214_400
  /// git writes zones up to `+9959`.
  private static let zones = -5999...5999

  public init(name: String, email: String, seconds: Int64, offsetMinutes: Int) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }

  /// - Parameter encoding: Of the names; nil for UTF-8.
  init(_ raw: UnsafePointer<git_signature>?, in encoding: String? = nil) {
    // Old tools have written commits that have neither; they are still history.
    self.init(
      name: raw?.pointee.name.map { String($0, in: encoding) } ?? "",
      email: raw?.pointee.email.map { String($0, in: encoding) } ?? "",
      seconds: (raw?.pointee.when.time ?? 0).clamped(to: Self.calendar),
      offsetMinutes: Int(raw?.pointee.when.offset ?? 0).clamped(to: Self.zones))
  }

  /// Lends a libgit2 signature, freed when `body` returns.
  @discardableResult
  func use<Result>(
    _ body: (UnsafePointer<git_signature>) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    var raw: UnsafeMutablePointer<git_signature>?
    try check(
      "git_signature_new", git_signature_new(&raw, name, email, seconds, Int32(offsetMinutes)))
    defer { git_signature_free(raw) }
    guard let raw else {
      throw GitError(
        code: .generic, operation: "git_signature_new", message: "libgit2 returned nothing")
    }
    return try body(raw)
  }
}

extension Comparable {
  fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
