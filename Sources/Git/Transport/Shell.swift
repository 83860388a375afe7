/// The words of a command line, as a POSIX shell has them.
enum Shell {
  /// One word that a shell, also one on another machine, gives back as it is.
  ///
  /// In quotes always, as git does it: some servers take the command apart themselves and
  /// know no other form.
  static func quoted(_ word: String) -> String {
    var quoted = "'"
    for character in word.unicodeScalars {
      switch character {
      case "'": quoted += "'\\''"
      // For csh, where history works also between quotes.
      case "!": quoted += "'\\!'"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "'"
  }

  /// A program as a setting has it: one with anything but plain characters is the shell's.
  ///
  /// - Returns: The words to start: the program itself, or `sh -c 'PROGRAM "$@"'`.
  static func command(_ setting: String, _ arguments: [String]) -> [String] {
    guard setting.contains(where: { "|&;<>()$`\\\"' \t\n*?[#~=%".contains($0) }) else {
      return [setting] + arguments
    }
    return ["sh", "-c", arguments.isEmpty ? setting : "\(setting) \"$@\"", setting] + arguments
  }

  /// The first word of a command line, its quotes taken away; nil when a quote is not closed.
  static func firstWord(of line: String) -> String? {
    var word = ""
    var quote: Character?
    var isEscaped = false
    for character in line.drop(while: { $0.isWhitespace }) {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character.isWhitespace {
        break
      } else {
        word.append(character)
      }
    }
    return quote == nil && !isEscaped && !word.isEmpty ? word : nil
  }
}
