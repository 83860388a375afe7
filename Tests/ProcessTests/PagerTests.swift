import Foundation
import TestSupport
import Testing

/// On a terminal, memo shows long output in a pager, as git does.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct PagerTests {
  private let person: Person

  init() throws {
    person = try Person.withStore()
    try person.expect("memo add Milk -m Blue; memo add Bread")
  }

  /// The terminal's output without colors.
  private func terminal(_ line: String) throws -> String {
    let quoted = line.replacing("'", with: "'\\''")
    let ran = try person.type("TERM=xterm NO_COLOR=1 script -qec '\(quoted)' /dev/null < /dev/null")
    #expect(ran.code == 0, "\(line): \(ran.output)")
    return ran.output.replacing("\r\n", with: "\n")
  }

  private static let whole = "just now         Kim  add: Bread\n"

  @Test func pagersHaveAnOrder() throws {
    let plain = try terminal("memo log --no-pager")
    #expect(plain.contains(Self.whole))
    let pager = { (name: String) in "sed \"s/^/\(name) /\"" }
    #expect(try terminal("PAGER='\(pager("three"))' memo log").hasPrefix("three "))
    try person.expect("git config core.pager '\(pager("two"))'")
    #expect(try terminal("PAGER='\(pager("three"))' memo log").hasPrefix("two "))
    #expect(try terminal("GIT_PAGER='\(pager("one"))' memo log").hasPrefix("one "))
    for none in ["GIT_PAGER=cat", "GIT_PAGER=", "GIT_PAGER=false"] {
      let shown = try terminal("\(none) memo log")
      #expect(none == "GIT_PAGER=false" ? shown == "" : shown == plain)
    }
    #expect(try terminal("GIT_PAGER='\(pager("one"))' memo log --no-pager") == plain)
    #expect(try terminal("GIT_PAGER='\(pager("one"))' memo list") == terminal("memo list"))
    // Only output on a terminal is paged.
    #expect(!(try person.expect("GIT_PAGER='\(pager("one"))' memo log")).contains("one "))
  }

  @Test func aQuestionThatIsNotAnsweredEndsItsLine() throws {
    try person.expect("memo add Salt")
    let shown = try person.type(
      "TERM=xterm NO_COLOR=1 script -qec 'memo rm todo' /dev/null < /dev/null")
    #expect(shown.output.contains("tasks? [y/N] "))
    #expect(shown.output.contains("\ncanceled; nothing was changed"))
  }

  @Test func pagersGetGitsDefaults() throws {
    #expect(try terminal("GIT_PAGER='echo $LESS $LV; cat' memo log").hasPrefix("FRX -c\n"))
    #expect(try terminal("LESS=S GIT_PAGER='echo $LESS; cat' memo log").hasPrefix("S\n"))
  }

  @Test func aFailingPagerIsNoError() throws {
    let shown = try terminal("GIT_PAGER=there-is-no-such-pager memo log")
    #expect(shown.contains(Self.whole))
    try person.expect("for i in 1 2 3 4 5 6 7 8 9; do memo add \"Task $i\"; done")
    #expect(try terminal("GIT_PAGER='head -n 1' memo log").split(separator: "\n").count == 1)
  }

  @Test func colorsAreOnInAPager() throws {
    let line = "TERM=xterm script -qec 'GIT_PAGER=cat memo log' /dev/null < /dev/null"
    #expect(try person.expect(line).contains("\u{1B}["))
    #expect(!(try person.expect("NO_COLOR=1 \(line)")).contains("\u{1B}["))
    #expect(!(try person.expect("memo log")).contains("\u{1B}["))
  }
}
