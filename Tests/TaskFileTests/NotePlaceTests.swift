import TaskFile
import Testing

/// The place of a conflict note in a text with sections.
@Suite struct NotePlaceTests {
  @Test(arguments: [
    ("A\n", "A\n\nN\n"),
    ("A\n\n## Notes\n\nOld\n", "A\n\n## Notes\n\nOld\n\nN\n"),
    ("## Notes\nOld\n\n\n## More\nB\n", "## Notes\nOld\n\nN\n\n\n## More\nB\n"),
    ("## Notes\nOld\n### In it\nC\n# More", "## Notes\nOld\n### In it\nC\n\nN\n\n# More"),
    ("## Notes\n## More\n", "## Notes\n\nN\n\n## More\n"),
    ("# Notes\n", "# Notes\n\nN\n"),
    ("```\n## Notes\n```\n## More\n", "```\n## Notes\n```\n## More\n\nN\n"),
    (
      "## Implementation Notes\n\n<!-- SECTION:NOTES:BEGIN -->\nOld\n<!-- SECTION:NOTES:END -->\n",
      "## Implementation Notes\n\n<!-- SECTION:NOTES:BEGIN -->\nOld\n\nN\n<!-- SECTION:NOTES:END -->\n"
    ),
    (
      "## Notes\n<!-- SECTION:NOTES:BEGIN -->\n\n<!-- SECTION:NOTES:END -->\n## More\n",
      "## Notes\n<!-- SECTION:NOTES:BEGIN -->\nN\n\n<!-- SECTION:NOTES:END -->\n## More\n"
    ),
    ("# T\nA\n\n## Comments\n\n- b\n", "# T\nA\n\n## Comments\n\n- b\n\nN\n"),
    ("A\r\n## Notes\r\nB\r\n## C\r\n", "A\r\n## Notes\r\nB\r\n\r\nN\r\n\r\n## C\r\n"),
  ])
  func notesAreInTheirSection(body: String, expected: String) {
    let newline = body.contains("\r\n") ? "\r\n" : "\n"
    let front = "---\(newline)id: BACK-1\(newline)---\(newline)"
    var document = TaskDocument(Array((front + body).utf8))
    document.append(note: "N")
    #expect(document.text == front + expected)
  }
}
