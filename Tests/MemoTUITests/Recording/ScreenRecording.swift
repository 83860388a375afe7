import Terminal

/// An animation of screens as SVG, drawn from their cells.
struct ScreenRecording {
  struct Frame {
    var screen: Screen
    /// The keys that led here.
    var key: String
    /// Its duration in hundredths of a second.
    var duration: Int
  }

  var frames: [Frame] = []
  let title: String

  init(title: String) { self.title = title }

  private static let (width, height, font) = (84, 180, 140)  // In tenths of a pixel.
  private static let margin = 120

  var svg: String {
    let rows = frames.first?.screen.rows ?? 0
    let columns = frames.first?.screen.columns ?? 0
    let (wide, high) = (
      columns * Self.width + 2 * Self.margin, (rows + 1) * Self.height + 3 * Self.margin
    )
    let total = frames.reduce(0) { $0 + $1.duration }
    var lines = PictureLines()
    var (styles, groups, start) = ("", "", 0)
    for (number, frame) in frames.enumerated() {
      let end = start + frame.duration
      styles +=
        "@keyframes f\(number){0%{visibility:\(start == 0 ? "visible" : "hidden")}"
        + (start == 0 ? "" : "\(Self.part(start, of: total)){visibility:visible}")
        + (end == total ? "" : "\(Self.part(end, of: total)){visibility:hidden}") + "}\n"
        + "#f\(number){animation:f\(number) \(Self.hundredths(total))s step-end infinite}\n"
      groups += "<g id=\"f\(number)\"\(number == 0 ? "" : " visibility=\"hidden\"")>"
      for row in 0..<rows {
        guard let name = lines.name(of: Self.line(frame.screen, row)) else { continue }
        groups += "<use href=\"#\(name)\" y=\"\(Self.tenths(Self.margin + row * Self.height))\"/>"
      }
      if let cursor = frame.screen.cursor {
        groups +=
          "<rect x=\"\(Self.tenths(Self.margin + cursor.column * Self.width))\" "
          + "y=\"\(Self.tenths(Self.margin + cursor.row * Self.height))\" "
          + "width=\"\(Self.tenths(Self.width))\" height=\"\(Self.tenths(Self.height))\" "
          + "fill=\"#d5d5d0\" opacity=\"0.5\"/>"
      }
      groups +=
        "<text class=\"key\" x=\"\(Self.tenths(Self.margin))\" "
        + "y=\"\(Self.tenths(high - Self.margin))\">\(Self.escaped(frame.key))</text></g>\n"
      start = end
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.tenths(wide)) \(Self.tenths(high))" role="img">
      <title>\(Self.escaped(title))</title>
      <style>
      text{font:\(Self.tenths(Self.font))px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d5d5d0;white-space:pre}
      .b{font-weight:bold}.d{opacity:.6}.u{text-decoration:underline}.key{fill:#8a8f98}
      \(PictureLines.palette)@media(prefers-reduced-motion){g{animation:none!important}}
      \(styles)</style>
      <rect width="100%" height="100%" rx="6" fill="#16181c"/>
      <defs>
      \(lines.definitions)</defs>
      \(groups)</svg>

      """
  }

  /// Runs of one style each, without blank ones.
  private static func line(_ screen: Screen, _ row: Int) -> String {
    var (line, column) = ("", 0)
    while column < screen.columns {
      let (start, style) = (column, screen[row, column].style)
      var text = ""
      while column < screen.columns, screen[row, column].style == style {
        text += screen[row, column].text
        column += 1
      }
      let isBlank = text.allSatisfy { $0 == " " }
      if let background = style.background {
        line +=
          "<rect x=\"\(tenths(margin + start * width))\" width=\"\(tenths((column - start) * width))\" "
          + "height=\"\(tenths(height))\" fill=\"\(PictureLines.color(background))\"/>"
      }
      guard !isBlank else { continue }
      // A run starts and ends with a visible character, so that its length is known.
      let lead = text.prefix { $0 == " " }.count
      var piece = text.dropFirst(lead)
      while piece.last == " " { piece.removeLast() }
      line +=
        "<text x=\"\(tenths(margin + (start + lead) * width))\" y=\"13.5\" "
        + "textLength=\"\(tenths(String(piece).terminalWidth * width))\"\(PictureLines.look(style))>"
        + "\(escaped(String(piece)))</text>"
    }
    return line
  }

  private static func part(_ time: Int, of total: Int) -> String {
    "\(hundredths(time * 10_000 / max(total, 1)))%"
  }

  private static func hundredths(_ value: Int) -> String {
    "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
  }

  private static func tenths(_ value: Int) -> String {
    value % 10 == 0 ? "\(value / 10)" : "\(value / 10).\(value % 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][$0] ?? String($0) }.joined()
  }
}

/// Lines that several frames share are written once.
private struct PictureLines {
  private var names: [String: String] = [:]
  private(set) var definitions = ""

  /// Nil for an empty one.
  mutating func name(of line: String) -> String? {
    guard !line.isEmpty else { return nil }
    if let name = names[line] { return name }
    let name = "l\(names.count)"
    names[line] = name
    definitions += "<g id=\"\(name)\">\(line)</g>\n"
    return name
  }

  /// The sixteen colors of a dark terminal.
  private static let colors = [
    "#16181c", "#ff8a80", "#7ccf94", "#e6b450", "#7fb4f0", "#e08cd0", "#6fc7c7", "#d5d5d0",
    "#6f747c", "#ffb3ab", "#a8e3b8", "#f3d28b", "#a9cdf7", "#efb8e4", "#a0e0e0", "#ffffff",
  ]

  static let palette = colors.enumerated().map { ".c\($0){fill:\($1)}" }.joined() + "\n"

  static func color(_ color: Color) -> String {
    switch color {
    case .palette(let number): colors[Int(number) % 16]
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  static func look(_ style: CellStyle) -> String {
    var classes: [String] = []
    var fill = ""
    switch style.foreground {
    case .palette(let number)?: classes.append("c\(number)")
    case .rgb?: fill = style.foreground.map { " fill=\"\(color($0))\"" } ?? ""
    case nil: break
    }
    if style.isBold { classes.append("b") }
    if style.isDim { classes.append("d") }
    if style.isUnderlined { classes.append("u") }
    return (classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\"") + fill
  }
}
