internal import MemoKit
internal import TaskFile
internal import Terminal

/// Takes the arguments of `memo completions SHELL`.
struct Completions: Command {
  static let grammar = Grammar<Completions>(
    "completions", "Print what makes a shell complete memo's commands",
    """
    A shell that reads it completes commands, options, tags, names of filters and templates.
    """,
    examples: """
      source <(memo completions bash)
      memo completions zsh > ~/.zfunc/_memo
      memo completions fish > ~/.config/fish/completions/memo.fish
      """,
    words: [
      .one("shell", "bash, zsh or fish") { command, name throws(Failure) in
        guard let shell = Shell(rawValue: name) else {
          throw Failure(
            .usage, "'\(name)' is no shell that memo knows", hints: ["write bash, zsh or fish"])
        }
        command.shell = shell
      }
    ],
    options: [.output])

  enum Shell: String, CaseIterable { case bash, zsh, fish }

  var shell = Shell.bash
  var output = OutputOptions()

  func run(in context: Context) throws -> CompletionsOutput { CompletionsOutput(shell: shell) }
}

struct CompletionsOutput: Report {
  var shell: Completions.Shell

  func text(_ page: Page) -> String { script + "\n" }

  func json(_ page: Page) -> JSON { .document(.completions, [(.text, .string(script))]) }

  private var script: String {
    switch shell {
    case .bash:
      """
      _memo() {
        local IFS=$'\\n'
        COMPREPLY=($(memo __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
      }
      complete -o default -F _memo memo
      """
    case .zsh:
      """
      #compdef memo
      _memo() {
        local -a found
        found=("${(@f)$(memo __complete "${(@)words[2,CURRENT]}" 2>/dev/null | cut -f1)}")
        if [[ -n "$found" ]]; then compadd -a found; else _files; fi
      }
      if [[ "${funcstack[1]}" = _memo ]]; then _memo "$@"; else compdef _memo memo; fi
      """
    case .fish:
      """
      complete -c memo -a '(memo __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
      """
    }
  }
}

/// What may stand in place of the last word of a command line.
struct Completion {
  /// The words behind `memo`, of which the last is being typed.
  let words: [String]
  let context: Context

  /// A line for each, with what it means behind a tab.
  var text: String {
    let start = words.last ?? ""
    return candidates.filter { $0.word.hasPrefix(start) }.map {
      $0.word.sanitized + ($0.meaning.isEmpty ? "" : "\t\($0.meaning)") + "\n"
    }.joined()
  }

  private typealias Candidate = (word: String, meaning: String)

  private var candidates: [Candidate] {
    guard words.count > 1 else { return Self.commands + [("help", "Show help")] }
    guard let usage = CommandTable[words[0]]?.usage else {
      return words[0] == "help" ? Self.commands + [("filters", "How tasks are meant by words")] : []
    }
    let word = words[words.count - 1]
    if let option = usage.option(words[words.count - 2])?.option, option.value != nil {
      return (option.longName == "--template" ? templates : option.words).map { ($0, "") }
    }
    if word.hasPrefix("-") {
      return usage.options.flatMap { option in option.names.map { ($0, option.help) } }
    }
    switch usage.name {
    case "context": return named(filters + ["none"])
    case "export" where words.count == 2: return named(Export.formats)
    case "schema": return named(SchemaText.Subject.names)
    case "completions": return named(Completions.Shell.allCases.map(\.rawValue))
    case "move" where words.count > 2: return named(Status.allCases.map(\.rawValue))
    default: break
    }
    if word.hasPrefix("@") { return named(filters.map { "@\($0)" }) }
    if word.hasPrefix("+") { return named(tags.sorted().map { "+\($0)" }) }
    return []
  }

  private func named(_ words: [String]) -> [Candidate] { words.map { ($0, "") } }

  private static var commands: [Candidate] {
    CommandTable.usages.flatMap { usage in usage.names.map { ($0, usage.summary) } }
  }

  // What can't be read completes nothing.

  private var filters: [String] { ((try? context.store())?.contexts ?? []).map(\.name) }

  private var tags: Set<String> {
    Filter.tags(of: (try? context.store().read())?.tasks ?? [])
  }

  private var templates: [String] { (try? context.store().templateNames()) ?? [] }
}
