import Foundation
import Synchronization
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Recording
@testable import StoreFiles

/// Two interfaces, an editor, a `git pull` and a sync at the same time.
@Suite(.onItsOwnThread) struct InterfaceCrowdTests {
  /// Two people with the same tasks, and two interfaces of the first one's store.
  private func crowd(
    _ seed: UInt64, tasks: Int, _ text: String
  ) throws -> (team: Team, faces: [TestInterface]) {
    let team = try Team(of: 2, seed: seed)
    for number in 0..<tasks { team[0].memo("add", "Task \(number)", "-m", text) }
    team[0].memo("sync")
    team[1].memo("sync")
    let faces = [try TestInterface(team[0]), try TestInterface(team[0])]
    for face in faces { face.eventually { $0.last != nil } }
    return (team, faces)
  }

  private static let seeds = 1...UInt64(Effort.count(2))

  /// Each word is typed once.
  ///
  /// Saved words are in the store afterwards, or in the history if somebody replaced them. The
  /// interface gets back all others.
  @Test(arguments: seeds) func typedWordsAreNeverLost(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (team, faces) = try crowd(seed, tasks: 3, "line\n\n- [ ] item")
    let desk = team[0]
    let typed = Words()
    for round in 0..<4 {
      let others = round % 2 == 0
      if others {
        let task = team[1].tasks().randomElement(using: &random) ?? ""
        team[1].memo("note", task, typed.new())
        team[1].memo("sync")
      }
      // Each actor's steps are chosen before they start.
      let seeds = (0..<5).map { _ in random.next() }
      let group = DispatchGroup()
      for (number, face) in faces.enumerated() {
        for seed in [seeds[number], seeds[number] &+ 1] { type(typed, face, seed, group) }
      }
      let threads = DispatchQueue(label: "crowd", attributes: .concurrent)
      threads.async(group: group) {
        var random = SeededRandom(seed: seeds[2])
        let file = desk.tasks().randomElement(using: &random) ?? "todo/none.md"
        // An editor appends the words and saves.
        let word = typed.new()
        _ = try? run(
          "/bin/sh",
          ["-ec", "cat '\(file)' > todo/.x; echo '\(word)' >> todo/.x; mv todo/.x '\(file)'"],
          in: desk.scratch("ana"), environment: desk.environment.variables)
      }
      threads.async(group: group) {
        _ = try? run(
          "git", ["pull", "-q", "--no-edit"], in: desk.scratch("ana"),
          environment: desk.environment.variables)
      }
      if seeds[3] % 2 == 0 {
        group.enter()
        faces[0].keeper.sync { _ in group.leave() }
      }
      group.wait()
      // The user has to finish an interrupted pull.
      _ = try? desk.scratch.git("merge", "--abort", in: "ana")
    }
    for face in faces { face.keeper.endAndWait() }
    desk.memo("sync")
    #expect(try desk.complaints() == "")
    let text = try desk.scratch.git("log", "-p", "-m", "--format=%B", in: "ana")
    for word in typed.all { #expect(text.contains(word), "\(word) is lost") }
    #expect(desk.tasks().count == 3)
  }

  /// An interface changes a task's text, based on the version that it saw last.
  private func type(_ typed: Words, _ face: TestInterface, _ seed: UInt64, _ group: DispatchGroup) {
    var random = SeededRandom(seed: seed)
    guard let task = face.last?.snapshot.tasks.randomElement(using: &random) else { return }
    let opened = TaskVersion(task)
    let word = typed.new()
    let old = String(decoding: task.document.bytes, as: UTF8.self)
    let ways = [
      old.replacing("line", with: "line \(word)", maxReplacements: 1), old + "\(word)\n",
      old.replacing("title: ", with: "title: \(word) ", maxReplacements: 1),
    ]
    let text = Array((ways.filter { $0 != old }.randomElement(using: &random) ?? old + word).utf8)
    group.enter()
    face.keeper.perform { store throws(MemoError) in
      try store.edit(opened, to: text, onConflict: .note)
    } done: { result in
      // The word is still in the form, with the error beside it.
      if case .failure = result { typed.giveBack(word) }
      group.leave()
    }
  }

  /// The undo button beside a card undoes that card's change, whoever wrote since.
  @Test(arguments: seeds) func aCardsUndoRevertsItsOwnChange(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (team, faces) = try crowd(seed, tasks: 4, "- [ ] one\n- [ ] two")
    let desk = team[0]
    for _ in 0..<4 {
      let tasks = try desk.store().read().tasks
      let card = try #require(tasks.randomElement(using: &random))
      let id = try #require(card.id)
      let target = Status.allCases.filter { $0 != card.status }.randomElement(using: &random)
      let report = try faces[0].perform { store throws(MemoError) in
        try store.move([id.text], from: nil, to: target ?? .done)
      }.get()
      let operation = try #require(report.operation)
      // Others write: the same card, other cards, commits with git, a sync.
      let others = tasks.filter { $0.id != id }.compactMap(\.id?.text)
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let other = others.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<6, using: &random) {
        case 0: desk.memo("set", id.text, "p:high")
        case 1: desk.memo("done", other)
        case 2:
          _ = try faces[1].perform { store throws(MemoError) in
            try store.move([other], from: nil, to: .doing)
          }.get()
        case 3:
          let path = try #require(try desk.store().read().tasks.first { $0.id == id }).path
          try desk.write(try desk.read(path) + "By hand.\n", to: path)
        case 4:
          team[1].memo("sync")
          team[1].memo("note", other, "Of Ben")
          team[1].memo("sync")
          desk.memo("sync")
        default: try desk.scratch.git("commit", "-q", "--allow-empty", "-m", "x", in: "ana")
        }
      }
      let before = try desk.store().read()
      _ = try faces[0].perform { store throws(MemoError) in
        try store.undo(operation: operation)
      }.get()
      let after = try desk.store().read()
      for task in after.tasks where task.id != id {
        let same = before.tasks.first { $0.id == task.id }
        #expect(same?.path == task.path && same?.document == task.document)
      }
      let now = try #require(after.tasks.first { $0.id == id })
      let then = try #require(before.tasks.first { $0.id == id })
      #expect(now.status == card.status)
      #expect(now.item.priority == then.item.priority)
      #expect(now.document.body == then.document.body)
      guard
        case .failure(let error) = faces[0].perform({ store throws(MemoError) in
          try store.undo(operation: operation)
        })
      else {
        Issue.record("it was taken back twice")
        return
      }
      #expect(error.kind == .refused)
    }
    #expect(try desk.complaints() == "")
  }

  /// The typed words, each of them unique.
  private final class Words: Sendable {
    private let words = Mutex<(number: Int, all: Set<String>)>((0, []))

    func new() -> String {
      words.withLock { words in
        words.number += 1
        words.all.insert("word\(words.number)x")
        return "word\(words.number)x"
      }
    }

    func giveBack(_ word: String) { words.withLock { _ = $0.all.remove(word) } }

    var all: [String] { words.withLock { $0.all.sorted() } }
  }
}
