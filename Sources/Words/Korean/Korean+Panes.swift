extension Korean {
  public var nothingHasTheseLetters: String { "이 글자가 든 것 없음" }
  public var thereIsNothing: String { "아무것도 없음" }
  public func lines(_ first: Int, to last: Int, of count: Int) -> String {
    "\(count)줄 중 \(first)–\(last)"
  }

  public var help: String { "도움말: 입력하면 좁혀지고 Enter로 실행" }
  public var doesIt: String { "실행" }
  public func tasks(_ count: Int) -> String { "작업 \(count)개" }
  public func checklist(of title: String) -> String { "\(title)의 체크리스트" }
  public func noChecklist(_ title: String) -> String { "체크리스트가 없습니다: \(title)" }
  public var ticks: String { "체크" }

  public var filtersOfTheStore: String { "저장소의 필터" }
  public var noFilters: String { "아직 없음: .memo/config.yml의 'filters:'에 이름을 정합니다" }

  public var order: String { "순서" }
  public var now: String { "현재" }
  public var orderOfList: String { "memo list와 같이" }
  public var byDeadline: String { "마감순" }
  public var byPriority: String { "우선순위순" }
  public var newestFirst: String { "최신순" }
  public var byTitle: String { "제목순" }
  public var byHand: String { "직접 정한 순서" }

  public var copy: String { "복사" }
  public var id: String { "ID" }
  public var path: String { "경로" }
  public var text: String { "본문" }
  public func bytes(_ count: Int) -> String { "\(count)바이트" }

  public func journal(of name: String) -> String { "\(name)의 기록" }
  public var showsTheChange: String { "변경 보기" }
  public var takesBack: String { "되돌리기" }
  public var storesJournal: String { "저장소 기록" }

  public var conflictsAndProblems: String { "충돌과 문제" }
  public var allIsWell: String { "없음: 모두 정상" }
  public var selectsTheTask: String { "작업 선택" }
  public var keeps: String { "지금 것으로" }
  public var takesTheNote: String { "메모 쪽으로" }
}

// MARK: Prompts

extension Korean {
  public var new: String { "새 작업" }
  public var newInDoing: String { "하는 중에 새 작업" }
  public var due: String { "마감" }
  public var asOf: String { "시점" }
  public var newExample: String { "어머니께 전화 +home due:fri p:high" }
  public var dueExample: String { "fri, +3d, 12-24 18:00; 비우면 없음" }
  public var tagsExample: String { "+home +shop" }
  public var filterExample: String { "+home due<fri 또는 제목의 낱말" }
  public var momentExample: String { "yesterday, 3 days ago, 2026-11-01 18:00" }
  public var commandExample: String { "memo 뒤에 쓰는 모든 명령: log, list +home, stats" }

  public func askToDelete(_ title: String) -> String {
    "'\(title)' 작업을 지울까요?"
  }
  public func askToDelete(_ count: Int) -> String {
    "작업 \(count)개를 지울까요?"
  }
  public func askToAdd(lines count: Int) -> String { "이 \(count)줄을 작업으로 추가할까요?" }
  public func addsThem(_ count: Int) -> String { "작업 \(count)개 추가" }
  public var editsThem: String { "먼저 편집" }
  public var addsNone: String { "추가하지 않음" }
  public var pasteIsOpen: String {
    "붙여넣기가 시작되고 끝나지 않았습니다. 입력은 그 글로 여깁니다. Ctrl-C로 끝냅니다"
  }
  public var pasteHasNoPlace: String { "붙여넣은 글이 들어갈 자리가 없어 받지 않았습니다" }
  public func givenUp(_ text: String, _ key: String) -> String {
    "저장하지 않음: \(text) — \(key), ↑로 되살립니다"
  }
  public func otherMeanwhile(_ count: Int) -> String {
    "그사이 작업 \(count)개가 바뀌었습니다. Enter로 그래도 설정합니다"
  }
  public func askToDeleteTheme(_ name: String) -> String {
    "'\(name)' 테마를 지울까요?"
  }
  public var yDeletes: String { "y 지우기, 다른 키는 그대로" }
  public var yUndoes: String { "y 실행 취소, 다른 키는 그대로" }
  public var yRedoes: String { "y 다시 실행, 다른 키는 그대로" }
  public func askToUndo(_ change: String, _ time: String) -> String {
    "이 보드에서 한 일이 아닙니다: '\(change)', \(time)"
  }
  public func askToRedo(_ change: String, _ time: String) -> String {
    "이 보드에서 취소한 일이 아닙니다: '\(change)', \(time)"
  }
  public func askWhoSends(syncing key: String) -> String {
    "아직 여기에만 있습니다: y 앞으로 저절로 보내기, n \(key) 누를 때만"
  }
}

// MARK: Themes

extension Korean {
  public var themes: String { "테마" }
  public var newTheme: String { "새 테마" }
  public var theme: String { "테마" }
  public var terminalsOwnColors: String { "터미널 자체 색" }
  public var builtIn: String { "기본 제공" }
  public var yourOwn: String { "내 것" }
  public var cantBeUsed: String { "쓸 수 없음" }
  public func builtInStays(_ key: String) -> String {
    "기본 제공 테마는 그대로 둡니다: \(key)로 새 테마를 만듭니다"
  }
  public var isFirstTheme: String { "저장소의 첫 번째 테마입니다" }
  public var isLastTheme: String { "저장소의 마지막 테마입니다" }
  public func ownThemeStays(_ path: String) -> String {
    "모든 저장소에서 쓰는 내 테마입니다: 파일은 \(path)"
  }
  public func noTheme(_ name: String) -> String { "'\(name)' 테마가 없습니다" }
  public func themeCantBeUsed(_ name: String, _ reason: String) -> String {
    "'\(name)' 테마는 쓸 수 없습니다" + (reason.isEmpty ? "" : ": \(reason)")
  }

  public var newFromIt: String { "이것으로 새로" }
  public var deletes: String { "지우기" }
  public var putsInOrder: String { "순서" }

  public var name: String { "이름" }
  public var emoji: String { "이모지" }
  public var scheme: String { "밝기" }
  public var light: String { "밝게" }
  public var dark: String { "어둡게" }
  public var sample: String { "보기" }
  public var needsName: String { "테마에는 이름이 필요합니다" }
  public var oneSign: String { "🌳처럼 한 글자" }
  public var writeColor: String { "#2b6a1e처럼 쓰세요" }
}
