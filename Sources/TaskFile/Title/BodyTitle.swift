extension TaskDocument {
  /// What the first visible line of the text says, where it can be a title.
  ///
  /// - Returns: Nil where no line is visible, the first one is a paragraph that is too long, or
  ///   the text begins with properties of which none is a title.
  func titleFromBody(_ fences: Fences) -> String? {
    var lines = VisibleLines(bytes[fences.body...])
    var hasProperties = false
    while let line = lines.next() {
      if line.isHeading { return hasProperties ? nil : line.text }
      guard let property = UnseenLines.property(line.text) else {
        return hasProperties || line.paragraph > BodyTitle.mostLetters ? nil : line.text
      }
      if property.key.lowercased() == "title", !property.value.isEmpty { return property.value }
      hasProperties = true
    }
    return nil
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
