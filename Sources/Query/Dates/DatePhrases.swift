internal import StoreFiles

/// Phrases for dates in another language, each with its English translation.
///
/// `#` means a number in both. ``DateStyle`` has the names of months and weekdays.
struct DatePhrases: Sendable {
  private let english: [String: String]
  /// The number of words in the longest phrase.
  private let most: Int

  private let endings: [String]

  private init(_ english: [String: String], endings: [String]) {
    self.english = english
    self.endings = endings
    most = english.keys.map { $0.split(separator: " ").count }.max() ?? 0
  }

  static func of(_ language: String) -> DatePhrases? { language == "ko" ? korean : nil }

  /// Replaces phrases by their translations, and keeps other words.
  ///
  /// A last word may have the ending of a deadline, as in `금요일까지`.
  func inEnglish(_ words: [String]) -> [String] {
    var found: [String] = []
    var rest = words[...]
    if let last = rest.last, let ending = endings.first(where: last.hasSuffix), last != ending {
      rest[rest.endIndex - 1] = String(last.dropLast(ending.count))
    }
    while let first = rest.first {
      let phrase = (1...most).reversed().lazy.filter { $0 <= rest.count }
        .compactMap { count in translation(of: rest.prefix(count)).map { (count, $0) } }.first
      found += phrase?.1 ?? [first]
      rest.removeFirst(phrase?.0 ?? 1)
    }
    return found
  }

  private func translation(of words: ArraySlice<String>) -> [String]? {
    var numbers: [Substring] = []
    var pattern = ""
    var rest = words.joined(separator: " ")[...]
    while let character = rest.first {
      let digits = rest.prefix(while: \.isASCIIDigit)
      if digits.isEmpty {
        pattern.append(character)
        rest.removeFirst()
      } else {
        numbers.append(digits)
        pattern.append("#")
        rest.removeFirst(digits.count)
      }
    }
    guard let english = english[pattern] else { return nil }
    let text = english.reduce(into: "") { text, character in
      text += character == "#" ? String(numbers.removeFirst()) : String(character)
    }
    return text.split(separator: " ").map(String.init)
  }

  private static let korean: DatePhrases = {
    var english = [
      "없음": "none", "지금": "now", "오늘": "today", "내일": "tomorrow", "모레": "in 2 days",
      "내일모레": "in 2 days", "글피": "in 3 days", "어제": "yesterday", "그제": "2 days ago",
      "그저께": "2 days ago", "오늘밤": "tonight", "오늘 밤": "tonight", "주말": "sat",
      "이번": "this", "다음": "next", "지난": "last", "올해": "this year", "내년": "next year",
      "작년": "last year", "월말": "eom", "연말": "eoy", "정오": "12:00", "자정": "midnight",
      "아침": "9:00", "오후": "15:00", "저녁": "20:00", "밤": "20:00", "#월 #일": "#-#",
      "#년 #월 #일": "#-#-#", "#일": "#.", "#시": "#:00", "#시 #분": "#:#", "#시 반": "#:30",
      "오전 #시": "#:00 am", "오전 #시 #분": "#:# am", "오전 #시 반": "#:30 am",
      "오후 #시": "#:00 pm", "오후 #시 #분": "#:# pm", "오후 #시 반": "#:30 pm",
      "오전 #:#": "#:# am", "오후 #:#": "#:# pm", "일주일 후": "in 7 days",
      "일주일 뒤": "in 7 days", "일주일 전": "7 days ago", "한달 후": "in 1 month",
      "한 달 후": "in 1 month", "한달 뒤": "in 1 month", "한 달 뒤": "in 1 month",
      "한달 전": "1 month ago", "한 달 전": "1 month ago",
    ]
    for (korean, unit) in [("주", "week"), ("달", "month")] {
      for (word, step) in [("이번", "this"), ("다음", "next"), ("지난", "last")] {
        english["\(word)\(korean)"] = "\(step) \(unit)"
        english["\(word) \(korean)"] = "\(step) \(unit)"
        // Korean puts the week first: `다음 주 금요일`.
        for day in DateStyle.korean.weekdays.joined() where unit == "week" {
          english["\(word)\(korean) \(day)"] = "\(day) \(step) week"
          english["\(word) \(korean) \(day)"] = "\(day) \(step) week"
        }
      }
    }
    let units = [
      ("분", "minutes"), ("시간", "hours"), ("일", "days"), ("주", "weeks"), ("주일", "weeks"),
      ("달", "months"), ("개월", "months"), ("년", "years"),
    ]
    for (korean, unit) in units {
      for space in ["", " "] {
        english["#\(korean)\(space)후"] = "in # \(unit)"
        english["#\(korean)\(space)뒤"] = "in # \(unit)"
        english["#\(korean)\(space)전"] = "# \(unit) ago"
      }
    }
    return DatePhrases(english, endings: ["까지", "에"])
  }()
}
