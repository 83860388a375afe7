import Foundation
import MemoCLI
import MemoKit
import StoreFiles
import TestSupport
import Testing

/// Themes in files of a store.
@Suite struct ThemeTests {
  private static let forest = """
    # ours
    name: Forest
    emoji: 🌳
    scheme: light
    colors: {canvas: "#f3f6f1", card: "#fff", text: "#1d241c", sky: 1}
    season: spring

    """

  private func desk(_ themes: [String: String]) throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    try Store.create(desk.scratch("kim"), environment: desk.environment).expectNew()
    for (name, text) in themes { try desk.write(text, to: ".memo/themes/\(name).yml") }
    return desk
  }

  /// Known values of WebAIM's contrast checker and WCAG's examples.
  @Test(arguments: [
    ("#ffffff", "#000000", 21.0), ("#777777", "#ffffff", 4.47), ("#767676", "#ffffff", 4.54),
    ("#ff0000", "#ffffff", 3.99), ("#abcdef", "#abcdef", 1.0),
  ]) func contrastMatchesTheStandard(one: String, other: String, ratio: Double) throws {
    let (one, other) = (try #require(Theme.Color(one)), try #require(Theme.Color(other)))
    #expect(abs(Contrast.ratio(one, other) - ratio) < 0.01)
    #expect(Contrast.ratio(one, other) == Contrast.ratio(other, one))
  }

  @Test func builtInThemesAreLegible() {
    for theme in Theme.builtIn { #expect(theme.misses == [], "\(theme.name)") }
    let weakest = Theme.Role.allCases.filter { $0 != .canvas && $0 != .card }.flatMap { role in
      [Theme.Role.canvas, .card].map { Contrast.ratio(Theme.contrast[role], Theme.contrast[$0]) }
    }.min()
    #expect(weakest.map { $0 >= 7 } == true)
  }

  @Test func filesAreReadWithTheirProblems() throws {
    let desk = try desk([
      "forest": Self.forest,
      "bad": "name: Bad\nscheme: grey\ncolors: {text: red, cavnas: '#fff'}\n",
      "broken": "name: [\n",
    ])
    let themes = try desk.context.store().themes()
    #expect(themes.map(\.theme.name) == ["Bad", "broken", "Forest"])
    #expect(themes.map(\.isUsable) == [false, false, true])
    let forest = themes[2].theme
    #expect((forest.emoji, forest.scheme) == ("🌳", .light))
    #expect((forest[.card].description, forest[.late]) == ("#ffffff", Theme.paper[.late]))
    let check = desk.memo("check").output
    #expect(
      check == """
        .memo/themes/bad.yml:2:1: error: a theme is light or dark
        hint: write 'scheme: light'
        .memo/themes/bad.yml:3:1: error: 'text' is no color
        hint: write one as 'text: "#2b6a1e"'
        .memo/themes/bad.yml:3:1: error: there is no color 'cavnas'
        hint: did you mean 'canvas'?
        .memo/themes/broken.yml:1:7: error: not YAML: did not find expected node content
        hint: quote the value if it is meant as text

        """, "\(check)")
  }

  /// An unreadable theme file is not a missing one.
  @Test func unreadableThemesAreReported() throws {
    let desk = try desk(["forest": Self.forest])
    try FileManager.default.createSymbolicLink(
      atPath: desk.scratch("\(desk.folder)/.memo/themes/loop.yml"),
      withDestinationPath: "loop.yml")
    let file = try #require(try desk.context.store().themes().last)
    #expect(file.path == ".memo/themes/loop.yml" && !file.isUsable)
    #expect(file.problems.first?.message.hasPrefix("can't read ") == true, "\(file.problems)")
    // An unreadable folder is not one without themes.
    let folder = desk.scratch("\(desk.folder)/.memo/themes")
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: "themes")
    let files = try desk.context.store().themes()
    #expect(files.map(\.path) == [".memo/themes"] && files.allSatisfy { !$0.isUsable })
    #expect(files[0].problems.count == 1)
    try FileManager.default.removeItem(atPath: folder)
    #expect(try desk.context.store().themes().isEmpty)
  }

  @Test func savingKeepsTheRestOfTheFile() throws {
    let desk = try desk(["forest": Self.forest])
    let store = try desk.context.store()
    let file = store.themes()[0]
    var theme = file.theme
    theme[.accent] = try #require(Theme.Color("#2b6a1e"))
    #expect(try store.save(theme, over: file)?.words == "theme: Forest (accent)")
    #expect(
      try desk.read(".memo/themes/forest.yml") == """
        # ours
        name: Forest
        emoji: "🌳"
        scheme: light
        colors:
          canvas: "#f3f6f1"
          card: "#ffffff"
          text: "#1d241c"
          accent: "#2b6a1e"
          sky: 1
        season: spring

        """)
    #expect(try desk.journal().first == "theme: Forest (accent)")
    #expect(try desk.complaints() == "")
    // A file that changed since it was read is not overwritten.
    #expect(throws: MemoError.self) { try store.save(theme, over: file) }
    desk.memo("undo")
    #expect(try desk.read(".memo/themes/forest.yml") == Self.forest)
  }

  @Test func anIllegibleThemeIsNotSaved() throws {
    let desk = try desk([:])
    let store = try desk.context.store()
    var theme = Theme("Fog", .light)
    theme[.text] = try #require(Theme.Color("#999999"))
    let error = #expect(throws: MemoError.self) { try store.save(theme) }
    #expect(
      error?.message.contains("text on canvas is 2.6:1, and has to be at least 4.5:1") == true)
    for name in ["", "paper", "terminal"] {
      #expect(throws: MemoError.self) { try store.save(Theme(name, .dark)) }
    }
    #expect(try store.save(Theme("Night: 2", emoji: "🌙", .dark))?.words == "theme: Night: 2")
    #expect(try desk.read(".memo/themes/night-2.yml").hasPrefix("name: \"Night: 2\"\n"))
    #expect(throws: MemoError.self) { try store.save(Theme("Night: 2", .dark)) }
  }

  @Test func theSettingsHaveTheOrder() throws {
    let desk = try desk(["a": "name: A\nscheme: dark\n", "b": "name: B\nscheme: dark\n"])
    let store = try desk.context.store()
    #expect(try store.order(themes: ["B", "A"])?.words == "themes: B, A")
    #expect(try desk.read(".memo/config.yml") == "version: 1\nthemes: [B, A]\n")
    #expect(try desk.context.store().themes().map(\.theme.name) == ["B", "A"])
    #expect(desk.memo("check").status == .done)
  }
}
