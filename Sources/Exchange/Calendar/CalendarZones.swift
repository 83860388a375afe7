internal import MemoKit

/// The time zones that an iCalendar file describes (RFC 5545, 3.6.5).
struct CalendarZones {
  /// An offset that starts once or every year: a `STANDARD` or `DAYLIGHT` component.
  private struct Observance {
    /// In local time before the change.
    var start: Deadline
    /// Minutes ahead of UTC.
    var offset: Int
    var rule: [String: String] = [:]

    /// The last start at or before `moment`, both in local time; nil if the first start is later.
    func lastStart(before moment: Deadline) -> Deadline? {
      guard let time = moment.time, !CalendarZones.isLess(moment, start) else { return nil }
      guard rule["FREQ"] == "YEARLY" else { return start }
      for year in [moment.date.year, moment.date.year - 1] {
        guard let date = date(in: year) else { continue }
        let began = Deadline(date: date, time: start.time ?? .midnight)
        if !CalendarZones.isLess(Deadline(date: moment.date, time: time), began) { return began }
      }
      return start
    }

    /// The start day in a year, for example from `BYMONTH=3;BYDAY=-1SU`.
    private func date(in year: Int) -> CalendarDate? {
      let month = rule["BYMONTH"].flatMap { Int($0) } ?? start.date.month
      if let until = rule["UNTIL"].flatMap({ Int($0.prefix(4)) }), year > until { return nil }
      guard let day = rule["BYDAY"], let place = Int(day.dropLast(2)) else {
        return CalendarDate(year: year, month: month, day: start.date.day)
      }
      let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
      let length = CalendarDate.days(inMonth: month, of: year)
      let found = (1...length).compactMap { CalendarDate(year: year, month: month, day: $0) }
        .filter { names[$0.weekday.rawValue - 1] == day.suffix(2) }
      let index = place > 0 ? place - 1 : found.count + place
      return found.indices.contains(index) ? found[index] : nil
    }
  }

  private var zones: [String: [Observance]] = [:]

  private static func isLess(_ a: Deadline, _ b: Deadline) -> Bool {
    (a.date, a.time ?? .midnight) < (b.date, b.time ?? .midnight)
  }

  init(_ lines: [CalendarLine]) {
    var name: String?
    var (start, offset, rule): (Deadline?, Int?, [String: String]) = (nil, nil, [:])
    for line in lines {
      switch (line.name, line.value.uppercased()) {
      case ("BEGIN", "STANDARD"), ("BEGIN", "DAYLIGHT"): (start, offset, rule) = (nil, nil, [:])
      case ("END", "STANDARD"), ("END", "DAYLIGHT"):
        if let name, let start, let offset {
          zones[name, default: []].append(Observance(start: start, offset: offset, rule: rule))
        }
      case ("TZID", _): name = line.value
      case ("DTSTART", _): start = BasicTime.deadline(line.value)
      case ("TZOFFSETTO", let text):
        let digits = text.drop { $0 == "+" || $0 == "-" }.prefix(4)
        offset = Int(digits).map { ($0 / 100 * 60 + $0 % 100) * (text.hasPrefix("-") ? -1 : 1) }
      case ("RRULE", let text):
        for part in text.split(separator: ";") {
          let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
          if pair.count == 2 { rule[pair[0]] = pair[1] }
        }
      default: break
      }
    }
  }

  /// Minutes ahead of UTC at a local time; nil if the file doesn't describe the zone.
  func offset(of zone: String, at time: Deadline) -> Int? {
    guard let all = zones[zone], !all.isEmpty else { return nil }
    let begun = all.compactMap { observance in
      observance.lastStart(before: time).map { (start: $0, offset: observance.offset) }
    }
    return (begun.max { Self.isLess($0.start, $1.start) } ?? (time, all[0].offset)).offset
  }
}
