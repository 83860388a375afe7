internal import Git
public import TaskFile

/// Everything that a store knows of the process and the machine.
///
/// Tests pass a fixed one.
///
/// The library never asks the process by itself, so it can serve a command, a board or a test.
public struct Environment: Sendable {
  /// The variables for git and memo: `HOME`, `MEMO_DIR`, `GIT_AUTHOR_NAME`, ….
  public var variables: [String: String]
  /// The present time in seconds since 1970.
  public var now: @Sendable () -> Int64
  /// The offset of local time from UTC in seconds, at a time in seconds since 1970.
  public var utcOffset: @Sendable (Int64) -> Int
  /// Random numbers, for new ids.
  public var randomNumber: @Sendable () -> UInt64
  /// The name of the next operation; nil for a random one.
  ///
  /// A client that may send one request twice can find by it whether the change was made.
  public var operation: TaskID?
  /// The user's format for dates.
  public var dates: DateStyle
  /// Called with the output of programs that nobody else shows, such as hooks that let a commit
  /// pass.
  ///
  /// The caller must remove control characters before it prints the text.
  public var onMessage: (@Sendable (String) -> Void)?

  public init(
    variables: [String: String],
    now: @escaping @Sendable () -> Int64,
    utcOffset: @escaping @Sendable (Int64) -> Int,
    randomNumber: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
    dates: DateStyle = .iso, onMessage: (@Sendable (String) -> Void)? = nil
  ) {
    self.variables = variables
    self.now = now
    self.utcOffset = utcOffset
    self.randomNumber = randomNumber
    self.dates = dates
    self.onMessage = onMessage
  }

  /// The present local time.
  public var localTime: LocalTime {
    LocalTime(secondsSince1970: now(), dates: dates, utcOffsetAt: utcOffset)
  }
}

extension Environment {
  /// The present time with the offset from UTC, as in a commit.
  package var timestamp: Timestamp { localTime.timestamp }

  /// The folders at which git and memo stop searching upwards.
  package var ceilings: Set<String> {
    let list = variables["GIT_CEILING_DIRECTORIES"] ?? ""
    return Set(list.split(separator: ":").map { WorkTree.resolved(String($0)) ?? String($0) })
  }

  /// The program that makes the changes, and its version: `MEMO_CLIENT` on one line; nil for none.
  package var client: String? {
    let words = Self.words(variables["MEMO_CLIENT"] ?? "", atMost: 100)
    return words.isEmpty ? nil : words
  }

  /// Foreign text on one line, with single spaces.
  ///
  /// - Parameter most: The maximum number of letters.
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

/// The environment's random numbers as a generator.
package struct EnvironmentRandom: RandomNumberGenerator {
  private let environment: Environment

  package init(_ environment: Environment) { self.environment = environment }

  package mutating func next() -> UInt64 { environment.randomNumber() }
}
