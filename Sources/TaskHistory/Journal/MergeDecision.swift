internal import Git
internal import StoreFiles
public import TaskFile

/// A merge's decision between two values of a field.
public struct MergeDecision: Hashable, Sendable {
  public enum Reason: String, Sendable {
    /// The value was changed later.
    case newer
    /// The status is further from todo, though it was changed earlier.
    case further
  }

  public struct Side: Hashable, Sendable {
    /// Nil for a removed field.
    public var value: String?
    /// The last change on that side; nil if there was none.
    public var change: LastChange?

    package init(value: String? = nil, change: LastChange?) {
      (self.value, self.change) = (value, change)
    }
  }

  public var part: TaskPart
  public var taken: Side
  /// The discarded side.
  public var left: Side
  /// Nil if a person decided.
  public var reason: Reason?
}

extension MergeDecision {
  package init(_ part: TaskPart, _ taken: Side, over left: Side) {
    (self.part, self.taken, self.left) = (part, taken, left)
    guard let one = taken.change, let other = left.change else { return }
    func order(_ side: Side) -> Int { side.value.flatMap(Status.init(rawValue:))?.order ?? -1 }
    if one.isNewer(than: other) {
      reason = .newer
    } else if part == .status, order(taken) > order(left) {
      reason = .further
    }
  }

  /// In words: `deadline 2026-12-05 (Ana) over 2026-12-09 (Ben), newer`.
  ///
  /// - Parameter value: Formats a value of the file.
  public func words(value: (String) -> String = { $0 }) -> String {
    func name(_ side: Side) -> String { side.change.map { " (\($0.author))" } ?? "" }
    let reason = reason.map { ", \($0.rawValue)" } ?? ""
    if part == .task {
      return "kept\(name(taken)) over a deletion\(name(left))"
    }
    if part == .conflicts {
      return "\(part.label) \(Self.notes(taken))\(name(taken))"
        + " over \(Self.notes(left))\(name(left))\(reason)"
    }
    if [.body, .text, .layout].contains(part) {
      return "\(part.label)\(name(taken)) over another\(name(left))\(reason)"
    }
    return "\(part.label) \(taken.value.map(value)?.journalText ?? "none")\(name(taken))"
      + " over \(left.value.map(value)?.journalText ?? "none")\(name(left))\(reason)"
  }

  /// The first line of each conflict note of a side, without its mark.
  private static func notes(_ side: Side) -> String {
    let notes = ConflictNote.firstLines(of: side.value ?? "")
    return notes.isEmpty ? "none" : notes.joined(separator: ", ").journalText
  }
}

extension MergeDecision {
  /// The decisions of memo's merge of a task, by part.
  ///
  /// - Parameters:
  ///   - base: The task in the merge base; nil if both sides added it.
  ///   - result: The merged task; nil if it is deleted.
  package static func all(
    _ one: MergeSide, _ other: MergeSide, since base: TaskVersion?, _ result: TaskVersion?
  ) -> [MergeDecision] {
    guard let result else { return [] }
    guard let mine = one.task, let their = other.task else {
      let (kept, gone) = one.task == nil ? (other, one) : (one, other)
      return [MergeDecision(.task, Side(change: kept.last), over: Side(change: gone.last))]
    }
    let versions = [mine, their, result]
    let texts = versions.map(\.fieldTexts)
    let old = base?.fieldTexts
    let known: Set<TaskPart> =
      versions[2].isUnderstood ? Set(texts.flatMap(\.keys)) : [.status, .path, .text]
    return known.sorted { $0.label < $1.label }.compactMap { part in
      let (here, there, now) = (texts[0][part], texts[1][part], texts[2][part])
      // Of a task that both sides added, the earlier time is no choice between their values.
      if part == .field("created"), old?[part] == nil { return nil }
      guard here != there, here != old?[part], there != old?[part], now == here || now == there
      else { return nil }
      func side(_ side: MergeSide, _ version: TaskVersion) -> Side {
        Side(value: version.value(of: part), change: side.lastChange(within: part))
      }
      let sides = (side(one, versions[0]), side(other, versions[1]))
      return now == here
        ? MergeDecision(part, sides.0, over: sides.1) : MergeDecision(part, sides.1, over: sides.0)
    }
  }
}

