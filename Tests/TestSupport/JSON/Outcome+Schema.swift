import MemoCLI
import MemoKit
import Testing

extension Outcome {
  /// Checks a command's JSON output against `memo schema`, and that nothing else is printed.
  ///
  /// - Parameter told: The output on standard error while the command ran.
  func checkAgainstSchema(_ arguments: [String], told: String = "") {
    let words = arguments.prefix { $0 != "--" }
    let isLines = words.contains("--ndjson")
    // The version is a single object, as in other programs.
    guard words.contains("--json") || isLines, handOver == nil, arguments.first != "schema",
      !words.contains("--version"),
      !error.contains("unknown option '--ndjson'")
    else { return }
    let shown = bytes.map { String(decoding: $0, as: UTF8.self) } ?? output
    let documents =
      isLines
      ? shown.split(separator: "\n").map(String.init) : shown.isEmpty ? [] : [shown]
    for text in documents + (told + error == "" ? [] : [told + error]) {
      Schemas.check(text, isLine: isLines && text != told + error, "\(arguments)")
    }
    if status == .done || status == .attention { #expect(error == "", "\(arguments)") }
  }
}

/// The output of `memo schema`, read once.
public enum Schemas {
  private static let documents = schema([])
  private static let lines = ["task", "entry", "change", "deletedTask", "problem"].map {
    schema([$0])
  }

  private static func schema(_ kind: [String]) -> Result<JSONSchema, any Error> {
    Result {
      let scratch = try Scratch()
      let outcome = Memo.run(["schema"] + kind, in: Desk(scratch, "").context)
      return try JSONSchema(outcome.output)
    }
  }

  /// Records an issue for a text that is not one of memo's documents, or not a line of `--ndjson`.
  public static func check(_ text: String, isLine: Bool = false, _ comment: String = "") {
    do {
      let value = try JSONValue(text)
      guard isLine else {
        #expect(try documents.get().complaints(about: value) == [], "\(comment): \(text)")
        return
      }
      let complaints = try lines.map { try $0.get().complaints(about: value) }
      #expect(
        complaints.contains([]), "\(comment): \(complaints.min { $0.count < $1.count } ?? [])")
    } catch {
      Issue.record("\(comment): no JSON: \(error): \(text)")
    }
  }
}
