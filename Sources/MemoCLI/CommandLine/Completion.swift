internal import MemoKit
internal import Terminal

/// Completes the last word of a command line.
final class Completion {
  /// The words after `memo`; the last one is being typed.
  private let words: [String]
  private let context: Context
  // Opened and read when first needed; if that fails, nothing is completed.
  private lazy var store = try? context.store()
  private lazy var all = (try? store?.read())?.tasks ?? []

  init(words: [String], context: Context) { (self.words, self.context) = (words, context) }

  /// One line for each candidate, with its description after a tab.
  var text: String {
    let start = words.last ?? ""
    let found = candidates.filter { $0.word.hasPrefix(start) && $0.word != start }
    return (found.isEmpty ? others : found).map {
      $0.word.sanitized + ($0.meaning.isEmpty ? "" : "\t\($0.meaning.sanitized)") + "\n"
    }.joined()
  }

  private typealias Candidate = (word: String, meaning: String)

  private var candidates: [Candidate] {
    guard words.count > 1 else {
      return Self.commands + [("help", "Show help"), ("git", "Run git in the store")]
    }
    guard let usage = CommandTable[words[0]]?.usage else {
      guard words[0] == "help", words.count == 2 else { return [] }
      return Self.commands
        + [
          ("filters", "How to select tasks"),
          ("agents", "What an AI agent has to know"),
        ]
    }
    let word = words[words.count - 1]
    if !words.dropFirst().dropLast().contains("--") {
      if let option = optionOfValue(usage) { return values(of: option) }
      if word.hasPrefix("--") || word == "-" {
        return usage.options.flatMap { option in option.names.map { ($0, option.help) } }
      }
    }
    switch usage.name {
    case "context": return named(filters + ["none"])
    case "restore": return deleted(word)
    // The title of a new task is not completed.
    case "add": return parts(word, isChange: true)
    default: break
    }
    guard let argument = usage.arguments.first else { return [] }
    if words.count == 2, !argument.words.isEmpty { return named(argument.words) }
    switch argument.name {
    case "task", "tasks", "words", "filter": return meant(word, usage)
    default: return []
    }
  }

  private func named(_ words: [String]) -> [Candidate] { words.map { ($0, "") } }

  private static var commands: [Candidate] {
    CommandTable.usages.flatMap { usage in usage.names.map { ($0, usage.summary) } }
  }

  /// The values of an option, by the name of its value.
  private func values(of option: Usage.Option) -> [Candidate] {
    guard option.words.isEmpty else { return named(option.words) }
    return switch option.value {
    case "template": named(templates)
    case "tag": named(tags)
    case "folder": named(folders)
    case "format" where words[0] == "import": named(Import.formats)
    // Without a readable configuration there is nothing to offer.
    case "remote": named((try? store?.remoteNames()) ?? [])
    case "priority": named(KnownField.priority.words)
    case "deadline", "when", "date": named(Self.dates)
    case "key", "key,…": named(keys)
    default: []
    }
  }

  private static let dates = ["today", "tomorrow", "yesterday"] + weekdays

  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  // MARK: Tasks and filters

  /// Tasks, and words of filters.
  private func meant(_ word: String, _ usage: Usage) -> [Candidate] {
    let isFirst = words.count == 2
    var found: [Candidate] = []
    if usage.name == "move", !isFirst {
      return named(Status.allCases.map(\.rawValue)) + tasks(word, usage)
    }
    // Text follows the task.
    if !isFirst, ["note", "rename", "tick"].contains(usage.name) { return [] }
    if usage.arguments[0].name != "filter" { found += tasks(word, usage) }
    guard usage.readsTags else { return found }
    let isChange = usage.name == "set" && !isFirst
    found += parts(word, isChange: isChange)
    if !isChange, !word.isEmpty { found += named(Filter.conditionWords) }
    return found
  }

  /// The option whose value is being typed.
  private func optionOfValue(_ usage: Usage) -> Usage.Option? {
    let option = usage.option(words[words.count - 2])?.option
    return option?.value == nil ? nil : option
  }

  /// Tasks by file name in any case, or else the only one with such a word in its title.
  ///
  /// Shells replace the typed word with the common beginning of all candidates.
  private var others: [Candidate] {
    let word = (words.last ?? "").lowercased()
    guard words.count > 1, !word.isEmpty, let usage = CommandTable[words[0]]?.usage,
      let argument = usage.arguments.first, usage.name != "restore",
      ["task", "tasks"].contains(argument.name) || argument.name == "words" && words.count == 2,
      optionOfValue(usage) == nil
    else { return [] }
    let meant = tasks(for: usage)
    var found = meant.filter { $0.name.lowercased().hasPrefix(word) }
    if found.isEmpty {
      found = meant.filter { task in
        task.title.lowercased().split { !$0.isLetter && !$0.isNumber }
          .contains { $0.hasPrefix(word) }
      }
      if found.count > 1 { return [] }
    }
    return first(of: found).map { ($0.name, $0.title) }
      .filter { $0.0 != words.last }
  }

