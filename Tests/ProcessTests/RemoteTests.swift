import Foundation
import TestSupport
import Testing

/// Remotes at a terminal.
@Suite(
  .onItsOwnThread, .enabled(if: WebServer.isInstalled, "lighttpd or openssl is not installed"))
struct RemoteTests {
  let person: Person
  let server: WebServer
  let url: String

  init() throws {
    var person = try Person()
    try person.expect("git init -q --bare --initial-branch=main ../hub.git")
    try person.expect("git -C ../hub.git config http.receivepack true")
    server = try WebServer(person.scratch, .init(wantsPassword: true))
    url = "http://127.0.0.1:\(server.port)/git/hub.git"
    person.environment["GIT_TERMINAL_PROMPT"] = "1"
    self.person = person
  }

  /// Answers git's two prompts at a terminal.
  private func answering(_ command: String) throws -> String {
    try person.scratch.write("", to: "screen")
    let quoted = "'\(command); echo \"code $?\"'"
    #if os(Linux)
    let terminal = "script -qec \(quoted) /dev/null"
    #else
    let terminal = "script -q /dev/null sh -c \(quoted)"
    #endif
    try person.type(
      """
      asked() {
        for i in $(seq 300); do
          [ $(grep -o "$1" ../screen | wc -l) -ge $2 ] && return; sleep 0.05
        done
      }
      # Once for the fetch, and once for the push.
      (for n in 1 2; do asked Username $n; echo kim; asked Password $n; echo 's3 c:ret'; done
        asked 'code ' 1) |
        \(terminal) > ../screen 2>&1
      """)
    return try person.scratch.read("screen").replacing("\r\n", with: "\n")
  }

  @Test(.enabled(if: programPath("script") != nil, "there is no program 'script'"))
  func passwordsAreNotShown() throws {
    try person.expect("memo init --remote \(url) && memo add Milk")
    let screen = try answering("memo sync")
    #expect(screen.contains("Username for 'http://127.0.0.1:\(server.port)': kim\n"))
    #expect(
      screen.contains("Password for 'http://kim@127.0.0.1:\(server.port)': \n"), "\(screen)")
    #expect(!screen.contains("s3 c:ret"))
    #expect(
      screen.hasSuffix("In sync with origin/main: 0 commits in, 2 commits out.\ncode 0\n"),
      "\(screen)")
  }

  @Test func aWrongStoredPasswordIsReported() throws {
    try person.expect("memo init --remote \(url) && memo add Milk")
    try person.expect("git config credential.helper 'store --file=../passwords'")
    try person.scratch.write("http://kim:old@127.0.0.1%3a\(server.port)\n", to: "passwords")
    var silent = person
    silent.environment["GIT_TERMINAL_PROMPT"] = "0"
    let ran = try silent.type("memo sync")
    #expect(
      ran
        == Ran(
          output: "",
          error: """
            error: can't fetch from origin (\(url)): Authentication failed for '\(url)/'
              nothing is lost: 2 changes are not pushed yet
            hint: 'memo git fetch origin' tries it with git alone; then 'memo sync' again

            """, code: 3))
  }

  @Test func aMissingPasswordIsReportedWithoutATerminal() throws {
    try person.expect("memo init --remote \(url) && memo add Milk")
    var silent = person
    silent.environment["GIT_TERMINAL_PROMPT"] = "0"
    let ran = try silent.type("memo sync")
    #expect(
      ran
        == Ran(
          output: "",
          error: """
            error: can't fetch from origin (\(url)): could not read Username for \
            'http://127.0.0.1:\(server.port)': terminal prompts disabled
              nothing is lost: 2 changes are not pushed yet
            hint: 'memo git fetch origin' tries it with git alone; then 'memo sync' again

            """, code: 3))
    server.stop()
    let gone = try silent.type("memo sync")
    #expect(gone.code == 3)
    #expect(
      gone.error.hasPrefix(
        "error: can't fetch from origin (\(url)): unable to access '\(url)/': "), "\(gone)")
  }
}
