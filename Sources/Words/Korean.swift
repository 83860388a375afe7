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
