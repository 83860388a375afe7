internal import MemoKit

/// Converts words of the command line to values; errors list the possible forms.
enum ArgumentText {
  /// A moment that must not be in the future.
  static func since(_ text: String, _ context: Context) throws -> PastMoment {
    let moment = try PastMoment.parse(text, now: context.now)
    guard moment.first <= context.now.secondsSince1970 else {
      throw MemoError(
        .usage, "--since needs a moment in the past",
        hints: ["write a past day: yesterday, mon or 2026-11"])
    }
    return moment
  }

  static func grammar(_ store: Store, _ context: Context) -> FieldGrammar {
    var used: Set<String>?
    return FieldGrammar(
      now: context.now, aliases: store.settings.aliases,
      task: { name throws(MemoError) in
        try store.read().task(named: name, from: context.folder(in: store), for: .changing)
      }, me: { () throws(MemoError) in try store.userName() },
      isUsed: { key in
        // Read when first needed, because that reads every file. Adding the task reports
        // unreadable ones.
        let known = used ?? (try? store.read())?.keys ?? []
        used = known
        return known.contains(key)
      })
  }

  /// A change of `memo set`: `KEY=VALUE`, `KEY:VALUE`, `+TAG` or `-TAG`.
  static func edit(_ word: String, _ grammar: FieldGrammar) throws -> FieldEdit {
    let tag = String(word.dropFirst())
    if word.hasPrefix("+") { return .addTag(try FieldGrammar.tag(tag)) }
    if word.hasPrefix("-") { return .removeTag(try FieldGrammar.tag(tag)) }
    guard let (key, value) = SetWords.pair(word) else {
      throw MemoError(.usage, "invalid change '\(word)'", hints: [SetWords.hint])
    }
    if key == "title", value.lowercased() != "none" {
      return .set(key: key, .text(try NewTask.checkedTitle(value)))
    }
    // `none` removes what another tool wrote here. The store refuses it for a value of memo's own.
    if ["id", "created"].contains(key), value.lowercased() == "none" { return .clear(key: key) }
    if key == "created", let day = CalendarDate(iso: value) {
      return .set(key: key, .text(day.description))
    }
    return try grammar.edit(key, value)
  }

  /// Decodes text that must be UTF-8.
  static func text(_ bytes: [UInt8], of source: String) throws -> String {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw MemoError(
        .refused, "\(source) is not UTF-8 text",
        hints: [
          "iconv can turn it into UTF-8, and tr '\\0' '\\n' makes lines of what "
            + "'find -print0' prints"
        ])
    }
    // Programs on Windows write a byte order mark first.
    return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// The text of a file; a relative path starts from the current folder, and `-` is standard input.
  ///
  /// - Parameter change: A change of the bytes before they are decoded.
  static func file(
    _ path: String, _ context: Context, _ change: ([UInt8]) -> [UInt8] = { $0 }
  ) throws -> String {
    if path == "-" { return try text(change(context.standardInput()), of: "standard input") }
    let absolute = path.hasPrefix("/") ? path : "\(context.directory)/\(path)"
    guard let bytes = Store.content(ofFile: absolute) ?? Store.content(ofPipe: absolute) else {
      let folder = Paths.parent(of: path)
      throw MemoError(
        .refused, "can't read \(path): \(Store.whyUnreadable(absolute))",
        hints: ["'ls -l\(folder.isEmpty ? "" : " \(folder.quotedForShell)")' shows what is there"])
    }
    return try text(change(bytes), of: path)
  }
}
