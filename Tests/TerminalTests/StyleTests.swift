@testable import Terminal
import Testing

@Suite struct StyleTests {
  @Test(arguments: [
    ([:], true, true), ([:], false, false), (["TERM": "dumb"], true, false),
    (["TERM": "vt220"], true, true), (["TERM": "xterm"], false, false),
    (["NO_COLOR": "1"], true, false),
    (["NO_COLOR": ""], true, true), (["CLICOLOR_FORCE": "1"], false, true),
    (["CLICOLOR_FORCE": "0"], false, false), (["CLICOLOR_FORCE": ""], false, false),
    (["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, true),
    (["CLICOLOR_FORCE": "1", "NO_COLOR": "0"], true, false),
  ])
  func theEnvironmentDecidesOnColor(environment: [String: String], isTerminal: Bool, isOn: Bool) {
    #expect(ColorMode.auto.isOn(environment: environment, isTerminal: isTerminal) == isOn)
    #expect(ColorMode.always.isOn(environment: environment, isTerminal: isTerminal))
    #expect(!ColorMode.never.isOn(environment: environment, isTerminal: isTerminal))
  }

  @Test func colorsSurroundText() {
    let style = Style(color: true)
    #expect(style.paint("a", .bold, .green) == "\u{1B}[1;32ma\u{1B}[0m")
    #expect(style.paint("a") == "a")
    #expect(style.paint("", .bold) == "")
    #expect(Style().paint("a", .bold) == "a")
  }

  @Test func progressFitsOnItsLine() {
    func line(_ done: Int, _ total: Int, rate: String = "", width: Int = 80) -> String {
      ProgressLine.text(label: "Fetching", done: done, total: total, rate: rate, width: width)
    }
    let half = String(repeating: "█", count: 12) + String(repeating: "░", count: 12)
    #expect(
      line(1, 2, rate: "2.00 KiB | 1.00 KiB/s")
        == "Fetching  \(half)  50%  1/2  2.00 KiB | 1.00 KiB/s")
    #expect(line(3, 2) == "Fetching  \(String(repeating: "█", count: 24))  100%  3/2")
    #expect(line(0, 0) == "Fetching")
    #expect(line(7, 0) == "Fetching  7")
    #expect(line(1, 2, width: 8) == "Fetchi…")
    #expect(line(1, 2, width: 0) == "…")
  }
}
