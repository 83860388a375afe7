extension TaskDocument {
  /// What the first visible line of the text says, where it can be a title.
  ///
  /// - Returns: Nil where no line is visible, or the first one is a paragraph that is too long.
  func titleFromBody(_ fences: Fences) -> String? {
    var lines = VisibleLines(bytes[fences.body...])
    return lines.next().flatMap { line in
      line.isHeading || line.paragraph <= BodyTitle.mostLetters ? line.text : nil
    }
  }
}

/// How a line of a text is read as a title.
package enum BodyTitle {
  /// Of a paragraph; a longer one is a text, and not what it is called.
  static let mostLetters = 120

  /// What one line shows, without the marks that say what kind of a line it is.
  ///
  /// - Returns: Nil where nothing of it is visible.
  package static func text(of line: String) -> String? {
    var lines = VisibleLines(Array(line.utf8)[...])
    return lines.next()?.text
  }
}
