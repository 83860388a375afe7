// The code on the page FirstSteps.md of the manual, in the same order.
import Foundation
import MemoKit

let environment = Environment(
  variables: ProcessInfo.processInfo.environment,
  now: { Int64(Date().timeIntervalSince1970) },
  utcOffset: { TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) })
let (folder, remote) = (CommandLine.arguments[1], CommandLine.arguments[2])
_ = try Store.create(folder, remoteURL: remote, environment: environment)
let store = try Store.open(folder, environment: environment)

var new = NewTask(title: "Try MemoKit")
new.edits = [.addTag("swift")]
let id = try store.add(new).tasks[0].id?.text ?? ""
let due = FieldEdit.set(key: "deadline", .text("2026-12-01"))
_ = try store.change([id], [due, .addTag("home")])
_ = try store.move([id], to: .doing)

let snapshot = try store.read()
let filter = try store.filter(["+swift", "not", "done"], at: environment.localTime)
for task in snapshot.tasks where filter.matches(task, at: environment.localTime) {
  print("\(task.status): \(task.title), \(task.item.deadline?.description ?? "no deadline")")
}
for problem in snapshot.problems { print("\(problem.path): \(problem.message)") }

try store.log(LogQuery(limit: 2)) { entry in
  let words = entry.changes.map(\.words).joined(separator: ", ")
  print("\(entry.kind) \(entry.title): \(words)")
  return true
}
_ = try store.undo()

let sent = try store.sync()
print("\(sent.outgoing) commits sent to \(sent.upstream)")

let place = try Store.clone(remote, to: "../copy", in: store.root, environment: environment).path
let copy = try Store.open(place, environment: environment)
_ = try copy.change([id], [.set(key: "deadline", .text("2026-12-02")), .addTag("urgent")])
_ = try copy.sync()
_ = try store.change([id], [.set(key: "deadline", .text("2026-12-03"))])
for task in try store.sync().merged {
  print("\(task.title): \(task.notes.count) note")
}
_ = try store.resolve([id], .keepCurrent)

let request = try EndRequest()
var pace = WatchPace()
pace.quiet = 0.1
try store.watch(pace, until: request) { event in
  switch event {
  case .started:
    try? "# Call mum\n".write(toFile: "\(folder)/todo/mum.md", atomically: true, encoding: .utf8)
  case .recorded(let report):
    print("recorded \(report.recorded.map(\.title))")
    request.make()
  default: break
  }
}
