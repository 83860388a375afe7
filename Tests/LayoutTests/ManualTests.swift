import Foundation
import TestSupport
import Testing

/// docc builds the library's manual without warnings, if docc is installed.
@Suite(.onItsOwnThread) struct ManualTests {
  /// The folder of the compiler, if it contains the needed tools.
  private static let tools: URL? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let swift = folders.lazy.map { URL(filePath: "\($0)/swift") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    let folder = swift?.resolvingSymlinksInPath().deletingLastPathComponent()
    let needed = ["docc", "swift-symbolgraph-extract"]
    return folder.flatMap { folder in
      needed.allSatisfy {
        FileManager.default.isExecutableFile(atPath: folder.appending(component: $0).path)
      } ? folder : nil
    }
  }()

  /// The modules that `import MemoKit` re-exports.
  private func exported() throws -> [String] {
    try String(
      contentsOf: Products.project.appending(path: "Sources/MemoKit/Exports.swift"), encoding: .utf8
    )
    .split(separator: "\n").filter { $0.hasPrefix("@_exported") }
    .compactMap { $0.split(separator: " ").last.map(String.init) }
  }

  @Test(.enabled(if: tools != nil && Products.isOfLinux)) func manualHasNoWarnings() throws {
    let tools = try #require(Self.tools)
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch("graph"), withIntermediateDirectories: true)
    func tool(_ name: String, _ arguments: [String]) throws -> Ran {
      try run(
        tools.appending(component: name).path, arguments, in: Products.project.path,
        environment: ["HOME": scratch.path, "PATH": "/usr/bin:/bin"])
    }
    let maps = [
      "Sources/CGit2", "Sources/CLibYAML", "Sources/CMD4C", "Sources/CSQLite", "Sources/CZlib",
      Products.path(of: "CPlatform.build"), Products.path(of: "CGit2Lazy.build"),
    ]
    let graph = try tool(
      "swift-symbolgraph-extract",
      [
        "-module-name", "MemoKit", "-minimum-access-level", "public", "-output-dir",
        scratch("graph"), "-I", Products.path(of: "Modules"),
        "-experimental-allowed-reexported-modules=\(try exported().joined(separator: ","))",
        "-target", Products.folder.deletingLastPathComponent().lastPathComponent, "-I",
        tools.deletingLastPathComponent().appending(path: "lib/swift").path,
      ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)/module.modulemap"] })
    try #require(graph.code == 0, "\(graph.error)")
    // Links point to files, as git hosts need them. docc needs pages.
    let folder = Products.project.appending(path: "Sources/MemoKit/MemoKit.docc").path
    try FileManager.default.createDirectory(
      atPath: scratch("manual.docc"), withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      if name.hasSuffix(".md") {
        let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        try scratch.write(
          text.replacing(/\]\((\w+)\.md(#[^)]*)?\)/) { "](doc:\($0.output.1))" },
          to: "manual.docc/\(name)")
      } else {
        try FileManager.default.copyItem(
          atPath: "\(folder)/\(name)", toPath: scratch("manual.docc/\(name)"))
      }
    }
    let docc = try tool(
      "docc",
      [
        "convert", scratch("manual.docc"), "--additional-symbol-graph-dir",
        scratch("graph"), "--fallback-display-name", "MemoKit", "--fallback-bundle-identifier",
        "memo", "--output-path", scratch("pages"),
      ])
    #expect(docc.code == 0)
    let lines = (docc.output + docc.error).split(separator: "\n")
    // Clear parameter names need no description.
    let warnings = lines.filter {
      $0.hasPrefix("warning:") && !$0.hasSuffix("is missing documentation")
    }
    #expect(warnings == [])
    for page in ["firststeps", "syncandconflicts", "architecture"] {
      #expect(scratch.exists("pages/data/documentation/memokit/\(page).json"))
    }
    #expect(scratch.exists("pages/data/documentation/memokit/store/read().json"))
  }
}
