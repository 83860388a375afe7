internal import MemoCLI
internal import MemoKit
internal import MemoWeb

/// The links and codes that authorize browsers, as text for people and for the server.
struct Invitations {
  private(set) var all: [WebInvitation]
  /// The text for people.
  private(set) var text = ""
  /// The link for a browser on this machine.
  let link: String
  /// The code for another device; nil if none was added.
  private var code: String?
  /// The output of `--json`.
  var json: String { Memo.invitation(link, code: code) }

  /// - Parameters:
  ///   - origin: The start of the link.
  ///   - path: The path component of all pages.
  init(_ origin: String, path: String, at now: Int64) {
    let token = Secret.letters(26)
    all = [
      WebInvitation(
        WebVisitor(), until: now + Gate.linkLifetime, link: KeyDigest.text(of: token))
    ]
    link = "\(origin)/b/\(path)/?in=\(token)"
    text = "\(link)\n"
  }

  mutating func say(_ line: String) { text += "\(line)\n" }

  /// Adds a code and a QR code for one device.
  ///
  /// - Parameters:
  ///   - author: The author of the device's changes; nil for the clone's user.
  ///   - drawsSquare: Whether to draw the QR code.
  mutating func add(
    device author: WebAuthor?, _ origin: String, path: String, at now: Int64, drawsSquare: Bool
  ) {
    let (token, code) = (Secret.letters(26), Secret.digits(Gate.codeLength))
    all.append(
      WebInvitation(
        WebVisitor(name: author?.name ?? "", isDevice: true, author: author),
        until: now + Gate.codeLifetime, link: KeyDigest.text(of: token),
        code: KeyDigest.text(of: code)))
    self.code = code
    let half = code.index(code.startIndex, offsetBy: code.count / 2)
    say("another device: \(origin)/ and the code \(code[..<half]) \(code[half...])")
    let name = author.map { " as \($0.name)" } ?? ""
    say("The code authorizes one device\(name), within two minutes.")
    guard drawsSquare, let square = QRCode("\(origin)/b/\(path)/?in=\(token)") else { return }
    say("")
    square.lines.forEach { say($0) }
    say("")
  }
}

/// Unguessable random text.
enum Secret {
  /// Letters that need no escape, 5 random bits each.
  static func letters(_ count: Int) -> String {
    let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
    var generator = SystemRandomNumberGenerator()
    return String((0..<count).map { _ in alphabet[Int.random(in: 0..<32, using: &generator)] })
  }

  static func digits(_ count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in "\(Int.random(in: 0..<10, using: &generator))" }.joined()
  }
}
