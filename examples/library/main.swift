// Makes a store in the folder that is given, adds a task, moves it, and prints the board:
// what a program of your own needs to keep tasks with MemoKit.
import Foundation
import MemoKit
import TaskFile

let environment = Environment(
  variables: ProcessInfo.processInfo.environment,
  now: { Int64(Date().timeIntervalSince1970) },
  utcOffset: { TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) })
let folder = CommandLine.arguments.dropFirst().first ?? FileManager.default.currentDirectoryPath

_ = try Store.create(folder, environment: environment)
let store = try Store.open(folder, environment: environment)
var task = NewTask(title: "Try MemoKit")
task.tags = ["swift"]
let added = try store.add(task)
_ = try store.move(added.changes.compactMap(\.id), to: .doing)

for status in Status.allCases {
  print("\(status.rawValue):")
  for task in try store.read().tasks where task.status == status { print("  \(task.title)") }
}
