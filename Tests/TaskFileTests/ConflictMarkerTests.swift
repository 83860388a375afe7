@testable import TaskFile
import Testing

/// What git leaves in a file that it could not merge, and what only looks so.
@Suite struct ConflictMarkerTests {
  static let conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> side\n"

  /// The line that the first problem is told of; nil for none, negative for another problem.
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
    // As diff3 shows it, with line ends of DOS, without labels.
    ("a\n<<<<<<< x\no\n||||||| b\nb\n=======\nt\n>>>>>>> y\n", 2),
    ("a\r\n<<<<<<<\r\no\r\n=======\r\nt\r\n>>>>>>>\r\n", 2),
    ("a\n<<<<<<< x\n```\no\n=======\nt\n```\n>>>>>>> y", 2),
    ("a\n```\nb\n```\n\(conflict)", 5), ("a\r\n```\r\nb\r\n```\r\n\(conflict)", 5),
    ("<<<<<<< is no mark here\n\na\n\(conflict)", 1),
    // As the attribute conflict-marker-size may want it.
    ("<<<<<<<< HEAD\n=======\n>>>>>>> side\n", 1),
    ("a\n<<<<<<<<<< x\no\n=======\n==========\nt\n>>>>>>>>>> y\n", 2),
  ]) func areTold(_ text: String, _ expected: Int) { #expect(line(text) == expected) }

  @Test(arguments: [
    "Heading\n=======\n", "<<<<<<< HEAD\n=======\n", "=======\n>>>>>>> side\n",
    ">>>>>>> side\n=======\n<<<<<<< HEAD\n",
    " <<<<<<< HEAD\n=======\n>>>>>>> side\n", "<<<<<<<HEAD\n=======\n>>>>>>> side\n",
    "```\n\(conflict)```\n", "~~~~\n\(conflict)~~~~\n", "> <<<<<<< HEAD\n> =======\n> >>>>>>> x\n",
  ]) func areNone(_ text: String) { #expect(line(text) == nil) }
}
