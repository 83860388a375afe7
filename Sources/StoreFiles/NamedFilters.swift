internal import TaskFile

/// The named filters in a store's settings, for `@NAME`.
///
/// ```yaml
/// filters:
///   today: due<=today or overdue
/// ```
public struct NamedFilters: Hashable, Sendable {
  package struct Entry: Hashable {
    /// Nil if the value is not text.
    package var text: String?
    /// The line of the settings file, from 1.
    package var line: Int
  }

  /// In the order of the file.
  package private(set) var names: [String] = []
  private var entries: [String: Entry] = [:]

  /// No names.
  public init() {}

  /// - Parameter document: The store's settings.
  init(_ document: TaskDocument) {
    for entry in document.entries(below: "filters") {
      names.append(entry.key)
      let text: String? = if case .text(let text)? = entry.value { text } else { nil }
      // The fence is not a line of the file.
      entries[entry.key] = Entry(text: text, line: entry.line - 1)
    }
  }

  package subscript(_ name: String) -> Entry? { entries[name] }
}
