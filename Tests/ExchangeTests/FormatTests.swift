import Exchange
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Fields in the files of other programs become fields of memo.
@Suite struct FormatTests {
  /// Berlin's offset from the end of October on.
  private let context = ExchangeContext(
    now: LocalTime(secondsSince1970: 1_795_187_045, utcOffset: 3600))

  private func read(_ name: String, _ text: String, path: String = "") throws -> ReadRecords {
    let format = try #require(ExchangeFormat.named(name))
    return format.records(of: [ExchangeFile(path: path, text: text)], context)
  }

  private func one(_ name: String, _ text: String, path: String = "") throws -> TaskRecord {
    let found = try read(name, text, path: path)
    #expect(found.problems == [])
    return try #require(found.records.first)
  }

  @Test func formatsAreRecognized() {
    for (path, text, name) in [
      ("", "BEGIN:VCALENDAR\r\n", "ics"),
      ("a.json", "[{\"uuid\":\"x\",\"description\":\"d\",\"entry\":\"e\"}]", "taskwarrior"),
      ("", "[{\"number\": 1, \"title\": \"x\"}]", "github"),
      ("", "{\"tasks\": []}", "json"),
      ("", "title,due\nMilk,2026-12-01\n", "csv"),
      ("", "\"Task Name\",\"Due Date\"\n\"milk, fresh\",\"fri\"\n", "csv"),
      ("a.tsv", "title\tdue\n", "tsv"),
      ("a.md", "# List\n\n- [ ] Milk\n", "obsidian"),
      (
        "backlog/tasks/task-1 - A.md", "---\nid: task-1\ntitle: A\ncreated_date: 2026-11-01\n---\n",
        "backlog"
      ),
      ("b/task-1 - A.md", "---\nid: task-1\ntitle: A\nstatus: To Do\n---\n", "backlog"),
      ("", "[{\"uuid\":\"x\",\"description\":\"d\",\"status\":\"pending\"}]", "taskwarrior"),
      ("x/pending/1.yml", "summary: A\n", "dstask"),
      ("a.org", "* TODO Milk\n", "org"),
      ("", "* TODO Milk\n", "org"),
      ("todo.txt", "Milk @store\n", "todo.txt"),
    ] {
      #expect(
        ExchangeFormat.recognized([ExchangeFile(path: path, text: text)])?.name == name, "\(name)")
    }
    #expect(ExchangeFormat.recognized([ExchangeFile(path: "a.xml", text: "<a/>")]) == nil)
  }

  @Test func calendarsHaveZonesAndRules() throws {
    let task = try one(
      "ics",
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VTIMEZONE
      TZID:America/New_York
      BEGIN:DAYLIGHT
      DTSTART:20070311T020000
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20071104T020000
      RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VTODO
      UID:abc@example.org
      SUMMARY:Pay\\, and
        smile
      DUE;TZID=America/New_York:20260701T170000
      DTSTART;VALUE=DATE-TIME;TZID="America/New_York":20260101T090000
      RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270101T000000Z
      PRIORITY:3
      STATUS:IN-PROCESS
      CATEGORIES:home,big house
      RELATED-TO;RELTYPE=DEPENDS-ON:other@example.org
      RELATED-TO:parent@example.org
      X-APPLE-SORT-ORDER:12
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:-PT1H
      END:VALARM
      END:VTODO
      END:VCALENDAR
      """)
    #expect(task.title == "Pay, and smile" && task.source == "ics:abc@example.org")
    #expect(task.text("deadline") == "2026-07-01T17:00-04:00")
    #expect(task.text("wait") == "2026-01-01T09:00-05:00")
    #expect(task.text("every") == "month on last fri" && task.text("until") == "2027-01-01")
    #expect(task.status == .doing && task.priority == .high && task.tags == ["home", "big-house"])
    #expect(task.list("ics-categories") == ["home", "big house"])
    #expect(task.list("after") == ["ics:other@example.org"])
    #expect(
      task.list("ics") == [
        "RELATED-TO:parent@example.org", "X-APPLE-SORT-ORDER:12", "BEGIN:VALARM", "ACTION:DISPLAY",
        "TRIGGER:-PT1H", "END:VALARM",
      ])
    let text = try #require(ExchangeFormat.named("ics")).written([task], context)[0].text
    let own = [
      "PRIORITY:3", "DUE:20260701T210000Z", "UID:abc@example.org", "CATEGORIES:home,big house",
    ]
    for line in task.list("ics") + own {
      #expect(text.contains("\r\n\(line)\r\n"), "\(line)")
    }
    let broken = try read("ics", "BEGIN:VTODO\nSUMMARY:A\nDUE:soon\nEND:VTODO\nnothing\n")
    #expect(broken.records.isEmpty)
    #expect(broken.problems.map(\.line) == [5, 2])
    // A truncated file.
    let cut = try read("ics", "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\n")
    #expect(cut.problems == [RecordProblem(line: 2, "a task that doesn't end")])
  }

  /// Many programs name a time zone without defining it.
  @Test func anUndefinedZoneIsExportedAgain() throws {
    let ics = try #require(ExchangeFormat.named("ics"))
    let zone = ";TZID=America/New_York:"
    let found = try read(
      "ics",
      """
      BEGIN:VTODO
      SUMMARY:A
      DTSTART\(zone)20261202T140000
      DUE\(zone)20261202T150000
      END:VTODO
      BEGIN:VTODO
      SUMMARY:B
      DTSTART\(zone)20261202T140000
      DURATION:PT1H
      END:VTODO
      """)
    #expect(
      found.notes == ["times in zones that the file doesn't describe are read as local times"])
    for record in found.records {
      #expect(record.text("deadline") == "2026-12-02 15:00")
      let text = ics.written([record], context)[0].text
      for line in ["DTSTART\(zone)20261202T140000", "DUE\(zone)20261202T150000"] {
        #expect(text.contains("\r\n\(line)\r\n"), "\(text)")
      }
      #expect(Set(try one("ics", text).fields) == Set(record.fields))
      var later = record
      later.set("deadline", "2026-12-03 15:00")
      #expect(ics.written([later], context)[0].text.contains("\r\nDUE:20261203T150000\r\n"))
    }
  }

  @Test func durationsBecomeEnds() throws {
    func task(_ lines: String) throws -> TaskRecord {
      try one("ics", "BEGIN:VTODO\nSUMMARY:A\n\(lines)\nEND:VTODO\n")
    }
    for (start, duration, deadline) in [
      ("20261201T220000", "PT2H30M", "2026-12-02 00:30"),
      ("20261201T090000Z", "P1DT15M", "2026-12-02T10:15+01:00"),
      (";VALUE=DATE:20261201", "P2W", "2026-12-15"),
    ] {
      let colon = start.hasPrefix(";") ? "" : ":"
      let found = try task("DTSTART\(colon)\(start)\nDURATION:\(duration)")
      #expect(found.text("deadline") == deadline)
      #expect(found.list("ics") == [])
    }
    for duration in ["-PT1H", "P", "PT", "soon", "PT99999999999H"] {
      let found = try task("DTSTART:20261201T220000\nDURATION:\(duration)")
      #expect(found["deadline"] == nil && found.list("ics") == ["DURATION:\(duration)"])
    }
    // A rule that memo doesn't have is exported with its start.
    let rule = "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1"
    let odd = try task("DTSTART;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261201\n\(rule)")
    let text = try #require(ExchangeFormat.named("ics")).written([odd], context)[0].text
    for line in ["DTSTART;VALUE=DATE:20261201", rule] { #expect(text.contains("\r\n\(line)\r\n")) }
  }

  @Test func truncatedOrDeepJSONIsAProblem() throws {
    for (text, count) in [
      ("[{\"title\": \"A\"}", 1), ("[{\"title\": \"A\"}, {\"title\":", 1),
      ("{\"title\": \"A\"}\n{x}\n{\"title\": \"B\"}\n", 1),
      (String(repeating: "[", count: 100_000), 0), ("[[{\"title\": \"A\"}]]", 0),
    ] {
      let found = try read("json", text)
      #expect(found.records.count == count && found.problems.count == 1, "\(found)")
    }
    #expect(try read("json", "[{\"title\": \"A\"}]\n[{\"title\": \"B\"}]\n").records.count == 2)
  }

  @Test func jsonMayHaveFlags() throws {
    let found = try read(
      "json",
      """
      {"title": "A", "completed": true, "tags": "a, good first"}
      {"title": "B", "done": false}
      {"title": "C", "done": true, "completed": "2026-11-01"}

      """)
    #expect(found.records.map(\.status) == [.done, .todo, .done])
    #expect(found.records.map(\.tags) == [["a", "good-first"], [], []])
    #expect(found.records.map { $0.text("completed") } == [nil, nil, "2026-11-01"])
    #expect(found.records.allSatisfy { $0["done"] == nil })
  }

  @Test(arguments: ["json", "taskwarrior", "github"])
  func objectsInAListAreKept(format: String) throws {
    let task = try one(
      format,
      """
      [{"title": "X", "description": "X", "uuid": "1", "number": 1, "log": ["a", {"text": "precious"}],
        "words": ["a", null, 2], "lists": [["b"]]}]
      """)
    #expect(task.text("log") == "[\"a\", {\"text\": \"precious\"}]")
    #expect(task.text("lists") == "[[\"b\"]]")
    if format != "github" { #expect(task["words"] == .list(["a", "2"])) }
  }

  @Test func taskwarriorHasTemplatesAndOtherAttributes() throws {
    let found = try read(
      "taskwarrior",
      """
      [
      {"uuid":"1","description":"Rent","status":"recurring","entry":"20261101T080000Z","recur":"monthly","due":"20261130T230000Z"},
      {"uuid":"2","description":"Rent","status":"pending","entry":"20261101T080000Z","recur":"monthly","parent":"1","due":"20261130T230000Z","imask":0},
      {"uuid":"3","description":"Gone","status":"deleted","entry":"20261101T080000Z"},
      {"uuid":"4","description":"Wait","status":"waiting","entry":"20261101T080000Z","wait":"20261224T170000Z","depends":["2"],"priority":"X","jira":{"a":1},
       "annotations":[{"entry":"20261120T140000Z","description":"So \\/ so"}]},
      {"uuid":"5","description":"Bad","status":"pending","entry":"yesterday"},
      {"uuid":"6",
      ]
      """)
    #expect(found.records.map(\.title) == ["Rent", "Wait"])
    #expect(found.notes == ["1 deleted task is left out"])
    #expect(found.problems.map(\.line).sorted() == [7, 9])
    let (rent, wait) = (found.records[0], found.records[1])
    #expect(rent.text("deadline") == "2026-12-01" && rent.text("every") == "month")
    #expect(rent.text("parent") == "1" && rent.line == 3)
    #expect(wait.text("wait") == "2026-12-24T18:00+01:00")
    #expect(wait.list("after") == ["taskwarrior:2"] && wait.text("taskwarrior-priority") == "X")
    #expect(wait.body == "- 2026-11-20 15:00 So / so" && wait.priority == nil)
    #expect(wait.text("jira") == "{\"a\": 1}")
    let taskwarrior = try #require(ExchangeFormat.named("taskwarrior"))
    #expect(taskwarrior.written([wait], context)[0].text.contains("\"priority\": \"X\""))
  }

  @Test func tablesMayHaveQuotesAndOtherNames() throws {
    let found = try read(
      "csv",
      "Task;Due Date;Labels;Notes;Done;Severity\r\n"
        + "\"Say \"\"hi\"\"; twice\";2026-12-01;a,b;\"two\r\nlines\";;3\r\n"
        + "Old;;;;2026-11-01;\r\n;;;;;\r\na;b;c;d;e;f;g\r\n\"open")
    #expect(found.problems.map(\.line) == [7, 6])
    let (first, second) = (found.records[0], found.records[1])
    #expect(first.title == "Say \"hi\"; twice" && first.body == "two\nlines")
    #expect(first.tags == ["a", "b"] && first.text("Severity") == "3")
    #expect(second.status == .done && second.text("completed") == "2026-11-01" && second.line == 4)
    // A word of another program is exported to its column.
    let words = try one("csv", "title,priority,due,status\nA,Urgent,01.12.2026,In Progress\n")
    #expect(words.priority == .high && words.status == .doing)
    let csv = try #require(ExchangeFormat.named("csv"))
    #expect(
      csv.written([words], context)[0].text.hasPrefix(
        "title,status,deadline,priority,tags,id,source\r\nA,In Progress,01.12.2026,Urgent,,,"))
    var risky = TaskRecord(title: "=1+1")
    risky.id = TaskID("kxtwqzbnrm")
    var safe = context
    safe.isSafe = true
    let text = csv.written([risky], safe)[0].text
    #expect(text.contains("'=1+1,"))
    #expect(
      csv.records(of: [ExchangeFile(path: "", text: text)], context).records[0].title == "=1+1")
    for title in ["'=already", "''=twice", "'quoted'"] {
      let file = csv.written([TaskRecord(title: title)], context)[0]
      #expect(csv.records(of: [file], context).records.map(\.title) == [title])
    }
  }

  @Test func columnsForOneFieldLoseNothing() throws {
    let both = try one(
      "csv",
      "title,name,due,Due,Body,Completed,deadline\na,c,2026-12-01,2026-12-02,text,TRUE,2026-12-03\n"
    )
    #expect(both.title == "a" && both.text("name-2") == "c" && both.body == "text")
    #expect(both.text("deadline") == "2026-12-03" && both.status == .done)
    #expect(both.text("due-2") == "2026-12-01" && both.text("Due-2") == "2026-12-02")
    // Jira repeats a column for each label.
    let jira = try one(
      "csv", "Summary,Issue key,Labels,Labels,Status,Title\nFix,A-1,web,\"a b, c\",Done,Other\n")
    #expect(jira.title == "Other" && jira.tags == ["web", "a-b", "c"] && jira.status == .done)
    let text = try #require(ExchangeFormat.named("csv")).written([jira], context)[0].text
    #expect(
      text.hasPrefix(
        "title,status,deadline,priority,tags,Summary-2,Issue-key,id,source\r\n"
          + "Other,Done,,,\"web,a b,c\",Fix,A-1,,csv:"))
    let wide = try read("csv", "title" + String(repeating: ",x", count: 500) + "\nA\n")
    #expect(wide.records == [])
    #expect(
      wide.problems == [RecordProblem(line: 1, "501 columns, and memo reads at most 500")])
  }

  @Test func listsHaveEmojiAndNestedItems() throws {
    let found = try read(
      "obsidian",
      """
      # Home

      Text that is none.
      - [ ] Paint #home 🔺 🔁 every 2 weeks when done 🛫 2026-11-25 📅 2026-12-01 ➕ 2026-11-01
          - [x] buy paint
          - [ ] ladder
      \t  more
      - [x] Call [due:: 2026-12-02] [client:: Ann] ✅ 2026-11-20 🆔 abc1
      - [-] Never ⛔ abc1
      - no box
      ```
      - [ ] code
      ```
      """)
    #expect(found.records.map(\.title) == ["Paint", "Call", "Never"])
    let (paint, call, never) = (found.records[0], found.records[1], found.records[2])
    #expect(paint.tags == ["home"] && paint.priority == .high)
    #expect(paint.text("every") == "2 weeks after done" && paint.text("wait") == "2026-11-25")
    #expect(paint.text("deadline") == "2026-12-01" && paint.created?.description == "2026-11-01")
    #expect(paint.body == "- [x] buy paint\n- [ ] ladder\n  more")
    #expect(call.status == .done && call.text("client") == "Ann" && call.source == "obsidian:abc1")
    #expect(never.status == .done && never.list("after") == ["obsidian:abc1"])
    // Block links and code.
    let block = try one("obsidian", "- [ ] Buy `code #x` #y 🆔 abc ^block1\n")
    #expect(block.title == "Buy `code #x`" && block.tags == ["y"])
    #expect(block.source == "obsidian:abc" && block.text("obsidian-block") == "block1")
  }

  /// As in Obsidian Tasks, emoji in the middle of a line are text.
  @Test func fieldsAreAtTheEndOfTheLine() throws {
    for (line, title, key, value) in [
      ("Move 📅 2026-12-01 to Monday", "Move 📅 2026-12-01 to Monday", "deadline", nil),
      ("A `📅 2026-01-01` b", "A `📅 2026-01-01` b", "deadline", nil),
      ("Two 📅 2026-12-01 📅 2026-12-02", "Two 📅 2026-12-01", "deadline", "2026-12-02"),
      ("Alarm 🏁 delete 📅 2026-12-01", "Alarm", "onCompletion", "delete"),
      ("A 📅 2026-12-01 #x ⏫ #y", "A", "deadline", "2026-12-01"),
      ("A [project:: [[House]]] b", "A b", "project", "[[House]]"),
      ("A (project:: b (c)) d", "A d", "project", "b (c)"),
      ("A [a:: {\"b\": [2, 3]}] 🆔 c1", "A", "a", "{\"b\": [2, 3]}"),
      ("A [a:: 1] [a:: 2]", "A [a:: 1]", "a", "2"),
      ("A [a:: 1", "A [a:: 1", "a", nil),
    ] {
      let found = try one("obsidian", "- [ ] \(line)\n")
      #expect(found.title == title && found.text(key) == value, "\(line)")
    }
    #expect(try one("obsidian", "- [ ] A 📅 2026-12-01 #x ⏫ #y\n").tags == ["x", "y"])
  }

  @Test func headlinesHaveStatesAndProperties() throws {
    let found = try read(
      "org",
      """
      #+TODO: TODO WAIT(w) | DONE CANCELLED
      * Projects
      ** TODO [#A] Write the report :work:urgent:
         SCHEDULED: <2026-11-25 Wed> DEADLINE: <2026-12-01 Tue 17:00 .+1w -2d>
         :PROPERTIES:
         :ID: 3f2a
         :Effort: 1:30
         :Client: Ann
         :END:
         Some text.
         - [-] half
      *** Notes
          more
      ** WAIT Call
      ** CANCELLED Old
         CLOSED: [2026-11-20 Fri 10:00]
      """)
    #expect(found.records.map(\.title) == ["Write the report", "Call", "Old"])
    let nested = try read("org", "#+FILETAGS: :all:\n* Home :home:\n** TODO A :a:\n* TODO B\n")
    #expect(nested.records.map(\.tags) == [["all", "home", "a"], ["all"]])
    let report = found.records[0]
    #expect(report.priority == .high && report.tags == ["work", "urgent"])
    #expect(report.text("wait") == "2026-11-25" && report.text("deadline") == "2026-12-01 17:00")
    #expect(report.text("every") == "1 week after done" && report.text("org-warning") == "2d")
    #expect(report.source == "org:3f2a" && report.text("estimate") == "1:30")
    #expect(report.text("client") == "Ann")
    #expect(report.body.hasPrefix("   Some text.\n   - [ ] half\n*** Notes"))
    #expect(found.records[1].text("org-state") == "WAIT" && found.records[1].status == .todo)
    #expect(
      found.records[2].status == .done && found.records[2].text("completed") == "2026-11-20 10:00")
  }

  @Test func headlinesBelowATaskAreItsText() throws {
    let found = try read(
      "org",
      """
      * TODO Write report
        Body
      ** TODO Sub
         DEADLINE: <2026-12-01 Tue 10:00-11:00>
      ** Plain note
         :PROPERTIES:
         :ID: x
         :END:
         precious words
      * DONE Trip
        SCHEDULED: <2026-12-01 Tue>--<2026-12-03 Thu>
      * Other
        no text of a task
      """)
    #expect(found.records.map(\.title) == ["Write report", "Sub", "Trip"])
    let (report, sub, trip) = (found.records[0], found.records[1], found.records[2])
    #expect(
      report.body == """
          Body
        ** Plain note
           :PROPERTIES:
           :ID: x
           :END:
           precious words
        """)
    #expect(report.source != "org:x" && sub.body == "" && trip.body == "")
    // Fields that memo doesn't have are kept.
    #expect(sub.text("deadline") == "2026-12-01 10:00")
    #expect(sub.text("org-deadline") == "2026-12-01 Tue 10:00-11:00")
    #expect(trip.text("wait") == "2026-12-01")
    #expect(trip.text("org-scheduled") == "<2026-12-01 Tue>--<2026-12-03 Thu>")
  }

  @Test func foldersOfOtherProgramsAreRead() throws {
    let dstask = try one(
      "dstask",
      """
      summary: Fix it
      tags:
      - home
      project: house
      priority: P1
      delegatedto: ""
      subtasks:
      - summary: first
        resolved: true
      - summary: second
        resolved: false
      notes: |
        a note
      dependencies:
      - 1111
      created: 2026-11-01T08:00:00Z
      resolved: 0001-01-01T00:00:00Z
      due: 2026-11-30T23:00:00Z
      """, path: "dstask/active/2222.yml")
    #expect(dstask.title == "Fix it" && dstask.status == .doing && dstask.priority == .high)
    #expect(dstask.source == "dstask:2222" && dstask.list("after") == ["dstask:1111"])
    #expect(dstask.body == "a note\n\n- [x] first\n- [ ] second" && dstask.tags == ["home"])
    #expect(dstask.text("deadline") == "2026-12-01" && dstask.text("project") == "house")
    #expect(dstask["completed"] == nil && dstask["delegatedto"] == nil)
    let backlog = try one(
      "backlog",
      """
      ---
      id: task-7
      title: Search
      status: In Review
      assignee: ['@sara', '@ben']
      created_date: '2026-11-20 10:00'
      labels: [ui, a b]
      dependencies: [task-2]
      priority: high
      ordinal: 1000
      ---

      ## Description

      <!-- SECTION:DESCRIPTION:BEGIN -->
      Some text
      <!-- SECTION:DESCRIPTION:END -->

      ## Acceptance Criteria
      <!-- AC:BEGIN -->
      - [x] #1 It finds
      - [ ] #2 It is fast
      <!-- AC:END -->
      """)
    #expect(backlog.body == "Some text\n\n- [x] It finds\n- [ ] It is fast")
    #expect(backlog.status == .todo && backlog.text("backlog-status") == "In Review")
    #expect(backlog.list("assignee") == ["@sara", "@ben"] && backlog.tags == ["ui", "a-b"])
    #expect(backlog.list("after") == ["backlog:task-2"] && backlog.text("ordinal") == "1000")
    let text = try #require(ExchangeFormat.named("backlog")).written([backlog], context)[0]
    #expect(text.path == "task-7 - Search.md")
    #expect(try one("backlog", text.text).list("backlog-labels") == ["ui", "a b"])
    #expect(text.text.contains("- [ ] #2 It is fast\n"))
    #expect(
      text.text.split(separator: "\n").dropFirst().prefix(8).map { $0.prefix { $0 != ":" } } == [
        "id", "title", "status", "assignee", "created_date", "labels", "dependencies", "priority",
      ])
    // The format's own words and fields are exported again.
    let old = try one(
      "backlog",
      "---\nid: task-1\ntitle: A\nupdated_date: 2026-11-02\npriority: critical\n---\n")
    let again = try #require(ExchangeFormat.named("backlog")).written([old], context)[0].text
    #expect(old.priority == .high && again.contains("\npriority: critical\n"), "\(again)")
    #expect(try one("backlog", again).text("updated_date") == "2026-11-02")
    let issue = try one(
      "github",
      """
      [{"number": 12, "title": "Crash", "body": "It\\r\\ncrashes", "state": "CLOSED", "labels": [{"name": "good first issue"}],
        "assignees": [{"login": "ann"}], "milestone": {"title": "v1"}, "createdAt": "2026-11-01T08:00:00Z",
        "closedAt": "2026-11-02T08:00:00Z", "url": "https://github.com/o/r/issues/12", "isPinned": true,
        "comments": [{"body": "Me too"}], "reactionGroups": []}]
      """)
    #expect(issue.source == "github:o/r#12" && issue.tags == ["good-first-issue"])
    #expect(issue.list("labels") == ["good first issue"] && issue.text("milestone") == "v1")
    #expect(
      issue.body == "It\ncrashes" && issue.status == .done && issue.text("isPinned") == "true")
    #expect(issue["reactionGroups"] == nil)
    let json = try #require(ExchangeFormat.named("github")).written([issue], context)[0].text
    for part in ["\"isPinned\": true", "\"comments\": [{\"body\": \"Me too\"}]"] {
      #expect(json.contains(part), "\(json)")
    }
  }

  @Test func printedPagesHaveNoScriptAndNoMarkup() throws {
    var record = TaskRecord(title: "<script>alert(1)</script> | a")
    record.body = "<b>"
    record.set("tags", ["x"])
    let html = try #require(ExchangeFormat.named("html")).written([record], context)[0].text
    #expect(
      !html.contains("<script") && html.contains("&lt;script&gt;") && html.contains("&lt;b&gt;"))
    let table = try #require(ExchangeFormat.named("markdown")).written([record], context)[0].text
    #expect(
      table == """
        | Title | Status | Tags |
        | --- | --- | --- |
        | <script>alert(1)</script> \\| a | todo | x |

        """)
  }
}
