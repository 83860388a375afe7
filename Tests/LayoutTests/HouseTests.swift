import Foundation
import TestSupport
import Testing

/// The rooms, the arrows between them, and what a file may be.
@Suite struct HouseTests {
  struct Source {
    /// Relative to the project.
    var path: String
    var room: String
    var lines: [Substring]

    /// The modules it imports; `public`, `internal` and conditions make no difference.
    var imports: Set<String> {
      Set(
        lines.compactMap { line in
          let words = line.split(separator: " ")
          // Not the word in a text.
          guard let place = words.firstIndex(of: "import"), words.count > place + 1,
            place == 0 || place == 1 && ["public", "package", "internal"].contains(words[0])
          else { return nil }
          return String(words[place + 1])
        })
    }
  }

  static let sources: [Source] = {
    let folder = Products.project.appending(component: "Sources")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
      guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      else { return nil }
      return Source(
        path: "Sources/\(name)", room: String(name.prefix { $0 != "/" }),
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    }
  }()

  /// What each room may import, the system's own modules included.
  static let arrows: [String: Set<String>] = [
    "StreamSafe": [],
    "Platform": ["CPlatform", "Glibc", "Darwin", "Synchronization"],
    "Git": [
      "CGit2", "CGit2Lazy", "CZlib", "Platform", "StreamSafe", "CoreFoundation", "CoreServices",
      "Dispatch",
      "Synchronization",
    ],
    "YAML": ["CLibYAML", "StreamSafe"],
    "TaskFile": ["Markdown", "StreamSafe", "YAML"],
    "StoreFiles": ["TaskFile", "Git", "Platform", "Synchronization"],
    "Query": ["StoreFiles", "TaskFile", "Git", "Platform", "Synchronization"],
    "SQLite": ["CSQLite"],
    "TaskHistory": ["Query", "SQLite", "StoreFiles", "TaskFile", "Git"],
    "Merging": ["TaskHistory", "Query", "StoreFiles", "TaskFile", "Git"],
    "Recording": [
      "Merging", "TaskHistory", "Query", "StoreFiles", "TaskFile", "Git", "Dispatch",
      "Synchronization",
    ],
    "Sync": [
      "Recording", "Merging", "TaskHistory", "StoreFiles", "TaskFile", "Git", "Synchronization",
    ],
    "MemoKit": [
      "Sync", "Recording", "Merging", "TaskHistory", "Query", "StoreFiles", "TaskFile", "Git",
      "Platform", "Dispatch", "Synchronization",
    ],
    "Terminal": ["Platform", "Synchronization"],
    "Exchange": ["Markdown", "MemoKit", "TaskFile"],
    "MemoCLI": [
      "Exchange", "Markdown", "MemoKit", "TaskFile", "Terminal", "Words", "Synchronization",
    ],
    "MCP": ["MemoCLI", "MemoKit", "Platform", "TaskFile", "Dispatch", "Synchronization"],
    "Words": ["TaskFile"],
    "BoardModel": [
      "Markdown", "MemoCLI", "MemoKit", "TaskFile", "Terminal", "Words", "Synchronization",
    ],
    "MemoTUI": [
      "BoardModel", "MemoCLI", "MemoKit", "Platform", "TaskFile", "Terminal", "Words",
      "Synchronization",
    ],
    "Markdown": ["CMD4C"],
    "MemoWeb": [
      "BoardModel", "Exchange", "Markdown", "MemoCLI", "MemoKit", "TaskFile", "Terminal", "Words",
    ],
    "memo": ["MCP", "MemoCLI", "MemoKit", "MemoTUI", "Terminal"],
    "memo-web": [
      "BoardModel", "CQREncode", "MemoCLI", "MemoKit", "MemoWeb", "StoreFiles", "TaskFile",
      "Terminal", "Words", "Synchronization", "HTTPTypes", "HummingbirdCore",
      "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPCompression", "NIOHTTPTypes", "NIOHTTPTypesHTTP1",
      "NIOPosix", "Platform", "UnixSignals",
    ],
  ]

  @Test func arrowsGoOneWay() throws {
    #expect(Set(Self.sources.map(\.room)) == Set(Self.arrows.keys))
    for source in Self.sources {
      let allowed = try #require(Self.arrows[source.room])
      #expect(source.imports.subtracting(allowed) == [], "\(source.path)")
    }
  }

