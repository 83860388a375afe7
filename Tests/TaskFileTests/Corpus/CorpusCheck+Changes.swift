@testable import TaskFile
import Yams

extension CorpusCheck {
  /// The number of lines that differ between the common beginning and end of two texts.
  struct LineDifference: Hashable {
    var removed: Int
    var added: Int
  }

  func lineDifference(_ before: [UInt8], _ after: [UInt8]) -> LineDifference {
    let (old, new) = changedLines(before, after)
    return LineDifference(removed: old.count, added: new.count)
  }

  private typealias Lines = ArraySlice<ArraySlice<UInt8>>

  private func changedLines(_ before: [UInt8], _ after: [UInt8]) -> (old: Lines, new: Lines) {
    var old = PlainReading.lines(before)[...]
    var new = PlainReading.lines(after)[...]
    while let first = old.first, first == new.first {
      old.removeFirst()
      new.removeFirst()
    }
    while let last = old.last, last == new.last {
      old.removeLast()
      new.removeLast()
    }
    return (old, new)
  }

  mutating func checkFields(_ adopted: TaskDocument) {
    let before = PlainReading(adopted.bytes)
    var fields = [
      ("priority", "high"), ("status", "doing"), ("deadline", "2026-12-01"), ("mood", "3"),
      ("title", "Fix: it's \"here\" #1"),
    ]
    let known = Set(fields.map(\.0))
    fields += before.pairs.prefix(40).filter { !known.contains($0.key) }.map {
      ($0.key, "other: #words")
    }
    for (key, value) in fields where key != "deadline" || before.pair("due") == nil {
      let isThere = before.pair(key) != nil
      let changed = change("set \(key)", of: adopted) { document throws(Problem) in
        try document.set(key, to: .text(value))
      }
      guard let changed else {
        expect(mayRefuse(before, key), "a field can be set", refusals.last ?? "")
        continue
      }
      expect(isOpen, "what can't be read is not changed", key)
      let after = PlainReading(changed.bytes)
      expect(after.pair(key)?.value.string == value, "a field says what it was set to", key)
      expectOnly(key, adopted, before, changed, after, isNew: !isThere)
      let removed = change("remove \(key)", of: changed) { document throws(Problem) in
        try document.remove(key)
      }
      guard let removed else {
        complain("what was set can be removed", refusals.last ?? "")
        continue
      }
      if !isThere {
        expect(removed == adopted, "a field set and removed leaves the file as it was", key)
      } else {
        let reading = PlainReading(removed.bytes)
        expect(reading.pair(key) == nil, "a field that is removed is gone", key)
        expect(
          reading.body == before.body && reading.pairs(without: key) == before.pairs(without: key),
          "removing a field keeps the others", key)
      }
    }
  }

  /// Whether a key is written in a way that can't be changed alone.
  private func mayRefuse(_ before: PlainReading, _ key: String) -> Bool {
    guard isOpen else { return true }
    guard let pair = before.pair(key) else {
      return key.contains { !$0.isLetter && !$0.isNumber && !"-_".contains($0) }
    }
    let all = PlainReading.lines(Array(before.header.utf8))
    let own = all.dropFirst(pair.line - 1).prefix(linesOf(key, before))
      .map { String(decoding: $0, as: UTF8.self) }.joined()
    // An anchor that others use, or a complex key.
    let isReferredTo = own.matches(of: #/&(?<name>[^\s,\[\]{}]+)/#).contains { anchor in
      before.header.contains("*\(anchor.name)")
    }
    return isReferredTo || own.hasPrefix("?")
  }

  private mutating func expectOnly(
    _ key: String, _ document: TaskDocument, _ before: PlainReading, _ changed: TaskDocument,
    _ after: PlainReading, isNew: Bool
  ) {
    expect(after.body == before.body, "a field keeps the text", key)
    expect(
      after.pairs(without: key) == before.pairs(without: key), "a field keeps the others", key)
    guard changed != document else { return }
    let (old, new) = changedLines(document.bytes, changed.bytes)
    guard !isNew else {
      return expect(
        new.count == 1 && old.isEmpty, "a new field is one line",
        "\(key): \(old.count) and \(new.count)")
    }
    expect(new.count == 1, "a changed field is one line", "\(key): \(new.count)")
    expect(old.count <= linesOf(key, before), "a changed field changes its lines alone", key)
    expect(
      !old.dropFirst().contains { $0.first == UInt8(ascii: "#") }
        && (isBlockScalar(before.pair(key)?.value) || !isComment(old.dropFirst().last)),
      "a changed field keeps the comments below it", key)
  }

