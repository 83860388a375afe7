import Foundation
import TestSupport
import Testing

/// A page of the manual or of a module, in Markdown.
struct Page: Sendable, CustomTestStringConvertible {
  struct Block: Sendable {
    var language: String
    var text: String
  }

  /// Below the project's folder.
  let path: String
  let text: String
  /// Fenced blocks, up to the reference of commands.
  let blocks: [Block]
  /// The other lines, with their numbers.
  let prose: [(number: Int, text: Substring)]

  var testDescription: String { path }
  /// The page without its folder.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
    var blocks: [Block] = []
    var prose: [(number: Int, text: Substring)] = []
    var open: Block?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      // Other tests check the part that is generated from `--help`.
      if line == "## Reference" { break }
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? Block(language: String(line.dropFirst(3)), text: "") : nil
      } else if open != nil {
        open?.text += line + "\n"
      } else {
        prose.append((index + 1, line))
      }
    }
    self.blocks = blocks
    self.prose = prose
  }

  /// README, the manual, and the page of each module.
  static let all: [Page] = {
    let project = Products.project.path
    let files = FileManager.default.enumerator(atPath: "\(project)/Sources")?.allObjects ?? []
    let pages = files.compactMap { $0 as? String }
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
    return (["README.md"] + pages.map { "Sources/\($0)" }).compactMap { path in
      let text = try? String(contentsOfFile: "\(project)/\(path)", encoding: .utf8)
      return text.map { Page(path, $0) }
    }
  }()
}
