/// What stands in a mapping below a key, as in a store's settings.
extension TaskDocument {
  /// Sets a list in the mapping below a key, in place; all other bytes stay.
  ///
  /// - Returns: Nil where there is no such mapping, or it is written in a way in which this can't be
  ///   done.
  package func setting(_ key: String, to items: [String], below outer: String) -> TaskDocument? {
    guard let range = mapping(below: outer) else { return nil }
    let isFlow = bytes[range].first == UInt8(ascii: "{")
    let fence = Array("---\n".utf8)
    var inner = TaskDocument(fence + bytes[range] + (isFlow ? [.newline] : []) + fence)
    do throws(Problem) { try inner.set(key, to: .list(items)) } catch { return nil }
    let text = inner.bytes.dropFirst(fence.count).dropLast(fence.count + (isFlow ? 1 : 0))
    let changed = with(bytes.replacing(range, with: Array(text)))
    let others = entries(below: outer).filter { $0.key != key }.map { [$0.key: $0.value] }
    let now = changed.entries(below: outer)
    guard now.last(where: { $0.key == key })?.value == .list(items),
      now.filter({ $0.key != key }).map({ [$0.key: $0.value] }) == others,
      changed.keys == keys
    else { return nil }
    return changed
  }

  /// Where it stands: from brace to brace, or all of its lines.
  private func mapping(below key: String) -> Range<Int>? {
    guard let outer = header.entry(key), outer.style == .complex,
      !entries(below: key).isEmpty
    else { return nil }
    let value = outer.value
    if bytes[value].first == UInt8(ascii: "{") {
      return bytes[value].last == UInt8(ascii: "}") ? value : nil
    }
    let rest = bytes[outer.afterColon..<outer.end]
    guard let newline = rest.firstIndex(of: .newline), rest.last == .newline,
      rest[..<newline].allSatisfy({ $0.isBlank || $0.isLineEnd })
    else { return nil }
    return (newline + 1)..<outer.end
  }

  /// Says something about a word of a list, or one that stands alone.
  ///
  /// - Parameters:
  ///   - index: Of the word in the list.
  ///   - outer: The key of the mapping in which the list stands; nil for the file's own.
  package func problem(
    atItem index: Int, of key: String, below outer: String?, _ message: String, hint: String
  ) -> Problem? {
    var entry = header.entry(outer ?? key)
    if let outer, let found = entry {
      guard let range = mapping(below: outer) else {
        return Problem(at: found.start, in: bytes, message, hint: hint)
      }
      entry = YAMLHeader.parse(bytes, range).entry(key) ?? found
    }
    guard let entry else { return nil }
    let places = ListLayout(bytes, entry)?.places(in: bytes) ?? [entry.value.lowerBound]
    let place = places.indices.contains(index) ? places[index] : entry.value.lowerBound
    return Problem(at: place, in: bytes, message, hint: hint)
  }
}

extension ListLayout {
  /// Where the items begin.
  fileprivate func places(in bytes: [UInt8]) -> [Int] {
    switch self {
    case .flow(let list): list.items.map(\.text.lowerBound)
    case .block(let list):
      list.items.map { item in
        let line = bytes[item].drop(while: \.isBlank)
        return line.dropFirst().drop(while: \.isBlank).startIndex
      }
    }
  }
}
