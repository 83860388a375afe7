internal import TaskFile

/// The filters that a store's settings give names to; `@NAME` means them.
///
/// ```yaml
/// filters:
///   today: due<=today or overdue
/// ```
public struct NamedFilters: Hashable, Sendable {
  package struct Entry: Hashable {
    /// Nil for what is no text.
    package var text: String?
    /// The line of the settings' file, from 1.
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
      // The front matter's fence is no line of the file.
      entries[entry.key] = Entry(text: text, line: entry.line - 1)
    }
  }

  package subscript(_ name: String) -> Entry? { entries[name] }
}
