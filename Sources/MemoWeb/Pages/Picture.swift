internal import BoardModel
internal import Markdown
internal import MemoKit

/// An image in a task's text whose file is in the store.
struct Picture: Hashable, Sendable {
  /// The path relative to the store.
  let path: String
  private let fingerprint: String

  /// - Parameter link: The link in the text, relative to the task's folder.
  /// - Returns: Nil for links out of the store and for files that pages must not show.
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

  /// Finds a task's image by the fingerprint in its address.
  init?(_ fingerprint: String, in task: StoredTask) {
    let all = (MarkdownTree(task.document.body)?.images ?? []).lazy.compactMap {
      Picture(of: $0, in: task)
    }
    guard let picture = all.first(where: { $0.fingerprint == fingerprint }) else { return nil }
    self = picture
  }

  /// The address below the server's path; it doesn't reveal the file's path.
  func address(_ key: TaskKey) -> String { "image/\(TaskAddress.text(of: key))/\(fingerprint)" }

  private static let endings = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif"]

  /// The content type, detected from the bytes; nil for anything but a safe image.
  ///
  /// SVG is excluded, since it can contain scripts.
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
