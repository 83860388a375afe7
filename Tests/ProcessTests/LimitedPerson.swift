import Foundation
import TestSupport
import Testing

/// A person without permissions for some folders and files.
///
/// Permissions don't limit root, so as root the tests become another user.
struct LimitedPerson {
  static let isThere = getuid() != 0 || programPath("setpriv") != nil
  private static let user = "23456"

  private let person: Person

  init() throws {
    var person = try Person()
    if getuid() == 0 {
      let home = person.scratch(Self.user)
      try person.expect("mkdir \(home); chown \(Self.user) . \(home); chmod 755 ..")
      person.environment["HOME"] = home
    }
    self.person = person
    try type("git config --global safe.directory '*'")
  }

  var scratch: Scratch { person.scratch }

  /// The absolute path of their store.
  var store: String { person.scratch(person.folder) }

  /// Runs a line with a shell in the store.
  @discardableResult
  func type(_ line: String) throws -> Ran {
    guard getuid() == 0 else { return try person.type(line) }
    let quoted = "umask 022; \(line)".replacing("'", with: "'\\''")
    return try person.type("setpriv --reuid=\(Self.user) --clear-groups sh -c '\(quoted)'")
  }
}