extension MergeSide {
  /// The last change of a part, or of anything in it.
  fileprivate func lastChange(within part: TaskPart) -> LastChange {
    let changes = parts.filter { changed, _ in
      switch (changed, part) {
      case (.folder, .path), (.fileName, .path), (.line, .body): true
      default: changed == part
      }
    }
    return changes.values.max { $1.isNewer(than: $0) } ?? last
  }
}

// MARK: - In a commit's message

/// One decision per trailer:
/// `Memo-Decision: ID FIELD RULE winner=VALUE loser=VALUE by=COMMIT over=COMMIT`.
///
/// Missing values are omitted. Values and fields are percent-encoded. A value of more than 200
/// bytes is `#` and its blob name; the merge's files contain the value.
extension MergeDecision {
  private static let trailer = "Memo-Decision"
  private static let mostBytes = 200

  package func trailer(of id: String) -> String {
    func value(_ name: String, _ text: String?) -> String? {
      text.map { text in
        let isLong = text.utf8.count > Self.mostBytes
        return "\(name)=" + (isLong ? Self.hash(text) : text.percentEncoded)
      }
    }
    let words = [
      id, part.label.percentEncoded, reason?.rawValue ?? "-",
      value("winner", taken.value), value("loser", left.value),
      taken.change.map { "by=\($0.commit)" }, left.change.map { "over=\($0.commit)" },
    ]
    return "\(Self.trailer): " + words.compactMap { $0 }.joined(separator: " ")
  }

  private static func hash(_ text: String) -> String {
    // Hashing fails only without memory. The merge's files have the value.
    "#" + ((try? ObjectID.blob(Array(text.utf8)).hex) ?? "")
  }

  /// The decisions in a merge's message, by the task's id.
  static func lines(in trailers: Trailers) -> [String: [String]] {
    Dictionary(grouping: trailers.values(trailer)) { String($0.prefix { $0 != " " }) }
  }

  /// Parses the decisions on a task.
  ///
  /// - Parameters:
  ///   - lines: The lines about the task in the merge's message.
  ///   - versions: The task in the merge and in its parents, for long values.
  ///   - change: Finds the author and time of a commit; nil if the commit doesn't exist.
  static func decisions(
    _ lines: [String], _ versions: [TaskVersion], _ change: (String) -> LastChange?
  ) -> [MergeDecision] {
    lines.compactMap { line -> MergeDecision? in
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 2 else { return nil }
      let part = TaskPart(label: words[1].percentDecoded)
      let named = Dictionary(
        words.dropFirst(3).compactMap { word -> (String, String)? in
          word.firstIndex(of: "=").map {
            (String(word[..<$0]), String(word[word.index(after: $0)...]))
          }
        }, uniquingKeysWith: { first, _ in first })
      func side(_ value: String, _ commit: String) -> Side {
        let text = named[value]
        let long =
          text?.first == "#"
          ? versions.lazy.compactMap { $0.value(of: part) }.first { hash($0) == text } : nil
        return Side(
          value: text?.first == "#" ? long : text?.percentDecoded,
          change: named[commit].flatMap(change))
      }
      var decision = MergeDecision(part, side("winner", "by"), over: side("loser", "over"))
      decision.reason = Reason(rawValue: words[2])
      return decision
    }
  }
}

extension String {
  /// Encodes white space, control characters, `%` and `#`.
  fileprivate var percentEncoded: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      let isPlain =
        scalar.value > 0x20 && scalar.value != 0x7F && !"%#".unicodeScalars.contains(scalar)
        && !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      if isPlain {
        text.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 16, uppercase: true)
          text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
        }
      }
    }
  }
}
