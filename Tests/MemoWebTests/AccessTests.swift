import Foundation
import MemoCLI
@testable import MemoKit
@testable import MemoWeb
import TestSupport
import Testing

/// Themes, a browser's own choices, and access.
@Suite(.onItsOwnThread) struct AccessTests {
  private func values(_ stage: WebStage, _ path: String) throws -> [(String, String)] {
    let page = try stage.get(path).text
    let inputs = page.matches(of: #/<input [^>]*name="([^"]+)"[^>]*value="([^"]*)"/#)
    return inputs.map { (String($0.1), String($0.2)) } + [("scheme", "light")]
  }

  /// A browser keeps a theme that it renames; other browsers don't.
  @Test func aRenamedThemeStaysChosen() throws {
    let stage = try WebStage.groceries()
    let paper = try values(stage, "theme?from=paper").filter { $0.0 != "name" }
    #expect(try stage.post("theme", paper + [("name", "Forest")]).status == 303)
    for (former, name, chosen) in [("Forest", "Wood", "Forest"), ("Wood", "Sea", "ink")] {
      let fields = try values(stage, "theme?name=\(former)").filter { $0.0 != "name" }
      let cookie = WebRequest.Header("Cookie", "memo-theme=x\(chosen)")
      let answer = try stage.post("theme", fields + [("name", name)], headers: [cookie])
      #expect(answer.status == 303)
      let isKept = answer.header("Set-Cookie")?.hasPrefix("memo-theme=x\(name);") ?? false
      #expect(isKept == (chosen == former))
    }
  }

  @Test func themesAreAddedChangedOrderedAndDeleted() throws {
    let stage = try WebStage.groceries()
    var fields = try values(stage, "theme?from=paper").filter { $0.0 != "name" }
    #expect(try stage.post("theme", fields + [("name", " ")]).status == 400)
    let taken = try stage.post("theme", fields + [("name", "paper")])
    #expect(taken.status == 400)
    #expect(
      taken.text.contains(
        "role=\"alert\">There is a theme &#39;paper&#39; already</span></label>"), "\(taken.text)")
    #expect(try stage.post("theme", fields + [("name", "Forest")]).status == 303)
    #expect(try stage.desk.read(".memo/themes/forest.yml") == "name: Forest\nscheme: light\n")
    #expect(try stage.desk.journal().first == "theme: Forest")
    // A theme with too little contrast is not saved.
    fields = try values(stage, "theme?name=Forest").filter { $0.0 != "text" }
    let pale = try stage.post("theme", fields + [("text", "#eeeeee")])
    #expect(pale.status == 400)
    // The reason is beside the color.
    let reason = "<span class=\"late\" role=\"alert\">Contrast is 1.0:1, needs 4.5:1</span></label>"
    #expect(pale.text.contains("value=\"#eeeeee\">\(reason)"), "\(pale.text)")
    let korean = WebRequest.Header("Accept-Language", "ko")
    #expect(
      try stage.post("theme", fields + [("text", "#eeeeee")], headers: [korean]).text
        .contains("\">대비 1.0:1, 4.5:1 이상 필요</span>"))
    #expect(try stage.post("theme", fields + [("text", "#102030")]).status == 303)
    #expect(try stage.desk.journal().first == "theme: Forest (text)")
    // Saving an outdated version is reported.
    #expect(try stage.post("theme", fields + [("text", "#203040")]).status == 409)
    #expect(
      try stage.post(
        "theme",
        try values(stage, "theme?from=Forest").filter { $0.0 != "name" }
          + [("name", "Sea")]
      ).status == 303)
    #expect(
      try stage.post("do", [("do", "order-theme"), ("name", "Sea"), ("steps", "-1")]).status == 303)
    #expect(try stage.desk.read(".memo/config.yml").contains("themes: [Sea, Forest]\n"))
    let base = try #require(
      try stage.get("themes").text.firstMatch(
        of: #/name="name" value="Sea"><input type="hidden" name="base" value="([^"]+)"/#))
    #expect(
      try stage.post("do", [("do", "delete-theme"), ("name", "Sea"), ("base", "old")]).status == 409
    )
    #expect(
      try stage.post(
        "do", [("do", "delete-theme"), ("name", "Sea"), ("base", String(base.1))]
      ).status == 303)
    #expect(!stage.desk.exists(".memo/themes/sea.yml"))
    #expect(try stage.desk.complaints() == "")
  }

  /// Only the owner can read who has access.
  ///
  /// After a month without a visit it ends.
  @Test func accessExpires() throws {
    let desk = try WebStage.groceries().desk
    let store = try desk.context.store()
    let now: Int64 = 1_795_000_000
    var register = try BrowserRegistry(store, at: now)
    try register.admit(WebVisitor(name: "Ada"), "digest", at: now)
    let file = desk.scratch("\(desk.folder)/.git/memo/web")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let month: Int64 = 30 * 86400
    #expect(try BrowserRegistry(store, at: now + month - 1).guests.map(\.digest) == ["digest"])
    #expect(try BrowserRegistry(store, at: now + month).guests.isEmpty)
    // Also in a register that was read before; a visit meanwhile extends it.
    try register.admit(WebVisitor(name: "Bo"), "bo's", at: now)
    register.removeExpired(at: now + month - 1)
    let isSeen = register.see("bo's", at: now + month - 1)
    #expect(register.guests.count == 2 && isSeen)
    register.removeExpired(at: now + month)
    #expect(register.guests.map(\.digest) == ["bo's"])
    let wasThere = try register.revoke("Bo")
    #expect(wasThere)
    #expect(try BrowserRegistry(store, at: now).guests.isEmpty)
  }

  @Test func eachBrowserHasItsOwnName() throws {
    let stage = try WebStage.groceries()
    var register = try BrowserRegistry(stage.desk.context.store(), at: 1_795_000_000)
    for (digest, visitor) in [
      ("a", WebVisitor()), ("b", WebVisitor()), ("c", WebVisitor(isDevice: true)),
      ("d", WebVisitor(name: "Ada")), ("e", WebVisitor(name: "Ada")),
    ] {
      try register.admit(visitor, digest, at: 1_795_000_000)
    }
    #expect(
      register.guests.map(\.visitor.name) == ["browser", "browser-2", "device", "Ada", "Ada-2"])
    #expect(register.visitor("b")?.name == "browser-2" && register.visitor("x") == nil)
  }

  /// One browser's choices change nothing for others.
  @Test func aBrowserChoosesForItself() throws {
    let stage = try WebStage.groceries()
    let journal = try stage.desk.journal()
    func cookie(_ fields: [(String, String)]) throws -> WebRequest.Header {
      let answer = try stage.post("do", fields)
      #expect(answer.status == 303)
      let text = try #require(answer.header("Set-Cookie"))
      #expect(text.contains("Path=/b/prefix/; HttpOnly; SameSite=Strict; Max-Age="))
      return .init("Cookie", String(text.prefix { $0 != ";" }))
    }
    #expect(try stage.get("").text.contains("/theme-own.css"))
    let ink = try cookie([("do", "theme"), ("name", "ink")])
    #expect(try stage.get("", headers: [ink]).text.contains("/theme-dark-16181c-"))
    #expect(try stage.get("").text.contains("/theme-own.css"))
    let own = try cookie([("do", "theme"), ("name", "")])
    #expect(try stage.get("", headers: [own]).text.contains("/theme-own.css"))
    let strange = WebRequest.Header("Cookie", "memo-theme=x%22%3E%3Cscript%3E")
    #expect(try stage.get("", headers: [strange]).text.contains("/theme-own.css"))
    let keys = try cookie([("do", "keys"), ("value", "false")])
    #expect(try stage.get("", headers: [keys]).text.contains("data-keys=\"off\""))
    #expect(try stage.get("settings", headers: [keys]).text.contains("aria-checked=\"false\""))
    #expect(try cookie([("do", "keys"), ("value", "true")]).value == "memo-keys=")
    #expect(try stage.desk.journal() == journal)
  }

  @Test func aCalendarsURLIsShownOnce() throws {
    let stage = try WebStage.groceries()
    #expect(!(try stage.get("settings").text.contains("/calendar/")))
    let host = [WebRequest.Header("Host", "localhost:6366")]
    let made = try stage.post("do", [("do", "calendar"), ("value", "new")], headers: host)
    #expect(made.text.contains("value=\"http://localhost:6366/calendar/secret.ics\""))
    let later = try stage.get("settings").text
    #expect(!later.contains("secret") && later.contains("Make a new address"))
    #expect(
      try stage.post("do", [("do", "calendar"), ("value", "none")]).text.contains(
        ">Make an address<"))
  }

  @Test func otherDevicesCannotRevokeAndAreWarned() throws {
    let stage = try WebStage.groceries()
    var registry = try stage.registry
    try registry.admit(WebVisitor(), "1", at: stage.desk.context.environment.now())
    stage.visitor = WebVisitor(name: "Tablet", isDevice: true)
    #expect(!(try stage.get("devices").text.contains("send away")))
    #expect(try stage.get("").text.contains("plain HTTP"))
    for fields in [
      [("do", "revoke"), ("name", "browser")], [("do", "calendar"), ("value", "new")],
    ] {
      #expect(try stage.post("do", fields).status == 403)
    }
    #expect(try stage.registry.guests.count == 1 && stage.registry.calendar == nil)
    stage.visitor = WebVisitor(name: "browser")
    #expect(!(try stage.get("").text.contains("plain HTTP")))
    #expect(try stage.post("do", [("do", "revoke"), ("name", "browser")]).status == 200)
    #expect(try stage.registry.guests.isEmpty)
  }

  /// On a read-only board, a browser may still choose for itself.
  @Test func readOnlyBoardsHaveNoThemeEditor() throws {
    let stage = try WebStage.groceries()
    let still = WebStage(stage.desk, isReadOnly: true)
    #expect(!(try still.get("themes").text.contains("new from this")))
    #expect(try still.get("theme?from=ink").status == 403)
    #expect(try still.post("theme", [("name", "Forest")]).status == 403)
    #expect(try still.post("do", [("do", "delete-theme"), ("name", "Forest")]).status == 403)
    #expect(try still.post("do", [("do", "theme"), ("name", "ink")]).status == 303)
    // Calendar subscriptions still work.
    #expect(try stage.post("do", [("do", "calendar"), ("value", "new")]).status == 200)
    #expect(!(try still.get("settings").text.contains("value=\"calendar\"")))
    for value in ["new", "none"] {
      #expect(try still.post("do", [("do", "calendar"), ("value", value)]).status == 403)
    }
    #expect(try still.registry.calendar != nil)
    // Access can still be revoked.
    #expect(try still.post("do", [("do", "revoke"), ("name", "browser")]).status == 200)
  }
}
