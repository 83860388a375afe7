import Foundation
import MemoKit
import TaskFile
import Terminal
import TestSupport
import Testing
import Words
@testable import MemoCLI

/// Dates on a terminal, in the reader's style, in every command; they can be typed back.
@Suite struct ReaderDateTests {
  private static let german = DateStyle(
    format: "%d.%m.%Y", weekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"].map { [$0, $0] })

  private func desk(_ style: DateStyle) throws -> (Desk, Context) {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    var context = desk.context
    context.environment.dates = style
    context.environment.variables["NO_COLOR"] = "1"
    context.terminal = TerminalFacts(input: true, output: true, error: true, width: 100)
    return (desk, context)
  }

  @Test func everyCommandUsesTheStyle() throws {
    let (desk, terminal) = try desk(Self.german)
    #expect(
      desk.memo("add", "Milk", "-d", "1.3.2027 17:00", in: terminal).output
        .hasSuffix("(due Mo 01.03.2027 17:00)\n"))
    #expect(
      desk.memo("set", "milk", "deadline=4.3.2027", in: terminal).output
        .hasSuffix("deadline Mo 01.03.2027 17:00 → Do 04.03.2027\n"))
    #expect(desk.memo("list", in: terminal).output.contains("Milk  04.03.2027"))
    #expect(desk.memo("show", "milk", in: terminal).output.contains("deadline:  Do 04.03.2027\n"))
    #expect(desk.memo("board", in: terminal).output.contains("04.03.2027"))
    // In a pipe, programs get ISO dates.
    #expect(desk.memo("show", "milk").output.contains("deadline:  Thu 2027-03-04\n"))
    #expect(desk.memo("list").output.contains("2027-03-04"))
  }

  /// Times in the log have the same style as lists.
  @Test func theLogUsesTheStyle() throws {
    let (desk, terminal) = try desk(Self.german)
    desk.memo("add", "Milk", "-d", "1.3.2027", "wait:1.2.2027", in: terminal)
    let set = desk.memo("set", "milk", "deadline=4.3.2027", "wait=2.2.2027", in: terminal).output
    let words = "deadline Mo 01.03.2027 → Do 04.03.2027, wait Mo 01.02.2027 → Di 02.02.2027"
    #expect(set.hasSuffix("\(words)\n"))
    for line in [["log"], ["show", "milk"], ["undo"]] {
      let text = desk.memo(line, in: terminal).output
      #expect(!text.contains("2027-0"), "\(line): \(text)")
      let onOneLine = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(line == ["undo"] || onOneLine.contains(words), "\(line): \(text)")
    }
    #expect(desk.memo("log").output.contains("deadline 2027-03-01 → 2027-03-04"))
    desk.memo("add", "Water", "every:week", "due:1.3.2027", in: terminal)
    desk.memo("done", "water")
    #expect(
      desk.memo("undo", in: terminal).output
        .hasPrefix("undo: move: Water (todo → done, next 08.03.2027)\n"))
  }

  /// `in 3 days 17:00`, `2 days overdue`: memo also reads the words of lists.
  @Test func everyPhraseReadsBack() throws {
    let now = try desk(.iso).0.environment.localTime
    for distance in -40...40 {
      for time in [nil, TimeOfDay(hour: 9, minute: 30), TimeOfDay(hour: 17, minute: 0)] {
        let date = try #require(now.date.adding(days: distance))
        let deadline = Deadline(date: date, time: time)
        guard let phrase = Language.english.words.near(deadline, at: now) else { continue }
        let read = try DateWords.parse(phrase, now: now)
        #expect(read?.date == date, "\(phrase)")
        if distance >= 0 { #expect(read == deadline, "\(phrase)") }
      }
    }
  }

  /// A language's words, beside English ones.
  private static let korean: [(typed: String, date: String)] = [
    ("오늘", "2026-11-20"), ("내일", "2026-11-21"), ("모레", "2026-11-22"), ("글피", "2026-11-23"),
    ("금요일", "2026-11-27"), ("금", "2026-11-27"), ("다음 주", "2026-11-23"),
    ("다음주 수요일", "2026-11-25"), ("이번 주 일요일", "2026-11-22"), ("다음 달", "2026-12-01"),
    ("3일 후", "2026-11-23"), ("2주뒤", "2026-12-04"), ("한 달 후", "2026-12-20"),
    ("12월 4일", "2026-12-04"), ("2026년 12월 4일 (금)", "2026-12-04"), ("4일", "2026-12-04"),
    ("내일 오전 9시", "2026-11-21 09:00"), ("금요일 오후 3시 30분", "2026-11-27 15:30"),
    ("월요일 17:00", "2026-11-23 17:00"), ("내일 오후 6시 반", "2026-11-21 18:30"),
    ("2026년 12월 4일 (금) 17:00", "2026-12-04 17:00"), ("tomorrow", "2026-11-21"),
    ("fri", "2026-11-27"), ("12월 4일까지", "2026-12-04"), ("다음 주 금요일까지", "2026-11-27"),
    ("4일에", "2026-12-04"), ("12월 4일(금)", "2026-12-04"),
  ]

  @Test func theReadersWordsAreUnderstood() throws {
    let (desk, terminal) = try desk(.korean)
    for (number, (typed, date)) in Self.korean.enumerated() {
      let outcome = desk.memo("add", "T\(number)", "-d", typed, in: terminal)
      #expect(try desk.read("todo/t\(number).md").contains("deadline: \(date)\n"), "\(outcome)")
      // Parentheses group in filters.
      if typed.contains("(") { continue }
      #expect(
        desk.memo("list", "due:\(typed)", in: terminal).output.contains("T\(number)"), "\(typed)")
    }
  }

  @Test func theWeekdayFollowsTheYear() throws {
    let (desk, terminal) = try desk(.korean)
    #expect(
      desk.memo("add", "우유", "-d", "12월 4일", in: terminal).output
        .hasSuffix("(due 2026년 12월 4일 (금))\n"))
  }

  /// Times in the log can be typed back.
  @Test(arguments: [
    Self.german, .korean, .iso, DateStyle(format: "%m/%d/%Y"), DateStyle(format: "%d/%m/%y"),
    DateStyle(format: "%Y年%m月%d日"),
  ]) func timesOfTheLogAreUnderstood(style: DateStyle) throws {
    let (desk, terminal) = try desk(style)
    let page = Page(terminal, .never)
    for seconds: Int64 in [5, 70, 600, 4000, 30_000, 86_400, 200_000, 9_000_000, 50_000_000] {
      var past = desk.environment.localTime
      past = past.at(past.secondsSince1970 - seconds)
      let stamp = Timestamp(secondsSince1970: past.secondsSince1970, offsetMinutes: 0)
      let shown = page.moment(stamp)
      let found = try PastMoment.parse(shown, now: terminal.now)
      let unit: Int64 = seconds < 3600 ? 60 : seconds < 86_400 ? 3600 : 60
      #expect(abs(found.first - stamp.secondsSince1970) <= unit, "\(shown)")
    }
  }

  /// As `date +%x` prints a day with other digits and a two-digit year.
  @Test(arguments: [
    ("%Oy/%Om/%Od", "۲۶/۱۱/۲۵"), ("%Oy/%Om/%Od", "۲۰۲۶/۱۱/۲۵"), ("%Oy/%Om/%Od", "26/11/25"),
    ("%d/%m/%Y", "٢٥/١١/٢٠٢٦"), ("%d/%m/%Y", "२५/११/२०२६"), ("%Y年%m月%d日", "２０２６年１１月２５日"),
    ("%Y年%m月%d日", "26/11/25"), ("%m/%d/%Y", "11/25/26"),
  ]) func theReadersDigitsAreUnderstood(format: String, typed: String) throws {
    let (desk, terminal) = try desk(DateStyle(format: format))
    let outcome = desk.memo("add", "Milk", "-d", typed, in: terminal)
    #expect(try desk.read("todo/milk.md").contains("deadline: 2026-11-25\n"), "\(outcome)")
    #expect(desk.memo("list", "due:\(typed)", in: terminal).output.contains("Milk"))
  }

  /// The last column of a list, typed back in a filter and in a change.
  @Test(arguments: [
    Self.german, .korean, .iso, DateStyle(format: "%m/%d/%Y"), DateStyle(format: "%d/%m/%y"),
    DateStyle(format: "%Y年%m月%d日"), DateStyle(format: "%-d. %-m. %Y"),
  ]) func datesOfListsAreUnderstood(style: DateStyle) throws {
    let (desk, terminal) = try desk(style)
    for days in [-45, -9, -1, 0, 1, 4, 12, 45, 400] {
      let time = days > 0 && days % 2 == 0 ? " 17:00" : ""
      desk.memo("add", "T\(days + 100)", "-d", "2026-11-20")
      desk.memo("set", "t\(days + 100)", "deadline=\(days < 0 ? "" : "+")\(days)d\(time)")
    }
    let lines = desk.memo("list", in: terminal).output.split(separator: "\n")
    #expect(lines.count == 9)
    for line in lines {
      let parts = line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
      let (name, shown) = (parts[1], parts[2])
      let found = desk.memo("list", "due:\(shown)", in: terminal).output
      #expect(found.contains("\(name)  "), "\(shown): \(found)")
      let before = try desk.read("todo/\(name.lowercased()).md")
      let again = desk.memo("set", name.lowercased(), "deadline=\(shown)", in: terminal)
      #expect(again.status == .done, "\(shown): \(again.error)")
      #expect(try desk.read("todo/\(name.lowercased()).md") == before, "\(shown)")
    }
  }
}
