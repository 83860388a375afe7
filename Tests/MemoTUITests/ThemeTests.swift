import BoardModel
import MemoKit
@testable import MemoTUI
import TestSupport
import Testing

/// Themes that change while they are shown, chosen or edited.
///
/// How they look: `Screens/themes.txt`.
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

  @Test func whoHasChosenADeletedThemeHasChosenNone() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down><Enter>T")
    #expect(stage.outside == [.chooseTheme("Sea")])
    #expect(stage.state.look.name == "Sea")
    stage.hit("Dy")
    #expect(stage.outside == [.chooseTheme("Sea"), .forgetTheme("Sea")])
    #expect(stage.state.look.name == Look.terminalName)
    // Another one was not chosen.
    stage.hit("u<Up>Dy")
    #expect(stage.outside.count == 2)
  }

  @Test func aThemeThatIsEditedOutlivesItsDeletion() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down>e<Tab><Tab><Tab><Ctrl-U>#eef6ee")
    try desk.scratch.remove("groceries/\(path)")
    stage.refresh()
    #expect(stage.screen.contains("it was deleted meanwhile; Done brings it back"))
    stage.hit("<Ctrl-S>")
    let written = try desk.read(path)
    #expect(written.hasPrefix(text) && written.contains("canvas: \"#eef6ee\""), "\(written)")
  }

  @Test func oneThatIsGoneIsNotChosen() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down>")
    try desk.scratch.remove("groceries/\(path)")
    stage.refresh()
    #expect(!stage.screen.contains("Sea"), "\(stage.screen)")
    stage.hit("<Enter>")
    #expect(stage.outside == [.chooseTheme("paper")])
  }

  @Test func whatOthersChangeOfAThemeStays() throws {
    var stage = try Stage(desk)
    stage.hit("T<Down>e<Tab><Tab><Tab><Ctrl-U>#eef6ee")
    try desk.write(text.replacing("name: Sea", with: "name: Lake"), to: path)
    stage.refresh()
    #expect(stage.screen.contains("changed by somebody meanwhile"))
    stage.hit("<Ctrl-S>")
    let written = try desk.read(path)
    #expect(
      written.hasPrefix(text.replacing("name: Sea", with: "name: Lake"))
        && written.contains("canvas: \"#eef6ee\""), "\(written)")
  }
}
