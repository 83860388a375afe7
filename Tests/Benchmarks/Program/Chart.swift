#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A log-log chart for each operation that shows how its cost grows, as SVG.
struct Chart {
  let measurements: [Measurement]

  private static let colors = ["memo": "#0b6e4f", "git": "#888888", "Taskwarrior": "#c2410c"]
  private static let (width, height, margin, columns) = (230.0, 170.0, 34.0, 4)

  var svg: String {
    var names: [String] = []
    for name in measurements.map(\.operation) where !names.contains(name) { names.append(name) }
    let rows = (names.count + Self.columns - 1) / Self.columns
    let (totalWidth, totalHeight) = (
      Self.width * Double(Self.columns), Self.height * Double(rows) + 30
    )
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(totalWidth.text(0)) \
      \(totalHeight.text(0))" font-family="sans-serif" font-size="10">
      <title>Wall time of each operation by the number of tasks, both axes logarithmic</title>
      <rect width="100%" height="100%" fill="white"/>

      """
    for (index, name) in names.enumerated() {
      let x = Double(index % Self.columns) * Self.width
      let y = Double(index / Self.columns) * Self.height
      text += "<g transform=\"translate(\(x.text(0)) \(y.text(0)))\">\n\(panel(name))</g>\n"
    }
    for (index, (name, color)) in series.enumerated() {
      let x = 20 + Double(index) * 120
      text += "<text x=\"\(x.text(0))\" y=\"\((totalHeight - 10).text(0))\" fill=\"\(color)\">"
      text += "— \(name)</text>\n"
    }
    return text + "</svg>\n"
  }

  private var series: [(String, String)] {
    ["memo", "git", "Taskwarrior", "todo.txt"].map { ($0, Self.colors[$0] ?? "#1d4ed8") }
  }

  private func panel(_ name: String) -> String {
    let own = measurements.filter { $0.operation == name }.sorted { $0.tasks < $1.tasks }
    var points: [String: [(Double, Double)]] = [:]
    for found in own {
      let x = log10(Double(found.tasks))
      points["memo", default: []].append((x, log10(found.ours.median(\.wall))))
      points["git", default: []].append((x, log10(found.theirs.median(\.wall))))
      for peer in found.peers {
        points[peer.name, default: []].append((x, log10(peer.costs.median(\.wall))))
      }
    }
    // All charts have the same scale: 1 ms to 100 s, 100 to 100,000 tasks.
    func place(_ point: (Double, Double)) -> String {
      let x = Self.margin + (point.0 - 2) / 3 * (Self.width - Self.margin - 12)
      let y = Self.height - 26 - (point.1 + 3) / 5 * (Self.height - 26 - 20)
      return "\(x.text(1)),\(y.text(1))"
    }
    var text = "<text x=\"\(Self.margin)\" y=\"13\" font-weight=\"bold\">\(name)</text>\n"
    for (power, label) in [(-3.0, "1 ms"), (-2, "10"), (-1, "100"), (0, "1 s"), (1, "10"), (2, "")]
    {
      text += "<polyline points=\"\(place((2, power))) \(place((5, power)))\" stroke=\"#ddd\"/>\n"
      let y = place((2, power)).split(separator: ",")[1]
      text += "<text x=\"2\" y=\"\(y)\" dy=\"3\" fill=\"#555\">\(label)</text>\n"
    }
    for (power, label) in [(2.0, "100"), (3, "1,000"), (4, "10,000"), (5, "100,000")] {
      let x = place((power, -3)).split(separator: ",")[0]
      text += "<text x=\"\(x)\" y=\"\(Self.height - 12)\" text-anchor=\"middle\" fill=\"#555\">"
      text += "\(label)</text>\n"
    }
    for (name, color) in series {
      guard let line = points[name] else { continue }
      text += "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.6\" points=\""
      text += line.map(place).joined(separator: " ") + "\"/>\n"
    }
    return text
  }
}
