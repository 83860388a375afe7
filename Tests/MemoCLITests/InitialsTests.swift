import TestSupport
import Testing

@testable import MemoCLI

/// The initials of assignees in lists.
@Suite struct InitialsTests {
  @Test(arguments: [
    ("Ann Lee", "AL"), ("ann", "An"), ("Ann B. Lee", "AL"), ("ann.lee@x.org", "AL"),
    ("Ann Lee <a@x.org>", "AL"), ("<ann@x.org>", "An"), ("李 小龍", "李小"), ("é", "É"),
    ("@", ""), ("@codex", "Co"), ("@ann.lee", "AL"), ("Jean-Luc", "JL"), ("O'Hara", "O'"),
  ])
  func initialsAreShort(name: String, expected: String) {
    #expect(Initials.initials(of: name) == expected)
  }
}
