import BenchmarkSeed
import Foundation
import PlayedTerminal

// Measures the board as a process on a terminal, from keys to screens.

let usage = """
  usage: memo-board-benchmarks [--tasks 1000,…] [--memo FILE] [--check]

    --tasks  sizes of the stores; without it 1000 and 10000
    --memo   the program to measure; without it the one built beside this one
    --check  ends with 1 where something takes more than twice its goal

  """

var (sizes, program, isChecked) = ([1_000, 10_000], "", false)
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
let root = FileManager.default.temporaryDirectory.appending(component: "memo-board-\(UUID())").path
try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
var missed = false
say("| what | tasks | found | goal |\n|---|---:|---:|---:|")
for count in sizes {
  let bench = try BoardBench(memo: program, root: root, Seed(count: count, shape: .flat))
  let goals = BoardGoals(count)
  func tell(_ what: String, _ found: Double, _ goal: Double, _ unit: String) {
    let verdict = found <= goal ? "" : found <= goal * 2 ? " missed" : " missed twice"
    if found > goal * 2 { missed = true }
    say("| \(what) | \(count) | \(found.shown) \(unit)\(verdict) | \(goal.shown) \(unit) |")
  }
  try bench.measure { row in tell(row.what, row.value, row.goal(goals), row.unit) }
}
try? FileManager.default.removeItem(atPath: root)
exit(isChecked && missed ? 1 : 0)
