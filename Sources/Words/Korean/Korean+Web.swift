extension Korean {
  public var toTheTasks: String { "작업으로 가기" }
  public var view: String { "보기" }
  public var boardView: String { "보드" }
  public var listView: String { "목록" }
  public var notesView: String { "메모" }
  public var filters: String { "필터" }
  public var columns: String { "열" }
  public var journal: String { "기록" }
  public func toLookAt(_ count: Int) -> String { "살펴볼 것 \(count)개" }
  public func asItWas(_ moment: String) -> String { "\(moment)의 모습" }
  public var nothingCanBeChanged: String { "여기서는 아무것도 바꿀 수 없습니다" }
  public func matchesNothing(_ filter: String) -> String { "\(filter)에 맞는 작업 없음" }
  public var showAll: String { "전체 보기" }
  public var onlyHereSoFar: String { "여기서 한 일은 아직 여기에만 있습니다." }
  public var sendByItself: String { "앞으로 저절로 보내기" }
  public var sendWhenToldTo: String { "내가 누를 때만" }
  public var backToThePresent: String { "현재로 돌아가기" }
  public var backToTheBoard: String { "보드로 돌아가기" }
  public var reload: String { "새로 고침" }
  public func onlyToBeRead(_ reason: String) -> String { "읽기 전용: \(reason)" }
  public var thePast: String { "지난 때의 모습입니다" }
  public var startedReadOnly: String { "--read-only로 시작했습니다" }
  public func showMore(_ count: Int, of rest: Int) -> String { "나머지 \(rest)개 중 \(count)개 더 보기" }
  public var marksSeveral: String { "작업 표시, 보이는 것 모두 표시" }
  public var markSeveral: String { "여러 작업 한꺼번에" }
  public var mark: String { "표시" }
  public var severalTasks: String { "표시한 작업" }
  public var setTags: String { "태그 바꾸기" }
  public func showEarlier(_ count: Int, of rest: Int) -> String { "앞의 \(rest)개 중 \(count)개 보기" }

  public var close: String { "닫기" }
  public var edit: String { "편집" }
  public var delete: String { "삭제" }
  public var share: String { "공유" }
  public var history: String { "변경 기록" }
  public func move(to status: String) -> String { "\(status)(으)로 옮기기" }
  public var twoChangedTheSame: String { "두 사람이 같은 곳을 바꾸었습니다; 밀려난 것은 본문에 있습니다" }
  public var keepThis: String { "이대로 두기" }
  public var takeTheOther: String { "다른 쪽 쓰기" }
  public var noteCannotBeRead: String { "읽을 수 없게 된 메모" }
  public var howToEndNote: String {
    "무엇에 대한 메모인지 알 수 없습니다. 할 일을 뜻한 대로 편집한 다음 메모를 빼십시오."
  }
  public var takeNoteOut: String { "메모 빼기" }
  public var nobodyIsNamed: String { "누구의 것인지 메모에 없음" }
  public var giveUpChanges: String { "내 변경 버리기" }
  public func ticked(_ done: Int, ofItems total: Int) -> String { "\(total)개 중 \(done)개" }

  public var fileAsText: String { "파일 본문" }
  public var mendText: String { "본문 고치기" }
  public var whatIsNoText: String {
    "�는 UTF-8 글자가 아닌 바이트입니다. 그대로 둔 줄은 그 바이트를 그대로 지닙니다. 파일 전체가 다른 "
      + "인코딩이면 'iconv -f 인코딩 -t UTF-8'로 바꾸십시오."
  }
  public var isNoText: String { "� 자리에 뜻한 글자를 쓰십시오" }
  public func isNoDate(_ text: String) -> String { "날짜가 아닙니다: \(text)" }
  public var pickDay: String { "날짜 고르기" }
  public var deadlineExample: String { "fri, +3d, 12-24" }
  public var copyThis: String { "이 글을 복사하세요" }
  public var boardMenu: String { "메뉴" }

  public var takeBack: String { "되돌리기" }
  public var older: String { "이전 기록" }
  public var nothingRecorded: String { "아직 기록이 없습니다" }
  public var keys: String { "글쇠" }
  public var gestures: String {
    "손가락: 누르면 열리고, 길게 누르면 카드를 들어 옮깁니다. 왼쪽으로 밀면 삭제, 오른쪽으로 밀면 공유입니다. "
      + "마우스: 카드를 끌어 옮기고, 오른쪽 단추로 메뉴를 엽니다. 끌어서 하는 일은 메뉴에서도 할 수 있습니다."
  }

  public var noSuchTask: String { "그런 작업은 이제 없습니다" }
  public var noSuchFile: String { "그런 파일은 이제 없습니다. ID가 없는 파일은 옮겨지면 주소가 바뀝니다" }
  public var noSuchPage: String { "그런 쪽은 없습니다" }
  public var itemIsGone: String { "이 항목은 이제 작업에 없습니다" }
  public var nothingNamed: String { "무엇을 할지 정해지지 않았습니다" }
  public var notOurForm: String { "이 서버의 양식이 아닙니다" }
  public func cantBeChanged(_ reason: String) -> String { "아무것도 바꿀 수 없습니다: \(reason)" }
  public var notLetIn: String {
    "이 브라우저는 허락되지 않았거나 링크가 이미 쓰였습니다. 터미널에서 'memo web'을 실행하면 새 링크가 만들어집니다."
  }
  public func noConnection(waiting count: Int) -> String {
    "연결 없음" + (count == 0 ? "" : ", 변경 \(count)개가 여기서 기다립니다")
  }
  public func sending(_ count: Int) -> String { "변경 \(count)개를 보내는 중" }
  public func anotherIsAtWork(waiting count: Int) -> String {
    "다른 memo가 작업 중입니다. 변경 \(count)개가 여기서 기다립니다"
  }
  public var opensLater: String { "연결 없음: 서버가 돌아오면 열 수 있습니다" }
  public var tooLarge: String {
    "저장되지 않았습니다. 2 MB보다 크거나 10초보다 오래 걸렸습니다. 쓴 글은 여기 그대로 있습니다."
  }
  public var formIsNoText: String {
    "아무것도 바뀌지 않았습니다. 보낸 내용이 이곳의 글이 쓰는 UTF-8이 아닙니다."
  }
  public func notSavedYet(_ title: String) -> String { "아직 저장되지 않음: \(title)" }
  public var showIt: String { "보기" }
  public var tryAgain: String { "다시 시도" }
  public var withdraw: String { "보내지 않기" }
  public var thisIsADraft: String { "초안입니다: 여기에 입력했지만 저장되지 않았습니다." }
  public var isNewer: String { "새 버전: 다시 불러오기" }

  public var nextAndBefore: String { "다음, 이전 작업" }
  public var leftAndRight: String { "왼쪽, 오른쪽 열" }
  public var movesAColumn: String { "작업을 옆 열로 옮기기" }
  public var startsFinishesReopens: String { "시작, 완료, 다시 열기" }
  public var doneWithSheet: String { "양식 저장" }
}
