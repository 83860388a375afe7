public import TaskFile

extension Korean {
  public var newTask: String { "새 작업" }
  public var task: String { "작업" }
  public var editing: String { "편집" }

  public func label(of field: KnownField) -> String {
    switch field {
    case .title: "제목"
    case .deadline: "마감"
    case .status: "상태"
    case .priority: "우선순위"
    case .tags: "태그"
    case .created: "만든 때"
    default: field.rawValue
    }
  }
  public var noText: String { "본문 없음" }
  public var needsTitle: String { "작업에는 제목이 필요합니다" }

  public var edits: String { "편집" }
  public var opensEditor: String { "편집기 열기" }
  public var showsJournal: String { "기록" }
  public var chooses: String { "고르기" }
  public var nextField: String { "다음 칸" }
  public var nextLine: String { "다음 줄" }
  public var saves: String { "완료" }
  public var cancels: String { "취소" }
  public var goesBack: String { "뒤로" }
  public var showsAllRows: String { "모두 보기" }
  public var saving: String { "저장 중…" }
  public var isBeingSaved: String { "저장하고 있습니다. 끝날 때까지 키를 받지 않습니다" }

  public func wasChanged(_ title: String) -> String { "저장되지 않은 변경: \(title)" }
  public var save: String { "저장" }
  public var discard: String { "버리기" }
  public var stay: String { "계속 편집" }
}

// MARK: Others

extension Korean {
  public var somebody: String { "누군가" }
  public func changedTheSame(_ who: String) -> String {
    "그사이 \(who.asSubject) 같은 곳을 바꾸었습니다"
  }
  public func deletedTheTask(_ who: String) -> String {
    "그사이 \(who.asSubject) 작업을 지웠습니다"
  }
  public var mine: String { "내 것" }
  public func theirs(_ who: String, at time: String?) -> String {
    who + (time.map { ", \($0)" } ?? "")
  }
  public var empty: String { "없음" }
  public func moreLines(_ count: Int) -> String { "외 \(count)줄" }

  public var keepMine: String { "내 것으로" }
  public func keepTheirs(_ who: String) -> String { "\(who) 쪽으로, 나만 바꾼 것은 저장" }
  public func running(_ command: String) -> String { "실행 중: \(command)" }
  public var yes: String { "예" }
  public var no: String { "아니요" }
  public var readBoth: String { "둘 다 끝까지 읽기" }
  public var keepBoth: String { "내 것으로, 다른 쪽은 메모로 남기기" }
  public var bringBack: String { "내 내용으로 되살리기" }
  public var letBeDeleted: String { "지워진 대로 두기" }
  public var theirsStands: String { "다른 쪽 내용을 그대로 둡니다" }

  public var changedMeanwhile: String { "그사이 누군가 바꾸었습니다" }
  public var somebodyByHand: String { "누군가, 파일에서" }
  public var deletedMeanwhile: String { "그사이 지워졌습니다" }
  public func deleted(by who: String, at time: String) -> String {
    "\(who.asSubject) 지웠습니다, \(time)"
  }
  public var doneBringsBack: String { "완료를 누르면 내 내용으로 되살아납니다" }

  public func draftsLeft(_ count: Int) -> String { "저장되지 않은 초안 \(count)개가 있습니다" }
  public var opensDraft: String { "열기" }
  public var throwsAway: String { "버리기" }
  public var decidesLater: String { "나중에" }
}
