extension Array {
  /// Merges two sorted arrays.
  ///
  /// - Parameter other: Should be much shorter.
  func merged(with other: [Element], _ precedes: (Element, Element) -> Bool) -> [Element] {
    if other.isEmpty { return self }
    var all: [Element] = []
    all.reserveCapacity(count + other.count)
    var rest = self[...]
    for element in other {
      var (low, high) = (rest.startIndex, rest.endIndex)
      while low < high {
        let middle = (low + high) / 2
        if precedes(rest[middle], element) { low = middle + 1 } else { high = middle }
      }
      all += rest[..<low]
      all.append(element)
      rest = rest[low...]
    }
    return all + rest
  }
}

extension RandomAccessCollection {
  package func split(
    whereNeighbours isBoundary: (Element, Element) -> Bool
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    for index in indices.dropFirst() where isBoundary(self[self.index(before: index)], self[index])
    {
      parts.append(self[start..<index])
      start = index
    }
    if start < endIndex { parts.append(self[start...]) }
    return parts
  }
}
