import BoardModel
import MemoKit
@testable import MemoTUI
import TaskFile
import TestSupport
import Testing

/// Themes that change while they are shown, chosen or edited.
///
/// Their looks are in `Screens/themes.txt`.
@Suite(.onItsOwnThread) struct ThemeTests {
  private let desk: Desk
  private let path = ".memo/themes/sea.yml"
  private let text = "name: Sea\nscheme: light\n# ours\nmine: 1\n"

  init() throws {
    desk = Desk(try Scratch(), "groceries")
    desk.memo("init")
    desk.memo("add", "Buy oat milk")
    try desk.write(text, to: path)
    desk.memo("sync")
  }

  @Test func aDeletedThemeIsNoChoice() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down><Enter>T")
    #expect(stage.outside == [.chooseTheme("Sea")])
    #expect(stage.state.look.name == "Sea")
    stage.hit("Dy")
    #expect(stage.outside == [.chooseTheme("Sea"), .chooseTheme(nil)])
    #expect(stage.state.look.name == Look.terminalName)
    // No other theme was chosen.
    stage.hit("u<Up>Dy")
    #expect(stage.outside.count == 2)
  }

  /// The command line's theme is for this start only.
  @Test func theCommandLinesThemeIsTemporary() throws {
    var stage = try Stage(desk)
    (stage.state.startTheme, stage.state.themeName) = ("Sea", "ink")
    stage.hit("Tes<Ctrl-S>")
    #expect(stage.state.look.name == "Seas")
    stage.hit("Dy")
    #expect(stage.outside.filter { !$0.isDraft } == [])
    #expect(stage.state.look.name == "ink")
  }

  @Test func anEditedThemeSurvivesItsDeletion() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down>e<Tab><Tab><Tab><Ctrl-U>#2b6a1e")
    try desk.scratch.remove("groceries/\(path)")
    stage.refresh()
    stage.hit("<Ctrl-S>")
    let written = try desk.read(path)
    #expect(written.hasPrefix(text) && written.contains("accent: \"#2b6a1e\""), "\(written)")
  }

  @Test func aDeletedThemeCannotBeChosen() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down>")
    try desk.scratch.remove("groceries/\(path)")
    stage.refresh()
    #expect(!stage.screen.contains("Sea"), "\(stage.screen)")
    stage.hit("<Enter>")
    #expect(stage.outside == [.chooseTheme("paper")])
  }

  @Test func othersChangesOfAThemeStay() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down>e<Tab><Tab><Tab><Ctrl-U>#2b6a1e")
    let theirs = text.replacing("name: Sea", with: "name: Lake")
    try desk.write(theirs, to: path)
    stage.refresh()
    stage.hit("<Ctrl-S>")
    #expect(stage.screen.contains("somebody has changed \(path) meanwhile"))
    #expect(try desk.read(path) == theirs)
  }

  private func add(_ settings: String) throws {
    try desk.write("version: 1\n\(settings)", to: ".memo/config.yml")
    desk.memo("sync")
  }

  private func settings() throws -> String {
    try desk.read(".memo/config.yml").replacing("version: 1\n", with: "")
  }

  /// The settings have the name, too; an undo restores both.
  @Test func settingsChangeWithTheTheme() throws {
    try desk.write("name: Hill\nscheme: dark\n", to: ".memo/themes/hill.yml")
    try add("# Ours.\nthemes: [Sea, Hill]\ntheme: Sea\n")
    var stage = try Stage(desk)
    stage.state.themeName = "Sea"
    stage.hit("Tes<Ctrl-S>")
    #expect(try settings() == "# Ours.\nthemes: [Seas, Hill]\ntheme: Seas\n")
    #expect(stage.outside.filter { !$0.isDraft } == [.chooseTheme("Seas")])
    #expect(stage.state.look.name == "Seas")
    stage.hit("Dy")
    #expect(try settings() == "# Ours.\nthemes: [Hill]\n")
    #expect(stage.outside.last == .chooseTheme(nil))
    stage.hit("u")
    #expect(try settings() == "# Ours.\nthemes: [Seas, Hill]\ntheme: Seas\n")
    #expect(try desk.complaints() == "")
    stage.hit("uu")
    #expect(try settings() == "# Ours.\nthemes: [Sea, Hill]\ntheme: Sea\n")
    #expect(try desk.read(path) == text)
  }

  /// The settings' name now means another file.
  @Test func aNameStillInUseStaysInTheSettings() throws {
    try desk.write(text, to: ".memo/themes/sea-2.yml")
    try add("theme: Sea\n")
    var stage = try Stage(desk)
    stage.hit("TDy")
    #expect(try settings() == "theme: Sea\n")
  }

  @Test func aMissingThemeIsReported() throws {
    try add("theme: Sea\n")
    var stage = try Stage(desk)
    #expect(stage.state.message == nil)
    try desk.scratch.remove("groceries/\(path)")
    stage.refresh()
    let gone = Message.error("there is no theme 'Sea'", hints: ["T lists them"])
    #expect(stage.state.message == gone)
    // One message is enough.
    stage.hit("j")
    stage.refresh()
    #expect(stage.state.message == nil)
  }

  @Test func aBrokenThemeDoesNotDisturbTyping() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down>e<Tab><Tab><Tab><Ctrl-U>#2b6a1e")
    let seen = stage.screen
    try desk.write("name: [\n", to: path)
    stage.refresh()
    // The frame now shows a problem.
    #expect(stage.screen.drop { $0 != "\n" } == seen.drop { $0 != "\n" })
    #expect(stage.screen.prefix { $0 != "\n" }.hasSuffix("1 problem"))
    stage.hit("<Ctrl-S>")
    #expect(stage.screen.contains("somebody has changed \(path) meanwhile"))
    #expect(try desk.read(path) == "name: [\n")
  }

  @Test(arguments: ["a", "e", "D", "<Shift-Down>"])
  func unsavableEditsAreRefusedAtOnce(key: String) throws {
    try desk.write("name: Hill\nscheme: dark\n", to: ".memo/themes/hill.yml")
    var stage = try Stage(desk)
    stage.state.present?.status.obstacle = MemoError(.refused, "nobody may write here")
    stage.hit("T<Down>\(key)")
    #expect(stage.state.message == .error("nobody may write here"))
    #expect(stage.state.panes.count == 1)
    #expect(stage.screen.contains("nobody may write here"))
  }
}
