/// Places for elements that several threads make, each at places of its own.
///
/// What was put there is taken out as it is: of thousands, none is copied.
package final class Slots<Element: Sendable>: @unchecked Sendable {
  // No two threads are at the same place, and whoever takes all waits until they are done.
  private let elements: UnsafeMutableBufferPointer<Element>
  private let isFull: UnsafeMutableBufferPointer<Bool>

  package init(count: Int) {
    elements = .allocate(capacity: count)
    isFull = .allocate(capacity: count)
    isFull.initialize(repeating: false)
  }

  package var count: Int { isFull.count }

  /// - Parameter place: Where nothing was put so far.
  package func put(_ element: Element, at place: Int) {
    precondition(!isFull[place], "something is there already")
    elements.initializeElement(at: place, to: element)
    isFull[place] = true
  }

  /// Whether something is at a place.
  package func isFull(at place: Int) -> Bool { isFull[place] }

  /// Takes out all elements, in the order of their places; only what is wanted is kept.
  ///
  /// - Parameter isWanted: Gets the place.
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
