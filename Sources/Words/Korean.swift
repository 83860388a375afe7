internal import TaskFile

extension KnownField {
  /// The Korean name, or the key if there is none.
  var korean: String {
    switch self {
    case .title: "제목"
    case .deadline: "마감"
    case .status: "상태"
    case .priority: "우선순위"
    case .tags: "태그"
    case .created: "만든 때"
    case .assignee: "담당자"
    case .project: "프로젝트"
    case .wait: "보류"
    case .until: "종료"
    case .every: "반복"
    case .after: "선행 작업"
    case .estimate: "예상"
    case .spent: "쓴 시간"
    case .claimedBy: "맡은 사람"
    case .id, .memoID, .series, .rank, .source, .claimedUntil: rawValue
    }
  }
}

extension String {
  /// Adds the subject particle, which depends on the last letter; adds both forms if the letter is
  /// unknown, as in a foreign name.
  var asSubject: String {
    switch reversed().first(where: { $0.isLetter || $0.isNumber })?.endsInConsonant {
    case true?: self + "이"
    case false?: self + "가"
    case nil: self + "이(가)"
    }
  }

  /// Adds the direction particle, for which ㄹ counts as a vowel.
  var asDirection: String {
    guard let syllable = last?.syllable else { return self + "(으)로" }
    return self + ([0, 8].contains(syllable % 28) ? "로" : "으로")
  }
}

extension Character {
  /// Nil if it is unknown.
  fileprivate var endsInConsonant: Bool? {
    if let digit = wholeNumberValue, isASCII {
      // Digits as they are read: yeong, il, i, sam, sa, o, yuk, chil, pal, gu.
      return [0, 1, 3, 6, 7, 8].contains(digit)
    }
    return syllable.map { $0 % 28 != 0 }
  }

  /// Nil unless it is one code point: a syllable may also be written in parts, which few texts do.
  fileprivate var syllable: UInt32? {
    guard let scalar = unicodeScalars.first?.value, unicodeScalars.count == 1,
      (0xAC00...0xD7A3).contains(scalar)
    else { return nil }
    return scalar - 0xAC00
  }
}
