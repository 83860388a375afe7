import Exchange
import Foundation
import MemoCLI
import MemoKit
@testable import MemoWeb
import TaskFile
import TestSupport
import Testing

/// The calendar of deadlines (RFC 5545).
@Suite(.onItsOwnThread) struct CalendarTests {
  @Test func openTasksWithADeadlineAreEvents() throws {
    let desk = Desk(try Scratch(), "groceries, and more")
    for line in [
      ["init"],
      ["add", "Buy oat milk; and \\ bread, both", "due:2026-11-30", "p:high", "+home", "+shop"],
      ["add", "Call mum", "--deadline", "2026-12-24T18:30+09:00", "-m", "Two lines\n\nof text"],
      ["add", "No date"], ["add", "Pay rent", "due:2026-12-01"], ["done", "rent"],
    ] { #expect(desk.memo(line).status == .done, "\(line)") }
    let stage = WebStage(desk)
    let answer = stage.site.calendar
    #expect(answer.header("Content-Type") == "text/calendar; charset=utf-8")
    let (milk, mum) = (try stage.id("milk"), try stage.id("mum"))
    let expected = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//memo//memo//EN
      CALSCALE:GREGORIAN
      METHOD:PUBLISH
      NAME:groceries\\, and more
      X-WR-CALNAME:groceries\\, and more
      REFRESH-INTERVAL;VALUE=DURATION:PT15M
      X-PUBLISHED-TTL:PT15M
      BEGIN:VEVENT
      UID:\(milk)@memo
      DTSTAMP:20261120T150605Z
      LAST-MODIFIED:20261120T150605Z
      SEQUENCE:0
      SUMMARY:Buy oat milk\\; and \\\\ bread\\, both
      DTSTART;VALUE=DATE:20261130
      DTEND;VALUE=DATE:20261201
      TRANSP:TRANSPARENT
      CATEGORIES:home,shop
      PRIORITY:1
      END:VEVENT
      BEGIN:VEVENT
      UID:\(mum)@memo
      DTSTAMP:20261120T150705Z
      LAST-MODIFIED:20261120T150705Z
      SEQUENCE:0
      SUMMARY:Call mum
      DTSTART:20261224T093000Z
      DESCRIPTION:Two lines\\n\\nof text
      END:VEVENT
      END:VCALENDAR

      """
    #expect(answer.text == expected.replacing("\n", with: "\r\n"))
    // The same tasks give the same bytes at any time.
    desk.wait(seconds: 86400)
    #expect(stage.site.calendar.body == answer.body)
    // The command's output is the same.
    #expect(desk.memo("export", "ics", "--events").output == answer.text)
    desk.memo("set", "milk", "due=2026-11-30 17:00")
    let text = stage.site.calendar.text
    #expect(text.contains("SEQUENCE:1\r\n") && text.contains("DTSTART:20261130T170000\r\n"))
    #expect(text.contains("LAST-MODIFIED:20261121T"))
  }

  @Test func longLinesAreFoldedBetweenCharacters() {
    let marked = "e" + String(repeating: "\u{0301}", count: 100)
    for text in [
      String(repeating: "a", count: 300), String(repeating: "é👨‍👩‍👧‍👦", count: 40), "short", marked,
    ] {
      let folded = CalendarLine.folded(text)
      #expect(folded.hasSuffix("\r\n"))
      let lines = folded.dropLast().components(separatedBy: "\r\n")
      #expect(lines.allSatisfy { $0.utf8.count <= 75 })
      // A combining mark joins the space before it, so comparing characters wouldn't find a fold.
      let whole = folded.replacingOccurrences(of: "\r\n ", with: "", options: .literal)
      #expect(whole == text + "\r\n")
    }
  }

  /// Local times on both sides of the start of summer time.
  @Test func localTimesFollowSummerTime() {
    // One hour ahead of UTC, two from 2026-03-29T01:00Z on.
    let change: Int64 = 1_774_746_000
    let now = LocalTime(secondsSince1970: change, dates: .iso) { $0 < change ? 3600 : 7200 }
    for (text, moment) in [
      ("2026-03-29 01:30", change - 1800), ("2026-03-29 03:30", change + 1800),
      ("2026-03-28 12:00", change - 14 * 3600), ("2026-03-30 12:00", change + 33 * 3600),
      ("2026-03-30T12:00+00:00", change + 35 * 3600),
    ] {
      #expect(Deadline(text)?.moment(now) == moment, "\(text)")
    }
  }
}
