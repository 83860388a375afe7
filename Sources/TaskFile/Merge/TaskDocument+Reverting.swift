extension TaskDocument {
  /// The document with some lines of its text as they were before they were rewritten.
  ///
  /// - Parameters:
  ///   - lines: As they are now; other lines stay, and so do those that took no other's place.
  ///   - former: What they were rewritten from.
  public func reverting(_ lines: [String], to former: TaskDocument) -> TaskDocument {
    let wanted = Set(lines.map { Array($0.utf8) })
    let body = BodyLines(bodyBytes)
    var result = body.lines
    let replaced = LineMerge.replacements(in: body.lines, of: BodyLines(former.bodyBytes).lines)
    for (place, line) in replaced where wanted.contains(result[place].text) {
      result[place].text = line.text
    }
    var document = self
    document.setBody(
      String(
        decoding: result.joined(
          newline: fences.newline, endsWithNewline: body.endsWithNewline ?? true), as: UTF8.self))
    return document
  }

  /// The lines of the text, without their endings.
  public var bodyLines: [String] { body.linesOfText }
}

extension ConflictNote {
  /// Whether it tells what a person of this name wanted.
  public func isWish(of name: String) -> Bool { author == Self.plainName(name) }
}
