internal import Git
public import TaskFile

/// The process and the machine as a store sees them.
///
/// The library gets these values only from here, so it works in a command, a board or a test. Tests
/// use fixed values.
public struct Environment: Sendable {
  /// The variables for git and memo: `HOME`, `MEMO_DIR`, `GIT_AUTHOR_NAME`, ….
  public var variables: [String: String]
  /// Returns the present time in seconds since 1970.
  public var now: @Sendable () -> Int64
  /// Returns the offset of local time from UTC in seconds, at a time in seconds since 1970.
  public var utcOffset: @Sendable (Int64) -> Int
  /// Returns random numbers, for new ids.
  public var randomNumber: @Sendable () -> UInt64
  /// The id of the next operation; nil for a random one.
  ///
  /// A client that may repeat a request finds out with it whether memo already made the change.
  public var operation: TaskID?
  public var dates: DateStyle
  /// Called with the output of programs that memo otherwise discards, such as hooks that let a
  /// commit pass.
  ///
  /// The caller must remove control characters before printing.
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

  public var localTime: LocalTime {
    LocalTime(secondsSince1970: now(), dates: dates, utcOffsetAt: utcOffset)
  }
}

extension Environment {
  /// The present time with the offset from UTC, as in a commit.
  package var timestamp: Timestamp { localTime.timestamp }

  /// The folders at which git and memo stop searching for a repository or a store
  /// (`GIT_CEILING_DIRECTORIES`).
  package var ceilings: Set<String> {
    let list = variables["GIT_CEILING_DIRECTORIES"] ?? ""
    return Set(list.split(separator: ":").map { WorkTree.resolved(String($0)) ?? String($0) })
  }

  /// The program that uses memo, with its version, on one line (`MEMO_CLIENT`); nil if unset.
  package var client: String? {
    let words = Self.words(variables["MEMO_CLIENT"] ?? "", atMost: 100)
    return words.isEmpty ? nil : words
  }

  /// Joins the words of a text with single spaces, without control characters.
  ///
  /// - Parameter most: The maximum number of characters.
  package static func words(_ text: String, atMost most: Int) -> String {
    let words = text.split { character in
      character.isWhitespace
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    return String(words.joined(separator: " ").prefix(most))
  }

  package var home: String? { variables["HOME"].flatMap { $0.isEmpty ? nil : $0 } }
}

package struct EnvironmentRandom: RandomNumberGenerator {
  private let environment: Environment

  package init(_ environment: Environment) { self.environment = environment }

  package mutating func next() -> UInt64 { environment.randomNumber() }
}
