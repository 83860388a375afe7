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

  /// As a commit has it, without what can't be in one.
  var header: String {
    func plain(_ text: String) -> String { text.filter { !"<>\0".contains($0) && !$0.isNewline } }
    let (hours, minutes) = abs(offsetMinutes).quotientAndRemainder(dividingBy: 60)
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(plain(name)) <\(plain(email))> \(max(seconds, 0)) "
      + "\(offsetMinutes < 0 ? "-" : "+")\(digits(hours))\(digits(minutes))"
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

extension Repository {
  /// The two people of a commit.
  public enum Role: String, Sendable { case author, committer }

  /// Who makes commits here, as git finds it out.
  ///
  /// `GIT_AUTHOR_NAME` and the like, then `author.name` and the like, then `user.name` and
  /// `user.email`; `EMAIL` as git's last resort for the address.
  /// - Throws: ``GitError`` with code `identityMissing` when nothing says it.
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
    let email = try (find("EMAIL", "email") ?? environment["EMAIL"])?.withoutCrud
    guard let name, let email, !name.isEmpty else {
      throw GitError(
        code: .identityMissing, operation: "identity",
        message: "git's configuration has no \(name == nil ? "user.name" : "user.email")")
    }
    guard let written = environment["\(prefix)_DATE"], !written.isEmpty else {
      return Signature(name: name, email: email, seconds: seconds, offsetMinutes: offsetMinutes)
    }
    // In any of the formats that git reads; it says the seconds and the zone.
    var surroundings = ProgramEnvironment(environment: environment)
    surroundings.environment = surroundings.gitEnvironment.merging([
      "\(prefix)_NAME": "x", "\(prefix)_EMAIL": "x",
    ]) { $1 }
    let words = GitProgram.words + ["--git-dir=\(gitDirectory)", "var", "\(prefix)_IDENT"]
    let date = try HelperProgram(words, surroundings).ask().output
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
  /// Without what a commit's header can't hold, and what git strips from the ends of a name.
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
