import Foundation
import Git
import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// Laws for the log of any history: each change is listed once, and all changes together give the
/// current files.
@Suite struct LogPropertyTests {
  static let count = Effort.count(2)

  private func environment(_ seed: Int) throws -> (Desk, RandomCommits) {
    let desk = Desk(try Scratch(), "kim")
    _ = try Store.create(desk.scratch("kim"), environment: desk.environment)
    let repository = try Repository.open(at: desk.scratch("kim"))
    var commits = RandomCommits(repository, seed: UInt64(seed))
    for _ in 0..<40 { try commits.commit() }
    try desk.scratch.git("update-ref", "refs/heads/main", commits.made[39].id.hex, in: "kim")
    return (desk, commits)
  }

  private func entries(_ desk: Desk, _ query: LogQuery = LogQuery()) throws -> [LogEntry] {
    var entries: [LogEntry] = []
    try desk.store().log(query) { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  @Test(arguments: 0..<count) func eachChangeIsListedOnce(seed: Int) throws {
    let (desk, commits) = try environment(seed)
    let told = Dictionary(grouping: try entries(desk), by: \.commit)
    let history = commits.history(of: 39)
    let names = Set(history.map { commits.made[$0].id.hex })
    #expect(Set(told.keys).isSubset(of: names))
    for number in history {
      let commit = commits.made[number]
      let here = commit.files.byID
      let parents = commit.parents.map { commits.made[$0].files.byID }
      let ids = parents.reduce(Set(here.keys)) { $0.union($1.keys) }
      for id in ids {
        let found = (told[commit.id.hex] ?? []).filter { $0.id == id.text }
        let before = parents.map { $0[id] }
        let isChanged = before.isEmpty ? here[id] != nil : before.allSatisfy { $0 != here[id] }
        // A file that lost its id in this commit is listed under its new identity. A file that gets
        // one is compared with its former version.
        let titles = Set((before + [here[id]]).compactMap { $0?.taskNumber })
        let isNameless = ([number] + commit.parents).contains { place in
          commits.made[place].files.values.contains {
            $0.id == nil && $0.taskNumber.map(titles.contains) != false
          }
        }
        // Two files with one id are listed separately.
        let isCopied =
          found.contains(where: \.isCopy)
          || ([number] + commit.parents).contains { place in
            commits.made[place].files.values.filter { $0.id == id }.count > 1
          }
        guard !isNameless, !isCopied else { continue }
        // A merge also lists its choices between the sides.
        let isChoice = !isChanged && parents.count > 1
        #expect(
          isChoice ? found.count < 2 : found.count == (isChanged ? 1 : 0),
          "\(seed) \(number) \(id)")
        guard let entry = found.first, !isChoice else { continue }
        let wasThere = commits.history(of: number).subtracting([number]).contains {
          commits.made[$0].files.byID[id] != nil
        }
        switch entry.kind {
        case .add:
          // The task with the id lost it, and this is a copy.
          let isWithout = commit.files.values.contains {
            $0.id == nil && $0.taskNumber == here[id]?.taskNumber
          }
          #expect(!wasThere || entry.isCopy && isWithout, "\(seed) \(number) \(id)")
        case .restore:
          // On another branch the file without an id may have got one.
          let mayHaveBeen = commits.history(of: number).subtracting([number]).contains {
            commits.made[$0].files.values.contains {
              $0.id == nil && $0.taskNumber == here[id]?.taskNumber
            }
          }
          #expect(
            (wasThere || mayHaveBeen) && before.allSatisfy { $0 == nil }, "\(seed) \(number)")
        case .delete: #expect(here[id] == nil, "\(seed) \(number)")
        case .edit, .move, .merge: #expect(here[id] != nil, "\(seed) \(number)")
        }
        check(entry, from: before.compactMap { $0 }, to: here[id], "\(seed) \(number) \(id)")
      }
    }
  }

