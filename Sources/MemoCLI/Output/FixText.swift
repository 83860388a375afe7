internal import MemoKit

extension Fix {
  /// In the format of problems: `path: fixed: what changed`.
  func line(isTrial: Bool) -> String {
    "\(path): \(isTrial ? "would be fixed" : "fixed"): \(words)"
  }

  private var words: String {
    switch kind {
    case .frontMatter: "front matter added"
    case .quotes: "quotes put around what YAML didn't take for text"
    case .format(let format): "front matter converted from \(format.rawValue) to YAML"
    case .missingID(let id): id.map { "id \($0) added" } ?? "an id added"
    case .sharedID(let old, let now):
      "id \(old) → \(now?.text ?? "its own"), since another task has that one"
    case .status(let old, let now): "status \(old.rawValue) → \(now.rawValue), as its folder says"
    case .folder(let path): "moved to \(path), as its status says"
    }
  }

  func json(isTrial: Bool) -> JSON {
    let (name, from, to): (String, String?, String?) =
      switch kind {
      case .frontMatter: ("frontMatter", nil, nil)
      case .quotes: ("quotes", nil, nil)
      case .format(let format): ("frontMatter", format.rawValue, FrontMatterFormat.yaml.rawValue)
      case .missingID(let id): ("id", nil, id?.text)
      case .sharedID(let old, let now): ("id", old.text, now?.text)
      case .status(let old, let now): ("status", old.rawValue, now.rawValue)
      case .folder(let now): ("path", path, now)
      }
    return [
      "path": .text(path), "field": .text(name), "from": .text(from), "to": .text(to),
      "message": .text(words),
    ]
  }
}
