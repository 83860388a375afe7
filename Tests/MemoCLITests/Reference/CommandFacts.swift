import Foundation
import MemoCLI
import TestSupport

/// What the parser knows of a command: names, options, and the texts of `--help`.
struct CommandFacts: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      var kind: String
      var name: String
      /// As it is typed.
      var typed: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: Kind
    var abstract: String?
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool

    /// As they are typed, the one with one letter first.
    var typedNames: [String] {
      (names ?? []).map(\.typed).sorted { ($0.count, $0) < ($1.count, $1) }
    }
    var value: String? { kind == .flag ? nil : valueName.map { "<\($0)>" } }
  }

  var commandName: String
  var aliases: [String]?
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [CommandFacts]?

  /// The name first, then others that it has.
  var names: [String] { [commandName] + (aliases ?? []) }
  /// What `--help` shows, in its order.
  var shown: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The root, with every command in the order of `memo --help`, but for `help` itself.
  ///
  /// The flag that asks for it is ArgumentParser's, whose own plugins read the same.
  static func all() throws -> CommandFacts {
    struct Dump: Decodable {
      var serializationVersion: Int
      var command: CommandFacts
    }
    let text = Desk(try Scratch(), "").memo("--experimental-dump-help").output
    var root = try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
    root.subcommands = root.subcommands?.filter { $0.commandName != "help" }
    return root
  }
}

extension CommandFacts {
  /// A part of what stands between the first line of help and the usage.
  enum Part: Equatable {
    case paragraph(String)
    case examples([String])
  }

  var parts: [Part] {
    (discussion ?? "").split(separator: "\n\n").map { block in
      let lines = block.split(separator: "\n").map(String.init)
      guard lines.first?.hasPrefix("EXAMPLE") == true else { return .paragraph(String(block)) }
      return .examples(lines.dropFirst().map { String($0.drop { $0 == " " }) })
    }
  }

  var examples: [String] {
    parts.flatMap { part in
      guard case .examples(let lines) = part else { return [String]() }
      return lines
    }
  }

  var paragraphs: [String] {
    parts.compactMap { part in
      guard case .paragraph(let text) = part else { return nil }
      return text
    }
  }

  /// What may stand behind the name, each part for itself.
  ///
  /// - Parameter omitted: Options that are told elsewhere.
  func usage(without omitted: Set<String>) -> [String] {
    shown.filter { omitted.isDisjoint(with: $0.typedNames) }.map { argument in
      let name = argument.preferredName?.typed
      let words = [name, argument.value].compactMap { $0 }.joined(separator: " ")
      let repeated = words + (argument.isRepeating && argument.kind == .positional ? " ..." : "")
      return argument.isOptional ? "[\(repeated)]" : repeated
    }
  }

  /// Arguments and options with what they mean; those that share a meaning share a row.
  func meanings(without omitted: Set<String>) -> [(names: [String], value: String?, text: String)] {
    var rows: [(names: [String], value: String?, text: String)] = []
    for argument in shown where omitted.isDisjoint(with: argument.typedNames) {
      let text = argument.abstract ?? ""
      if rows.last?.text == text, !text.isEmpty {
        rows[rows.count - 1].names += argument.typedNames
      } else {
        let preset = argument.defaultValue.map { "; \($0) by default" } ?? ""
        let isTold = text.contains("by default")
        rows.append((argument.typedNames, argument.value, text + (isTold ? "" : preset)))
      }
    }
    return rows
  }

  /// The options that every command has.
  static let common: Set<String> = ["--json", "--color", "--version", "--help"]
}