  /// Whether lines that begin with a hash are part of the value.
  private func isBlockScalar(_ value: Node?) -> Bool {
    value?.scalar.map { [.literal, .folded].contains($0.style) } ?? false
  }

  private func isComment(_ line: ArraySlice<UInt8>?) -> Bool {
    line?.first { $0 != .space } == UInt8(ascii: "#")
  }

  /// The lines up to the next key.
  private func linesOf(_ key: String, _ reading: PlainReading) -> Int {
    guard let place = reading.pairs.firstIndex(where: { $0.key == key }) else { return 0 }
    let next = reading.pairs.dropFirst(place + 1).first?.line
    let end = next ?? PlainReading.lines(Array(reading.header.utf8)).count + 1
    return max(1, end - reading.pairs[place].line)
  }

  mutating func checkTags(_ adopted: TaskDocument) {
    let before = PlainReading(adopted.bytes)
    let old = before.pair("tags")?.value
    let added = change("add a tag", of: adopted) { document throws(Problem) in
      try document.addTag("zz-new")
    }
    guard let added else {
      return expect(mayRefuse(before, "tags"), "a tag can be added", refusals.last ?? "")
    }
    let after = PlainReading(added.bytes)
    let new = after.pair("tags")?.value
    expect(added.item.tags.last == "zz-new", "a tag is added")
    expect(isPart(adopted.bytes, of: added.bytes), "adding a tag takes no byte away")
    expect(
      after.body == before.body && after.pairs(without: "tags") == before.pairs(without: "tags"),
      "adding a tag keeps all else")
    if case .sequence(let items)? = old {
      expect(
        new?.sequence.map { Array($0.dropLast()) == Array(items) } ?? false,
        "adding a tag keeps the others and their types")
    }
    let removed = change("remove a tag", of: added) { document throws(Problem) in
      try document.removeTag("zz-new")
    }
    // A single word gets brackets, and an empty list stays.
    let hadTags = old?.sequence?.isEmpty == false
    expect(removed == adopted || !hadTags, "a tag added and removed leaves the file as it was")
    checkRemovals(adopted, before)
  }

  private mutating func checkRemovals(_ adopted: TaskDocument, _ before: PlainReading) {
    guard case .sequence(let items)? = before.pair("tags")?.value else { return }
    let words = items.compactMap(\.string)
    if words.count == items.count {
      let shown = words.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
      var seen: Set<String> = []
      let unique = shown.filter { !$0.isEmpty && seen.insert($0).inserted }
      expect(adopted.item.tags == unique, "the tags are those that YAML reads", "\(unique)")
    }
    for tag in adopted.item.tags.prefix(20) {
      let removed = change("remove tag \(tag)", of: adopted) { document throws(Problem) in
        try document.removeTag(tag)
      }
      guard let removed else {
        expect(mayRefuse(before, "tags"), "a tag can be removed", refusals.last ?? "")
        continue
      }
      let after = PlainReading(removed.bytes)
      let kept: [Node] = items.filter { $0.string != tag && $0.string != "#\(tag)" }
      var left: [Node] = []
      if case .sequence(let items)? = after.pair("tags")?.value { left = Array(items) }
      expect(left == kept, "removing a tag keeps the others and their types", tag)
      expect(
        isPart(removed.bytes, of: adopted.bytes) || kept.isEmpty, "removing a tag adds no byte",
        tag)
      expect(
        after.body == before.body && after.pairs(without: "tags") == before.pairs(without: "tags"),
        "removing a tag keeps all else", tag)
    }
  }

  /// Whether removing bytes from one text gives the other.
  private func isPart(_ part: [UInt8], of whole: [UInt8]) -> Bool {
    var index = 0
    for byte in whole where index < part.count && part[index] == byte { index += 1 }
    return index == part.count
  }
}