  /// What a target imports and doesn't declare is there only as long as another brings it.
  @Test func everyImportIsDeclared() throws {
    let manifest = try String(
      contentsOf: Products.project.appending(path: "Package.swift"), encoding: .utf8)
    let systems: Set = [
      "CoreFoundation", "CoreServices", "Darwin", "Dispatch", "Glibc", "Synchronization",
    ]
    for room in Self.arrows.keys {
      let start = try #require(
        manifest.range(of: "arget(\n      name: \"\(room)\"")
          ?? manifest.range(of: "arget(name: \"\(room)\""), "\(room)")
      let rest = manifest[start.upperBound...]
      let target = rest[..<(rest.range(of: "arget(")?.lowerBound ?? rest.endIndex)]
      let library = target.contains("library") ? Self.library + ["TaskFile", "Git"] : []
      let imported = Self.sources.filter { $0.room == room }.map(\.imports)
      let missing = imported.joined().filter { name in
        !target.contains("\"\(name)\"") && !library.contains(name) && !systems.contains(name)
      }
      #expect(missing == [], "\(room)")
    }
  }

  /// A function too many would have to be in every version of libgit2, for nobody; one too few can't
  /// be linked.
  @Test func whatIsLoadedOfLibgit2IsCalled() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Products.project.appending(path: path), encoding: .utf8)
    }
    let names = try text("Sources/CGit2Lazy/functions.h").split(separator: "\n").compactMap {
      line in line.hasPrefix("LAZY(") ? line.dropFirst(5).dropLast() : nil
    }
    #expect(names == names.sorted() && names.count > 100)
    let callers =
      Self.sources.filter { $0.room == "Git" }.flatMap(\.lines).map(String.init)
      + [
        try text("Sources/CGit2/shim.h"), try text("Sources/CGit2/backend.h"),
        try text("Sources/CGit2Lazy/lazy.c"),
      ]
    let words = Set(
      callers.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
    #expect(names.filter { !words.contains($0) } == [])
  }

  /// What the systems do differently has one place; but for file events, a file for each system.
  @Test func onlyOneRoomAsksForTheSystem() {
    let asking = Self.sources.filter { source in
      source.room != "Platform"
        && source.lines.contains { $0.drop { $0 == " " }.hasPrefix("#if") }
    }
    let folder = "Sources/Git/Watching"
    #expect(
      asking.map(\.path) == ["\(folder)/EventStreamSource.swift", "\(folder)/InotifySource.swift"])
    for source in asking { #expect(source.lines.first?.hasPrefix("#if") == true, "\(source.path)") }
  }

  /// On Linux Dispatch looks each second at the threads that it has made, for as long as the process
  /// lives; on macOS file events know no other way.
  @Test func nobodyIsWokenByDispatch() {
    let asking = Self.sources.filter { source in
      source.lines.contains { $0.contains("DispatchQueue") || $0.contains("DispatchSource") }
    }
    #expect(
      asking.map(\.path) == ["Sources/Git/Watching/EventStreamSource.swift"])
  }

  /// libgit2 before 1.6 never frees what it compares names of settings in, 20 KB for each: a board
  /// that is open for a day would take all of the memory.
  @Test func libgit2IsNotAskedToCompareNames() {
    let calls = [
      "git_remote_list(", "git_remote_lookup(", "git_remote_create_anonymous(",
      "git_branch_upstream", "_iterator_glob_new(", "git_config_foreach_match(",
    ]
    for source in Self.sources where source.room == "Git" {
      for call in calls {
        #expect(!source.lines.contains { $0.contains(call) }, "\(source.path) calls \(call)")
      }
    }
  }

  /// Two names that only look alike are equal as texts, so that their order would be one of chance.
  @Test func pathsAreComparedByTheirBytes() {
    for source in Self.sources where source.room != "TaskFile" {
      // The pattern alone takes half a minute.
      for line in source.lines
      where line.contains("path") && line.contains(" <")
        && line.contains(/\bpath\)? <=? [\w$]/)
      {
        // Numbers in a reader of bytes.
        if line.contains(/path <=? (UInt64|bytes)/) { continue }
        Issue.record("\(source.path) compares paths as texts: \(line)")
      }
    }
  }

  /// Two errors under one number would be told as each other.
  @Test func everyErrorHasANumberOfItsOwn() {
    let numbers = Self.sources.filter { $0.room == "Git" }.flatMap(\.lines).compactMap { line in
      line.firstRange(of: "Code(rawValue: 1").map { line[$0.upperBound...].prefix { $0.isNumber } }
    }
    #expect(numbers.count > 10 && Set(numbers).count == numbers.count, "\(numbers)")
  }

  /// The rooms that a library user sees, all through `MemoKit`.
  static let library = [
    "StoreFiles", "Query", "TaskHistory", "Merging", "Recording", "Sync", "MemoKit",
  ]

  /// Git types stay behind the library's face.
  @Test func theLibraryShowsNoGit() {
    for source in Self.sources where Self.library.contains(source.room) {
      #expect(!source.lines.contains { $0.hasPrefix("public import Git") }, "\(source.path)")
    }
  }

  @Test func theLibraryNeverTalksToTheUser() {
    let words = ["print(", "exit(", "ProcessInfo", "getenv(", "FileHandle", "readLine("]
    for source in Self.sources
    where (["Git", "YAML", "TaskFile"] + Self.library).contains(source.room) {
      let code = source.lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      for word in words {
        let uses = code.filter { line in
          line.range(of: word).map { place in
            place.lowerBound == line.startIndex
              || !"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.".contains(
                line[line.index(before: place.lowerBound)])
          } ?? false
        }
        #expect(uses == [], "\(source.path) uses \(word)")
      }
    }
  }
}
