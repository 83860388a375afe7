import Foundation
import TestSupport
import Testing

/// Links in README and the manual.
@Suite struct LinkTests {
  @Test(arguments: Page.all) func everyLinkLeadsSomewhere(_ page: Page) throws {
    let folder = (page.path as NSString).deletingLastPathComponent
    for (number, line) in page.prose {
      for match in line.matches(of: /\]\(([^)]+)\)/) {
        let link = String(match.output.1)
        if link.hasPrefix("https://") { continue }
        let parts = link.split(separator: "#", omittingEmptySubsequences: false)
        let path = parts[0].isEmpty ? page.path : "\(folder)/\(parts[0])"
        let file = Products.project.appending(path: path).standardized
        #expect(
          FileManager.default.fileExists(atPath: file.path), "\(page.path):\(number): \(link)")
        guard parts.count > 1 else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        let anchors = Page(path, text).prose.map(\.text).filter { $0.hasPrefix("#") }
          .map(Self.anchor)
        #expect(anchors.contains(String(parts[1])), "\(page.path):\(number): \(link)")
      }
    }
  }

  /// The anchor that git hosts give a heading.
  private static func anchor(of heading: Substring) -> String {
    heading.drop { $0 == "#" }.dropFirst().lowercased().replacing(" ", with: "-")
      .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}
