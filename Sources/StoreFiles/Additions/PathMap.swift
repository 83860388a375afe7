package import Git

/// Values by path.
///
/// Paths are compared by bytes, since file names that look alike may differ.
public struct PathMap<Value> {
  private var entries: [PathKey: Value] = [:]

  public init() {}

  /// The first value at each path wins.
  public init(_ values: some Sequence<Value>, by path: (Value) -> String) {
    self.init()
    for value in values where self[path(value)] == nil { self[path(value)] = value }
  }

  public subscript(path: String) -> Value? {
    get { entries[PathKey(path)] }
    set { entries[PathKey(path)] = newValue }
  }

  public subscript(path: String, default value: @autoclosure () -> Value) -> Value {
    get { entries[PathKey(path), default: value()] }
    set { entries[PathKey(path)] = newValue }
  }

  package var count: Int { entries.count }
  public var isEmpty: Bool { entries.isEmpty }
  package var values: Dictionary<PathKey, Value>.Values { entries.values }

  /// In no order.
  package var all: some Sequence<(path: String, value: Value)> {
    entries.lazy.map { ($0.key.path, $0.value) }
  }

  /// Sorted by the bytes of the paths, so the same on every machine.
  public var sorted: [(path: String, value: Value)] {
    entries.map { ($0.key.path, $0.value) }.sorted { $0.path.precedes(path: $1.path) }
  }
}

extension PathMap: Sendable where Value: Sendable {}
