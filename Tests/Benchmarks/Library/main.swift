import BenchmarkSeed
import Foundation
import MemoKit
import TaskFile

// Measures the library in this process: the cost per task.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2_000
let seed = Seed(count: count, shape: .flat)
let texts = (0..<count).map { Array(seed.text($0).utf8) }
/// Keeps results, so that the compiler can't remove the work.
var sum = 0

/// The median of eleven runs over all tasks.
func measure(_ name: String, _ body: () throws -> Void) rethrows {
  var times: [Double] = []
  for _ in 0..<11 {
    let time = try ContinuousClock().measure { try body() }
    times.append(Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6)
  }
  let median = times.sorted()[5] / Double(count)
  print(
    name.padding(toLength: 44, withPad: " ", startingAt: 0),
    String(format: "%8.2f µs a task", median))
}

measure("parse: the fields of a file") {
  for text in texts { sum &+= TaskDocument(text).item(fileName: "task").title.count }
}
let aliases = FieldAliases(
  keys: ["deadline": ["due_date"], "tags": ["labels"]],
  words: [
    "status": ["doing": ["In Progress"], "done": ["Done", "closed"]],
    "priority": ["high": ["P1", "critical"]],
  ])
measure("parse: the same, where a store has aliases") {
  for text in texts { sum &+= TaskDocument(text, aliases).item(fileName: "task").title.count }
}
let foreign = texts.map { text in
  Array(
    String(decoding: text, as: UTF8.self).replacing("\ndeadline:", with: "\ndue_date:")
      .replacing("\ntags:", with: "\nlabels:").replacing("priority: high", with: "priority: P1")
      .replacing("status: done", with: "status: closed").utf8)
}
measure("parse: files that are read through aliases") {
  for text in foreign { sum &+= TaskDocument(text, aliases).item(fileName: "task").title.count }
}
measure("render: one field set") {
  for text in texts {
    var document = TaskDocument(text)
    try? document.set("deadline", to: .text("2027-02-03"))
    sum &+= document.bytes.count
  }
}

func side(_ document: TaskDocument, _ number: Int) -> MergeSide {
  MergeSide(
    task: TaskVersion(path: "todo/task.md", document: document), author: "Kim",
    time: Timestamp(secondsSince1970: 1_795_187_045 + Int64(number), offsetMinutes: 0),
    commit: "\(number)")
}
let versions = texts.enumerated().map { number, text in
  let base = TaskDocument(text)
  var (ours, theirs) = (base, base)
  try? ours.set("deadline", to: .text("2027-02-03"))
  ours.setBody(ours.body + "\nOne more line here.\n")
  try? theirs.set("priority", to: .text("low"))
  theirs.setBody("A first line.\n" + theirs.body)
  return (TaskVersion(path: "todo/task.md", document: base), side(ours, 1), side(theirs, 2))
}
measure("merge: two fields and two lines") {
  for (base, ours, theirs) in versions {
    sum &+= TaskMerge(base: base, ours, theirs).task?.document.bytes.count ?? 0
  }
}

let folder = FileManager.default.temporaryDirectory.appending(component: "memo-benchmark-\(UUID())")
defer { try? FileManager.default.removeItem(at: folder) }
let environment = Environment(
  variables: [
    "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Kim",
    "GIT_AUTHOR_EMAIL": "kim@example.org", "GIT_COMMITTER_NAME": "Kim",
    "GIT_COMMITTER_EMAIL": "kim@example.org",
  ], now: { Int64(Date().timeIntervalSince1970) }, utcOffset: { _ in 0 })
try FileManager.default.createDirectory(
  at: folder.appending(component: "todo"), withIntermediateDirectories: true)
for (number, text) in texts.enumerated() {
  try Data(text).write(to: folder.appending(component: seed.path(number)))
}
_ = try Store.create(folder.path, environment: environment)
let store = try Store.open(folder.path, environment: environment)
try measure("read: a store from disk") { sum &+= try store.read().tasks.count }
let snapshot = try store.read()
let filter = try Filter.parse(
  ["+benchmark", "p:high", "or", "due<2027-11-10", "fence"], now: environment.localTime)
measure("query: a filter with five words") {
  sum &+= snapshot.tasks.count { filter.matches($0, at: environment.localTime) }
}
measure("sort: the order of lists") {
  sum &+= SortOrder.standard.sorted(snapshot.tasks, at: environment.localTime).count
}

/// The medians of eleven runs on the whole store.
func measureWhole(_ name: String, _ body: () throws -> Void) rethrows {
  var times: [Double] = []
  var work: [Double] = []
  for _ in 0..<11 {
    let start = clock()
    let time = try ContinuousClock().measure { try body() }
    times.append(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3)
    work.append(Double(clock() - start) * 1e3 / Double(CLOCKS_PER_SEC))
  }
  print(
    name.padding(toLength: 44, withPad: " ", startingAt: 0),
    String(format: "%8.2f ms, CPU %.2f ms", times.sorted()[5], work.sorted()[5]))
}

// Files that were changed a moment ago are not cached yet.
Thread.sleep(forTimeInterval: 3)
measureWhole("feed: the first update") {
  if case .success(let update)? = StoreFeed(of: store).refresh() {
    sum &+= update.snapshot.tasks.count
  }
}
let feed = StoreFeed(of: store)
_ = feed.refresh()
measureWhole("feed: nothing is another") { if case .success? = feed.refresh() { sum &+= 1 } }
var saves = 0
try measureWhole("feed: a save, from the quiet moment on") {
  saves += 1
  try Data(texts[0] + Array("\(saves)\n".utf8)).write(to: folder.appending(path: seed.path(0)))
  if case .success(let update)? = feed.refresh() { sum &+= update.changes.count }
}
if sum == 0 { print("nothing was done") }
