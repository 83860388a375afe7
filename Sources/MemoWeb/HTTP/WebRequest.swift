/// An HTTP request as a value, without a socket.
package struct WebRequest: Hashable, Sendable {
  package var method: String
  /// The percent-encoded path without the query, such as `/b/abc/task/x`.
  package var path: String
  /// The text after the first `?`, not decoded.
  package var query: String
  /// The headers; names are in lower case.
  package var headers: [Header]
  package var body: [UInt8]

  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// - Parameter target: Path and query.
  package init(
    _ method: String, _ target: String, headers: [Header] = [], body: [UInt8] = []
  ) {
    self.method = method
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    query = parts.count > 1 ? String(parts[1]) : ""
    self.headers = headers.map { Header($0.name.lowercased(), $0.value) }
    self.body = body
  }

  /// The value of a header; nil if it is missing or, suspiciously, repeated.
  package func header(_ name: String) -> String? {
    let values = headers.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  package func hasHeader(_ name: String) -> Bool { headers.contains { $0.name == name } }

  /// The cookies by name; the first of equal names counts.
  package var cookies: [String: String] {
    let pairs = headers.filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }
      .compactMap { pair -> (String, String)? in
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        return (parts[0].filter { $0 != " " }, String(parts[1]))
      }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The fields of a `GET` form.
  package var fields: FormFields { FormFields(query) }

  /// The fields of a `POST` form.
  package var form: FormFields { FormFields(String(decoding: body, as: UTF8.self)) }

  /// Identifies a change: the form's operation id, path and content.
  ///
  /// The id alone is not enough: a page keeps it when the user goes back and changes the form. Nil
  /// if the form has no id.
  package var operation: String? {
    guard let name = form["op"], !name.isEmpty else { return nil }
    let said = form.without(["again", "back"])
    return "\(name) \(path) \(Fingerprint.text(of: said.utf8))"
  }
}

/// A form's fields (URL Standard, `application/x-www-form-urlencoded`).
package struct FormFields: Sendable {
  private var pairs: [(name: String, value: String)]
  /// Whether all fields are valid UTF-8; invalid bytes become U+FFFD.
  private(set) var isText = true

  package init(_ text: String) {
    pairs = []
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(Self.bytes)
      if isText { isText = parts.allSatisfy { String(validating: $0, as: UTF8.self) != nil } }
      pairs.append(
        (
          String(decoding: parts[0], as: UTF8.self),
          parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
        ))
    }
  }

  package subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

  package func all(_ name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  /// Encodes all fields except some.
  package func without(_ names: Set<String>) -> String {
    pairs.filter { !names.contains($0.name) }
      .map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
  }

  /// A multi-line field's text, with CR LF replaced by LF.
  package func lines(_ name: String) -> String? {
    self[name]?.replacing("\r\n", with: "\n")
  }

  static func decoded(_ text: Substring) -> String {
    String(decoding: bytes(text), as: UTF8.self)
  }

  private static func bytes(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2)
        if digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  /// Percent-encodes part of an address.
  package static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
