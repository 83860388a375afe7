import Foundation
import TestSupport
import Testing

/// What the compiler can't see: a word that no face uses, and one that nobody has translated.
@Suite struct CatalogTests {
  private static let sources = Products.project.appending(component: "Sources")

  private static func source(under folder: URL, except name: String? = nil) -> String {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { file in
      file.hasSuffix(".swift") && name.map { !file.hasPrefix("\($0)/") } ?? true
    }.compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
  }

  /// As the catalog asks for them.
  private static let names: Set<String> = {
    let text = source(under: sources.appending(path: "Words/Catalog"))
    return Set(text.matches(of: /(?:var|func) (\w+)/).map { String($0.1) })
  }()

  @Test func everyWordIsUsed() {
    #expect(Self.names.count > 150)
    let text = Self.source(under: Self.sources, except: "Words")
    // `words.name`, and in an extension of the catalog the name alone.
    let used = Set(text.matches(of: /\w+/).map { String($0.0) })
    let said = Set(text.matches(of: /words\.(\w+)/).map { String($0.1) })
    let inside = Set(
      text.matches(of: /extension Catalog \{(?s:.*?)\n\}/).flatMap { part in
        part.0.matches(of: /\w+/).map { String($0.0) }
      })
    #expect(Self.names.subtracting(said).subtracting(inside) == [])
    #expect(Self.names.isSubset(of: used))
  }

  /// Examples of what is typed are the same in every language, and so are a few names.
  private static let same: Set<String> = [
    "id", "tagsExample", "momentExample", "theirs", "deadlineExample",
  ]

  @Test func everyWordIsTranslated() {
    let text = Self.source(under: Self.sources.appending(path: "Words/Korean"))
    let bodies = text.matches(of: /public (?:var|func) (\w+)(?s:.*?)\n(?=  public|\}|\n)/)
    #expect(bodies.count >= Self.names.count)
    let left = bodies.filter { !$0.0.contains(/[가-힣]/) }.map { String($0.1) }
    #expect(Set(left) == Self.same)
  }
}
