import BoardModel
import Foundation
@testable import MemoKit
@testable import MemoWeb
import TestSupport
import Testing

/// Whole pages: every file in `Pages` starts with a request, followed by the answer.
///
/// `MEMO_WRITE_PAGES=1 swift test --filter PageTests` updates them.
@Suite(.onItsOwnThread) struct PageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(component: "Pages")
  private static let writes = ProcessInfo.processInfo.environment["MEMO_WRITE_PAGES"] != nil

  /// `ID:words` is the id of the task with these words in its title.
  static let requests: [(name: String, target: String, headers: [WebRequest.Header])] = [
    ("board", "", []), ("board-in-korean", "", [.init("Accept-Language", "ko-KR,en;q=0.5")]),
    ("list", "?view=list", []), ("notes", "?view=notes", []), ("filtered", "?q=%2Bhome", []),
    ("filter-error", "?q=due%3C", []), ("task", "task/ID:milk", []),
    ("task-part", "task/ID:mum", [.part]), ("edit", "task/ID:milk?edit=1", []),
    ("new", "new?status=doing&q=%2Bhome", []), ("journal", "journal", []),
    ("journal-of-a-task", "journal?task=ID:rent", []), ("problems", "problems", []),
    ("past", "?at=2026-11-20T15:07:00Z", []), ("past-error", "?at=whenever", []),
    ("help", "help", []), ("no-such-task", "task/zzzzzzzzzz", []), ("no-such-page", "other", []),
    ("manifest", "manifest.webmanifest", []), ("themes", "themes", []),
    ("theme", "theme?name=Forest", []), ("theme-part", "theme?from=ink", [.part]),
    ("no-such-theme", "theme?name=Desert", []), ("settings", "settings", []),
    ("settings-in-korean", "settings", [.init("Accept-Language", "ko")]),
    ("devices", "devices", []),
  ]

  @Test(arguments: requests.map(\.name)) func pagesMatch(name: String) throws {
    let request = try #require(Self.requests.first { $0.name == name })
    let stage = try WebStage.groceries()
    try stage.desk.write("---\ntitle: [\n---\n", to: "todo/broken.md")
    try stage.desk.write(
      "name: Forest\nemoji: 🌳\nscheme: light\ncolors: {canvas: \"#f3f6f1\"}\n",
      to: ".memo/themes/forest.yml")
    try stage.desk.write(
      "name: Fog\nscheme: dark\ncolors: {text: \"#333\"}\n", to: ".memo/themes/fog.yml")
    var registry = try stage.registry
    try registry.admit(WebVisitor(name: "browser"), "1", at: 1_795_000_000)
    let ada = WebVisitor(
      name: "Ada <b>", isDevice: true, author: WebAuthor(name: "Ada <b>", email: nil))
    try registry.admit(ada, "2", at: 1_795_200_000)
    for digest in ["1", "2"] { _ = registry.see(digest, at: 1_795_300_000) }
    var target = request.target
    if let match = target.firstMatch(of: #/ID:(\w+)/#) {
      target.replaceSubrange(match.range, with: try stage.id(String(match.1)))
    }
    let response = try stage.get(target, headers: request.headers)
    let text = "\(response.status) \(response.header("Content-Type") ?? "")\n\n\(response.text)"
      .replacing(Assets.version, with: "VERSION")
      .replacing(stage.site.store, with: "STORE")
    let file = Self.folder.appending(component: "\(name).html")
    if Self.writes { try text.write(to: file, atomically: true, encoding: .utf8) }
    #expect(text == (try? String(contentsOf: file, encoding: .utf8)))
  }

  /// Each page has one first-level heading, and no level is skipped.
  @Test(arguments: requests.map(\.name).filter { $0 != "manifest" })
  func hasOneFirstHeading(name: String) throws {
    let page = try String(
      contentsOf: Self.folder.appending(component: "\(name).html"), encoding: .utf8)
    let levels = page.matches(of: #/<h([1-6])[ >]/#).compactMap { Int($0.1) }
    let isWithin = name.hasSuffix("-part")
    #expect(levels.count { $0 == 1 } == (isWithin ? 0 : 1), "\(levels)")
    #expect(zip([isWithin ? 1 : 0] + levels, levels).allSatisfy { $1 <= $0 + 1 }, "\(levels)")
  }

  /// An empty page shows the reason and the next step.
  @Test func emptyPagesShowTheReason() throws {
    let desk = Desk(try Scratch(), "empty")
    desk.memo("init")
    func empty(_ target: String, isReadOnly: Bool = false) throws -> [String] {
      let page = try WebStage(desk, isReadOnly: isReadOnly).get(target).text
      return page.matches(of: #/<p class="empty">(.*?)<\/p>/#).map { String($0.1) }
    }
    #expect(try empty("") == [])
    #expect(try empty("?view=list") == [])
    #expect(try empty("?view=notes") == ["nothing here"])
    #expect(try empty("", isReadOnly: true) == ["nothing here", "nothing here", "nothing here"])
    func none(_ target: String) -> String {
      "nothing matches +home; <a href=\"/b/prefix/\(target)\">Show all</a>"
    }
    #expect(try empty("?view=list&q=%2Bhome") == [none("?view=list")])
    // Three empty columns share one message.
    #expect(try empty("?q=%2Bhome") == [none("")])
    desk.memo("add", "Paint the fence", "--tag", "home")
    #expect(try empty("?q=%2Bhome") == ["nothing here", "nothing here"])
  }

  /// The first known language counts; browsers send the preferred one first.
  @Test(arguments: [
    ("ko", "ko"), ("fr, ko;q=0.2", "ko"), ("en, ko", "en"), ("ko ; q=0.8 , en ; q=0.801", "ko"),
    ("KO-kr;Q=1.000", "ko"), ("*, ko;q=0.1", "ko"), ("fr", "en"), (",", "en"),
  ]) func theFirstKnownLanguageCounts(header: String, language: String) throws {
    let page = try WebStage.groceries().get("", headers: [.init("Accept-Language", header)]).text
    #expect(page.contains("<html lang=\"\(language)\""), "\(page.prefix(300))")
  }

  /// Links to older and newer cards keep the filter.
  @Test func olderCardsKeepTheFilter() throws {
    let stage = try WebStage.groceries()
    for number in 0..<60 { stage.desk.memo("set", "rent", "p=\(number % 2 == 0 ? "high" : "low")") }
    let page = try stage.get("journal?q=%2Bhome&view=list").text
    let older = try #require(page.firstMatch(of: #/href="\/b\/prefix\/(journal\?from=[^"]+)"/#)).1
    #expect(older == "journal?from=50&amp;view=list&amp;q=%2Bhome")
    let next = try stage.get(String(older).replacing("&amp;", with: "&")).text
    #expect(next.contains("href=\"/b/prefix/?view=list&amp;q=%2Bhome\""), "\(next)")
  }

  /// Every kind of page reports why a store can't be read.
  @Test func unreadableStoresAreReported() throws {
    let stage = try WebStage.groceries()
    func answer(_ headers: [WebRequest.Header]) throws -> WebResponse {
      let request = WebRequest("GET", WebStage.prefix, headers: headers)
      let serverState = ServerState(nil, revision: 2, trouble: "there is no folder /tasks")
      guard case .response(let response) = stage.site.answer(request, serverState) else {
        throw GitFailure(message: "no answer")
      }
      return response
    }
    let page = try answer([])
    #expect(page.status == 503)
    #expect(page.text == "the store can't be read: there is no folder /tasks\n")
    // Without scripts, the page reloads itself.
    #expect(page.headers.contains(.init("Refresh", "5")))
    let part = try answer([.part, .init("Accept-Language", "ko")])
    #expect(part.text == "저장소를 읽을 수 없습니다: there is no folder /tasks\n")
    #expect(!part.headers.contains { $0.name == "Refresh" })
  }

  /// After the first local change, the page asks once whether to sync automatically.
  @Test func autosyncIsAskedAboutOnce() throws {
    let stage = try WebStage.groceries()
    var state = try #require(try stage.serverState.storeState)
    func isAsked() throws -> Bool {
      let request = WebRequest("GET", WebStage.prefix)
      let answer = stage.site.answer(request, ServerState(state, revision: 1, endings: [:]))
      guard case .response(let response) = answer else { return false }
      return response.text.contains("Your changes are not pushed yet.")
    }
    #expect(try !isAsked())
    state.status.ahead = 1
    #expect(try isAsked())
    for answer in [true, false] {
      state.status.syncsByItself = answer
      #expect(try !isAsked())
    }
    state.status.syncsByItself = nil
    state.status.obstacle = MemoError(.refused, "so")
    #expect(try !isAsked())
  }

  /// A new file gets its id with its first commit; an open page still finds it.
  @Test func aFileIsFoundAfterItGetsAnID() throws {
    let stage = try WebStage.groceries()
    try stage.desk.write("---\ntitle: By hand\n---\n", to: "todo/by-hand.md")
    let page = try stage.get("").text
    let address = try #require(page.firstMatch(of: #/(task\/file-[a-z0-9]+)">By hand/#)).1
    stage.desk.memo("note", "by-hand", "and by foot")
    let id = try stage.id("By hand")
    let answer = try stage.get(String(address))
    #expect(answer.status == 200 && answer.text.contains("data-task=\"\(id)\""))
    #expect(answer.text.contains("and by foot"))
    #expect(try stage.get("\(address)0").status == 404)
  }

  /// A file without an id gets another address when it moves.
  @Test func aMovedFileHasAnotherAddress() throws {
    let stage = try WebStage.groceries()
    func address(_ path: String) -> String { TaskAddress.text(of: TaskKey(name: path)) }
    try stage.desk.write("# Plain\n", to: "todo/plain.md")
    let plain = address("todo/plain.md")
    #expect(try stage.get("task/\(plain)").status == 200)
    try stage.desk.move("todo/plain.md", "doing/plain.md")
    #expect(try stage.get("task/\(address("doing/plain.md"))").status == 200)
    let form = [("do", "done"), ("task", plain)]
    for answer in [try stage.get("task/\(plain)"), try stage.post("do", form, headers: [.part])] {
      #expect(answer.status == 404)
      #expect(answer.text.contains("a file without an id gets another address when it moves"))
    }
  }

  /// The browser formats the date and keeps the words.
  @Test func longOverdueTasksAreMarked() throws {
    let stage = try WebStage.groceries()
    stage.desk.memo("add", "Long ago", "due:2026-09-06")
    stage.desk.memo("add", "Some days", "due:2026-11-18")
    let date = "data-far>2026-09-06</time>, overdue"
    #expect(try stage.get("").text.contains("<span class=\"late\"><time \(date)</span>"))
    #expect(try stage.get("?view=list").text.contains("<td class=\"when\"><span><time \(date)"))
    let milk = "<time class=\"late\" datetime=\"2026-11-18\">"
    #expect(try stage.get("").text.contains(milk))
    let address = try stage.get("task/\(stage.id("Long ago"))").text
    #expect(address.contains("<span class=\"late\"><time \(date)</span>"))
  }

  /// A card has room for initials only.
  @Test func anAssigneesNameIsInTheSheet() throws {
    let stage = try WebStage.groceries()
    stage.desk.memo("set", "mum", "assignee=Zoe Park")
    #expect(
      try stage.get("").text.contains(
        "<span class=\"who\" role=\"img\" aria-label=\"Zoe Park\" title=\"Zoe Park\">ZP</span>"))
    let sheet = try stage.get("task/\(stage.id("mum"))")
    #expect(sheet.text.contains("<span>assignee Zoe Park</span>"), "\(sheet.text)")
  }

  /// A theme's emoji precedes the name in the title.
  @Test func aThemesEmojiIsInTheTab() throws {
    let stage = try WebStage.groceries()
    try stage.desk.write(
      "name: Forest\nemoji: 🌳\nscheme: light\ncolors: {canvas: \"#f3f6f1\"}\n",
      to: ".memo/themes/forest.yml")
    #expect(try stage.get("").text.contains("<title>groceries</title>"))
    let forest = [WebRequest.Header("Cookie", "memo-theme=xForest")]
    let page = try stage.get("", headers: forest).text
    #expect(page.contains("<title>🌳 groceries</title>"))
  }

  /// Another view or filter starts at the first cards.
  @Test func menusLeadToTheFirstCards() throws {
    let stage = try WebStage.groceries()
    let page = try stage.get("?n-todo=100").text
    for target in ["?view=list", "?order=by-hand"] {
      #expect(page.contains("href=\"/b/prefix/\(target)\""), "\(target)")
    }
    #expect(page.contains("href=\"/b/prefix/?mark=several&amp;n-todo=100\""))
  }

  /// A page loads only its first tasks ahead, with their forms.
  @Test func preloadingIsLimited() throws {
    let stage = try WebStage.groceries()
    let text = "---\nstatus: todo\n---\n" + String(repeating: "Long text. ", count: 50_000)
    for number in 1...6 { try stage.desk.write(text, to: "todo/long-\(number).md") }
    let milk = try stage.id("milk")
    let keys = try #require(try stage.serverState.storeState).keys.filter { $0.name != milk }
    let tasks = ["task=\(milk)"] + keys.map { "task=\(TaskAddress.text(of: $0))" }
    let few = try stage.get("sheets?task=\(milk)").text
    #expect(few.contains("<article") && few.contains("<form id=\"sheet\" class=\"sheet edit\""))
    let all = try stage.get("sheets?\(tasks.joined(separator: "&"))").text
    #expect(all.hasPrefix(few) && (4_000_000..<7_000_000).contains(all.utf8.count))
    let notes = try stage.get("sheets?view=notes&task=\(milk)").text
    #expect(notes.contains("class=\"sheet edit note\"") && !notes.contains("<article"))
  }

  @Test func onlyAssetsAreServed() throws {
    let stage = try WebStage.groceries()
    let page = try stage.get("").text
    let addresses = page.matches(of: #/(?:href|src)="(\/b\/prefix\/a\/[^"]+)"/#).map {
      String($0.1.dropFirst(WebStage.prefix.count))
    }
    #expect(addresses.count == 14)
    for address in addresses { #expect(try stage.get(address).status == 200, "\(address)") }
    for name in ["hands", "columns", "live", "page", "sheet", "forms"] {
      let address = addresses[0].replacing("style.css", with: "\(name).js")
      #expect(try stage.get(address).status == 200, "\(address)")
    }
    for address in ["a/", "a/other/style.css", "a/../task", "a/%2e%2e/x", "a"] {
      #expect(try stage.get(address).status == 404, "\(address)")
    }
    // Browsers compare the worker's text.
    #expect(try stage.get("worker.js").text.hasSuffix("// \(Assets.version)\n"))
  }

  /// With a circle, a browser would run a module before its imports.
  @Test func modulesHaveNoImportCircles() throws {
    let stage = try WebStage.groceries()
    var imports: [String: [String]] = [:]
    for name in Assets.modules + ["board.js"] {
      let text = try stage.get("a/\(Assets.version)/\(name)").text
      imports[name] = text.matches(of: #/from "\.\/(\w+\.js)"/#).map { String($0.1) }
    }
    #expect(imports.values.joined().count > 30)
    // Removes modules whose imports are all removed.
    while let free = imports.first(where: { $1.allSatisfy { imports[$0] == nil } })?.key {
      imports[free] = nil
    }
    #expect(imports.isEmpty, "\(imports)")
  }
}
