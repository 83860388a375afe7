import MemoKit
import TestSupport
import Testing
@testable import MemoCLI

/// The schemas of `memo schema`.
///
/// All JSON that a desk prints in other tests is checked against them, too.
@Suite struct SchemaTests {
  private func schema(_ words: String...) throws -> JSONValue {
    let outcome = Desk(try Scratch(), "kim").memo(["schema"] + words)
    #expect(outcome.status == .done, "\(outcome.error)")
    return try JSONValue(outcome.output)
  }

  @Test func everyKindHasASchema() throws {
    for name in SchemaText.names {
      let schema = try schema(name)
      #expect(schema["$schema"]?.text == "https://json-schema.org/draft/2020-12/schema")
      let reference = try #require(schema["$ref"]?.text)
      #expect(schema["$defs"]?[String(reference.dropFirst("#/$defs/".count))] != nil, "\(name)")
    }
    #expect(try schema()["oneOf"]?.items.count == DocumentKind.allCases.count)
  }

  @Test func unknownKindsAreRefused() throws {
    let outcome = Desk(try Scratch(), "kim").memo("schema", "boardd")
    #expect(outcome.status == .usage)
    #expect(outcome.error.contains("did you mean 'board'?"))
  }

  /// A member's name has the same type in all objects.
  @Test func everyMemberHasOneType() throws {
    var types: [String: Set<JSONValue>] = [:]
    for definition in try #require(try schema()["$defs"]).members.values {
      for (name, type) in definition["properties"]?.members ?? [:] where name != "kind" {
        types[name, default: []].insert(type)
      }
    }
    #expect(types.filter { $0.value.count > 1 } == [:])
    #expect(Set(types.keys) == Set(SchemaText.types.keys))
  }

  @Test func theValidatorFindsErrors() throws {
    let schema = try JSONSchema(Desk(try Scratch(), "kim").memo("schema", "error").output)
    let good =
      #"{"schemaVersion": 1, "kind": "error", "message": "m", "details": [], "#
      + #""hints": ["h"], "exitCode": 1}"#
    #expect(schema.complaints(about: try JSONValue(good)) == [])
    for (part, other) in [
      ("\"kind\": \"error\"", "\"kind\": \"errors\""), ("\"exitCode\": 1", "\"exitCode\": \"1\""),
      ("\"exitCode\": 1", "\"exitCode\": 1.5"), ("[\"h\"]", "[1]"), ("\"message\": \"m\", ", ""),
      ("\"message\": \"m\"", "\"message\": \"m\", \"more\": 1"),
    ] {
      let bad = good.replacing(part, with: other)
      #expect(schema.complaints(about: try JSONValue(bad)) != [], "\(bad)")
    }
  }
}
