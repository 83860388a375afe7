import BenchmarkSeed

/// Another task tool, measured at comparable operations.
struct Peer {
  let name: String
  /// The name of its program in `PATH`.
  let program: String
  /// A shell script that fills an empty folder with a seed's tasks.
  let fill: (Seed, String) -> String
  /// The commands for each operation.
  let commands: [String: (Seed, String, Int) -> [String]]

  static var all: [Peer] {
    [
      Peer(
        name: "Taskwarrior", program: "task",
        fill: { seed, folder in
          """
          cd '\(folder)'; printf 'data.location=\(folder)\\nconfirmation=no\\ngc=off\\n' >rc
          awk 'BEGIN { printf "["; for (n = 0; n < \(seed.count); n++) \
          printf "%s{\\"description\\":\\"paint the fence %d\\",\\"status\\":\\"pending\\"}\\n", \
          n ? "," : "", n; print "]" }' | TASKRC=rc task import - >/dev/null 2>&1
          """
        },
        commands: [
          "list": { _, folder, _ in ["env", "TASKRC=\(folder)/rc", "task", "list"] },
          "list -n 20": { _, folder, _ in
            ["env", "TASKRC=\(folder)/rc", "task", "limit:20", "next"]
          },
          "add": { _, folder, round in
            ["env", "TASKRC=\(folder)/rc", "task", "add", "New \(round)"]
          },
          "set": { _, folder, round in
            ["env", "TASKRC=\(folder)/rc", "task", "\(round + 1)", "modify", "due:2027-02-10"]
          },
          "done": { _, folder, round in
            ["env", "TASKRC=\(folder)/rc", "task", "\(round + 1)", "done"]
          },
          "undo": { _, folder, _ in
            ["env", "TASKRC=\(folder)/rc", "task", "rc.confirmation=no", "undo"]
          },
        ]),
      Peer(
        name: "todo.txt", program: "todo-txt",
        fill: { seed, folder in
          """
          cd '\(folder)'; printf 'export TODO_DIR="\(folder)"\\nexport TODO_FILE="$TODO_DIR/todo.txt"\\n\
          export DONE_FILE="$TODO_DIR/done.txt"\\nexport REPORT_FILE="$TODO_DIR/report.txt"\\n' >rc
          awk 'BEGIN { for (n = 0; n < \(seed.count); n++) print "paint the fence " n }' >todo.txt
          """
        },
        commands: [
          "list": { _, folder, _ in ["todo-txt", "-d", "\(folder)/rc", "list"] },
          "add": { _, folder, round in ["todo-txt", "-d", "\(folder)/rc", "add", "New \(round)"] },
          "done": { _, folder, round in
            ["todo-txt", "-d", "\(folder)/rc", "-A", "do", "\(round + 1)"]
          },
        ]),
    ]
  }
}
