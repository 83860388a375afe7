// swift-tools-version: 6.2
import PackageDescription

/// Settings shared by every Swift target.
let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Extra settings for the targets that must never touch a raw pointer.
let safe: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatWarning("StrictMemorySafety", as: .error),
]

/// `MemoKit` and the modules that it re-exports.
let library: [Target.Dependency] = [
  "MemoKit", "Sync", "Recording", "Merging", "TaskHistory", "Query", "StoreFiles", "TaskFile",
  "Git",
]

/// Whether libgit2 is linked statically, as in an archive for any Linux.
let hasLibgit2Inside = Context.environment["MEMO_STATIC_LIBGIT2"] != nil

/// The pkg-config name of libgit2, where it is linked. On Linux the programs load it at the first
/// call, through `CGit2Lazy`, and its headers are in the system's folder.
#if os(Linux) && (arch(x86_64) || arch(arm64))
let libgit2: String? = hasLibgit2Inside ? "libgit2" : nil
#else
let libgit2: String? = "libgit2"
#endif

/// What `memo --version` prints about the build.
let buildFacts: [CSetting] =
  (Context.environment["MEMO_COMMIT"].map { [.define("MEMO_COMMIT", to: "\"\($0)\"")] } ?? [])
  + (hasLibgit2Inside ? [.define("MEMO_STATIC_LIBGIT2")] : [])

/// Packages that use only the library set `traits: []` and fetch no HTTP server.
let web = TargetDependencyCondition.when(traits: ["Web"])

