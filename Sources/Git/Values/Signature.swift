internal import CGit2

/// A person and a time, as in a commit.
public struct Signature: Hashable, Sendable {
  public var name: String
  public var email: String
  /// Seconds since 1970; clamped to the years 1 to 9999 when read from a commit.
  public var seconds: Int64
  /// The time zone's offset from UTC, in minutes; positive to the east.
  public var offsetMinutes: Int

  /// The years 1 to 9999, in any time zone.
  ///
  /// A commit from elsewhere may have any number as its date. Clamping it lets other code calculate
  /// with it safely.
  private static let calendar: ClosedRange<Int64> = -62_135_510_400...253_402_214_400
  /// git writes zones up to `+9959`.
  private static let zones = -5999...5999

  public init(name: String, email: String, seconds: Int64, offsetMinutes: Int) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }

  init(_ raw: UnsafePointer<git_signature>?) {
    // Old tools wrote commits without name or email; they are valid history.
    self.init(
      name: raw?.pointee.name.map { String(git: $0) } ?? "",
      email: raw?.pointee.email.map { String(git: $0) } ?? "",
      seconds: (raw?.pointee.when.time ?? 0).clamped(to: Self.calendar),
      offsetMinutes: Int(raw?.pointee.when.offset ?? 0).clamped(to: Self.zones))
  }

  /// The form in a commit's header, without characters that a header can't contain.
  var header: String {
    func plain(_ text: String) -> String { text.filter { !"<>\0".contains($0) && !$0.isNewline } }
    return "\(plain(name)) <\(plain(email))> \(max(seconds, 0)) \(zone)"
  }

  /// git's format of the time zone, such as `+0930`.
  public var zone: String {
    let (hours, minutes) = abs(offsetMinutes).quotientAndRemainder(dividingBy: 60)
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(offsetMinutes < 0 ? "-" : "+")\(digits(hours))\(digits(minutes))"
  }

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

extension Repository {
  public enum Role: String, Sendable { case author, committer }

  /// The author or committer of new commits, by git's rules.
  ///
  /// Reads `GIT_AUTHOR_NAME` etc., then `author.name` etc., then `user.name` and `user.email`, and
  /// last `EMAIL` for the address.
  /// - Throws: ``GitError`` with code `identityMissing` when nothing sets it.
  public func identity(
    _ role: Role, environment: [String: String], seconds: Int64, offsetMinutes: Int
  ) throws(GitError) -> Signature {
    let prefix = "GIT_\(role.rawValue.uppercased())"
    func find(_ variable: String, _ key: String) throws(GitError) -> String? {
      if let value = environment["\(prefix)_\(variable)"], !value.isEmpty { return value }
      if let value = try string("\(role.rawValue).\(key)"), !value.isEmpty { return value }
      return try string("user.\(key)").flatMap { $0.isEmpty ? nil : $0 }
    }
    let name = try find("NAME", "name")?.withoutCrud
    var email = try find("EMAIL", "email")
    if email == nil, try bool("user.useConfigOnly") != true { email = environment["EMAIL"] }
    email = email?.withoutCrud
    guard let name, let email, !name.isEmpty else {
      throw GitError(
        code: .identityMissing, operation: "identity",
        message: "git's configuration has no \(name == nil ? "user.name" : "user.email")")
    }
    guard let written = environment["\(prefix)_DATE"], !written.isEmpty else {
      return Signature(name: name, email: email, seconds: seconds, offsetMinutes: offsetMinutes)
    }
    // git parses the date in any of its formats.
    let variables = environment.merging(["\(prefix)_NAME": "x", "\(prefix)_EMAIL": "x"]) { $1 }
    let program = HelperProgram.git(
      ["--git-dir=\(gitDirectory)", "var", "\(prefix)_IDENT"], variables)
    let date = try program.ask().output
      .split(whereSeparator: \.isWhitespace).suffix(2).compactMap { Int($0) }
    guard date.count == 2 else {
      throw GitError(
        code: .invalid, operation: "identity",
        message: "\(prefix)_DATE holds '\(written)', which is not a date")
    }
    let minutes = date[1] / 100 * 60 + date[1] % 100
    return Signature(name: name, email: email, seconds: Int64(date[0]), offsetMinutes: minutes)
  }
}

extension String {
  /// Without characters that a commit's header can't contain, and trimmed as git trims names.
  fileprivate var withoutCrud: String {
    let kept = filter { $0 != "<" && $0 != ">" && !$0.isNewline && $0 != "\0" }
    let isCrud = { (character: Character) in
      character.isWhitespace || ".,:;\"\\'".contains(character)
    }
    guard let start = kept.firstIndex(where: { !isCrud($0) }),
      let end = kept.lastIndex(where: { !isCrud($0) })
    else { return "" }
    return String(kept[start...end])
  }
}
