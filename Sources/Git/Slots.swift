/// A fixed number of slots that several threads fill, each its own ones.
///
/// Moves elements out without copies.
package final class Slots<Element: Sendable>: @unchecked Sendable {
  // Safe: no two threads use the same slot, and the caller of `taken` waits for all of them.
  private let elements: UnsafeMutableBufferPointer<Element>
  private let isFull: UnsafeMutableBufferPointer<Bool>

  package init(count: Int) {
    elements = .allocate(capacity: count)
    isFull = .allocate(capacity: count)
    isFull.initialize(repeating: false)
  }

  package var count: Int { isFull.count }

  /// - Parameter place: An empty slot.
  package func put(_ element: Element, at place: Int) {
    precondition(!isFull[place], "something is there already")
    elements.initializeElement(at: place, to: element)
    isFull[place] = true
  }

  package func isFull(at place: Int) -> Bool { isFull[place] }

  /// Moves the wanted elements out in order, and destroys the others.
  package func taken(where isWanted: (Int) -> Bool) -> [Element] {
    Array(unsafeUninitializedCapacity: count) { buffer, taken in
      for place in isFull.indices where isFull[place] {
        isFull[place] = false
        if isWanted(place) {
          buffer.initializeElement(at: taken, to: elements.moveElement(from: place))
          taken += 1
        } else {
          elements.deinitializeElement(at: place)
        }
      }
    }
  }

  deinit {
    for place in isFull.indices where isFull[place] { elements.deinitializeElement(at: place) }
    elements.deallocate()
    isFull.deallocate()
  }
}