let package = Package(
  name: "memo",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "memo", targets: ["memo"]),
    .executable(name: "memo-web", targets: ["memo-web"]),
    .library(name: "MemoKit", targets: ["MemoKit"]),
  ],
  traits: [
    .trait(name: "Web", description: "The program memo-web, which brings an HTTP server."),
    .default(enabledTraits: ["Web"]),
  ],
  dependencies: [
    // Without traits it doesn't depend on Foundation.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // Hummingbird depends on it, too.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.0.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.0.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CGit2", pkgConfig: libgit2,
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .target(
      name: "CGit2Lazy", dependencies: ["CGit2"], cSettings: buildFacts,
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // Only for programs: it replaces a function of mbedTLS.
    .target(
      name: "CLateCertificates", dependencies: ["CGit2Lazy"], cSettings: buildFacts,
      linkerSettings: [
        .unsafeFlags(
          [
            "-Xlinker", "--export-dynamic-symbol=mbedtls_x509_crt_parse_file",
            // Exporting all other symbols would add nearly a megabyte.
            "-Xlinker", "--no-export-dynamic",
          ],
          .when(platforms: [.linux]))
      ]),
    // Part of macOS; on Linux a dependency of libgit2.
    .systemLibrary(name: "CZlib"),
    .target(name: "CPlatform"),
    .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: common),
    .target(name: "StreamSafe", swiftSettings: common + safe),
    .target(
      name: "Git", dependencies: ["CGit2", "CGit2Lazy", "CZlib", "Platform", "StreamSafe"],
      swiftSettings: common),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "YAML", dependencies: ["CLibYAML", "StreamSafe"], swiftSettings: common + safe),
    .target(
      name: "TaskFile", dependencies: ["Markdown", "StreamSafe", "YAML"],
      swiftSettings: common + safe),
    .target(
      name: "StoreFiles", dependencies: ["Git", "Platform", "TaskFile"],
      swiftSettings: common + safe),
    .target(
      name: "Query", dependencies: ["Git", "Platform", "StoreFiles", "TaskFile"],
      swiftSettings: common + safe),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: common),
    .target(
      name: "TaskHistory", dependencies: ["Git", "Query", "SQLite", "StoreFiles", "TaskFile"],
      swiftSettings: common + safe),
    .target(
      name: "Merging", dependencies: ["Git", "Query", "StoreFiles", "TaskFile", "TaskHistory"],
      swiftSettings: common + safe),
    .target(
      name: "Recording",
      dependencies: ["Git", "Merging", "Query", "StoreFiles", "TaskFile", "TaskHistory"],
      swiftSettings: common + safe),
    .target(
      name: "Sync",
      dependencies: ["Git", "Merging", "Recording", "StoreFiles", "TaskFile", "TaskHistory"],
      swiftSettings: common + safe),
    .target(
      name: "MemoKit",
      dependencies: [
        "Git", "Merging", "Platform", "Query", "Recording", "StoreFiles", "Sync", "TaskFile",
        "TaskHistory",
      ],
      swiftSettings: common + safe),
    .systemLibrary(
      name: "CMD4C", pkgConfig: "md4c",
      providers: [.apt(["libmd4c-dev"]), .brew(["md4c"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .target(name: "Markdown", dependencies: ["CMD4C"], swiftSettings: common),
    .target(name: "Terminal", dependencies: ["Platform"], swiftSettings: common),
    .target(name: "Words", dependencies: ["TaskFile"], swiftSettings: common + safe),
    .target(name: "Exchange", dependencies: library, swiftSettings: common + safe),
    .target(
      name: "MemoCLI", dependencies: library + ["Exchange", "Markdown", "Terminal", "Words"],
      swiftSettings: common + safe),
    .target(
      name: "MCP", dependencies: library + ["MemoCLI", "Platform"], swiftSettings: common + safe),
    .target(
      name: "BoardModel", dependencies: library + ["Markdown", "MemoCLI", "Terminal", "Words"],
      swiftSettings: common + safe),
    .target(
      name: "MemoTUI",
      dependencies: library + ["BoardModel", "MemoCLI", "Platform", "Terminal", "Words"],
      swiftSettings: common + safe),
    .target(
      name: "MemoWeb",
      dependencies: library + [
        "BoardModel", "Exchange", "Markdown", "MemoCLI", "Terminal", "Words",
      ],
      resources: [
        .embedInCode("Assets/board.js"), .embedInCode("Assets/columns.js"),
        .embedInCode("Assets/forms.js"),
        .embedInCode("Assets/hands.js"), .embedInCode("Assets/icon-180.png"),
        .embedInCode("Assets/icon-192.png"), .embedInCode("Assets/icon-512.png"),
        .embedInCode("Assets/icon.svg"), .embedInCode("Assets/left.js"),
        .embedInCode("Assets/live.js"), .embedInCode("Assets/notes.js"),
        .embedInCode("Assets/page.js"), .embedInCode("Assets/row.js"),
        .embedInCode("Assets/sheet.js"), .embedInCode("Assets/style.css"),
        .embedInCode("Assets/worker.js"),
      ],
      swiftSettings: common + safe),
    .executableTarget(
      name: "memo",
      dependencies: library + ["CLateCertificates", "MCP", "MemoCLI", "MemoTUI", "Terminal"],
      swiftSettings: common + safe),

    .executableTarget(
      name: "memo-web",
      dependencies: library + [
        "BoardModel", "CLateCertificates", "CQREncode", "MemoCLI", "MemoWeb", "Platform",
        "Terminal", "Words",
        .product(name: "HTTPTypes", package: "swift-http-types", condition: web),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: web),
        .product(name: "Logging", package: "swift-log", condition: web),
        .product(name: "NIOCore", package: "swift-nio", condition: web),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: web),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: web),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: web),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: web),
        .product(name: "NIOPosix", package: "swift-nio", condition: web),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: web),
      ],
      swiftSettings: common),

    .executableTarget(
      name: "library-example", dependencies: library, path: "examples/library",
      swiftSettings: common),

    .target(name: "PlayedTerminal", path: "Tests/PlayedTerminal", swiftSettings: common),
    .target(
      name: "TestSupport", dependencies: library + ["MemoCLI", "PlayedTerminal", "Terminal"],
      path: "Tests/TestSupport", swiftSettings: common),
    .testTarget(
      name: "GitTests", dependencies: ["Git", "Platform", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "YAMLTests", dependencies: ["TestSupport", "YAML", "Yams"], swiftSettings: common),
    .testTarget(
      name: "TaskFileTests", dependencies: ["StreamSafe", "TaskFile", "TestSupport", "Yams"],
      swiftSettings: common),
    .testTarget(
      name: "MemoKitTests", dependencies: library + ["Platform", "SQLite", "TestSupport", "memo"],
      swiftSettings: common),
    .testTarget(
      name: "TerminalTests", dependencies: ["PlayedTerminal", "Terminal", "TestSupport"],
      swiftSettings: common),
    .testTarget(name: "WordsTests", dependencies: ["TestSupport", "Words"], swiftSettings: common),
    .testTarget(
      name: "ExchangeTests", dependencies: library + ["Exchange", "MemoCLI", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "MemoCLITests",
      dependencies: library + ["MemoCLI", "Terminal", "TestSupport", "Words", "memo"],
      exclude: ["Sessions"], swiftSettings: common),
    .testTarget(
      name: "MCPTests", dependencies: library + ["MCP", "MemoCLI", "TestSupport"],
      exclude: ["Transcripts", "reference.py"], swiftSettings: common),
    .testTarget(
      name: "MemoTUITests",
      dependencies: library + [
        "BoardModel", "MemoCLI", "MemoTUI", "PlayedTerminal", "Terminal", "TestSupport", "Words",
      ],
      exclude: ["Screens"],
      swiftSettings: common),
    .testTarget(
      name: "MarkdownTests", dependencies: ["Markdown", "TestSupport"], swiftSettings: common),
    .testTarget(
      name: "MemoWebTests",
      dependencies: library + [
        "BoardModel", "Markdown", "MemoCLI", "MemoWeb", "TestSupport", "Words", "memo-web",
      ],
      exclude: ["Pages"], swiftSettings: common),
    .testTarget(
      name: "ProcessTests",
      dependencies: ["PlayedTerminal", "TestSupport", "memo", "library-example", "Yams"],
      swiftSettings: common),
    .testTarget(
      name: "LayoutTests", dependencies: ["MemoCLI", "TestSupport"], swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)

// Benchmarks are built only with MEMO_BENCHMARKS set.
if Context.environment["MEMO_BENCHMARKS"] != nil {
  package.targets += [
    .target(name: "BenchmarkSeed", path: "Tests/Benchmarks/Seed", swiftSettings: common),
    .executableTarget(
      name: "memo-benchmarks", dependencies: ["BenchmarkSeed", "memo"],
      path: "Tests/Benchmarks/Program", swiftSettings: common),
    .executableTarget(
      name: "memo-board-benchmarks", dependencies: ["BenchmarkSeed", "PlayedTerminal", "memo"],
      path: "Tests/Benchmarks/Board", swiftSettings: common),
    .executableTarget(
      name: "memo-web-benchmarks", dependencies: ["BenchmarkSeed", "memo", "memo-web"],
      path: "Tests/Benchmarks/Web", swiftSettings: common),
    .executableTarget(
      name: "memo-library-benchmarks", dependencies: library + ["BenchmarkSeed"],
      path: "Tests/Benchmarks/Library", swiftSettings: common),
  ]
}

// Unoptimized, these modules take most of the time of a test run, so Tests/run.sh sets
// MEMO_OPTIMIZED. It is off by default: a package with unsafe flags can't be a dependency.
if Context.environment["MEMO_OPTIMIZED"] != nil {
  let busy: Set = ["StreamSafe", "YAML", "TaskFile", "Git", "StoreFiles"]
  for target in package.targets where busy.contains(target.name) {
    // Optimizing a whole module takes less time than file by file.
    target.swiftSettings?.append(
      .unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"]))
  }
}
