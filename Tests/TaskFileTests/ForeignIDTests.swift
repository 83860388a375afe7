import TaskFile
import Testing

/// Ids of other tools.
@Suite struct ForeignIDTests {
  private static let own = TaskID("kxtwqzbnrm")

  @Test(arguments: ["BACK-12", "12", "'2026-01-01'", "kxtwqzbnr", "Kxtwqzbnrm"])
  func anotherToolsIDStaysBesideMemos(text: String) throws {
    let own = try #require(Self.own)
    var document = TaskDocument(text: "---\nid: \(text)   # theirs\ntitle: A\nx: 1\n---\nText\n")
    let name = text.filter { $0 != "'" }
    #expect(document.item.problems == [] && document.item.id == nil)
    #expect(document.item.foreignID == name && document.id == nil)
    try document.setID(own)
    #expect(
      document.text
        == "---\nid: \(text)   # theirs\ntitle: A\nmemo-id: kxtwqzbnrm\nx: 1\n---\nText\n")
    #expect(document.item.id == own && document.id == own && document.item.foreignID == name)
    #expect(document.ownValues().map(\.key) == ["id", "x"])
    try document.remove("id")
    #expect(document.item.id == own && document.item.foreignID == nil)
  }

  /// As in an unfilled template.
  @Test(arguments: ["''", "\"\"", "' '"]) func anEmptyIDIsIgnored(text: String) {
    let document = TaskDocument(text: "---\nid: \(text)\n---\n")
    #expect(document.item.foreignID == nil && document.item.id == nil)
    #expect(document.item.problems == [])
  }

  /// memo's own id is replaced in its line, and an empty line is filled.
  @Test(arguments: ["id: bcdfghjkmn\n", "id:\n", "memo-id: bcdfghjkmn\n", "id: [a]\nmemo-id: ~\n"])
  func memosIDIsReplacedInPlace(line: String) throws {
    let own = try #require(Self.own)
    var document = TaskDocument(text: "---\n\(line)---\n")
    try document.setID(own)
    #expect(document.item.id == own && document.item.problems == [])
    #expect(document.keys.count == line.split(separator: "\n").count)
  }

  /// With memo's own key beside it, an id that looks like memo's may be another tool's.
  @Test func memosOwnKeyWins() {
    let document = TaskDocument(text: "---\nid: bcdfghjkmn\nmemo-id: kxtwqzbnrm\n---\n")
    #expect(document.item.id == Self.own && document.id == Self.own)
    #expect(document.item.foreignID == "bcdfghjkmn")
  }

  @Test func theIDIsReadFromBrokenFrontMatter() {
    let document = TaskDocument(text: "---\nid: BACK-1\nmemo-id: kxtwqzbnrm\na: b: c\n---\n")
    #expect(document.item.id == Self.own)
  }

  @Test(arguments: [
    ("2026-04-24", Timestamp.Precision.day, "2026-04-24"),
    ("2026-04-24 10:11", .localTime, "2026-04-24T10:11:00"),
    ("2026-04-24T10:11:12", .localTime, "2026-04-24T10:11:12"),
    ("2026-04-24T10:11:12Z", .moment, "2026-04-24T10:11:12+00:00"),
  ])
  func creationDatesMayBeLessPrecise(
    text: String, precision: Timestamp.Precision, description: String
  ) throws {
    let item = withHeader("created: \(text)").item
    #expect(item.problems == [])
    let created = try #require(item.created)
    #expect(created.precision == precision && created.description == description)
    #expect(Timestamp(atMost: created.description) == created)
    #expect((Timestamp(text) == nil) == (precision != .moment))
  }
}
