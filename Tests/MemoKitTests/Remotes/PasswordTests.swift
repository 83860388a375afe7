import Foundation
import MemoKit
import TestSupport
import Testing

/// Passwords come from git's helpers, and are stored in or erased from them.
@Suite(.onItsOwnThread, .enabled(if: WebServer.isInstalled, "lighttpd or openssl is missing"))
struct PasswordTests {
  let scratch: Scratch
  let server: WebServer
  let url: String

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("config", "http.receivepack", "true", in: "hub.git")
    server = try WebServer(scratch, .init(wantsPassword: true))
    url = "http://127.0.0.1:\(server.port)/git/hub.git"
  }

  private func environment(_ more: [String: String] = [:]) -> Environment {
    var environment = Desk(scratch, "desk").environment
    environment.variables.merge(more) { $1 }
    return environment
  }

  /// A helper that prints the lines of a file one after the other, and logs its calls.
  private func helper(passwords: [String]) throws {
    try scratch.write(passwords.map { $0 + "\n" }.joined(), to: "passwords")
    try scratch.write(
      """
      #!/bin/sh
      cd '\(scratch.path)' || exit
      input=$(cat)
      echo "$1 $(echo "$input" | sed -n 's/^p[a-z]*=//p' | tr '\\n' ' ')" >>log
      [ "$1" = get ] && [ -s passwords ] || exit 0
      printf 'username=kim\\npassword=%s\\n' "$(head -1 passwords)"
      sed -i.old 1d passwords

      """, to: "helper")
    try scratch.write("[credential]\n  helper = \(scratch("helper"))\n", to: "home/.gitconfig")
  }

  private func log() throws -> [String] {
    try scratch.read("log").split(separator: "\n").map { String($0).trimming(" ") }
  }

  private func clone(_ environment: Environment) throws {
    _ = try Store.clone(
      url, to: "there", in: scratch.path, environment: environment, SyncProgress())
  }

  @Test func correctPasswordsAreStored() throws {
    try helper(passwords: ["s3 c:ret"])
    try clone(environment())
    #expect(try log() == ["get http", "store http s3 c:ret"])
  }

  @Test func wrongPasswordsAreErasedAndAskedForAgain() throws {
    try helper(passwords: ["old", "s3 c:ret"])
    let error = #expect(throws: MemoError.self) { try clone(environment()) }
    #expect(error?.message == "can't clone (\(url)): Authentication failed for '\(url)/'")
    try clone(environment())
    #expect(try log() == ["get http", "erase http old", "get http", "store http s3 c:ret"])
  }

  @Test func useHttpPathIsRespected() throws {
    try helper(passwords: ["s3 c:ret"])
    let settings = try scratch.read("home/.gitconfig") + "  useHttpPath = true\n"
    try scratch.write(settings, to: "home/.gitconfig")
    try clone(environment())
    #expect(try log().first == "get http git/hub.git")
  }

  @Test(arguments: ["GIT_ASKPASS", "core.askPass", "SSH_ASKPASS"])
  func askpassIsRespected(_ way: String) throws {
    try scratch.write(
      "#!/bin/sh\ncase $1 in User*) echo kim;; *) echo 's3 c:ret';; esac\n", to: "ask")
    try scratch.write("[core]\n  askPass = \(scratch("ask"))\n", to: "asks.gitconfig")
    let variables =
      way == "core.askPass"
      ? ["GIT_CONFIG_GLOBAL": scratch("asks.gitconfig")] : [way: scratch("ask")]
    try clone(environment(variables))
    #expect(scratch.exists("there/.git"))
  }

  @Test func withoutAskpassThereIsAnError() throws {
    let error = #expect(throws: MemoError.self) { try clone(environment()) }
    #expect(error?.message.contains("terminal prompts disabled") == true)
    #expect(!scratch.exists("there"))
  }
}

extension String {
  fileprivate func trimming(_ set: String) -> String {
    trimmingCharacters(in: CharacterSet(charactersIn: set))
  }
}
