import MemoKit
import StoreFiles
import TaskFile
import TestSupport
import Testing

/// Dates in the reader's style can be typed back.
@Suite struct DateStyleTests {
  private static func now(_ style: DateStyle, _ day: Int64 = 0) -> LocalTime {
    LocalTime(secondsSince1970: 1_795_187_045 + day * 86_400, dates: style) { _ in 0 }
  }

  /// The date that words mean in a style, on Friday, 20 November 2026.
  private func meaning(_ words: String, _ style: DateStyle) -> String? {
    (try? DateWords.parse(words, now: Self.now(style)))??.description
  }

  @Test(arguments: [
    (DateStyles.german, "01.12.2026"), (DateStyles.american, "12/01/2026"),
    (DateStyles.japanese, "2026年12月01日"), (DateStyles.arabic, "الثلاثاء 1 ديسمبر 2026"),
    (DateStyle(format: "%d/%m/%y"), "01/12/2026"), (DateStyle(format: "%-d.%-m.%Y"), "1.12.2026"),
    (.iso, "2026-12-01"), (DateStyle(format: "%j"), "2026-12-01"),
    (DateStyle(format: ""), "2026-12-01"),
  ]) func datesFollowTheStyle(style: DateStyle, text: String) throws {
    let date = try #require(CalendarDate(iso: "2026-12-01"))
    #expect(style.text(date) == text)
    #expect(
      try DateStyle.iso.text(#require(CalendarDate(year: 12, month: 1, day: 2))) == "0012-01-02")
  }

  @Test(arguments: DateStyles.all)
  func writtenDatesReadBack(style: DateStyle) throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<Effort.count(25) {
      let days = Int.random(in: -10_000...40_000, using: &random)
      let date = try #require(CalendarDate(daysSince1970: days))
      let now = Self.now(style, Int64.random(in: -400...400, using: &random))
      for text in [style.text(date), style.text(style.text(date), with: date.weekday)] {
        #expect(try DateWords.parse(text, now: now) == Deadline(date: date), "\(text)")
        let time = try #require(TimeOfDay(hour: 17, minute: 5))
        #expect(
          try DateWords.parse("\(text) 17:05", now: now) == Deadline(date: date, time: time))
        #expect(FilterDate(text, now: now)?.first == date)
        #expect(try PastMoment.parse(text, now: now).first == Int64(date.daysSince1970) * 86_400)
      }
    }
  }

  @Test(arguments: [
    (DateStyles.german, "Montag", "2026-11-23"), (DateStyles.german, "mo", "2026-11-23"),
    (DateStyles.german, "donn 17:00", "2026-11-26 17:00"),
    (DateStyles.german, "31. Dezember", "2026-12-31"), (DateStyles.german, "3 märz", "2027-03-03"),
    (DateStyles.german, "31.12.", "2026-12-31"), (DateStyles.german, "31.12.27", "2027-12-31"),
    (DateStyles.german, "Di, 1. Dez. 2026", "2026-12-01"), (DateStyles.german, "24.", "2026-11-24"),
    (DateStyles.french, "lun.", "2026-11-23"), (DateStyles.french, "mar", "2026-11-24"),
    (DateStyles.french, "31/12", "2026-12-31"), (DateStyles.french, "15/03", "2027-03-15"),
    (DateStyles.french, "1 déc. 5pm", "2026-12-01 17:00"),
    (DateStyles.french, "mer 17h30", "2026-11-25 17:30"),
    (DateStyles.russian, "среда", "2026-11-25"), (DateStyles.russian, "31 дек", "2026-12-31"),
    (DateStyles.vietnamese, "thứ hai 9:00", "2026-11-23 09:00"),
    (DateStyles.vietnamese, "next thứ ba", "2026-11-24"),
    (DateStyles.japanese, "月", "2026-11-23"), (DateStyles.japanese, "12月31日", "2026-12-31"),
    (DateStyles.american, "12/31", "2026-12-31"), (DateStyles.american, "12-31-2026", "2026-12-31"),
    (DateStyle(format: "%Y. %m. %d."), "12. 31.", "2026-12-31"),
    // English and ISO dates are always understood.
    (DateStyles.german, "monday", "2026-11-23"), (DateStyles.russian, "dec 31", "2026-12-31"),
    (DateStyles.french, "12-01", "2026-12-01"), (DateStyles.american, "31.12.", "2026-12-31"),
  ]) func typedDatesFollowTheStyle(style: DateStyle, words: String, date: String) {
    #expect(meaning(words, style) == date, "\(words)")
  }

  @Test(arguments: [
    (DateStyles.american, "31/12"), (DateStyles.french, "12/31"), (DateStyles.german, "31.13."),
    (DateStyles.french, "lundimanche"), (DateStyles.japanese, "13月1日"), (.iso, "12/31"),
    (DateStyles.german, "Mon tag"), (DateStyles.arabic, "الثلاثاء" + "x"),
  ]) func otherWordsAreNoDates(style: DateStyle, words: String) {
    #expect(meaning(words, style) == nil)
  }
}
