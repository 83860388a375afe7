extension [TaskChange] {
  /// What was recorded of people's own edits, a line each; of many the first ones, and how many
  /// more.
  ///
  /// - Parameters:
  ///   - word: What is said of each, as `recorded`.
  ///   - isWhole: Whether all are listed, however many.
  ///   - number: Writes a number for a person.
  package func recordedLines(
    _ word: String, isWhole: Bool = false, _ number: (Int) -> String = { String($0) }
  ) -> [String] {
    let shown = count > 5 && !isWhole ? prefix(4) : self[...]
    var lines = shown.map { "\(word): \($0.kind.rawValue) \($0.title)" }
    if shown.count < count {
      lines.append("\(word): \(number(count - shown.count)) more hand edits")
    }
    return lines
  }
}

extension [String] {
  /// What there is to say of what was recorded, a line each; of many the first ones, and how many
  /// more: where thousands of files came in, most of them say the same.
  ///
  /// - Parameters:
  ///   - isWhole: Whether all are listed, however many.
  ///   - number: Writes a number for a person.
  package func noteLines(
    isWhole: Bool = false, _ number: (Int) -> String = { String($0) }
  ) -> [String] {
    let shown = prefix(isWhole ? .max : 10)
    let left = count - shown.count
    return shown.map { "note: \($0)" } + (left > 0 ? ["note: … and \(number(left)) more"] : [])
  }
}
