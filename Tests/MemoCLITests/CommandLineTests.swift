import MemoKit
import TestSupport
import Testing

@testable import MemoCLI

/// Parsing of command lines by the table from which help is generated.
@Suite struct CommandLineTests {
  private struct Sample: TypedCommand {
    static let grammar = Grammar("sample", "Show a sample", examples: "memo sample")

    @Arguments("words", "Words") var words
    @Flag("-a --all", "All") var all
    @Flag("-r --reverse", "Reverse") var reverse
    @Number("-n --number", "Number") var number
    @Values("-s --sort", "key", "Sort") var sort
    @Value("-k --kind", "kind", "Kind", words: ["new", "old"]) var kind

    init() {}
    init(readsTags: Bool = false, keepsSeparator: Bool = false) {
      _words = Arguments(
        "words", "Words", readsTags: readsTags, keepsSeparator: keepsSeparator)
    }
  }

  private func read(
    _ line: [String], by sample: Sample = Sample(), doubting doubtful: Set<String> = []
  ) throws -> Sample {
    var common = CommonOptions()
    #expect(try sample.read(["sample"] + line, &common) == nil)
    #expect(common.doubtful == doubtful)
    return sample
  }

  @Test(arguments: [
    ["-n", "5", "-a", "-r", "x"], ["-n5", "-ar", "x"], ["x", "--number=5", "--all", "--reverse"],
    ["-arn5", "x"], ["-ar", "-n=5", "x"], ["-arn", "5", "--", "x"],
  ]) func optionsHaveSeveralForms(line: [String]) throws {
    let sample = try read(line)
    #expect(sample.words == ["x"])
    #expect(sample.all && sample.reverse && sample.number == 5)
    #expect(sample.sort == [] && sample.kind == nil)
  }

  @Test func valuesMayLookLikeOptions() throws {
    #expect(try read(["-s", "-title", "--sort=--all", "-s=="]).sort == ["-title", "--all", "="])
  }

  @Test func wordsMayBeginWithADash() throws {
    let tags = try read(
      ["-home", "-ä", "-home or +x", "--", "-work", "-a"], by: Sample(readsTags: true),
      doubting: ["-home", "-ä"])
    #expect(tags.words == ["-home", "-ä", "-home or +x", "-work", "-a"])
    #expect(try read(["x", "- item", "-"]).words == ["x", "- item", "-"])
    let whole = try read(["x", "--", "y", "--"], by: Sample(keepsSeparator: true))
    #expect(whole.words == ["x", "--", "y", "--"])
    #expect(try read(["x", "--", "y"]).words == ["x", "y"])
  }

  @Test(arguments: [
    (["-x"], "unknown option '-x'"), (["--allx"], "unknown option '--allx'"),
    (["-home"], "unknown option '-home'"), (["--all=1"], "'--all' takes no value"),
    (["-n"], "'-n' needs a value"), (["-n", ""], "'-n' needs a value, and '' is empty"),
    (["-n", "-a"], "'-n' needs a value, and '-a' is an option"),
    (["-n", "x"], "invalid value 'x' for '-n'"),
    (["-n", "0"], "invalid value '0' for '-n'"),
    (["-n1", "-n", "2"], "'--number' is given twice"),
    (["-k", "blue"], "invalid value 'blue' for '-k'"), ([""], "empty argument"),
    ([" "], "blank argument"), (["--", ""], "empty argument"),
  ]) func errorsNameTheMistake(line: [String], message: String) {
    let failure = #expect(throws: MemoError.self) { _ = try read(line) }
    #expect(failure?.message == message)
    #expect(failure?.kind == .usage && failure?.hints.isEmpty == false)
  }

  /// `--help` wins over missing arguments and over later ones.
  @Test func helpWins() throws {
    var common = CommonOptions()
    #expect(try Sample().read(["sample", "-h", "--nonsense"], &common) == .help)
    #expect(try Sample().read(["sample", "-ah"], &common) == .help)
    #expect(try Sample().read(["sample", "--version"], &common) == .version)
    #expect(try Sample().read(["sample", "--", "-h"], &common) == nil)
  }

