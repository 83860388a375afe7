import BoardModel
import Foundation
import MemoCLI
import MemoKit
@testable import MemoWeb
import TestSupport
import Testing

/// The page of problems: conflicts and broken files.
@Suite(.onItsOwnThread) struct ProblemPageTests {
  private static let broken = "---\ntitle: Broken one\ntags: [home\n---\nWorth keeping.\n"

  private func broken(_ text: String = Self.broken) throws -> (WebStage, String) {
    let stage = try WebStage.groceries()
    try stage.desk.write(text, to: "todo/broken.md")
    let page = try stage.get("problems").text
    let address = try #require(page.firstMatch(of: #/href="\/b\/prefix\/(task\/[^"?]+)\?edit=1"/#))
    return (stage, String(address.1))
  }

  @Test func aBrokenFileIsShownWithItsLineMarked() throws {
    let (stage, address) = try broken()
    for page in ["problems", address] {
      let text = try stage.get(page).text
      #expect(
        text.contains(
          """
          <li>title: Broken one</li>
          <li class="fault"><mark>tags: [home</mark><span class="late">\
          <span aria-hidden="true">⚠</span> not YAML: \
          did not find expected &#39;,&#39; or &#39;]&#39;</span></li>
          <li>---</li>
          """), "\(page): \(text)")
    }
    // Another task with its id is not meant, and only files of the store are served.
    #expect(try stage.get("task/file-nothing?edit=1").status == 404)
  }

  @Test func brokenFilesAreFixedAsText() throws {
    let (stage, address) = try broken()
    let form = try stage.get("\(address)?edit=1").text
    #expect(ChangeTests.values(of: form)["source"] == Self.broken.replacing("\n", with: "\r\n"))
    // Half fixed, it comes back as typed, with the place of the error.
    let half = Self.broken.replacing("[home", with: "{home")
    let before = try stage.desk.journal()
    var answer = try stage.post(address, ChangeTests.fields(of: form, changing: ["source": half]))
    #expect(answer.status == 400)
    #expect(answer.text.contains("role=\"alert\"") && answer.text.contains("data-line=\"3\""))
    #expect(ChangeTests.values(of: answer.text)["source"]?.contains("{home") == true)
    #expect(try stage.desk.read("todo/broken.md") == Self.broken)
    #expect(try stage.desk.journal() == before)
    let whole = Self.broken.replacing("[home", with: "[home]")
    answer = try stage.post(
      address, ChangeTests.fields(of: answer.text, changing: ["source": whole]), headers: [.part])
    #expect(answer.status == 200, "\(answer.text)")
    let text = try stage.desk.read("todo/broken.md")
    #expect(text.contains("title: Broken one\ntags: [home]\n"))
    #expect(text.hasSuffix("Worth keeping.\n"))
    #expect(try stage.desk.complaints() == "")
  }

  /// Later changes are never overwritten.
  @Test func theNewerTextOfABrokenFileStays() throws {
    let (stage, address) = try broken()
    let form = try stage.get("\(address)?edit=1").text
    let theirs = Self.broken.replacing("tags: [home", with: "priority: low")
    try stage.desk.write(theirs, to: "todo/broken.md")
    let mine = Self.broken.replacing("tags: [home", with: "priority: high")
    let answer = try stage.post(address, ChangeTests.fields(of: form, changing: ["source": mine]))
    #expect(answer.status == 409, "\(answer.text)")
    #expect(answer.text.contains("priority: low") && answer.text.contains("priority: high"))
    #expect(try stage.desk.read("todo/broken.md").contains("priority: low\n"))
    // Insisting saves on top of the current text.
    let offer = try #require(ChangeTests.forms(of: answer.text).first)
    let settled = try stage.post(address, ChangeTests.fields(of: offer), headers: [.part])
    #expect(settled.status == 200, "\(settled.text)")
    #expect(try stage.desk.read("todo/broken.md").contains("priority: high\n"))
  }

  /// A browser converts all line endings; a changed text gets those of its first line.
  @Test(arguments: ["\n", "\r\n"]) func mixedLineEndsBecomeTheFirst(end: String) throws {
    let text = "---\(end)title: Broken one\r\ntags: [home\n---\nWorth\rkeeping.\r\n\nLast"
    let (stage, address) = try broken(text)
    let form = try stage.get("\(address)?edit=1").text
    let typed = ChangeTests.values(of: form)["source"] ?? ""
    #expect(!typed.replacing("\r\n", with: "").contains("\r"))
    let mended = typed.replacing("[home", with: "[home]\r\npriority: low")
    let answer = try stage.post(
      address, ChangeTests.fields(of: form, changing: ["source": mended]), headers: [.part])
    #expect(answer.status == 200, "\(answer.text)")
    let after = try stage.desk.read("todo/broken.md")
    let lines = "title: Broken one\ntags: [home]\npriority: low\n"
    #expect(after.contains("---\n\(lines)".replacing("\n", with: end)))
    #expect(after.hasSuffix("---\nWorth\nkeeping.\n\nLast".replacing("\n", with: end)))
  }

  /// Bytes that a form can't hold are never overwritten by their replacement characters.
  @Test func filesWithInvalidBytesAreReplacedAsAWhole() throws {
    let stage = try WebStage.groceries()
    let path = stage.desk.scratch("\(stage.desk.folder)/todo/broken.md")
    // In Latin-1, with a control character in an untouched line.
    let bytes =
      Array("---\ntitle: Caf".utf8) + [0xE9] + Array("\n---\nRing\u{7}\nCr".utf8)
      + [0xE8] + Array("me\n".utf8)
    try Data(bytes).write(to: URL(filePath: path))
    let page = try stage.get("problems").text
    let address = try #require(
      page.firstMatch(of: #/href="\/b\/prefix\/(task\/[^"?]+)\?edit=1"/#)
    ).1
    let form = try stage.get("\(address)?edit=1").text
    let typed = ChangeTests.values(of: form)["source"] ?? ""
    #expect(typed.contains("Caf�\r\n") && typed.contains("Ring\u{7}") && form.contains("not UTF-8"))
    func send(_ text: String) throws -> WebResponse {
      try stage.post(
        String(address), ChangeTests.fields(of: form, changing: ["source": text]), headers: [.part])
    }
    // Changing the text around them would lose them.
    for half in ["title: My Caf�", "title: Café"] {
      let answer = try send(typed.replacing("title: Caf�", with: half))
      #expect(answer.status == 400 && answer.text.contains("replace every �"), "\(answer.text)")
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
    }
    let whole = typed.replacing("Caf�", with: "Café").replacing("Cr�me", with: "Crème")
    let answer = try send(whole)
    #expect(answer.status == 200, "\(answer.text)")
    let after = try stage.desk.read("todo/broken.md")
    #expect(after.contains("title: Café\n") && after.hasSuffix("\nRing\u{7}\nCrème\n"))
  }

  /// Each conflict is a block with both values, and the author of the discarded one.
  @Test func eachConflictHasBothSides() throws {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    ana.memo("add", "Call mum", "--deadline", "2026-12-01")
    ana.memo("sync")
    ben.memo("sync")
    ben.memo("set", "mum", "deadline=2026-12-05", "priority=low")
    ben.memo("sync")
    ana.wait(seconds: 3600)
    ana.memo("set", "mum", "deadline=2026-12-09", "priority=high")
    ana.memo("sync")
    let page = try WebStage(ana).get("problems").text
    let blocks = page.components(separatedBy: "<li>").dropFirst().map { block in
      block.replacing(#/<form.*?<\/form>/#, with: "").replacing(#/<\/?time[^>]*>/#, with: "")
        .replacing(#/<[^>]*>/#, with: "|")
        .split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && $0 != "\n" }.joined(separator: "|")
    }
    #expect(
      blocks.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\n|")) } == [
        "Call mum|⚑|conflict: deadline|todo/call-mum.md|current value|Wed 2026-12-09"
          + "|discarded value, Ben, 2026-11-20 15:06|Sat 2026-12-05|Edit",
        "Call mum|⚑|conflict: priority|todo/call-mum.md|current value|high"
          + "|discarded value, Ben, 2026-11-20 15:06|low|Edit",
      ])
  }

  /// A note ends with its own lines, wherever it is, and has its own buttons.
  @Test func aNoteTakesNoOtherLines() throws {
    let stage = try WebStage.groceries()
    let path = "todo/buy-oat-milk.md"
    func note(_ text: String) -> String { "> [!CONFLICT] \(text) — Zoe, 2026-11-20 10:12\n" }
    try stage.desk.write(
      try stage.desk.read(path) + "\nOne\n\(note("body: Eins"))\(note("priority: low"))"
        + "goes on\n- [ ] rye\n", to: path)
    let page = try stage.get("task/\(try stage.id("milk"))").text
    let text = try #require(page.firstMatch(of: #/<div class="text">([\s\S]*?)<\/article>/#)).1
      .replacing(#/<form[\s\S]*?<\/form>/#, with: "[button]")
    #expect(
      text.hasPrefix(
        """
        <p>One</p>
        <blockquote class="alert conflict"><p><strong>Conflict</strong>  body: Eins — Zoe, \
        2026-11-20 10:12</p></blockquote>
        <div class="row">[button][button]</div><blockquote class="alert conflict"><p>\
        <strong>Conflict</strong>  priority: low — Zoe, 2026-11-20 10:12</p></blockquote>
        <div class="row">[button][button]</div><p>goes on</p>
        <ul>
        <li class="check">[button]rye</li>
        </ul>
        """), "\(text)")
  }

  /// If the other side deleted the task, the current value is the task itself.
  @Test func aConflictOfAWholeTaskShowsItsTitle() throws {
    let stage = try WebStage.groceries()
    let path = "todo/buy-oat-milk.md"
    let note =
      "> [!CONFLICT] task: was deleted, and stays since others changed it — Zoe, 2026-11-20"
    try stage.desk.write(try stage.desk.read(path) + "\n\(note) 10:12\n", to: path)
    stage.desk.memo("list")
    let page = try stage.get("problems").text
    #expect(page.contains(#/<dt>current value<\/dt>\s*<dd>Buy oat milk<\/dd>/#), "\(page)")
    #expect(page.contains("aria-label=\"Keep the current value: Buy oat milk, task\""))
  }

  /// An edited note shows its place, its line and how to remove it; missing parts are not shown as
  /// blanks.
  @Test func unreadableNotesAreRemovedByHand() throws {
    let stage = try WebStage.groceries()
    let path = "todo/buy-oat-milk.md"
    let text = try stage.desk.read(path)
    try stage.desk.write(
      text + "\n> [!CONFLICT] no idea <b>\n\n> [!CONFLICT] priority: low\n", to: path)
    stage.desk.memo("list")
    let page = try stage.get("problems").text
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).count + 1
    let milk = try stage.id("milk")
    #expect(
      page.contains(
        """
        </span> conflict: an unreadable conflict note</p>
        <p class="dim">todo/buy-oat-milk.md:\(line)</p>
        <pre class="plain">&gt; [!CONFLICT] no idea &lt;b&gt;</pre>
        <p>memo can&#39;t tell which value this note belongs to. Edit the task, then remove the note.</p>
        <div class="row"><a class="button" href="/b/prefix/task/\(milk)?edit=1" \
        aria-label="Edit: Buy oat milk" title="Edit: Buy oat milk">Edit</a><form
        """), "\(page)")
    #expect(
      page.contains("<dt>discarded value, unknown author</dt><dd>low</dd>"))
    #expect(page.matches(of: #/>Take the discarded value</#).count == 1)
    // The sheet shows the possible actions for each.
    let sheet = try stage.get("task/\(milk)").text
    #expect(sheet.matches(of: #/>Take the discarded value</#).count == 1)
    #expect(sheet.matches(of: #/>Remove the note</#).count == 1)
    let answer = try stage.post(
      "do", [("do", "resolve"), ("task", milk), ("note", "1")], headers: [.part])
    #expect(answer.status == 200)
    let rest = try stage.desk.read(path)
    #expect(!rest.contains("no idea") && rest.contains("[!CONFLICT] priority: low"))
  }

  @Test(arguments: [
    ("due:someday", "날짜가 아닙니다: someday<br>내일, 금요일"),
    ("status:what", "쓸 수 없는 값입니다: what. todo, doing, done 가운데"),
    ("@nothing", "그런 이름의 필터가 없습니다: nothing<"),
    ("(%2Bhome", "필터에 조건이나 괄호가 빠졌거나 남습니다<br>+집"),
    ("due%3A", "필터에 조건이나 괄호가 빠졌거나 남습니다<br>+집"),
    ("title%3C3", "필터를 이해하지 못했습니다<br>+집"),
  ])
  func aFilterIsRefusedInTheReadersLanguage(filter: String, reason: String) throws {
    let stage = try WebStage.groceries()
    let text = try stage.get("?q=\(filter)", headers: [.init("Accept-Language", "ko")]).text
    #expect(text.contains("<p id=\"filter-error\" class=\"late\">\(reason)"), "\(text)")
    let error = text.firstMatch(of: #/<p id="filter-error".*?</p>/#)
    #expect(error.map { !$0.output.contains("lang=") } == true)
  }

  /// An error in a named filter shows its place in the settings.
  @Test func aFilterOfTheSettingsIsRefusedWithItsPlace() throws {
    let stage = try WebStage.groceries()
    try stage.desk.write("version: 1\nfilters:\n  bad: due:someday\n", to: ".memo/config.yml")
    let text = try stage.get("?q=@bad", headers: [.init("Accept-Language", "ko")]).text
    #expect(text.contains("<p id=\"filter-error\" class=\"late\">필터를 이해하지 못했습니다<br>"), "\(text)")
    #expect(text.contains(".memo/config.yml:3, the filter &#39;bad&#39;"), "\(text)")
  }

  /// The kind of the error is in the reader's language, followed by the command's words.
  @Test func failedSyncsAreTranslated() throws {
    let stage = try WebStage.groceries()
    let desk = stage.desk
    try desk.scratch.git("remote", "add", "origin", desk.scratch("nowhere"), in: desk.folder)
    let korean = WebRequest.Header("Accept-Language", "ko")
    let text = try stage.post("do", [("do", "sync"), ("op", "x")], headers: [korean, .part]).text
    #expect(text.contains("<p>원격 저장소와 동기화하지 못했습니다. 모두 여기에 남아 있습니다."), "\(text)")
    #expect(text.contains("<br><span lang=\"en\">can"), "\(text)")
  }

  /// Messages shared with the command line stay in English, and are marked so for screen readers.
  @Test func theCommandLinesReasonsAreMarkedAsEnglish() throws {
    let (stage, address) = try broken()
    let korean = WebRequest.Header("Accept-Language", "ko")
    for (page, reason) in [("problems", "not YAML"), (address, "not YAML")] {
      let text = try stage.get(page, headers: [korean]).text
      #expect(text.contains(try Regex("<span lang=\"en\">[^<]*\(reason)")), "\(page): \(text)")
      #expect(text.contains("파일에 고칠 곳이 있습니다"), "\(page): \(text)")
      #expect(!(try stage.get(page).text.contains("lang=\"en\">not")))
    }
    let value = try broken("---\ntitle: Broken one\ndeadline: frday\n---\n").0
      .get("problems", headers: [korean]).text
    #expect(
      value.contains("문제: 3행: 쓸 수 없는 값입니다: 마감<br><span lang=\"en\">"), "\(value)")
    // Why a sheet isn't saved, what is wrong with a theme, and why nothing can be changed.
    try stage.desk.write("name: Dusk\nscheme: gray\n", to: ".memo/themes/dusk.yml")
    let english = #/<span lang="en">([^<]*)/#
    func reason(_ answer: WebResponse) -> String? {
      answer.text.firstMatch(of: english).map { String($0.1) }
    }
    let form = [("title", "Mow"), ("deadline", "someday"), ("op", "x")]
    // Errors in dates are translated.
    #expect(reason(try stage.post("new", form, headers: [korean])) == nil)
    #expect(try stage.post("new", form, headers: [korean]).text.contains("날짜가 아닙니다: someday"))
    #expect(try stage.get("?at=what", headers: [korean]).text.contains("날짜가 아닙니다: what"))
    #expect(reason(try stage.post("new", [("title", "")], headers: [korean])) == nil)
    #expect(reason(try stage.get("themes", headers: [korean]))?.contains("a theme is") == true)
    // The board lists everything that `memo check` finds.
    #expect(try stage.get("").text.contains("title=\"2 to check\""))
    #expect(
      try stage.get("problems").text.contains(
        "<li><p class=\"late\">.memo/themes/dusk.yml:2:1: error: a theme is light or dark"))
    var storeState = try StoreState(reading: stage.desk.context.store())
    storeState.status.obstacle = MemoError(.refused, "a merge is in progress")
    let board = WebRequest("GET", WebStage.prefix, headers: [korean])
    guard case .response(let frame) = stage.site.answer(board, ServerState(storeState, revision: 1))
    else {
      return
    }
    #expect(
      frame.text.contains("읽기 전용: <span lang=\"en\">a merge is in progress</span></p>"))
  }

  /// In the words of the history view, not of the commit's subject.
  @Test func undoQuestionsAreTranslated() throws {
    let stage = try WebStage.groceries()
    stage.desk.memo("set", "milk", "p=low")
    stage.desk.memo("set", "milk", "assignee=Zoe Park")
    func question(_ language: String) throws -> String {
      let header = WebRequest.Header("Accept-Language", language)
      let answer = try stage.post("do", [("do", "undo")], headers: [.part, header])
      #expect(answer.status == 409)
      return answer.text.replacing("&#39;", with: "'")
    }
    #expect(
      try question("en").contains(
        "<p>Undo a change made elsewhere? 'edited: Buy oat milk (assignee Zoe Park)', "))
    #expect(
      try question("ko").contains(
        "<p>다른 곳에서 한 변경을 실행 취소할까요? '편집함: Buy oat milk (담당자 Zoe Park)', "))
  }

  /// In the reader's language, with the task's title, without ids.
  @Test func confirmationsAreTranslated() throws {
    let stage = try WebStage.groceries()
    let milk = try stage.id("milk")
    let korean = WebRequest.Header("Accept-Language", "ko-KR,en;q=0.5")
    func said(_ fields: [(String, String)]) throws -> String {
      let answer = try stage.post("do", fields, headers: [.part, korean])
      #expect(answer.status == 200)
      let text = answer.text.firstMatch(of: #/<p>(.*?)<\/p>/#).map { String($0.1) } ?? ""
      #expect(!answer.text.replacing(#/<[^>]*>/#, with: "").contains(milk))
      return text
    }
    #expect(try said([("do", "doing"), ("task", milk)]) == "옮김: Buy oat milk → 하는 중")
    let tag = [("do", "set"), ("task", milk), ("tags", "+shop")]
    #expect(try said(tag) == "편집: Buy oat milk (+shop)")
    #expect(try said([("do", "undo")]) == "실행 취소: 편집: Buy oat milk")
    #expect(try said(tag) == "편집: Buy oat milk (+shop)")
    #expect(try said(tag) == "바뀐 것이 없습니다")
    #expect(try said([("do", "delete"), ("task", milk)]) == "삭제: Buy oat milk")
    let journal = try stage.get("journal", headers: [korean]).text
    #expect(journal.contains("삭제함</span>"), "\(journal)")
    #expect(!journal.contains("delete:"))
  }
}
