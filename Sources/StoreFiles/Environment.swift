internal import Git
public import TaskFile

/// What a store may know of the world around it; tests pass a fixed one.
///
/// The library never asks the process for these itself, so that it can serve a command, a
/// board or a test alike.
public struct Environment: Sendable {
  /// The variables that git and memo know: `HOME`, `MEMO_DIR`, `GIT_AUTHOR_NAME`, ….
  public var variables: [String: String]
  /// Seconds since 1970.
  public var now: @Sendable () -> Int64
  /// Seconds that local time is ahead of UTC at a moment given in seconds since 1970.
  public var utcOffset: @Sendable (Int64) -> Int
  /// Any number, each equally likely; new ids are made from these.
  public var randomNumber: @Sendable () -> UInt64
  /// What the next change is called; nil for a name by chance.
  ///
  /// Who may have to ask for one change twice, as over a network, finds by it whether it was made.
  public var operation: TaskID?
  /// How the person writes dates.
  public var dates: DateStyle
  /// Told what programs say that memo runs and whose words nobody else sees: hooks that let a
  /// commit pass.
  ///
  /// Who shows it has to see to it that it doesn't drive the terminal.
  public var hear: (@Sendable (String) -> Void)?

  public init(
    variables: [String: String],
    now: @escaping @Sendable () -> Int64,
    utcOffset: @escaping @Sendable (Int64) -> Int,
    randomNumber: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
    dates: DateStyle = .iso, hear: (@Sendable (String) -> Void)? = nil
  ) {
    self.variables = variables
    self.now = now
    self.utcOffset = utcOffset
    self.randomNumber = randomNumber
    self.dates = dates
    self.hear = hear
  }

  /// What the clock on the user's wall shows now.
  public var localTime: LocalTime {
    LocalTime(secondsSince1970: now(), dates: dates, utcOffsetAt: utcOffset)
  }
}

extension Environment {
  /// Now, with how far local time is ahead of UTC, as a commit has it.
  package var timestamp: Timestamp { localTime.timestamp }

  /// Where git, and so memo, stops looking upwards.
  package var ceilings: Set<String> {
    let list = variables["GIT_CEILING_DIRECTORIES"] ?? ""
    return Set(list.split(separator: ":").map { WorkTree.resolved(String($0)) ?? String($0) })
  }

  /// The program that makes changes for somebody, and its version: what `MEMO_CLIENT` says, on one
  /// line; nil for none.
  package var client: String? {
    let words = Self.words(variables["MEMO_CLIENT"] ?? "", atMost: 100)
    return words.isEmpty ? nil : words
  }

  /// Words of others on one line, with a space between two of them.
  ///
  /// - Parameter most: At most so many letters.
  package static func words(_ text: String, atMost most: Int) -> String {
    let words = text.split { character in
      character.isWhitespace
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return String(words.joined(separator: " ").prefix(most))
  }

  /// The user's home folder.
  package var home: String? { variables["HOME"].flatMap { $0.isEmpty ? nil : $0 } }
}

/// Makes an environment's numbers usable wherever Swift wants a generator.
package struct EnvironmentRandom: RandomNumberGenerator {
  private let environment: Environment

  package init(_ environment: Environment) { self.environment = environment }

  package mutating func next() -> UInt64 { environment.randomNumber() }
}