  private func deleted(_ word: String) -> [Candidate] {
    var found: [DeletedTask] = []
    var query = LogQuery()
    query.limit = Self.mostTasks
    // Without a readable history there is nothing to offer.
    try? store?.deletedTasks(query) { task in
      found.append(task)
      return true
    }
    return found.map { ($0.id?.text ?? Paths.stem(of: $0.path), $0.title) }
      + (word.isEmpty ? [] : found.map { (Paths.stem(of: $0.path), $0.title) })
  }

  /// The tasks that a command can be meant for.
  private func tasks(for usage: Usage) -> [StoredTask] {
    switch usage.name {
    case "show", "log", "blame", "remove", "edit", "note": all
    case "resolve": all.filter { $0.conflictNotes > 0 }
    default: all.filter { ($0.status == .done) == (usage.name == "reopen") }
    }
  }

  /// Tasks by id, or by file name if one is being typed.
  private func tasks(_ word: String, _ usage: Usage) -> [Candidate] {
    let meant = tasks(for: usage)
    let byID = meant.filter { $0.id?.text.hasPrefix(word) ?? false }
    let byName = word.isEmpty ? [] : meant.filter { $0.isNamed(with: word) }
    return first(of: byID).map { ($0.id?.text ?? "", $0.title) }
      + first(of: byName).map { ($0.name, $0.title) }
  }

  /// The tasks with the nearest deadlines, because nobody reads thousands.
  private func first(of tasks: [StoredTask]) -> ArraySlice<StoredTask> {
    SortOrder.standard.sorted(tasks, at: context.now).prefix(Self.mostTasks)
  }

  private static let mostTasks = 500

  /// Tags, named filters, keys, and values of keys.
  private func parts(_ word: String, isChange: Bool) -> [Candidate] {
    if let place = word.firstIndex(where: { ":=<>".contains($0) }) {
      let end = word.index(after: place)
      return named(values(of: String(word[..<place])).map { word[..<end] + $0 })
    }
    switch word.first {
    case "+": return named(tags.map { "+\($0)" })
    case "-": return named(tags.map { "-\($0)" })
    case "@": return isChange ? [] : named(filters.map { "@\($0)" })
    case nil: return []
    default: return named(keys.map { isChange && words[0] == "set" ? "\($0)=" : "\($0):" })
    }
  }

  /// The possible or existing values of a key.
  private func values(of key: String) -> [String] {
    let field = KnownField(typed: key)
    switch field?.kind {
    case .tags: return tags
    case .word: return field?.words ?? []
    case .date, .moment: return Self.dates
    case .rule: return ["day", "week", "month", "year"] + Self.weekdays
    case .line, .id: return []
    case .tasks: return all.filter { $0.status != .done }.compactMap(\.id?.text)
    case .text, .duration, .people, nil:
      let key = field?.rawValue ?? key
      var seen: Set<String> = []
      let used = all.flatMap { $0.values(of: key) }.filter {
        !$0.contains(where: \.isWhitespace) && seen.insert($0).inserted
      }
      return Array(used.prefix(Self.mostValues)).sorted() + (field == .assignee ? ["me"] : [])
    }
  }

  private static let mostValues = 200

  // MARK: The store

  private var filters: [String] { (store?.contexts ?? []).map(\.name) }
  private var tags: [String] { Filter.tags(of: all).sorted() }
  private var templates: [String] { store?.templateNames() ?? [] }

  private var keys: [String] {
    let own = Set(all.lazy.filter(\.hasOtherFields).flatMap { $0.item.otherFields.map(\.key) })
    return KnownField.suggestions.union(own).filter { TaskDocument.isKey($0) }.sorted()
  }

  private var folders: [String] {
    let paths = all.map { $0.path.split(separator: "/").dropFirst().dropLast() }
    return Set(paths.filter { !$0.isEmpty }.map { $0.joined(separator: "/") }).sorted()
  }
}

extension StoredTask {
  /// Whether the file name begins with this word.
  fileprivate func isNamed(with word: String) -> Bool {
    // Called for thousands of tasks, so compare bytes.
    let path = path.utf8
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) }
    return path[(start ?? path.startIndex)...].starts(with: word.utf8)
  }
}
