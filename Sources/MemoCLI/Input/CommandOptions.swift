/// The options of one command, by the names that are typed.
///
/// The parser knows them too, but answers only to whole command lines. A test holds the two
/// together.
struct CommandOptions {
  /// What else may begin with a dash, before any `--`.
  enum Words {
    /// Nothing.
    case none
    /// `-home`, in a filter.
    case tags
  }

  /// What stands alone, as `-a` and `--all`.
  let flags: Set<String>
  /// What takes a value, as `-s KEY` and `--sort KEY`.
  let valued: Set<String>
  /// What may be given several times, since all of it counts.
  let repeated: Set<String>
  /// The long names of short ones.
  let longNames: [String: String]
  let words: Words
  /// Whether `--` reaches the command as a word: it stands between two kinds of words.
  let keepsSeparator: Bool

  private init(
    _ flags: String = "", valued: String = "", repeated: String = "", _ words: Words = .none,
    keepsSeparator: Bool = false
  ) {
    func names(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
    self.flags = names(flags).union(["--json", "--help", "-h", "--version"])
    self.valued = names(valued).union(["--color"])
    self.repeated = names(repeated)
    // Each short name stands before its long one.
    let order = [flags, valued].flatMap { $0.split(separator: " ").map(String.init) }
    longNames = Dictionary(
      zip(order, order.dropFirst()).filter { !$0.0.hasPrefix("--") && $0.1.hasPrefix("--") }
    ) { first, _ in first }
    self.words = words
    self.keepsSeparator = keepsSeparator
  }

  /// Every option's name.
  var names: Set<String> { flags.union(valued) }

  /// Of a command, by its name or another that it has; nil for what the parser doesn't know.
  static subscript(_ command: String) -> CommandOptions? {
    switch command {
    case "init":
      CommandOptions("-y --yes -v --verbose", valued: "--remote --from")
    case "clone":
      CommandOptions()
    case "add":
      CommandOptions(
        "--doing -e --edit -y --yes -q --quiet",
        valued: "-d --deadline -t --tag -p --priority -m --message -F --file -T --template --in",
        repeated: "--tag --message", keepsSeparator: true)
    case "list", "ls":
      CommandOptions(
        "-a --all --no-filter -r --reverse --ndjson -q --quiet",
        valued: "-s --sort -n --number -g --group --format --at --as", repeated: "--sort", .tags)
    case "today":
      CommandOptions("--no-filter", .tags)
    case "next":
      CommandOptions("--no-filter --why --ndjson -q --quiet", valued: "-n --number", .tags)
    case "context":
      CommandOptions()
    case "board":
      CommandOptions("--print -a --all --no-filter", valued: "--at --as", .tags)
    case "tui":
      CommandOptions("--plain --no-mouse", valued: "--view --theme --at --as", .tags)
    case "find", "grep":
      CommandOptions(
        "-i --ignore-case -s --sensitive -l --list --history --ndjson -q --quiet",
        valued: "-e --regexp", repeated: "--regexp", keepsSeparator: true)
    case "show":
      CommandOptions("--raw --ndjson", valued: "--at --as", .tags)
    case "edit":
      CommandOptions("-y --yes -q --quiet", .tags)
    case "set":
      CommandOptions("-y --yes --strict -q --quiet", .tags, keepsSeparator: true)
    case "note":
      CommandOptions("--time -y --yes -q --quiet", valued: "-F --file")
    case "tick":
      CommandOptions("--untick --all -y --yes -q --quiet", valued: "--add", repeated: "--add")
    case "rename":
      CommandOptions("-y --yes -q --quiet")
    case "postpone", "start", "done", "reopen":
      CommandOptions("-y --yes --strict -q --quiet", .tags)
    case "open":
      CommandOptions("--all")
    case "move", "mv":
      CommandOptions("-y --yes --strict -q --quiet", valued: "--in", .tags)
    case "remove", "rm":
      CommandOptions("-y --yes --strict -q --quiet", .tags)
    case "restore":
      CommandOptions("--missing -y --yes -q --quiet")
    case "archive":
      CommandOptions("-n --dry-run -y --yes --strict -q --quiet", valued: "--before", .tags)
    case "log":
      CommandOptions(
        "-p --patch --no-patch --deleted --no-pager --ndjson",
        valued: "-n --number --since --until --author", .tags)
    case "blame":
      CommandOptions()
    case "diff":
      CommandOptions("--ndjson")
    case "stats":
      CommandOptions(valued: "--since", .tags)
    case "undo", "redo":
      CommandOptions("-l --list -y --yes -v --verbose -q --quiet")
    case "status":
      CommandOptions("-v --verbose")
    case "sync":
      CommandOptions("-n --dry-run --watch --join -v --verbose -y --yes", valued: "--every")
    case "conflicts":
      CommandOptions("--ndjson -q --quiet", .tags)
    case "resolve":
      CommandOptions("--theirs -e --edit -y --yes --strict -q --quiet", valued: "--note", .tags)
    case "check":
      CommandOptions("--fix --to-yaml --dry-run -y --yes --ndjson")
    case "merge-file":
      CommandOptions()
    case "schema":
      CommandOptions()
    default: nil
    }
  }
}

extension CommandOptions {
  /// The option that takes a value in a word that begins with a dash, by its longest name; nil for
  /// one that has none.
  func valuedName(in word: String) -> String? {
    if word.hasPrefix("--") {
      let name = String(word.prefix { $0 != "=" })
      return valued.contains(name) ? name : nil
    }
    guard let letter = word.dropFirst().first(where: { !flags.contains("-\($0)") }),
      valued.contains("-\(letter)")
    else { return nil }
    return longNames["-\(letter)"] ?? "-\(letter)"
  }

  /// What a word that begins with one dash is.
  enum Reading: Equatable {
    /// Options in one word, as `-ay`; the last may still need its value.
    case options(needsValue: Bool)
    case word
    /// No option, and nothing else that the command knows.
    case unknown
  }

  /// - Parameter word: With one dash, and something behind it.
  func reading(of word: String) -> Reading {
    var letters = word.dropFirst()
    while let letter = letters.first, flags.contains("-\(letter)") { letters.removeFirst() }
    guard let letter = letters.first else { return .options(needsValue: false) }
    if valued.contains("-\(letter)") {
      // `-n5`, `-s=title`: the value is glued to its letter; with others a tag goes on.
      let rest = letters.dropFirst()
      if rest.isEmpty { return .options(needsValue: true) }
      if rest.first == "=" || rest.allSatisfy(\.isASCIIDigit) {
        return .options(needsValue: false)
      }
    }
    // One letter is an option with every program there is; a tag is rarely that short.
    let isTag =
      words == .tags && (word.count > 2 || !letter.isASCII) && !names.contains("-\(word)")
    return isTag ? .word : .unknown
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
