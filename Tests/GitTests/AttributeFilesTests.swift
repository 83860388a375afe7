import Foundation
import TestSupport
import Testing

@testable import Git

/// memo honours git's attribute files.
@Suite struct AttributeFilesTests {
  private let scratch: Scratch
  private let repository: Repository

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "r")
    try scratch.write("x\r\n", to: "r/todo/home/x.md")
    repository = try Repository.open(at: scratch("r"))
  }

  private let text = Array("One\r\nTwo $Id$\r\n".utf8)

  /// The content as git would store it.
  private func stored(_ path: String) throws -> String {
    try scratch.write(String(decoding: text, as: UTF8.self), to: "r/\(path)")
    return try scratch.git("hash-object", "--path", path, path, in: "r")
  }

  private func check(isKept: Bool, _ place: String = "") throws {
    let (path, place) = ("todo/home/x.md", Comment(rawValue: place))
    #expect(try repository.keepsContent(at: path) == isKept, place)
    let content = try repository.blobContent(of: text, at: path)
    #expect(try ObjectID.blob(content).hex == stored(path), place)
  }

  @Test(arguments: [
    (".gitattributes", "*.md text\n", false), (".gitattributes", "*.md merge=memo\n", true),
    ("todo/.gitattributes", "x.md eol=lf\n", false),
    ("todo/home/.gitattributes", "* crlf\n", false),
    (".git/info/attributes", "* text=auto\n", false), (".gitattributes", "* -text\n", false),
    ("doing/.gitattributes", "* text\n", true), (".gitattributes", "*.txt diff=memo -diff\n", true),
    (".gitattributes", "* binary\n", true), (".gitattributes", "* ident\n", false),
    (".gitattributes", "[attr]mine text\n*.md mine\n", false),
    (".gitattributes", "* filter=nobody\n", false),
  ])
  func everyAttributeFileCounts(name: String, line: String, isKept: Bool) throws {
    try check(isKept: true)
    try scratch.write(line, to: "r/\(name)")
    try check(isKept: isKept, "\(name): \(line)")
    try scratch.remove("r/\(name)")
    try check(isKept: true, "without \(name)")
  }

  /// git reads the staged attribute file when the file itself is missing.
  @Test func aStagedFileCounts() throws {
    try scratch.write("* text\n", to: "r/.gitattributes")
    try scratch.git("add", ".gitattributes", in: "r")
    try scratch.remove("r/.gitattributes")
    let other = try Repository.open(at: scratch("r"))
    #expect(try !other.keepsContent(at: "todo/home/x.md"))
  }

  @Test(arguments: ["core.autocrlf=true", "core.autocrlf=input", "core.attributesFile=/nowhere"])
  func settingsCount(setting: String) throws {
    let parts = setting.split(separator: "=").map(String.init)
    try scratch.git("config", parts[0], parts[1], in: "r")
    let other = try Repository.open(at: scratch("r"))
    #expect(try !other.keepsContent(at: "todo/home/x.md"))
    let content = try other.blobContent(of: text, at: "todo/home/x.md")
    #expect(try ObjectID.blob(content).hex == stored("todo/home/x.md"))
  }
}
