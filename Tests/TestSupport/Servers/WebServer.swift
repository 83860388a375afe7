import Foundation

/// lighttpd with `git http-backend`, in a scratch folder.
public final class WebServer {
  public let scratch: Scratch
  public let port: Int
  /// A certificate of ``Authority`` with the server's key.
  public let certificate: String
  private let server: Server

  public static let isInstalled = programPath("lighttpd") != nil && programPath("openssl") != nil

  /// The server's features.
  public struct Options: Sendable {
    /// Whether it uses TLS, with a certificate of ``Authority``.
    public var isEncrypted = false
    /// Whether it requires the name `kim` and the password `s3 c:ret`.
    public var wantsPassword = false
    /// Whether it requires a client certificate of ``Authority``.
    public var wantsCertificate = false
    public init(
      isEncrypted: Bool = false, wantsPassword: Bool = false, wantsCertificate: Bool = false
    ) {
      self.isEncrypted = isEncrypted || wantsCertificate
      self.wantsPassword = wantsPassword
      self.wantsCertificate = wantsCertificate
    }
  }

  public init(_ scratch: Scratch, _ options: Options = Options()) throws {
    self.scratch = scratch
    let name = "web-\(UUID().uuidString.prefix(8))"
    try scratch.write("kim:s3 c:ret\n", to: "\(name)/passwords")
    let backend = "\(try scratch.git("--exec-path"))/git-http-backend"
    var tls = ""
    if options.isEncrypted { tls = try Self.certificate(scratch, name) }
    if options.wantsCertificate {
      tls += """
        ssl.verifyclient.activate = "enable"
        ssl.verifyclient.enforce = "enable"
        ssl.verifyclient.ca-file = "\(try Authority.file())"

        """
    }
    certificate = scratch("\(name)/server.pem")
    server = try Server(
      log: scratch("\(name)/log"), environment: scratch.environment
    ) { port in
      try scratch.write(
        """
        server.document-root = "\(scratch(name))"
        server.bind = "127.0.0.1"
        server.port = \(port)
        server.upload-dirs = ("\(scratch(name))")
        server.modules = ("mod_alias", "mod_setenv", "mod_auth", "mod_authn_file", "mod_cgi",
          "mod_redirect", "mod_openssl")
        server.stream-response-body = 1
        server.max-keep-alive-idle = 1
        url.redirect = ("^/moved/(.*)$" => "/git/$1")
        alias.url = ("/git/" => "\(backend)/")
        $HTTP["url"] =~ "^/git/" {
          cgi.assign = ("" => "")
          setenv.set-environment = (
            "GIT_PROJECT_ROOT" => "\(scratch.path)", "GIT_HTTP_EXPORT_ALL" => "1",
            "GIT_CONFIG_NOSYSTEM" => "1", "HOME" => "\(scratch("home"))",
            "PATH" => "\(scratch.environment["PATH"] ?? "")")
          \(options.wantsPassword ? Self.password(scratch(name)) : "")
        }
        \(tls)
        """, to: "\(name)/config")
      return [programPath("lighttpd") ?? "lighttpd", "-D", "-f", scratch("\(name)/config")]
    }
    port = server.port
  }

  private static func password(_ folder: String) -> String {
    """
    auth.backend = "plain"
    auth.backend.plain.userfile = "\(folder)/passwords"
    auth.require = ("" => ("method" => "basic", "realm" => "tasks", "require" => "valid-user"))
    """
  }

  /// Signs a certificate for 127.0.0.1 and returns the settings that use it.
  private static func certificate(_ scratch: Scratch, _ name: String) throws -> String {
    try Authority.sign(scratch, name)
    return """
      ssl.engine = "enable"
      ssl.pemfile = "\(scratch("\(name)/server.pem"))"

      """
  }

  public func stop() { server.stop() }
}

/// A certificate authority that only these tests trust.
///
/// All tests share one, since libgit2 has one set of trusted certificates for a process.
public enum Authority {
  private static let scratch: Result<Scratch, any Error> = Result {
    let scratch = try Scratch()
    try openssl(
      scratch,
      "req -x509 \(newKey) -nodes -days 2 -subj /CN=memo-tests -keyout ca.key -out ca.pem")
    return scratch
  }

  /// The file of its certificate.
  public static func file() throws -> String { try scratch.get()("ca.pem") }

  fileprivate static func sign(_ scratch: Scratch, _ name: String) throws {
    let own = try self.scratch.get()
    try scratch.write(
      "subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:127.0.0.1\n", to: "\(name)/names")
    try openssl(
      scratch,
      "req \(newKey) -nodes -subj /CN=127.0.0.1 -keyout \(name)/key -out \(name)/request")
    try openssl(
      scratch,
      "x509 -req -days 2 -in \(name)/request -CA \(own("ca.pem")) -CAkey \(own("ca.key")) "
        + "-set_serial \(UInt32.random(in: 1...UInt32.max)) -extfile \(name)/names "
        + "-out \(name)/certificate")
    let pem = try scratch.read("\(name)/key") + scratch.read("\(name)/certificate")
    try scratch.write(pem, to: "\(name)/server.pem")
  }

  /// Making this kind of key is quick.
  private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1"

  private static func openssl(_ scratch: Scratch, _ words: String) throws {
    let ran = try run(
      "openssl", words.split(separator: " ").map(String.init), in: scratch.path,
      environment: scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: "openssl \(words): \(ran.error)") }
  }
}
