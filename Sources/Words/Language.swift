/// A language of the boards.
public enum Language: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case korean = "ko"

  public var words: Words { Words(language: self) }

  /// The first known language of a list, or English.
  ///
  /// - Parameter tags: Language tags, the preferred one first, such as `ko-KR` or `ko_KR.UTF-8`.
  public init(preferred tags: some Sequence<String>) {
    self = tags.lazy.compactMap { Self(tag: $0) }.first ?? .english
  }

  /// The language of the environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
  ///
  /// English if the terminal's encoding is not UTF-8.
  public init(environment: [String: String]) {
    func first(_ names: String...) -> String {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    }
    let characters = first("LC_ALL", "LC_CTYPE", "LANG").lowercased()
    let isUTF8 = characters.contains("utf-8") || characters.contains("utf8")
    self.init(preferred: isUTF8 ? [first("LC_ALL", "LC_MESSAGES", "LANG")] : [])
  }

  private init?(tag: String) {
    self.init(rawValue: tag.prefix { $0.isLetter }.lowercased())
  }
}
