import TestSupport
import Testing

private var isLoadedLate: Bool {
  #if os(Linux) && (arch(x86_64) || arch(arm64))
  true
  #else
  false
  #endif
}

/// libgit2 is loaded when it is first called.
@Suite(.onItsOwnThread, .enabled(if: isLoadedLate, "libgit2 is loaded with the program here"))
struct LazyLoadingTests {
  @Test func readingFilesDoesNotLoadIt() throws {
    let person = try Person.withStore()
    try person.expect("memo add Buy milk")
    for command in ["memo --version", "memo list", "memo board", "memo today", "memo find milk"] {
      let ran = try person.type("LD_DEBUG=files \(command)")
      #expect(ran.code == 0)
      #expect(ran.error.contains("calling init"), "nothing is told of what is loaded")
      #expect(!ran.error.contains("libgit2.so"), "\(command)")
    }
  }

  /// Reading the system's certificates takes libgit2's mbedTLS six milliseconds.
  @Test func systemCertificatesAreNotRead() throws {
    let person = try Person.withStore()
    try person.expect("memo add Buy milk")
    let ran = try person.type("LD_DEBUG=bindings memo log")
    #expect(ran.code == 0)
    let certificates = ran.error.split(separator: "\n").filter {
      $0.contains("`mbedtls_x509_crt_parse_file'") && $0.contains("libgit2.so")
    }
    // libgit2 was built with another TLS library here.
    guard ran.error.contains("libmbedx509.so") else { return }
    #expect(certificates.count == 1, "\(certificates)")
    #expect(certificates.allSatisfy { $0.contains("memo [0]: normal symbol") }, "\(certificates)")
  }

  /// As when the loader doesn't find a library.
  @Test func aBrokenLibraryIsReported() throws {
    let person = try Person.withStore()
    try person.expect("memo add Buy milk")
    let name = try person.expect(
      "LD_DEBUG=files memo log 2>&1 | grep -o 'libgit2.so[.0-9]*' | head -n 1"
    ).dropLast()
    try person.scratch.write("no library\n", to: "broken/\(name)")
    let path = person.scratch("broken")
    let list = try person.type("LD_LIBRARY_PATH=\(path) memo list")
    #expect(list.code == 0 && list.error == "", "\(list)")
    #expect(list.output.hasSuffix("  Buy milk\n"))
    let log = try person.type("LD_LIBRARY_PATH=\(path) memo log")
    #expect(log.code == 127 && log.output == "")
    #expect(
      log.error.hasPrefix(
        "error: libgit2 can't be used: \(path)/\(name): file too short\n"
          + "hint: memo was built with libgit2 1."))
    #expect(log.error.hasSuffix("; install that, or build memo again with yours (1.5 to 1.9)\n"))
    #expect(try person.expect("memo log").contains("add: Buy milk"))
  }
}
