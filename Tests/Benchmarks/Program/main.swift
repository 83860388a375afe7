#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// Compares whole memo processes with git doing the same work.

let usage = """
  usage: memo-benchmarks [--tasks 100,1000,…] [--rounds N] [--only NAME,…] [--svg FILE] [--memo FILE]
                         [--growth N] [--shapes]

    --tasks   sizes of the stores; without it 100, 1000 and 10000
    --rounds  how often each is measured; without it 11
    --only    operations by how their names in the table begin, as "list, 200 open,add"
    --svg     writes how the times grow as a picture
    --memo    the program to measure; without it the one built beside this one
    --growth  instead, how a repository grows with so many changes, and how long one of them takes
    --shapes  instead, every command in stores of odd shapes, of one size (without --tasks 5000) and
              of twice that; what takes over 5 s, or more than doubles, is marked with !

  """

var (sizes, rounds, only, picture, program) = ([100, 1_000, 10_000], 11, [String](), "", "")
var (changes, hasShapes, hasSizes) = (0, false, false)
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  if word == "--shapes" {
    hasShapes = true
    continue
  }
  let value = words.popFirst()
  switch (word, value) {
  case ("--tasks", let value?):
    let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    // '100,000' would be the sizes 100 and 0.
    guard numbers.allSatisfy({ $0 > 0 }) else {
      complain("error: '\(value)' is no list of sizes: write 1000,100000\n")
      exit(64)
    }
    (sizes, hasSizes) = (numbers, true)
  case ("--rounds", let value?): rounds = max(1, Int(value) ?? rounds)
  case ("--only", let value?):
    // Some names contain ", ".
    for part in value.split(separator: ",") {
      if part.hasPrefix(" "), let last = only.indices.last {
        only[last] += ",\(part)"
      } else {
        only.append(String(part))
      }
    }
  case ("--svg", let value?): picture = value
  case ("--memo", let value?): program = value
  case ("--growth", let value?):
    changes = Int(value) ?? 0
    guard changes > 0 else {
      complain("error: invalid number '\(value)' of changes\n")
      exit(64)
    }
  default:
    complain(usage)
    exit(word == "--help" ? 0 : 64)
  }
}
if program.isEmpty {
  let own = CommandLine.arguments[0]
  program =
    own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/") + "/memo"
}
guard let memo = realpath(program, nil).map({ String(cString: $0) }) else {
  complain("error: there is no program \(program)\n")
  exit(1)
}

// A temporary home without the user's settings and caches.
var template = Array(
  "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/memo-benchmarks.XXXXXX".utf8CString)
guard let made = mkdtemp(&template) else {
  complain("error: can't make a temporary folder\n")
  exit(1)
}
let root = String(cString: made)
setenv("HOME", root, 1)
setenv("GIT_CONFIG_NOSYSTEM", "1", 1)
setenv("LC_ALL", "C.UTF-8", 1)
for name in ["XDG_CONFIG_HOME", "MEMO_DIR", "GIT_DIR", "GIT_WORK_TREE"] { unsetenv(name) }
try shell(
  """
  git config --global user.name Kim; git config --global user.email kim@example.org
  git config --global init.defaultBranch main; git config --global gc.auto 0
  git config --global pull.rebase false; git config --global advice.detachedHead false
  """)

/// Writes the chart, if one is wanted.
func draw(_ found: [Measurement], to picture: String) throws {
  guard !picture.isEmpty else { return }
  guard let file = fopen(picture, "w") else {
    throw Failure(description: "can't write \(picture)")
  }
  fputs(Chart(measurements: found).svg, file)
  fclose(file)
}

var found: [Measurement] = []
var status: Int32 = 0

say(hasShapes ? Shapes.heading : changes > 0 ? Growth.heading : Report.heading)
do {
  if hasShapes {
    let shapes = Shapes(memo: memo, root: root, only: only)
    for size in hasSizes ? sizes : [5_000] { try shapes.measure(size, notify: say) }
    (sizes, changes) = ([], 0)
  }
  if changes > 0 {
    let growth = Growth(memo: memo, root: root, changes: changes)
    for size in sizes { try growth.measure(size, notify: say) }
    sizes = []
  }
  let laboratory = Laboratory(memo: memo, root: root, rounds: rounds)
  for size in sizes {
    try laboratory.measure(size, only: only) { measurement in
      found.append(measurement)
      say(Report.line(measurement))
    }
    // After each size, since the largest one takes long.
    try draw(found, to: picture)
  }
} catch {
  complain("error: \(error)\n")
  status = 1
}
try shell("rm -rf '\(root)'")
cleanUp()
exit(status)
