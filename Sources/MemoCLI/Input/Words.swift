internal import ArgumentParser
internal import MemoKit
internal import TaskFile

/// Turns words of the command line into values, with an error that says what can be written.
enum Words {
  /// A date in words; nil for `none`.
  static func deadline(_ text: String, _ context: Context) throws -> Deadline? {
    do throws(DateWordsError) {
      return try DateWords.parse(text, now: context.now)
    } catch {
      throw Failure(.usage, error.message, hints: error.hints)
    }
  }

  /// A moment of the past in words.
  static func past(_ text: String, _ context: Context) throws -> PastMoment {
    do throws(DateWordsError) {
      return try PastMoment.parse(text, now: context.now)
    } catch {
      throw Failure(.usage, error.message, hints: error.hints)
    }
  }

  /// The first second of a moment that has been, in seconds since 1970.
  static func since(_ text: String, _ context: Context) throws -> Int64 {
    let first = try past(text, context).first
    guard first <= context.now.secondsSince1970 else {
      throw Failure(.usage, "--since is about the past, and this is yet to come")
    }
    return first
  }

  /// A tag as a person types it; what would not read back as the same tag is refused.
  static func tag(_ text: String) throws -> String {
    let isPlain =
      !text.isEmpty
      && !text.unicodeScalars.contains {
        $0.value <= 0x20 || $0.value == 0x7F || $0 == ","
      }
    guard isPlain else {
      throw Failure(
        .usage, "'\(text)' can't be a tag", hints: ["a tag is one word without commas: +home"])
    }
    return text
  }

  /// `KEY=VALUE`, as `set` takes it.
  static func edit(_ word: String, _ context: Context) throws -> FieldEdit {
    if word.hasPrefix("+") { return .addTag(try tag(String(word.dropFirst()))) }
    if word.hasPrefix("-") { return .removeTag(try tag(String(word.dropFirst()))) }
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
      throw Failure(
        .usage, "'\(word)' is no change",
        hints: ["write KEY=VALUE, +tag or -tag: memo set kx deadline=fri +home"])
    }
    let key = Self.fullNames[String(word[..<equals])] ?? String(word[..<equals])
    return try edit(key: key, String(word[word.index(after: equals)...]), context)
  }

  /// The short names of filters are keys here, too.
  private static let fullNames = ["p": "priority", "due": "deadline", "tag": "tags"]

  private static func edit(
    key: String, _ value: String, _ context: Context
  ) throws -> FieldEdit {
    // A title says itself that it can't be empty.
    if value.isEmpty, key != "title" { throw noValue(of: key) }
    switch key {
    case "deadline":
      return try deadline(value, context).map { .set(key: "deadline", .text($0.description)) }
        ?? .clear(key: "deadline")
    case "title":
      return .set(key: key, .text(try NewTask.checkedTitle(value)))
    case "status":
      return .set(key: key, .text(try choice(value, of: Status.self, named: "status")))
    case "priority":
      if value == "none" { return .clear(key: key) }
      return .set(key: key, .text(try choice(value, of: Priority.self, named: "priority")))
    case "tags":
      let tags = value.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
      if tags.isEmpty { throw noValue(of: key) }
      if tags == ["none"] { return .clear(key: key) }
      return .set(key: key, .list(try tags.map(tag)))
    case "id", "created":
      throw Failure(
        .refused, "'\(key)' is given once and never changed",
        hints: ["set another key, or edit the file by hand if it is wrong"])
    default:
      return value == "none" ? .clear(key: key) : .set(key: key, .text(value))
    }
  }

  private static func noValue(of key: String) -> Failure {
    Failure(
      .usage, "'\(key)=' says no value",
      hints: ["\(key)=none takes it away; is a variable of a script empty?"])
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: String, of type: Choice.Type, named name: String
  ) throws -> String where Choice.RawValue == String {
    let values = Choice.allCases.map(\.rawValue)
    guard values.contains(value.lowercased()) else {
      throw Failure(
        .usage, "'\(value)' is no \(name)", hints: ["write \(values.joined(separator: ", "))"])
    }
    return value.lowercased()
  }

  /// Text from outside; memo keeps UTF-8 only.
  static func text(_ bytes: [UInt8], of source: String) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw Failure(
        .refused, "\(source) is not UTF-8 text", hints: ["iconv can turn it into UTF-8"])
    }
    return text
  }

  /// A file's text; a relative path starts where the user is.
  static func file(_ path: String, _ context: Context) throws -> String {
    let absolute = path.hasPrefix("/") ? path : "\(context.directory)/\(path)"
    guard let bytes = Store.content(ofFile: absolute) else {
      throw Failure(.refused, "can't read \(path)", hints: ["'ls -l \(path)' shows what is there"])
    }
    return try text(bytes, of: path)
  }
}
