import BenchmarkSeed
import Foundation

// Measures the browser board: requests to a server process, as pages send them.

let usage = """
  usage: memo-web-benchmarks [--tasks 1000,…] [--memo FILE] [--check]

    --tasks  sizes of the stores; without it 10000
    --memo   the program memo; memo-web is the one beside it; without it those built beside this one
    --check  ends with 1 where something takes more than twice its goal

  """

var (sizes, program, isChecked) = ([10_000], "", false)
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--tasks": sizes = (words.popFirst() ?? "").split(separator: ",").compactMap { Int($0) }
  case "--memo": program = words.popFirst() ?? ""
  case "--check": isChecked = true
  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(word == "--help" ? 0 : 64)
  }
}
if program.isEmpty {
  program =
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(component: "memo").path
}

/// Prints a line without buffering.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// A temporary folder, without the user's settings.
let root = FileManager.default.temporaryDirectory.appending(component: "memo-web-\(UUID())").path
try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
var missed = false
say("| what | tasks | found | goal |\n|---|---:|---:|---:|")
for count in sizes {
  let bench = try WebBench(memo: program, root: root, Seed(count: count, shape: .flat))
  try bench.measure { row in
    let verdict =
      row.value <= row.goal ? "" : row.value <= row.goal * 2 ? " missed" : " missed twice"
    if row.value > row.goal * 2 { missed = true }
    say(
      "| \(row.what) | \(count) | \(row.value.shown) \(row.unit)\(verdict) "
        + "| \(row.goal.shown) \(row.unit) |")
  }
}
try? FileManager.default.removeItem(atPath: root)
exit(isChecked && missed ? 1 : 0)