  /// Every field is as listed, or as in one of the sides if nothing is listed.
  private func check(
    _ entry: LogEntry, from befores: [TaskVersion], to after: TaskVersion?, _ place: String
  ) {
    // The id is new, since the former version has none.
    let isNewID = entry.changes.contains { [.text, .field("id")].contains($0.part) }
    if entry.kind == .merge, isNewID { return }
    if befores.isEmpty, [.edit, .move, .merge].contains(entry.kind) { return }
    let old = befores.map(\.fields)
    let new = after?.fields ?? [:]
    let sums = (old.isEmpty ? [[:]] : old).map { fields in
      entry.sum(from: fields)
    }
    for name in Set(new.keys).union(sums.flatMap(\.keys)) where name != "id" {
      // A merge may take the folder of one side and the name of the other.
      if name == "file", befores.count > 1 { continue }
      // Folder and text may have agreed last before the compared versions.
      if name == "status", let after, let text = after.item.status, text != after.folderStatus {
        guard befores.count == 1, let former = befores[0].item.status,
          former == befores[0].folderStatus
        else { continue }
        // If both agreed before, the one that was changed counts; if both were, the folder.
        let status = former == after.folderStatus ? text : after.folderStatus
        #expect(sums[0][name] == status?.rawValue, "\(place): \(name) in \(entry)")
        continue
      }
      #expect(sums.contains { $0[name] == new[name] }, "\(place): \(name) in \(entry)")
    }
    // The listed changes start from the first side.
    for change in entry.changes
    where befores.count < 2 && ![.text, .layout].contains(change.part) {
      guard let fields = old.first, change.part != .status else { continue }
      #expect(fields[change.part.label] == change.from, "\(place): \(change)")
    }
  }

  @Test(arguments: 0..<count) func aTasksLogIsPartOfTheWhole(seed: Int) throws {
    let (desk, _) = try environment(seed)
    let all = try entries(desk)
    for id in Set(all.compactMap(\.id)) {
      guard let target = TaskID(id) else { continue }
      let own = try entries(desk, LogQuery(tasks: [.id(target)]))
      #expect(all.filter { $0.id == id }.allSatisfy(own.contains), "\(seed) \(id)")
      // Before that, only entries from the time without an id.
      #expect(own.allSatisfy { $0.id == id || $0.id == nil })
      #expect(own.allSatisfy(all.contains))
    }
  }
}

extension [String: TaskVersion] {
  /// Either of two files with one id.
  fileprivate var byID: [TaskID: TaskVersion] {
    var found: [TaskID: TaskVersion] = [:]
    for version in values.sorted(by: { $0.path > $1.path }) {
      if let id = version.id { found[id] = version }
    }
    return found
  }
}

extension TaskVersion {
  /// The number in its title, even in a broken file.
  fileprivate var taskNumber: Substring? { text.firstMatch(of: /title: +Task (\d+)/)?.1 }

  fileprivate var fields: [String: String] {
    Dictionary(uniqueKeysWithValues: allFields.map { ($0.part.label, $0.to ?? "") })
  }
}

extension LogEntry {
  /// The fields after this entry.
  fileprivate func sum(from old: [String: String]) -> [String: String] {
    var fields = old
    for change in changes {
      switch change.part.label {
      case "layout": break
      case "text status": break
      case "text":
        guard let text = change.to else {
          fields["text"] = nil
          continue
        }
        let path = fields["file"] ?? path
        fields = TaskVersion(path: path, document: TaskDocument(Array(text.utf8))).fields
        fields["file"] = path
      case "status":
        fields["status"] = change.to
        if let path = fields["file"], let status = change.to.flatMap(Status.init(rawValue:)) {
          fields["file"] = StoredTask.path(path, movedTo: status)
        }
      default: fields[change.part.label] = change.to
      }
    }
    for decision in decisions {
      fields[decision.part.label] = decision.taken.value
    }
    if let place = fields["file"], place.hasPrefix("/") { fields["file"] = path }
    return fields
  }
}
