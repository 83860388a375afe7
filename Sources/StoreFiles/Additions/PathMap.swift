package import Git

/// Values by path, compared by bytes, since names that look alike may differ.
public struct PathMap<Value> {
  private var entries: [PathKey: Value]

  /// - Parameter capacity: The expected number of values.
  public init(capacity: Int = 0) { entries = Dictionary(minimumCapacity: capacity) }

  /// - Parameter path: The path of a value; the first value at a path counts.
  public init(_ values: some Sequence<Value>, by path: (Value) -> String) {
    self.init()
    for value in values where self[path(value)] == nil { self[path(value)] = value }
  }

  /// The value at a path relative to the store.
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

  /// In the order of paths, equal on every machine.
  public var sorted: [(path: String, value: Value)] {
    entries.map { ($0.key.path, $0.value) }.sorted { $0.path.precedes(path: $1.path) }
  }
}

extension PathMap: Sendable where Value: Sendable {}
