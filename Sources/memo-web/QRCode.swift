internal import CQREncode

/// A QR code (ISO/IEC 18004).
struct QRCode {
  private let isDark: [[Bool]]

  /// - Returns: Nil if the text is too long.
  init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard width > 0, let data = code.pointee.data else { return nil }
    isDark = (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
  }

  /// Lines for a terminal with two modules in each cell, and the quiet zone that readers need.
  ///
  /// Colors are explicit: the code is dark on light in any terminal.
  var lines: [String] {
    let quiet = 2
    let size = isDark.count + 2 * quiet
    func dark(_ row: Int, _ column: Int) -> Bool {
      let (row, column) = (row - quiet, column - quiet)
      return isDark.indices.contains(row) && isDark.indices.contains(column) && isDark[row][column]
    }
    return stride(from: 0, to: size, by: 2).map { row in
      let cells = (0..<size).map { column in
        switch (dark(row, column), dark(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[30;107m\(cells.joined())\u{1B}[0m"
    }
  }
}
