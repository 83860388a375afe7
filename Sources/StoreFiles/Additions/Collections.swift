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
