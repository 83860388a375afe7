import Foundation
import Git
import TestSupport
import Testing

@Suite(.onItsOwnThread, .enabled(if: WebServer.isInstalled, "lighttpd or openssl is not installed"))
struct WebTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Talk.makeHub(scratch)
  }

  private func talk(_ url: String, _ more: [String: String] = [:]) -> Talk {
    Talk(scratch, url, more)
  }

  private func failure(_ talk: Talk) -> String {
    let error = talk.failure()
    #expect(error?.code == .remote)
    return error.map { ([$0.message] + $0.details).joined(separator: "\n") } ?? ""
  }

  /// An askpass program that logs each question.
  private func asking(_ password: String, _ meanwhile: String = "") throws -> [String: String] {
    try scratch.write(
      """
      #!/bin/sh
      echo "$1" >>'\(scratch("asked"))'; \(meanwhile)
      case $1 in User*) echo kim;; *) echo '\(password)';; esac

      """, to: "ask")
    return ["GIT_ASKPASS": scratch("ask")]
  }

  @Test func plainHTTPWorks() throws {
    let server = try WebServer(scratch)
    try talk("http://127.0.0.1:\(server.port)/git/hub.git").everything()
  }

  @Test func redirectsAreFollowed() throws {
    let server = try WebServer(scratch)
    let here = try talk("http://127.0.0.1:\(server.port)/moved/hub.git").clone("here")
    #expect(try here.head().commit != nil)
  }

  @Test func httpsWithAPasswordWorks() throws {
    let server = try WebServer(scratch, .init(isEncrypted: true, wantsPassword: true))
    let trust = ["GIT_SSL_CAINFO": try Authority.file()]
    try talk(
      "https://127.0.0.1:\(server.port)/git/hub.git", asking("s3 c:ret").merging(trust) { $1 }
    ).everything()
  }

  @Test func aClientCertificateWorks() throws {
    let server = try WebServer(scratch, .init(wantsCertificate: true))
    let url = "https://127.0.0.1:\(server.port)/git/hub.git"
    let trust = ["GIT_SSL_CAINFO": try Authority.file()]
    _ = failure(talk(url, trust))
    let own = ["GIT_SSL_CERT": server.certificate, "GIT_SSL_KEY": server.certificate]
    try talk(url, trust.merging(own) { $1 }).everything()
  }

  @Test func aPasswordInNetrcWorks() throws {
    let server = try WebServer(scratch, .init(wantsPassword: true))
    try scratch.write(
      "machine 127.0.0.1 login kim password \"s3 c:ret\"\n", to: "home/.netrc")
    try talk("http://127.0.0.1:\(server.port)/git/hub.git").everything()
  }

  @Test func aWrongPasswordIsRefused() throws {
    let server = try WebServer(scratch, .init(wantsPassword: true))
    let url = "http://127.0.0.1:\(server.port)/git/hub.git"
    #expect(failure(try talk(url, asking("wrong"))).contains("Authentication failed"))
  }

  @Test func withoutAskpassThereIsAnError() throws {
    let server = try WebServer(scratch, .init(wantsPassword: true))
    let error = failure(talk("http://127.0.0.1:\(server.port)/git/hub.git"))
    #expect(error.contains("terminal prompts disabled"))
  }

  /// The server's timeout for the next request is shorter.
  @Test func aSlowPasswordWorks() throws {
    let server = try WebServer(scratch, .init(wantsPassword: true))
    let here = try talk(
      "http://127.0.0.1:\(server.port)/git/hub.git", asking("s3 c:ret", "sleep 2.5")
    ).clone("here")
    #expect(try here.head().commit != nil)
    #expect(try scratch.read("asked").split(separator: "\n").count == 2)
  }

  @Test func aMissingRepositoryIsAnError() throws {
    let server = try WebServer(scratch)
    let error = failure(talk("http://127.0.0.1:\(server.port)/git/nothing.git"))
    #expect(error.contains("not found"))
  }

  @Test func extraHeadersAreSent() throws {
    let server = try WebServer(scratch, .init(wantsPassword: true))
    let here = try Repository.create(at: scratch("here"))
    let url = "http://127.0.0.1:\(server.port)"
    try here.addRemote("origin", url: "\(url)/git/hub.git")
    let secret = Data("kim:s3 c:ret".utf8).base64EncodedString()
    try scratch.git(
      "config", "http.\(url)/git/.extraHeader", "Authorization: Basic \(secret)", in: "here")
    try here.fetch("origin", talk("").environment)
    #expect(try here.commitID(of: "refs/remotes/origin/main") != nil)
  }

  @Test func anUnreachableServerIsAnError() throws {
    let server = try WebServer(scratch)
    server.stop()
    let error = failure(talk("http://127.0.0.1:\(server.port)/git/hub.git"))
    #expect(error.contains("onnect"))
    let unknown = failure(talk("http://no-such-host.invalid/x"))
    #expect(unknown.contains("no-such-host.invalid"))
  }
}

/// git's settings decide which certificates are trusted.
@Suite(.onItsOwnThread, .enabled(if: WebServer.isInstalled, "lighttpd or openssl is not installed"))
struct TrustTests {
  let scratch: Scratch
  let here: Repository
  let server: WebServer

  init() throws {
    scratch = try Scratch()
    try Talk.makeHub(scratch)
    server = try WebServer(scratch, .init(isEncrypted: true))
    here = try Repository.create(at: scratch("here"))
    try here.addRemote("origin", url: "https://127.0.0.1:\(server.port)/git/hub.git")
  }

  private func fetch() throws(GitError) {
    try here.fetch("origin", Talk(scratch, "").environment)
  }

  private func config(_ key: String, _ value: String) throws {
    try scratch.git("config", key, value, in: "here")
  }

  @Test func aCertificateFileIsTrusted() throws {
    try config("http.https://127.0.0.1:\(server.port).sslCAInfo", Authority.file())
    try fetch()
  }

  /// The system's certificates don't include the test authority.
  @Test func theSystemsCertificatesAreUsed() throws {
    let error = #expect(throws: GitError.self) { try fetch() }
    #expect(error?.message.contains("certificate") == true)
    try config("http.sslCAInfo", Authority.file())
    try fetch()
  }

  @Test func verificationCanBeTurnedOff() throws {
    try config("http.sslCAInfo", "/etc/ssl/certs/ca-certificates.crt")
    try config("http.sslVerify", "false")
    try fetch()
  }

  @Test func aMissingCertificateFileIsAnError() throws {
    try config("http.sslCAInfo", scratch("nothing"))
    #expect(throws: GitError.self) { try fetch() }
  }
}
