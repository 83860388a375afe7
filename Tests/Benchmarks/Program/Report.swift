/// The table of results, with a line for each operation.
enum Report {
  static let heading =
    row(["", "tasks", "memo", "git", "ratio", "goal", "CPU ratio", "peak MB", "others"])

  static func line(_ found: Measurement) -> String {
    let goal = found.goal.map { "\($0.text(2))\(found.wallRatio <= $0 ? "" : " !")" } ?? ""
    let others = found.peers.map { "\($0.name) \(milliseconds($0.costs.median(\.wall)))" }
    return row([
      found.operation, "\(found.tasks)", milliseconds(found.ours.median(\.wall)),
      milliseconds(found.theirs.median(\.wall)), found.wallRatio.text(2), goal,
      found.cpuRatio.text(2), (Double(found.ours.median(\.peak)) / 1e6).text(0),
      others.joined(separator: ", "),
    ])
  }

  static func milliseconds(_ seconds: Double) -> String { "\((seconds * 1000).text(1)) ms" }

  static func row(_ cells: [String]) -> String {
    let widths = [26, 7, 11, 11, 7, 7, 10, 8, 0]
    var line = ""
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      let space = String(repeating: " ", count: max(0, width - cell.count))
      line += index == 0 || width == 0 ? "\(cell)\(space)  " : "\(space)\(cell)  "
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension Double {
  /// With a number of decimal digits.
  func text(_ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { value, _ in value * 10 }
    let whole = (self * scale).rounded()
    guard whole.isFinite, whole.magnitude < 1e15 else { return "\(self)" }
    guard digits > 0 else { return "\(Int(whole))" }
    var fraction = "\(Int(whole.magnitude) % Int(scale))"
    while fraction.count < digits { fraction = "0" + fraction }
    return "\(whole < 0 ? "-" : "")\(Int(whole.magnitude) / Int(scale)).\(fraction)"
  }
}
