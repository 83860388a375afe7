internal import ArgumentParser
internal import Terminal

extension OutputOptions {
  fileprivate init(_ line: PlainLine) {
    self.init()
    (json, color) = (line.has("--json"), .auto)
  }
}

extension LineOptions {
  fileprivate init(_ line: PlainLine) {
    self.init()
    ndjson = line.has("--ndjson")
  }
}

extension QuietOptions {
  fileprivate init(_ line: PlainLine) {
    self.init()
    quiet = line.has("--quiet")
  }
}

extension VerboseOptions {
  fileprivate init(_ line: PlainLine) {
    self.init()
    verbose = line.has("--verbose")
  }
}

extension ConfirmOptions {
  fileprivate init(_ line: PlainLine) {
    self.init()
    yes = line.has("--yes")
  }
}

extension BulkOptions {
  fileprivate init(_ line: PlainLine) {
    self.init()
    (yes, strict) = (line.has("--yes"), line.has("--strict"))
  }
}

extension PastOption {
  fileprivate init(_ line: PlainLine) {
    self.init()
    (at, remote) = (line.value("--at"), line.value("--as"))
  }
}

extension UndoAmount {
  fileprivate init(_ line: PlainLine) throws {
    self.init()
    guard line.words.isEmpty else { throw PlainLine.NotPlain() }
    (count, list) = (nil, line.has("--list"))
  }
}

extension List: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    (filter, sort, number) = (line.words, line.values("--sort"), try line.number("--number"))
    (group, format) = (line.value("--group"), line.value("--format"))
    (all, noFilter) = (line.has("--all"), line.has("--no-filter"))
    (reverse, past) = (line.has("--reverse"), PastOption(line))
    (lines, quiet, output) = (LineOptions(line), QuietOptions(line), OutputOptions(line))
  }
}

extension Today: PlainCommand {
  mutating func take(_ line: PlainLine) {
    (filter, noFilter, output) = (line.words, line.has("--no-filter"), OutputOptions(line))
  }
}

extension Next: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    (filter, noFilter) = (line.words, line.has("--no-filter"))
    (number, why) = (try line.number("--number"), line.has("--why"))
    (lines, quiet, output) = (LineOptions(line), QuietOptions(line), OutputOptions(line))
  }
}

extension Show: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    (tasks, raw, past) = (try line.someWords(), line.has("--raw"), PastOption(line))
    (lines, output) = (LineOptions(line), OutputOptions(line))
  }
}

extension StatusCommand: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    guard line.words.isEmpty else { throw PlainLine.NotPlain() }
    (verbose, output) = (VerboseOptions(line), OutputOptions(line))
  }
}

extension Add: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    // How a priority is written, the parser knows.
    guard line.value("--priority") == nil else { throw PlainLine.NotPlain() }
    (words, deadline, priority) = (line.words, line.value("--deadline"), nil)
    (tag, message) = (line.values("--tag"), line.values("--message"))
    (file, template) = (line.value("--file"), line.value("--template"))
    (folder, doing, edit) = (line.value("--in") ?? "", line.has("--doing"), line.has("--edit"))
    (confirm, quiet, output) = (ConfirmOptions(line), QuietOptions(line), OutputOptions(line))
  }
}

extension SetFields: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    (words, bulk) = (try line.someWords(), BulkOptions(line))
    (quiet, output) = (QuietOptions(line), OutputOptions(line))
  }
}

extension Start: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    (tasks, bulk) = (try line.someWords(), BulkOptions(line))
    (quiet, output) = (QuietOptions(line), OutputOptions(line))
  }
}

extension Done: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    (tasks, bulk) = (try line.someWords(), BulkOptions(line))
    (quiet, output) = (QuietOptions(line), OutputOptions(line))
  }
}

extension Reopen: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    (tasks, bulk) = (try line.someWords(), BulkOptions(line))
    (quiet, output) = (QuietOptions(line), OutputOptions(line))
  }
}

extension Undo: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    guard line.words.count < 2 else { throw PlainLine.NotPlain() }
    (what, list, confirm) = (line.words.first, line.has("--list"), ConfirmOptions(line))
    (verbose, quiet, output) = (VerboseOptions(line), QuietOptions(line), OutputOptions(line))
  }
}

extension Redo: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    (amount, confirm) = (try UndoAmount(line), ConfirmOptions(line))
    (verbose, quiet, output) = (VerboseOptions(line), QuietOptions(line), OutputOptions(line))
  }
}

extension Find: PlainCommand {
  mutating func take(_ line: PlainLine) {
    (words, patterns) = (line.words, line.values("--regexp"))
    (ignoreCase, sensitive) = (line.has("--ignore-case"), line.has("--sensitive"))
    (list, history, lines) = (line.has("--list"), line.has("--history"), LineOptions(line))
    (quiet, output) = (QuietOptions(line), OutputOptions(line))
  }
}

extension Log: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    // Of these two the parser takes the last one.
    guard !line.has("--patch"), !line.has("--no-patch") else { throw PlainLine.NotPlain() }
    (words, number, patch) = (line.words, try line.number("--number"), nil)
    (since, until, author) = (line.value("--since"), line.value("--until"), line.value("--author"))
    (deleted, noPager) = (line.has("--deleted"), line.has("--no-pager"))
    (lines, output) = (LineOptions(line), OutputOptions(line))
  }
}

extension Stats: PlainCommand {
  mutating func take(_ line: PlainLine) {
    (filter, since, output) = (line.words, line.value("--since"), OutputOptions(line))
  }
}

extension Sync: PlainCommand {
  mutating func take(_ line: PlainLine) throws {
    guard line.words.isEmpty else { throw PlainLine.NotPlain() }
    (dryRun, watch, every) = (line.has("--dry-run"), line.has("--watch"), line.value("--every"))
    (join, verbose) = (line.has("--join"), VerboseOptions(line))
    (yes, output) = (line.has("--yes"), OutputOptions(line))
  }
}