  @Test func namesAreUnique() {
    #expect(Set(CommandTable.names).count == CommandTable.names.count)
    for usage in CommandTable.usages {
      let names = usage.optionNames
      #expect(Set(names).count == names.count, "\(usage.name)")
      #expect(usage.options.allSatisfy { $0.longName.hasPrefix("--") && !$0.help.isEmpty })
      #expect(usage.arguments.dropLast().allSatisfy { !$0.isRepeating }, "\(usage.name)")
    }
  }

  /// Every letter and option that only other commands have.
  @Test func anOptionOfAnotherCommandIsUnknown() throws {
    let desk = Desk(try Scratch(), "")
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".map { "-\($0)" }
    let usages = CommandTable.usages
    let all = Set(letters + ["--force"] + usages.flatMap(\.optionNames))
    for (number, usage) in usages.enumerated() {
      for (place, option) in all.sorted().enumerated()
      where usage.option(option) == nil && Effort.tries(number, place, oneIn: 8) {
        let error = desk.memo(usage.name, "a", option).error
        #expect(error.hasPrefix("error: unknown option '\(option)'\n"), "\(usage.name): \(error)")
      }
    }
  }

  @Test func shellsGetCompletions() throws {
    let desk = Desk(try Scratch(), "kim")
    #expect(desk.memo("-C", desk.scratch.path, "init", "kim").status == .done)
    desk.memo("add", "Milk", "+shop")
    func words(_ line: String...) -> [String] {
      desk.memo(["__complete"] + line).output.split(separator: "\n").map {
        String($0.prefix { $0 != "\t" })
      }
    }
    #expect(words("st") == ["start", "status", "stats"])
    #expect(words("list", "--a") == ["--all", "--at", "--as"])
    #expect(words("list", "+") == ["+shop"])
    #expect(words("list", "--color", "a") == ["auto", "always"])
    #expect(words("move", "milk", "d") == ["doing", "done"])
    #expect(words("help", "fi") == ["find", "filters"])
    #expect(words("list", "x") == [])
    desk.memo("add", "Paint the fence", "project:house", "p:high", "--in", "garden")
    let id = desk.memo("list", "milk", "--quiet").output.dropLast()
    #expect(desk.memo("__complete", "done", "\(id.prefix(3))").output == "\(id)\tMilk\n")
    #expect(desk.memo("__complete", "show", "pai").output == "paint-the-fence\tPaint the fence\n")
    #expect(words("list", "du") == ["due:"])
    #expect(words("list", "proj") == ["project:"])
    #expect(words("list", "project:") == ["project:house"])
    #expect(words("set", "milk", "proj") == ["project="])
    #expect(words("set", "milk", "project=h") == ["project=house"])
    #expect(words("list", "p:") == ["p:high", "p:medium", "p:low"])
    #expect(words("list", "due:t") == ["due:today", "due:tomorrow", "due:tue", "due:thu"])
    #expect(words("list", "over") == ["overdue"])
    #expect(words("add", "Eggs", "+") == ["+shop"])
    #expect(words("move", "milk", "--in", "") == ["garden"])
    #expect(words("board", "--as", "") == [])
    try desk.scratch.git("remote", "add", "hub", "nowhere", in: "kim")
    #expect(words("board", "--as", "") == ["hub"])
    #expect(words("reopen", "") == [])
    // No tasks are suggested for a title, or outside of a store.
    #expect(words("note", "milk", "") == [])
    #expect(desk.memo("-C", "/", "__complete", "show", "").output == "")
    // A file name, in the folder as typed.
    #expect(words("show", "Pai") == ["paint-the-fence"])
    #expect(words("show", "FENCE") == ["paint-the-fence"])
    #expect(words("show", "nce") == [] && words("show", "--color", "fence") == [])
    #expect(words("-C", ".", "show", "pai") == ["paint-the-fence"])
    #expect(words("-C", "to") == [] && words("-C", ".", "st") == ["start", "status", "stats"])
    #expect(desk.memo("-C", "/", "__complete", "-C", desk.scratch("kim"), "show", "").output != "")
    #expect(words("restore", "") == [] && words("resolve", "") == [])
    desk.memo("remove", "milk", "--yes")
    #expect(desk.memo("__complete", "restore", "").output == "\(id)\tMilk\n")
    #expect(words("restore", "mi") == ["milk"] && words("restore", "pai") == [])
    for shell in ["bash", "zsh", "fish"] {
      #expect(desk.memo("completions", shell).output.contains("memo __complete"))
    }
    #expect(desk.memo("completions", "x").status == .usage)
  }
}
