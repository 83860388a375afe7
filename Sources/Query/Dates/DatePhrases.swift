internal import StoreFiles

/// Phrases for dates in another language, each with its English translation.
///
/// `#` means a number in both, and spaces don't matter. ``DateStyle`` has the names of months and
/// weekdays.
struct DatePhrases: Sendable {
  private let english: [String: String]
  private let endings: [String]

  /// The number of words in the longest phrase.
  private static let most = 3

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
      let phrase = (1...Self.most).reversed().lazy.filter { $0 <= rest.count }
        .compactMap { count in translation(of: rest.prefix(count)).map { (count, $0) } }.first
      found += phrase?.1 ?? [first]
      rest.removeFirst(phrase?.0 ?? 1)
    }
    return found
  }

  private func translation(of words: ArraySlice<String>) -> [String]? {
    var numbers: [Substring] = []
    var pattern = ""
    var rest = words.joined()[...]
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
      "그저께": "2 days ago", "오늘밤": "tonight", "주말": "sat", "이번": "this", "다음": "next",
      "지난": "last", "올해": "this year", "내년": "next year", "작년": "last year", "월말": "eom",
      "연말": "eoy", "정오": "12:00", "자정": "midnight", "아침": "9:00", "오후": "15:00",
      "저녁": "20:00", "밤": "20:00", "#월#일": "#-#", "#년#월#일": "#-#-#", "#일": "#.",
      "#시": "#:00", "#시#분": "#:#", "#시반": "#:30", "오전#:#": "#:# am", "오후#:#": "#:# pm",
    ]
    for (korean, half) in [("오전", "am"), ("오후", "pm")] {
      english["\(korean)#시"] = "#:00 \(half)"
      english["\(korean)#시#분"] = "#:# \(half)"
      english["\(korean)#시반"] = "#:30 \(half)"
    }
    for (word, step) in [("이번", "this"), ("다음", "next"), ("지난", "last")] {
      english["\(word)달"] = "\(step) month"
      english["\(word)주"] = "\(step) week"
      // Korean puts the week first: `다음 주 금요일`.
      for day in DateStyle.korean.weekdays.joined() {
        english["\(word)주\(day)"] = "\(day) \(step) week"
      }
    }
    let lengths = [
      ("일주일", "7 days"), ("한달", "1 month"), ("#분", "# minutes"), ("#시간", "# hours"),
      ("#일", "# days"), ("#주", "# weeks"), ("#주일", "# weeks"), ("#달", "# months"),
      ("#개월", "# months"), ("#년", "# years"),
    ]
    for (korean, length) in lengths {
      english["\(korean)후"] = "in \(length)"
      english["\(korean)뒤"] = "in \(length)"
      english["\(korean)전"] = "\(length) ago"
    }
    return DatePhrases(english: english, endings: ["까지", "에"])
  }()
}
