extension Korean {
  public func changedElsewhere(_ title: String) -> String { "다른 곳에서 바뀜: \(title)" }
  public func changedElsewhere(_ count: Int) -> String { "작업 \(count)개가 다른 곳에서 바뀜" }
  public func waitsForAnother(process: Int32?) -> String {
    "다른 memo를 기다리는 중\(process.map { " (프로세스 \($0))" } ?? "")…"
  }
  public var undoing: String { "실행 취소 중…" }
  public var nothingToUndo: String { "취소할 일이 없습니다" }
  public var nothingToRedo: String { "다시 실행할 일이 없습니다" }
  public var copied: String { "복사했습니다" }
  public var noteIsGone: String { "이 충돌은 그사이에 끝났습니다" }
  public var isNoConflict: String { "충돌이 아니라 문제입니다. e로 파일을 편집합니다" }
  public func hiddenByFilter(showingAll key: String) -> String {
    "필터에 가려짐, \(key) 전체 보기"
  }
  public var isDone: String { "끝났습니다" }
  public var hasFailed: String { "실패했습니다" }
  public func more(_ count: Int) -> String { "외 \(count)건" }
  public var nothingChanged: String { "바뀐 것이 없습니다" }
  public func ticked(_ item: String) -> String { "체크함: \(item)" }
  public func unticked(_ item: String) -> String { "체크 풂: \(item)" }
  public func saved(_ title: String) -> String { "저장함: \(title)" }
  public func merged(_ title: String, with who: String) -> String {
    "\(who.asSubject) 바꾼 것과 합쳐 저장함: \(title)"
  }
  public func placed(_ title: String) -> String { "자리를 옮겼습니다: \(title)" }
  public func orderWritten(_ count: Int) -> String { "작업 \(count)개의 순서를 새로 적었습니다" }
  public var sentByItself: String {
    "앞으로 변경을 저절로 보냅니다 (git config memo.autosync)"
  }
  public var sentOnRequest: String { "말할 때만 변경을 보냅니다" }

  public func past(comingBack key: String) -> String { "지난 시점입니다; \(key) 현재로" }
  public var noneSelected: String { "선택한 작업이 없습니다" }
  public var orderIsNotByHand: String { "직접 정한 순서에서만 옮길 수 있습니다" }
  public func adds(_ key: String) -> String { "\(key) 추가" }
  public func choosesIt(_ key: String) -> String { "\(key) 고르기" }
  public func filtersIt(_ key: String) -> String { "\(key) 필터" }
  public func listsThem(_ key: String) -> String { "\(key) 목록" }
  public func quotationIsOpen(_ text: String) -> String { "따옴표가 닫히지 않았습니다: \(text)" }
  public var thisIsTheBoard: String { "여기가 보드입니다" }
  public var watchIsElsewhere: String {
    "'sync --watch'는 끝낼 때까지 계속됩니다. 다른 창에서 시작하세요"
  }
  public var boardCanWatch: String { "'git config memo.autosync true'로 보드가 맡습니다" }
  public func cantBeKept(_ reason: String) -> String { "입력한 것을 보관할 수 없습니다: \(reason)" }
  public var textStays: String { "본문은 그대로입니다" }
  public var anyKeyComesBack: String { "아무 키나 누르면 보드로 돌아갑니다" }
}

// MARK: Lines of text

extension Korean {
  public func column(_ column: String, _ count: Int) -> String { "\(column): 작업 \(count)개" }
  public func moreDone(_ count: Int) -> String { "외 \(count)개; 'list done'이 모두 보여 줍니다" }
  public func due(_ moment: String) -> String { "마감 \(moment)" }
  public func priority(_ name: String) -> String { "우선순위 \(name)" }
  public func ticked(_ count: Int, of total: Int) -> String { "항목 \(total)개 중 \(count)개 체크" }
  public func tags(_ names: String) -> String { "태그 \(names)" }
  public func problem(_ reason: String) -> String { "문제: \(reason)" }
  public func added(_ line: String) -> String { "추가됨: \(line)" }
  public func gone(_ title: String) -> String { "없어짐: \(title)" }
  public func changed(_ line: String, _ status: String, from former: String?) -> String {
    "바뀜: \(line), \(status)" + (former.map { ", 전에는 \($0)" } ?? "")
  }
  public func storeCantBeRead(_ reason: String) -> String {
    "저장소를 읽을 수 없습니다: \(reason)"
  }
  public func pastedLinesFollow(_ count: Int) -> String {
    "붙여 넣은 나머지 \(count)줄은 앞줄이 끝나면 하나씩 나옵니다. Ctrl-C를 누르면 버립니다"
  }
  public var whatToType: String {
    "memo 뒤에 쓰는 명령을 입력하세요; 'board'는 보드, 'help'는 도움말, 'quit'은 나가기"
  }
}
