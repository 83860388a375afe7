/// A language that boards speak.
public enum Language: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case korean = "ko"

  public var words: Words {
    switch self {
    case .english: .english
    case .korean: .korean
    }
  }

  /// The first one of a list that is known here; English where none is.
  ///
  /// - Parameter tags: The one that is wanted most first, as `ko-KR` or `ko_KR.UTF-8`.
  public init(preferred tags: some Sequence<String>) {
    self = tags.lazy.compactMap { Self(tag: $0) }.first ?? .english
  }

  /// What a shell's programs speak: `LC_ALL`, `LC_MESSAGES`, `LANG`, the first that is set.
  ///
  /// Where the terminal's characters are not UTF-8, it is English, which needs none.
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
