internal import MemoKit
internal import Terminal
internal import Words

extension PaneDrawing {
  /// Draws a line for each color: its name, its value, and samples.
  static func draw(_ form: ThemeForm, _ state: BoardState, on canvas: inout Canvas) {
    let (words, size) = (state.words, state.size)
    let end = size.rows - 2
    let heading = form.former == nil ? words.newTheme : words.theme
    canvas.write(
      (form.isChanged ? "● " : "") + heading, 1, 1, .accent, bold: true, limit: size.columns - 1)
    // Scroll so that the focused line is visible in a small window, too.
    let first = max(0, form.focus - (end - 2) + 1)
    for (offset, index) in form.texts.indices.dropFirst(first).enumerated() {
      let row = 2 + offset
      guard row < end else { break }
      draw(index, of: form, words, on: &canvas, row, size.columns)
    }
  }

  private static func draw(
    _ index: Int, of form: ThemeForm, _ words: Words, on canvas: inout Canvas, _ row: Int,
    _ width: Int
  ) {
    let (isScheme, end) = (index == 2, min(31, width))
    let value =
      isScheme
      ? form.scheme == .light ? words.light : words.dark : form.texts[index].text.sanitized
    draw(
      form.labels(words)[index], Run(text: value), isScheme ? nil : form.texts[index],
      index == form.focus, on: &canvas, row, 1..<end)
    guard index > 2 else { return }
    // On the canvas and on a card.
    var column = end + 1
    let role = form.roles[index - 3]
    let isGround = role == .canvas || role == .card
    let sample = " \(words.sample) "
    for isOnCard in isGround ? [role == .card] : [false, true] {
      column = canvas.write(
        isGround ? String(repeating: " ", count: sample.terminalWidth) : sample, row, column,
        isGround ? .text : role, limit: width - column, isOnCard: isOnCard)
    }
  }

  static func hints(of form: ThemeForm, _ words: Words) -> [KeyHint] {
    form.saving != nil
      ? [KeyHint("", words.saving)]
      : [
        KeyHint("Ctrl-S", words.saves), KeyHint("Tab", words.nextLine),
        KeyHint("Esc", words.cancels),
      ]
  }
}
