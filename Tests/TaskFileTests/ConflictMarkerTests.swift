@testable import TaskFile
import Testing

/// Conflict markers of git, and lines that only look like them.
@Suite struct ConflictMarkerTests {
  static let conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> side\n"

  /// The line of the first problem if it is about markers; negative for another problem, nil for
  /// none.
  private func line(_ text: String) -> Int? {
    let item = TaskDocument(text: text).item(fileName: "x")
    #expect(item.hasConflictMarkers == (item.problems.first?.message.hasPrefix("conflict") == true))
    return item.problems.first.map { item.hasConflictMarkers ? $0.line : -$0.line }
  }

  @Test(arguments: [
    ("---\ntitle: a\n\(conflict)---\n", 3),
    ("---\ntitle: a\n---\n\(conflict)", 4),
    (conflict, 1),
    ("---\ntitle: a\n<<<<<<< HEAD\n---\nours\n=======\nx: y\n---\n>>>>>>> side\n", 3),
    // In the style of diff3, with CR LF, without labels.
    ("a\n<<<<<<< x\no\n||||||| b\nb\n=======\nt\n>>>>>>> y\n", 2),
    ("a\r\n<<<<<<<\r\no\r\n=======\r\nt\r\n>>>>>>>\r\n", 2),
    ("a\n<<<<<<< x\n```\no\n=======\nt\n```\n>>>>>>> y", 2),
    ("a\n```\nb\n```\n\(conflict)", 5), ("a\r\n```\r\nb\r\n```\r\n\(conflict)", 5),
    ("<<<<<<< is no mark here\n\na\n\(conflict)", 1),
    // With another `conflict-marker-size`.
    ("<<<<<<<< HEAD\n=======\n>>>>>>> side\n", 1),
    ("a\n<<<<<<<<<< x\no\n=======\n==========\nt\n>>>>>>>>>> y\n", 2),
  ]) func markersAreReported(_ text: String, _ expected: Int) { #expect(line(text) == expected) }

  @Test(arguments: [
    "Heading\n=======\n", "<<<<<<< HEAD\n=======\n", "=======\n>>>>>>> side\n",
    ">>>>>>> side\n=======\n<<<<<<< HEAD\n",
    " <<<<<<< HEAD\n=======\n>>>>>>> side\n", "<<<<<<<HEAD\n=======\n>>>>>>> side\n",
    "```\n\(conflict)```\n", "~~~~\n\(conflict)~~~~\n", "> <<<<<<< HEAD\n> =======\n> >>>>>>> x\n",
  ]) func similarLinesAreNotReported(_ text: String) { #expect(line(text) == nil) }
}
