extension Korean {
  public var selectAbove: String { "위 작업 선택" }
  public var selectBelow: String { "아래 작업 선택" }
  public var goLeft: String { "왼쪽 열로" }
  public var goRight: String { "오른쪽 열로" }
  public var selectFirst: String { "첫 작업 선택" }
  public var selectLast: String { "마지막 작업 선택" }
  public var halfWindowDown: String { "반 화면 아래로" }
  public var halfWindowUp: String { "반 화면 위로" }
  public var windowDown: String { "한 화면 아래로" }
  public var windowUp: String { "한 화면 위로" }
  public func goTo(_ column: String) -> String { "'\(column)' 열로" }
  public var openTask: String { "작업 열기" }
  public var addInLine: String { "한 줄로 작업 추가" }
  public var addAsForm: String { "양식으로 작업 추가" }
  public var editFile: String { "편집기로 파일 고치기" }
  public var startTask: String { "작업 시작" }
  public var finishTask: String { "작업 완료" }
  public var reopenTask: String { "작업 다시 열기" }
  public func moveTo(_ column: String) -> String { "'\(column)'(으)로 옮기기" }
  public var moveLeft: String { "작업을 왼쪽으로 옮기기" }
  public var moveRight: String { "작업을 오른쪽으로 옮기기" }
  public var moveUp: String { "직접 정한 순서에서 위로" }
  public var moveDown: String { "직접 정한 순서에서 아래로" }
  public var showMenu: String { "작업 메뉴 보기" }
  public var changeTitle: String { "제목 바꾸기" }
  public var changeDeadline: String { "마감 바꾸기" }
  public var changePriority: String { "우선순위 바꾸기" }
  public var changeTags: String { "태그 바꾸기" }
  public var tickItem: String { "체크리스트 항목 체크" }
  public var deleteTask: String { "작업 지우기" }
  public var undo: String { "실행 취소" }
  public var redo: String { "다시 실행" }
  public var markTask: String { "여럿에 한꺼번에 쓰려고 표시" }
  public var markAll: String { "보이는 것 모두 표시" }
  public var stepBack: String { "표시 풀기, 필터 끝내기, 현재로 돌아오기" }
  public var filterAsTyped: String { "입력하는 대로 필터" }
  public var useNamedFilter: String { "저장소의 필터 쓰기" }
  public var showJournal: String { "작업 기록 보기; 한 번 더는 저장소 기록" }
  public var showPast: String { "다른 시점의 보드 보기" }
  public var dayBack: String { "하루 전 보드 보기" }
  public var dayForward: String { "하루 뒤 보드 보기" }
  public var showProblems: String { "충돌과 문제 보기" }
  public var syncNow: String { "지금 동기화" }
  public var chooseTheme: String { "테마 고르기" }
  public var switchView: String { "보드, 목록, 노트 바꾸기" }
  public var showBodies: String { "본문 첫 줄 보이기, 숨기기" }
  public var chooseOrder: String { "순서 고르기" }
  public var copyTask: String { "ID, 경로, 본문 복사" }
  public var runCommand: String { "memo 명령 실행" }
  public var showHelp: String { "이 도움말 보기" }
  public var redraw: String { "화면 다시 그리기" }
  public var suspend: String { "memo 잠시 멈추기" }
  public var leave: String { "나가기" }
}
