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

  private func talk(
    _ url: String, _ more: [String: String] = [:],
    _ credentials: @escaping (CredentialRequest) throws(GitError) -> Credential? = {
      (_) throws(GitError) in nil
    }
  ) -> Talk {
    let environment = scratch.environment.merging(more) { $1 }
    return Talk(
      scratch: scratch, url: url,
      handlers: TransferHandlers(
        surroundings: Surroundings(environment: environment, patience: 10),
        credentials: credentials))
  }

  private func failure(_ talk: Talk) -> GitError? {
    let error = #expect(throws: GitError.self) { _ = try talk.clone("never") }
    #expect(!scratch.exists("never"))
    return error
  }

  @Test func plain() throws {
    let server = try WebServer(scratch)
    try talk("http://127.0.0.1:\(server.port)/git/hub.git").everything()
  }

  @Test func movedElsewhere() throws {
    let server = try WebServer(scratch)
    let here = try talk("http://127.0.0.1:\(server.port)/moved/hub.git").clone("here")
    #expect(try here.head().commit != nil)
  }

  @Test func encryptedAndWithAPassword() throws {
    let server = try WebServer(scratch, .init(isEncrypted: true, wantsPassword: true))
    try talk(
      "https://127.0.0.1:\(server.port)/git/hub.git", ["GIT_SSL_CAINFO": try Authority.file()],
      { (_) throws(GitError) in .password(user: "kim", password: "s3 c:ret") }
    ).everything()
  }

  /// libgit2 knows of none, so git itself does the talking.
  @Test func aCertificateOfOnesOwn() throws {
    let server = try WebServer(scratch, .init(wantsCertificate: true))
    let url = "https://127.0.0.1:\(server.port)/git/hub.git"
    let trust = ["GIT_SSL_CAINFO": try Authority.file()]
    _ = failure(talk(url, trust))
    let own = ["GIT_SSL_CERT": server.certificate, "GIT_SSL_KEY": server.certificate]
    try talk(url, trust.merging(own) { $1 }).everything(isCounted: false)
  }

  /// No helper of git's has it, but a file of the user's.
  @Test func aPasswordInNetrc() throws {
    let server = try WebServer(scratch, .init(wantsPassword: true))
    try scratch.write(
      "machine 127.0.0.1 login kim password \"s3 c:ret\"\n", to: "home/.netrc")
    try talk("http://127.0.0.1:\(server.port)/git/hub.git").everything(isCounted: false)
  }

  @Test func aWrongPassword() throws {
    let server = try WebServer(scratch, .init(wantsPassword: true))
    let url = "http://127.0.0.1:\(server.port)/git/hub.git"
    var asked = 0
    let error = failure(
      talk(url, [:]) { (_) throws(GitError) in
        asked += 1
        return asked > 3 ? nil : .password(user: "kim", password: "wrong")
      })
    #expect(error?.code == .authentication)
    #expect(asked == 4)
  }

  /// The server doesn't wait as long for its next request.
  @Test(arguments: [false, true]) func aPasswordThatIsLongInComing(isEncrypted: Bool) throws {
    let server = try WebServer(scratch, .init(isEncrypted: isEncrypted, wantsPassword: true))
    let scheme = isEncrypted ? "https" : "http"
    var asked = 0
    let here = try talk(
      "\(scheme)://127.0.0.1:\(server.port)/git/hub.git",
      ["GIT_SSL_CAINFO": try Authority.file()]
    ) { (_) throws(GitError) in
      asked += 1
      Thread.sleep(forTimeInterval: 2.5)
      return .password(user: "kim", password: "s3 c:ret")
    }.clone("here")
    #expect(try here.head().commit != nil)
    #expect(asked == 1)
  }

  @Test func noRepositoryThere() throws {
    let server = try WebServer(scratch)
    let error = failure(talk("http://127.0.0.1:\(server.port)/git/nothing.git"))
    #expect(error?.code == .notFound)
  }

  @Test func extraHeaders() throws {
    let server = try WebServer(scratch, .init(wantsPassword: true))
    let here = try Repository.create(at: scratch("here"), initialBranch: "main")
    let url = "http://127.0.0.1:\(server.port)"
    try here.addRemote("origin", url: "\(url)/git/hub.git")
    let secret = Data("kim:s3 c:ret".utf8).base64EncodedString()
    try scratch.git(
      "config", "http.\(url)/git/.extraHeader", "Authorization: Basic \(secret)", in: "here")
    try here.fetch("origin", handlers: talk("").handlers)
    #expect(try here.commitID(of: "refs/remotes/origin/main") != nil)
  }

  @Test func nobodyAnswers() throws {
    let server = try WebServer(scratch)
    server.stop()
    let error = failure(talk("http://127.0.0.1:\(server.port)/git/hub.git"))
    #expect(error?.code == .unreachable)
    #expect(error?.message.contains("Connection refused") == true)
    let unknown = failure(talk("http://no-such-host.invalid/x"))
    #expect(unknown?.code == .unreachable)
    #expect(unknown?.message.hasPrefix("the host name no-such-host.invalid is not known") == true)
  }
}

/// Whom to trust is one answer for a whole process, so these come one after the other.
@Suite(
  .serialized, .onItsOwnThread,
  .enabled(if: WebServer.isInstalled, "lighttpd or openssl is not installed"))
struct TrustTests {
  let scratch: Scratch
  let here: Repository
  let server: WebServer

  init() throws {
    scratch = try Scratch()
    try Talk.makeHub(scratch)
    server = try WebServer(scratch, .init(isEncrypted: true))
    here = try Repository.create(at: scratch("here"), initialBranch: "main")
    try here.addRemote("origin", url: "https://127.0.0.1:\(server.port)/git/hub.git")
  }

  private func fetch() throws(GitError) {
    try here.fetch(
      "origin",
      handlers: TransferHandlers(
        surroundings: Surroundings(environment: scratch.environment, patience: 10)))
  }

  private func config(_ key: String, _ value: String) throws {
    try scratch.git("config", key, value, in: "here")
  }

  @Test func aFileOfCertificates() throws {
    try config("http.https://127.0.0.1:\(server.port).sslCAInfo", Authority.file())
    try fetch()
  }

  /// Those of the machine, which don't know the authority here.
  @Test func thoseThatLibgit2KnowsOf() throws {
    let error = #expect(throws: GitError.self) { try fetch() }
    #expect(error?.code == .certificate)
    try config("http.sslCAInfo", Authority.file())
    try fetch()
    // Where libgit2 has another library for TLS, those that were named last count on.
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    guard maps.contains("libmbedx509.so") else { return }
    try scratch.git("config", "--unset", "http.sslCAInfo", in: "here")
    let again = #expect(throws: GitError.self) { try fetch() }
    #expect(again?.code == .certificate)
  }

  @Test func nobodyIsChecked() throws {
    try config("http.sslCAInfo", "/etc/ssl/certs/ca-certificates.crt")
    try config("http.sslVerify", "false")
    try fetch()
  }

  @Test func aFileThatIsMissing() throws {
    try config("http.sslCAInfo", scratch("nothing"))
    let error = #expect(throws: GitError.self) { try fetch() }
    #expect(error?.code == .certificate)
    #expect(error?.message.contains("can't use the certificates in") == true)
  }
}
