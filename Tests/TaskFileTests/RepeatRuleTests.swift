import TaskFile
import Testing

@Suite struct RepeatRuleTests {
  private func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(iso: text)) }

  private func next(
    _ rule: String, _ anchor: String?, _ today: String
  ) throws -> (date: String, skipped: [String]) {
    let rule = try #require(RepeatRule(rule))
    let found = try #require(
      rule.next(after: try anchor.map(date), doneOn: try date(today)))
    return ("\(found.date)", found.skipped.map(\.description))
  }

  @Test(arguments: [
    // Finished in time, early, and on the day.
    ("week", "2026-11-27", "2026-11-27", "2026-12-04"),
    ("week", "2026-11-27", "2026-11-20", "2026-12-04"),
    ("day", "2026-11-27", "2026-11-27", "2026-11-28"),
    ("2 weeks", "2026-11-27", "2026-12-01", "2026-12-11"),
    ("weekday", "2026-11-27", "2026-11-27", "2026-11-30"),
    ("mon, thu", "2026-11-26", "2026-11-26", "2026-11-30"),
    ("mon, thu", "2026-11-30", "2026-11-28", "2026-12-03"),
    ("month", "2026-11-27", "2026-11-27", "2026-12-27"),
    ("month", "2027-01-31", "2027-01-31", "2027-02-28"),
    ("3 months", "2026-11-30", "2026-11-30", "2027-02-28"),
    ("month on 31", "2027-01-31", "2027-01-31", "2027-02-28"),
    ("month on 31", "2027-02-28", "2027-02-28", "2027-03-31"),
    ("month on 29", "2028-01-29", "2028-01-30", "2028-02-29"),
    ("3 months on 31", "2026-11-30", "2026-11-30", "2027-02-28"),
    ("3 months on 31", "2027-02-28", "2027-02-28", "2027-05-31"),
    ("12 months on 29", "2027-02-28", "2027-02-28", "2028-02-29"),
    ("month on last fri", "2026-11-27", "2026-11-27", "2026-12-25"),
    ("month on first mon", "2026-12-07", "2026-12-07", "2027-01-04"),
    ("month on 4th sun", "2026-11-01", "2026-11-01", "2026-11-22"),
    ("year", "2024-02-29", "2024-02-29", "2025-02-28"),
    ("year", "2024-02-29", "2027-12-01", "2028-02-29"),
    ("10 days after done", "2026-11-27", "2026-12-01", "2026-12-11"),
    ("month after done", "2026-11-27", "2027-01-31", "2027-02-28"),
    ("day after done", "2026-11-27", "2026-11-01", "2026-11-02"),
  ]) func nextDateIsAfterBothDates(
    rule: String, anchor: String, today: String, next: String
  ) throws {
    #expect(try self.next(rule, anchor, today).date == next)
  }

  @Test(arguments: [
    ("week", "2026-11-27", "2026-12-10", "2026-12-11", ["2026-12-04"]),
    (
      "month", "2026-08-31", "2026-11-30", "2026-12-31", ["2026-09-30", "2026-10-31", "2026-11-30"]
    ),
    ("mon, thu", "2026-11-26", "2026-12-03", "2026-12-07", ["2026-11-30", "2026-12-03"]),
    ("10 days after done", "2026-11-27", "2027-11-27", "2027-12-07", []),
  ]) func pastDatesAreSkipped(
    rule: String, anchor: String, today: String, next: String, skipped: [String]
  ) throws {
    let found = try self.next(rule, anchor, today)
    #expect(found.date == next)
    #expect(found.skipped == skipped)
  }

  /// After a shorter month the day is the same as before.
  @Test(arguments: [
    ("month", "2027-01-31", "month on 31"), ("month", "2027-01-30", "month on 30"),
    ("3 months", "2026-11-30", "3 months on 30"), ("year", "2028-02-29", "12 months on 29"),
    ("month", "2027-02-28", "month"), ("year", "2027-01-31", "year"),
    ("week", "2027-01-31", "week"),
    ("month after done", "2027-01-31", "1 month after done"),
  ]) func theDayIsKept(rule: String, anchor: String, kept: String) throws {
    let rule = try #require(RepeatRule(rule))
    let again = rule.keepingDay(of: try date(anchor))
    #expect(again.description == kept)
    #expect(
      try again.date(after: date(anchor), from: date(anchor))
        == rule.date(after: date(anchor), from: date(anchor)))
  }

  @Test func withoutADateItCountsFromToday() throws {
    #expect(try next("week", nil, "2026-11-20").date == "2026-11-27")
    #expect(try next("month on last fri", nil, "2026-11-20").date == "2026-11-27")
  }

  /// Over years, each date follows from the previous one as from the first.
  @Test(arguments: [
    "day", "3 days", "week", "2 weeks", "weekday", "sun", "month", "5 months", "month on 31",
    "2 months on 31", "month on 30", "month on last sun", "month on 2nd wed", "year",
  ]) func datesAreNeitherLostNorRepeated(text: String) throws {
    let rule = try #require(RepeatRule(text))
    var anchor = try date("2024-01-31")
    for _ in 0..<40 {
      var dates: [CalendarDate] = []
      while dates.count < 30, let next = rule.date(after: dates.last ?? anchor, from: anchor) {
        dates.append(next)
      }
      #expect(dates == dates.sorted() && Set(dates).count == 30 && dates[0] > anchor)
      // On any day, the next date is the first one in the future.
      var day = anchor
      for next in dates.prefix(5) {
        while day < next {
          #expect(rule.date(after: day, from: anchor) == next, "\(anchor) \(day)")
          day = try #require(day.adding(days: 1))
        }
      }
      anchor = try #require(anchor.adding(days: 11))
    }
  }

  @Test func theCalendarEnds() throws {
    let rule = try #require(RepeatRule("year"))
    #expect(rule.next(after: CalendarDate.last, doneOn: try date("2026-11-20")) == nil)
    let late = try #require(
      rule.next(after: try date("0001-01-01"), doneOn: try date("2026-11-20")))
    #expect(late.date.description == "2027-01-01" && late.skipped.count == 1000)
  }

  @Test(arguments: [
    ("2 weeks", "every 2 weeks"), ("mon, wed, fri", "every Monday, Wednesday and Friday"),
    ("weekday", "every weekday"), ("month on 31", "on the last day of every month"),
    ("3 months on 31", "on the last day every 3 months"),
    ("3 months on 30", "on the 30th every 3 months, or the last day"),
    ("month on 30", "on the 30th of every month, or its last day"),
    ("month on 22", "on the 22nd of every month"),
    ("month on last fri", "on the last Friday of every month"),
    ("month on 2nd tue", "on the second Tuesday of every month"),
    ("week after done", "a week after it was done"),
    ("10 days after done", "10 days after it was done"),
  ]) func rulesHaveWords(text: String, words: String) throws {
    #expect(try #require(RepeatRule(text)).words == words)
  }

  @Test(arguments: [
    ("fortnight", "2 weeks"), ("biweekly", "2 weeks"), ("quarter", "3 months"),
    ("half year", "6 months"), ("weekend", "sat, sun"), ("weekends", "sat, sun"),
    ("workday", "weekday"), ("mondays", "mon"), ("tuesdays and fridays", "tue, fri"),
    ("week on mon", "mon"), ("week on mon and thu", "mon, thu"), ("15th", "month on 15"),
    ("the 15th", "month on 15"), ("last day", "month on 31"), ("last fri", "month on last fri"),
    ("month on the last day", "month on 31"), ("month on first mon", "month on 1st mon"),
    ("first mon of the month", "month on 1st mon"), ("each 2nd tue", "month on 2nd tue"),
    ("fortnight after done", "2 weeks after done"),
  ]) func informalRulesAreRead(text: String, rule: String) throws {
    #expect(try #require(RepeatRule(text)).description == rule)
  }

  @Test(arguments: [
    "15", "month on 32", "month on 0", "month on 5th mon", "month on 1st and 15th",
    "2 weeks on mon",
    "year on dec 24", "hour", "2 hours", "week on", "month on", "month on last", "sundries",
    "0 days",
    "first", "of the month", "weekend after done", "",
  ]) func invalidRulesAreRefused(text: String) { #expect(RepeatRule(text) == nil) }

  @Test func seriesHavePlaces() throws {
    let place = try #require(SeriesPlace("kxtwqzbnrm/4"))
    #expect(place.description == "kxtwqzbnrm/4" && place.number == 4)
    #expect(place.id == SeriesPlace("kxtwqzbnrm/4")?.id && place.id != place.next.id)
    #expect(SeriesPlace(first: place.first, number: 1).id == place.first)
    #expect(place.fileName("Buy milk") == "buy-milk-4")
    for text in [
      "kxtwqzbnrm", "kxtwqzbnrm/", "kxtwqzbnrm/1", "kxtwqzbnrm/-2", "x/2", "kxtwqzbnrm/2/3",
    ] {
      #expect(SeriesPlace(text) == nil, "\(text)")
    }
  }

  @Test func aCopyBeginsASeriesOfItsOwn() throws {
    func series(_ id: TaskID, _ text: String) -> SeriesPlace? {
      TaskDocument(text: "---\nid: \(id)\nseries: \(text)\n---\n").item(fileName: "").series
    }
    let place = try #require(SeriesPlace("kxtwqzbnrm/2"))
    let other = try #require(TaskID("bbbbbbbbbb"))
    #expect(series(place.id, "kxtwqzbnrm/2") == place)
    #expect(series(other, "kxtwqzbnrm/2") == SeriesPlace(first: other, number: 1))
    #expect(series(other, "nonsense") == SeriesPlace(first: other, number: 1))
  }

  @Test func anInvalidRuleAffectsOnlyItsKey() {
    for header in ["every: never", "every: [mon, xyz]", "until: soon"] {
      let item = TaskDocument(text: "---\ntitle: a\n\(header)\n---\n").item(fileName: "")
      #expect(item.problems.map(\.line) == [3])
      #expect(item.isUsable && item.unusableKeys.count == 1 && item.otherFields.count == 1)
    }
    for header in ["every: [mon, thu]", "every: 'month on 31'", "every:", "until: 2026-12-01"] {
      #expect(
        TaskDocument(text: "---\ntitle: a\n\(header)\n---\n").item(fileName: "").problems.isEmpty)
    }
  }
}
