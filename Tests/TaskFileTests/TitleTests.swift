import TaskFile
import Testing

@Suite struct TitleTests {
  @Test(arguments: [
    ("\n## \nfirst words\n\n# A *heading* \n# Another", "A *heading*"),
    ("\n\n first words \nmore", "first words"),
    ("#hashtag is no heading\n####### nor is this", "#hashtag is no heading"),
    ("intro\n```sh\n# a comment\n```\n## The heading", "The heading"),
    ("```\ncode\n```", "```"),
    (" \n\t\r\n", "the-file"),
    ("", "the-file"),
  ])
  func aMissingTitleIsTheFirstHeading(body: String, title: String) {
    #expect(TaskDocument(text: body).item.title == title)
    #expect(withHeader("status: todo", body: body).item.title == title)
    #expect(withHeader("title: ' '", body: body).item.title == title)
  }

  @Test func aTitleIsOneLine() {
    #expect(withHeader("title: |2\n    a\n\n   b\n").item.title == "a  b")
    #expect(withHeader("title: \"\\ta\\r\\nb\\u2028\"").item.title == "a b")
    #expect(TaskDocument([]).item(fileName: "").title == "(no title)")
  }
}
