import Foundation
import TestSupport
import Testing

/// The modules, their dependencies, and other rules for all sources.
@Suite struct ArchitectureTests {
  struct Source {
    /// Relative to the project.
    var path: String
    var module: String
    var lines: [Substring]

    /// The modules it imports; `public`, `internal` and conditions make no difference.
    var imports: Set<String> {
      Set(
        lines.compactMap { line in
          let words = line.split(separator: " ")
          // Not the word within a string.
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
        path: "Sources/\(name)", module: String(name.prefix { $0 != "/" }),
        lines: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    }
  }()

  /// The imports that each module may have, including modules of the system.
  static let allowedImports: [String: Set<String>] = [
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
    "Exchange": ["MemoKit", "TaskFile"],
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

  @Test func modulesImportOnlyAllowedModules() throws {
    #expect(Set(Self.sources.map(\.module)) == Set(Self.allowedImports.keys))
    for source in Self.sources {
      let allowed = try #require(Self.allowedImports[source.module])
      #expect(source.imports.subtracting(allowed) == [], "\(source.path)")
    }
  }

  /// An undeclared import works only while another target brings the module.
  @Test func everyImportIsDeclared() throws {
    let manifest = try String(
      contentsOf: Products.project.appending(path: "Package.swift"), encoding: .utf8)
    let systems: Set = [
      "CoreFoundation", "CoreServices", "Darwin", "Dispatch", "Glibc", "Synchronization",
    ]
    for module in Self.allowedImports.keys {
      let start = try #require(
        manifest.range(of: "arget(\n      name: \"\(module)\"")
          ?? manifest.range(of: "arget(name: \"\(module)\""), "\(module)")
      let rest = manifest[start.upperBound...]
      let target = rest[..<(rest.range(of: "arget(")?.lowerBound ?? rest.endIndex)]
      let library = target.contains("library") ? Self.library + ["TaskFile", "Git"] : []
      let imported = Self.sources.filter { $0.module == module }.map(\.imports)
      let missing = imported.joined().filter { name in
        !target.contains("\"\(name)\"") && !library.contains(name) && !systems.contains(name)
      }
      #expect(missing == [], "\(module)")
    }
  }

  /// Functions that aren't called are not loaded, since every version of libgit2 would have to have
  /// them.
  @Test func everyLoadedFunctionOfLibgit2IsCalled() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Products.project.appending(path: path), encoding: .utf8)
    }
    let names = try text("Sources/CGit2Lazy/functions.h").split(separator: "\n").compactMap {
      line in line.hasPrefix("LAZY(") ? line.dropFirst(5).dropLast() : nil
    }
    #expect(names == names.sorted() && names.count > 100)
    let callers =
      Self.sources.filter { $0.module == "Git" }.flatMap(\.lines).map(String.init)
      + [
        try text("Sources/CGit2/shim.h"), try text("Sources/CGit2/backend.h"),
        try text("Sources/CGit2Lazy/lazy.c"),
      ]
    let words = Set(
      callers.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
    #expect(names.filter { !words.contains($0) } == [])
  }

  /// Differences between systems are in `Platform`; file events have one file for each system.
  @Test func onlyPlatformDependsOnTheSystem() {
    let asking = Self.sources.filter { source in
      source.module != "Platform"
        && source.lines.contains { $0.drop { $0 == " " }.hasPrefix("#if") }
    }
    let folder = "Sources/Git/Watching"
    #expect(
      asking.map(\.path) == ["\(folder)/EventStreamSource.swift", "\(folder)/InotifySource.swift"])
    for source in asking { #expect(source.lines.first?.hasPrefix("#if") == true, "\(source.path)") }
  }

  /// On Linux, Dispatch's threads wake up every second for as long as the process lives.
  ///
  /// On macOS, file events need Dispatch.
  @Test func dispatchIsNotUsed() {
    let asking = Self.sources.filter { source in
      source.lines.contains { $0.contains("DispatchQueue") || $0.contains("DispatchSource") }
    }
    #expect(
      asking.map(\.path) == ["Sources/Git/Watching/EventStreamSource.swift"])
  }

  /// libgit2 before 1.6 leaks 20 KB in each of these functions, so a board that stays open would
  /// take all memory.
  @Test func leakingFunctionsOfLibgit2AreNotCalled() {
    let calls = [
      "git_remote_list(", "git_remote_lookup(", "git_remote_create_anonymous(",
      "git_branch_upstream", "_iterator_glob_new(", "git_config_foreach_match(",
    ]
    for source in Self.sources where source.module == "Git" {
      for call in calls {
        #expect(!source.lines.contains { $0.contains(call) }, "\(source.path) calls \(call)")
      }
    }
  }

  /// Strings are equal if they look alike, so their order isn't the order of paths.
  @Test func pathsAreComparedByTheirBytes() {
    for source in Self.sources where source.module != "TaskFile" {
      // Only the pattern takes half a minute.
      for line in source.lines
      where line.contains("path") && line.contains(" <")
        && line.contains(/\bpath\)? <=? [\w$]/)
      {
        // Not paths, but numbers in a byte reader.
        if line.contains(/path <=? (UInt64|bytes)/) { continue }
        Issue.record("\(source.path) compares paths as texts: \(line)")
      }
    }
  }

  /// Two errors with the same number would have the same message.
  @Test func everyErrorHasItsOwnNumber() {
    let numbers = Self.sources.filter { $0.module == "Git" }.flatMap(\.lines).compactMap { line in
      line.firstRange(of: "Code(rawValue: 1").map { line[$0.upperBound...].prefix { $0.isNumber } }
    }
    #expect(numbers.count > 10 && Set(numbers).count == numbers.count, "\(numbers)")
  }

  /// The modules of the library, which `MemoKit` re-exports.
  static let library = [
    "StoreFiles", "Query", "TaskHistory", "Merging", "Recording", "Sync", "MemoKit",
  ]

  /// Git's types are not part of the library's interface.
  @Test func theLibraryDoesNotExportGit() {
    for source in Self.sources where Self.library.contains(source.module) {
      #expect(!source.lines.contains { $0.hasPrefix("public import Git") }, "\(source.path)")
    }
  }

  @Test func theLibraryNeverPrints() {
    let words = ["print(", "exit(", "ProcessInfo", "getenv(", "FileHandle", "readLine("]
    for source in Self.sources
    where (["Git", "YAML", "TaskFile"] + Self.library).contains(source.module) {
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
