internal import MemoCLI
internal import MemoKit
internal import MemoWeb

/// The links and codes that authorize browsers, as text for people and for the server.
struct Invitations {
  private(set) var all: [WebInvitation]
  /// The link for a browser on this machine.
  let link: String
  /// The text for people.
  private var text: String
  /// The code for another device; nil if none was added.
  private var code: String?
  /// The path of all pages.
  private let prefix: String
  private let context: Context

  /// What the command prints.
  var output: String { context.isForJSON ? Memo.invitation(link, code: code) : text }

  /// - Parameters:
  ///   - origin: The start of the link.
  ///   - prefix: The path of all pages.
  ///   - meaning: What the link is for.
  init(_ origin: String, _ prefix: String, _ context: Context, _ meaning: String) {
    let token = Secret.letters(26)
    let end = context.environment.now() + Gate.linkLifetime
    all = [WebInvitation(WebVisitor(), until: end, link: KeyDigest.text(of: token))]
    link = "\(origin)\(prefix)?in=\(token)"
    text = "\(link)\n\(meaning)\n"
    (self.prefix, self.context) = (prefix, context)
  }

  mutating func say(_ line: String) { text += "\(line)\n" }

  /// Adds a code for one device, and a QR code on a terminal.
  ///
  /// - Parameter author: The author of the device's changes; nil for the clone's user.
  mutating func add(device author: WebAuthor?, _ origin: String) {
    let (token, code) = (Secret.letters(26), Secret.digits(Gate.codeLength))
    all.append(
      WebInvitation(
        WebVisitor(name: author?.name ?? "", isDevice: true, author: author),
        until: context.environment.now() + Gate.codeLifetime, link: KeyDigest.text(of: token),
        code: KeyDigest.text(of: code)))
    self.code = code
    let half = code.index(code.startIndex, offsetBy: code.count / 2)
    say("another device: \(origin)/ and the code \(code[..<half]) \(code[half...])")
    let name = author.map { " as \($0.name)" } ?? ""
    say("The code authorizes one device\(name), within two minutes.")
    guard context.terminal.output, let square = QRCode("\(origin)\(prefix)?in=\(token)") else {
      return
    }
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
