internal import BoardModel
internal import Markdown
internal import MemoKit
internal import TaskFile

/// An image of a task's text that lies in the store.
struct Picture: Hashable, Sendable {
  /// Relative to the store.
  let path: String
  private let fingerprint: String

  /// - Parameter link: As it stands in the text, relative to the task's folder.
  /// - Returns: Nil for one that lies elsewhere, and for what no page may have.
  init?(of link: String, in task: StoredTask) {
    guard !link.contains(":"), !link.hasPrefix("/"), !link.hasPrefix("#") else { return nil }
    let path = String(
      Paths.absolute(
        FormFields.decoded(link[...]), from: "/" + Paths.parent(of: task.path), home: nil
      ).dropFirst())
    guard Self.endings.contains(where: path.lowercased().hasSuffix),
      !path.split(separator: "/").contains(where: { $0.hasPrefix(".") })
    else { return nil }
    self.path = path
    fingerprint = Fingerprint.text(of: path.utf8)
  }

  /// The one that an address means, among those of a task.
  init?(_ fingerprint: String, in task: StoredTask) {
    let all = (MarkdownTree(task.document.body)?.images ?? []).lazy.compactMap {
      Picture(of: $0, in: task)
    }
    guard let picture = all.first(where: { $0.fingerprint == fingerprint }) else { return nil }
    self = picture
  }

  /// Below the server's path: no address says where a file lies.
  func address(_ key: TaskKey) -> String { "image/\(TaskAddress.text(of: key))/\(fingerprint)" }

  private static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif"]

  /// What the bytes are, whatever the file is called; nil for no image that a page may show.
  ///
  /// Images of text, as SVG, are none: they can do more than be seen.
  static func type(of bytes: [UInt8]) -> String? {
    func has(_ mark: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: mark.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if has("GIF87a") || has("GIF89a") { return "image/gif" }
    if has("RIFF"), has("WEBP", at: 8) { return "image/webp" }
    if has("ftypavif", at: 4) { return "image/avif" }
    return nil
  }
}
