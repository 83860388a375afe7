public import TaskFile

/// All texts of the boards, in one language.
///
/// Each text stands here in every language, so none can lack one. A text with a number or a name is
/// a function, because plural forms, word order and particles differ between languages. Arguments
/// are shown unchanged, also keys of the keyboard.
public struct Words: Hashable, Sendable {
  let language: Language

  func pick(_ english: @autoclosure () -> String, _ korean: @autoclosure () -> String) -> String {
    switch language {
    case .english: english()
    case .korean: korean()
    }
  }

  // MARK: Around the cards: columns, counts, the state of sync

  public var todo: String { pick("todo", "할 일") }
  public var doing: String { pick("doing", "하는 중") }
  public var done: String { pick("done", "완료") }
  public var tasks: String { pick("tasks", "작업") }

  public var windowIsTooSmall: String { pick("make the window larger", "창을 더 크게") }
  public var reading: String { pick("reading…", "읽는 중…") }
  public var cantBeRead: String { pick("can't be read", "읽을 수 없음") }
  public var resumesAutomatically: String {
    pick("put it back, and the board continues", "제자리에 되돌리면 보드가 자동으로 계속됩니다")
  }
  public var readOnly: String { pick("read-only", "읽기 전용") }
  public func filtered(_ filter: String) -> String { pick("filter: \(filter)", "필터: \(filter)") }
  public func asOfMoment(_ moment: String) -> String { pick("as of \(moment)", "\(moment) 당시") }
  public func asOfReadOnly(_ moment: String) -> String { "\(asOfMoment(moment)), \(readOnly)" }
  public func conflicts(_ count: Int) -> String { pick(counted(count, "conflict"), "충돌 \(count)건") }
  public func problems(_ count: Int) -> String { pick(counted(count, "problem"), "문제 \(count)건") }
  public func marked(_ count: Int) -> String { pick("\(count) selected", "\(count)개 선택") }

  public var syncing: String { pick("syncing…", "동기화 중…") }
  /// - Parameter count: Changes that are not pushed yet; 0 for none.
  public func syncFailed(_ count: Int) -> String {
    pick("sync failed", "동기화 실패") + (count == 0 ? "" : ", \(toSend(count))")
  }
  public func offline(_ count: Int) -> String {
    pick(
      count == 0 ? "offline" : "offline, \(count) \(count == 1 ? "waits" : "wait")",
      count == 0 ? "오프라인" : "오프라인, \(count)건 대기")
  }
  public func toSend(_ count: Int) -> String { pick("\(count) to push", "푸시할 것 \(count)건") }
  /// Changes that are not committed yet.
  public func handEdits(_ count: Int) -> String {
    pick(counted(count, "hand edit"), "직접 편집 \(count)건")
  }
  /// - Parameter time: A time of day, or a date.
  public func synced(_ time: String) -> String { pick("synced \(time)", "\(time) 동기화됨") }

  public func nothingMatches(_ filter: String, _ key: String) -> String {
    pick("nothing matches \(filter); \(key) shows all", "\(filter)에 맞는 작업 없음; \(key) 전체 보기")
  }
  public func noTasksYet(_ key: String) -> String {
    pick("no tasks yet: \(key) adds the first one", "아직 작업 없음: \(key) 첫 작업 추가")
  }
  public func nothingInDoing(_ key: String) -> String {
    pick("nothing: \(key) starts a task", "비어 있음: \(key) 작업 시작")
  }
  public var nothingHere: String { pick("nothing here", "비어 있음") }

  // Short labels of keys.
  public var add: String { pick("add", "추가") }
  public var filter: String { pick("filter", "필터") }
  public var starts: String { pick("start", "시작") }
  public var syncs: String { pick("sync", "동기화") }
  public var allKeys: String { pick("help", "도움말") }
  // Headings of the help.
  public var helpMoreForTasks: String { pick("Fields, order and marks", "필드, 순서, 표시") }
  public var helpViews: String { pick("Views", "보기") }
  public var helpHistory: String { pick("Undo and history", "실행 취소와 기록") }
  public var helpMoving: String { pick("Moving around", "이동") }
  public var undoes: String { pick("undoes", "실행 취소") }
  public var redoes: String { pick("redoes", "다시 실행") }

  // MARK: Facts on cards, and relative times

  public var high: String { pick("high", "높음") }
  public var medium: String { pick("medium", "보통") }
  public var low: String { pick("low", "낮음") }
  /// The value of an absent priority or deadline.
  public var none: String { pick("none", "없음") }
  public var overdue: String { pick("overdue", "기한 지남") }
  public var conflict: String { pick("conflict", "충돌") }
  public var problem: String { pick("problem", "문제") }
  public func problemInLine(_ line: Int) -> String { pick("problem: line \(line)", "문제: \(line)행") }

  // Deadlines. `clock` is a time of day such as `18:00`, or nil if only the day is known.
  public func today(_ clock: String?) -> String { pick("today\(at(clock))", "오늘\(at(clock))") }
  public func todayOverdue(_ clock: String?) -> String { "\(today(clock)), \(overdue)" }
  public func tomorrow(_ clock: String?) -> String {
    pick("tomorrow\(at(clock))", "내일\(at(clock))")
  }
  public func inDays(_ count: Int, _ clock: String?) -> String {
    pick("in \(counted(count, "day"))\(at(clock))", "\(count)일 뒤\(at(clock))")
  }
  public func daysOverdue(_ count: Int) -> String {
    pick("\(counted(count, "day")) overdue", "기한 \(count)일 지남")
  }

  // The time of a change.
  public var justNow: String { pick("just now", "방금") }
  public func minutesAgo(_ count: Int) -> String {
    pick("\(counted(count, "minute")) ago", "\(count)분 전")
  }
  public func hoursAgo(_ count: Int) -> String {
    pick("\(counted(count, "hour")) ago", "\(count)시간 전")
  }
  public func yesterday(_ clock: String) -> String { pick("yesterday \(clock)", "어제 \(clock)") }

  // MARK: Actions, one per line of a menu

  public var selectAbove: String { pick("select the task above", "위 작업 선택") }
  public var selectBelow: String { pick("select the task below", "아래 작업 선택") }
  public var goLeft: String { pick("go to the column on the left", "왼쪽 열로") }
  public var goRight: String { pick("go to the column on the right", "오른쪽 열로") }
  public var selectFirst: String { pick("select the first task", "첫 작업 선택") }
  public var selectLast: String { pick("select the last task", "마지막 작업 선택") }
  public var halfWindowDown: String { pick("go down by half a window", "반 화면 아래로") }
  public var halfWindowUp: String { pick("go up by half a window", "반 화면 위로") }
  public var windowDown: String { pick("go down by a window", "한 화면 아래로") }
  public var windowUp: String { pick("go up by a window", "한 화면 위로") }
  public func goTo(_ column: String) -> String { pick("go to \(column)", "'\(column)' 열로") }
  public var openTask: String { pick("open the task", "작업 열기") }
  public var addInLine: String { pick("add a task in one line", "한 줄로 작업 추가") }
  public var addAsForm: String { pick("add a task in a form", "양식으로 작업 추가") }
  public var editFile: String { pick("edit the file in your editor", "편집기로 파일 편집") }
  public var startTask: String { pick("start the task", "작업 시작") }
  public var finishTask: String { pick("finish the task", "작업 완료") }
  public var reopenTask: String { pick("reopen the task", "작업 다시 열기") }
  public func moveTo(_ column: String) -> String {
    // Only 하는 중 ends in a consonant that needs the longer particle.
    pick("move to \(column)", "\(column)\(column == doing ? "으로" : "로") 옮기기")
  }
  public var moveLeft: String { pick("move the task to the left", "작업을 왼쪽으로 옮기기") }
  public var moveRight: String { pick("move the task to the right", "작업을 오른쪽으로 옮기기") }
  public var moveUp: String { pick("move the task up, in manual order", "직접 정한 순서에서 위로") }
  public var moveDown: String { pick("move the task down, in manual order", "직접 정한 순서에서 아래로") }
  public var showMenu: String { pick("show the menu of the task", "작업 메뉴 보기") }
  public var changeTitle: String { pick("change the title", "제목 바꾸기") }
  public var changeDeadline: String { pick("change the deadline", "마감 바꾸기") }
  public var changePriority: String { pick("change the priority", "우선순위 바꾸기") }
  public var changeTags: String { pick("change the tags", "태그 바꾸기") }
  public var tickItem: String { pick("tick an item of the checklist", "체크리스트 항목 체크") }
  public var deleteTask: String { pick("delete the task", "작업 삭제") }
  public var undo: String { pick("undo", "실행 취소") }
  public var redo: String { pick("redo", "다시 실행") }
  public var markTask: String { pick("select the task, to act on several", "여러 작업을 한꺼번에 다루려고 선택") }
  public var markAll: String { pick("select all tasks that are shown", "보이는 작업 모두 선택") }
  public var stepBack: String {
    pick("end the selection, the filter, or the past", "선택, 필터, 지난 시점 끝내기")
  }
  public var filterAsTyped: String { pick("filter as you type", "입력하는 대로 필터") }
  public var useNamedFilter: String { pick("use a named filter", "이름 붙인 필터 쓰기") }
  public var showJournal: String {
    pick("show the task's history; again, the store's", "작업 기록 보기; 한 번 더는 저장소 기록")
  }
  public var showPast: String { pick("show the board at another time", "다른 시점의 보드 보기") }
  public var dayBack: String { pick("show the board a day earlier", "하루 전 보드 보기") }
  public var dayForward: String { pick("show the board a day later", "하루 뒤 보드 보기") }
  public var showProblems: String { pick("show conflicts and problems", "충돌과 문제 보기") }
  public var syncNow: String { pick("sync now", "지금 동기화") }
  public var chooseTheme: String { pick("choose a theme", "테마 고르기") }
  public var switchView: String { pick("switch between board, list and notes", "보드, 목록, 노트 바꾸기") }
  public var showBodies: String { pick("show or hide first lines of texts", "본문 첫 줄 보이기, 숨기기") }
  public var chooseOrder: String { pick("choose the order", "순서 고르기") }
  public var copyTask: String { pick("copy the id, the path or the text", "ID, 경로, 본문 복사") }
  public var runCommand: String { pick("run any memo command", "memo 명령 실행") }
  public var showHelp: String { pick("show this help", "이 도움말 보기") }
  public var redraw: String { pick("redraw the screen", "화면 다시 그리기") }
  public var suspend: String { pick("suspend memo", "memo 잠시 멈추기") }
  public var leave: String { pick("leave", "나가기") }

  // MARK: The form of a task

  public var newTask: String { pick("new task", "새 작업") }
  public var task: String { pick("task", "작업") }

  /// The name of a field, or its key if the language has no word for it.
  public func label(_ field: KnownField) -> String { pick(field.rawValue, field.korean) }
  public var noText: String { pick("no text", "본문 없음") }
  public var needsTitle: String { pick("a task needs a title", "작업에는 제목이 필요합니다") }

  // Labels of the form's keys.
  public var edits: String { pick("edits", "편집") }
  public var opensEditor: String { pick("opens the editor", "편집기 열기") }
  public var chooses: String { pick("chooses", "고르기") }
  public var nextField: String { pick("next field", "다음 칸") }
  public var nextLine: String { pick("next line", "다음 줄") }
  public var saves: String { pick("Done", "저장") }
  public var cancels: String { pick("Cancel", "취소") }
  public var goesBack: String { pick("goes back", "뒤로") }
  /// Ends the search in a menu.
  public var showsAllRows: String { pick("shows all", "모두 보기") }
  public var saving: String { pick("saving…", "저장 중…") }
  /// Shown if a key is pressed while the form is saved.
  public var isBeingSaved: String {
    pick("saving; keys work again when it is done", "저장 중입니다. 끝나면 키를 다시 받습니다")
  }

  /// The question before a changed form is closed, and its answers.
  public func wasChanged(_ title: String) -> String {
    pick("\(title) was changed", "저장되지 않은 변경: \(title)")
  }
  public var save: String { pick("save", "저장") }
  public var discard: String { pick("discard", "버리기") }
  public var stay: String { pick("stay", "계속 편집") }

  // MARK: Changes by others, and drafts

  /// An unknown person.
  public var somebody: String { pick("somebody", "누군가") }
  public func changedTheSame(_ who: String) -> String {
    pick("\(who) changed the same meanwhile", "그사이 같은 곳을 바꾼 사람: \(who)")
  }
  public func deletedTheTask(_ who: String) -> String {
    pick("\(who) deleted the task meanwhile", "그사이 작업을 삭제한 사람: \(who)")
  }
  /// The user's version of a conflict.
  public var mine: String { pick("mine", "내 것") }
  public var empty: String { pick("nothing", "없음") }
  /// Follows the first lines of a longer text.
  public func moreLines(_ count: Int) -> String {
    pick("and \(counted(count, "more line", "more lines"))", "외 \(count)줄")
  }

  public var keepMine: String { pick("keep mine", "내 것으로") }
  public func keepTheirs(_ who: String) -> String {
    pick("keep \(who)'s, and save my other changes as well", "\(who)의 것으로, 내 다른 변경은 저장")
  }
  /// Shown while a command runs.
  public func running(_ command: String) -> String { pick("\(command) …", "실행 중: \(command)") }
  public var yes: String { pick("yes", "예") }
  public var no: String { pick("no", "아니요") }
  public var readBoth: String { pick("read both in full", "둘 다 끝까지 읽기") }
  public var keepBoth: String { pick("keep mine, and add theirs as a note", "내 것으로, 다른 값은 충돌 메모로") }
  public var restoreWithMyText: String { pick("restore it with my text", "내 내용으로 되살리기") }
  public var leaveDeleted: String { pick("leave it deleted", "삭제된 대로 두기") }
  public var keptTheirs: String { pick("kept the other version", "다른 버전을 유지했습니다") }

  public var changedMeanwhile: String { pick("somebody changed it meanwhile", "그사이 누군가 바꾸었습니다") }
  public var somebodyByHand: String { pick("somebody, in the file", "누군가, 파일에서") }
  public var deletedMeanwhile: String { pick("somebody deleted it meanwhile", "그사이 삭제되었습니다") }
  public func deletedBy(_ who: String, _ time: String) -> String {
    pick("\(who) deleted it, \(time)", "삭제한 사람: \(who), \(time)")
  }
  public var doneRestores: String { pick("Done restores it with your text", "저장하면 내 내용으로 되살아납니다") }

  public func draftsLeft(_ count: Int) -> String {
    pick(
      count == 1 ? "there is an unsaved draft" : "there are \(count) unsaved drafts",
      "저장되지 않은 초안 \(count)개가 있습니다")
  }
  public var opensDraft: String { pick("opens it", "열기") }
  public var discardsDraft: String { pick("discards it", "버리기") }
  public var decidesLater: String { pick("decides later", "나중에") }

  // MARK: Menus and pages of text

  public var nothingHasTheseLetters: String { pick("nothing found", "찾은 것 없음") }
  public func lines(_ first: Int, _ last: Int, _ count: Int) -> String {
    pick("\(first)–\(last) of \(count)", "\(count)줄 중 \(first)–\(last)")
  }

  public var help: String {
    pick("help: type to search, Enter runs it", "도움말: 입력하면 좁혀지고 Enter로 실행")
  }
  public var doesIt: String { pick("runs it", "실행") }
  public func taskCount(_ count: Int) -> String { pick(counted(count, "task"), "작업 \(count)개") }
  public func checklist(_ title: String) -> String {
    pick("checklist of \(title)", "\(title)의 체크리스트")
  }
  public func noChecklist(_ title: String) -> String {
    pick("\(title) has no checklist", "체크리스트가 없습니다: \(title)")
  }
  public var ticks: String { pick("ticks", "체크") }

  public var filtersOfTheStore: String { pick("named filters", "이름 붙인 필터") }
  public var noFilters: String {
    pick(
      "none yet; add some to 'filters:' in .memo/config.yml",
      "아직 없음: .memo/config.yml의 'filters:'에 이름을 정합니다")
  }

  public var order: String { pick("sort", "순서") }
  /// Marks the current choice.
  public var now: String { pick("now", "현재") }
  public var orderOfList: String { pick("standard", "기본") }
  public var byDeadline: String { pick("by deadline", "마감순") }
  public var byPriority: String { pick("by priority", "우선순위순") }
  public var newestFirst: String { pick("newest first", "최신순") }
  public var byTitle: String { pick("by title", "제목순") }
  public var byHand: String { pick("manual", "직접 정한 순서") }

  public var copy: String { pick("copy", "복사") }
  public var id: String { pick("id", "ID") }
  public var path: String { pick("path", "경로") }
  public var text: String { pick("text", "본문") }
  public func bytes(_ count: Int) -> String { pick(counted(count, "byte"), "\(count)바이트") }

  public func journalOf(_ name: String) -> String { pick("history of \(name)", "\(name)의 기록") }
  public var showsTheChange: String { pick("shows the change", "변경 보기") }
  public var undoesEntry: String { pick("undoes it", "실행 취소") }
  public var storesJournal: String { pick("the store's history", "저장소 기록") }

  public var conflictsAndProblems: String { pick("conflicts and problems", "충돌과 문제") }
  public var noConflicts: String { pick("none", "없음: 모두 정상") }
  public var selectsTheTask: String { pick("selects the task", "작업 선택") }
  public var keeps: String { pick("keeps", "현재 값 유지") }
  public var takesDiscarded: String { pick("takes the note", "충돌 메모의 값 쓰기") }

  // MARK: Changes of tasks, in the journal and in messages

  // Kinds of changes, shown before the title.
  public var wasAdded: String { pick("added", "추가함") }
  public var wasMoved: String { pick("moved", "옮김") }
  public var wasEdited: String { pick("edited", "편집함") }
  public var wasDeleted: String { pick("deleted", "삭제함") }
  public var wasRestored: String { pick("restored", "되살림") }
  /// A task that both sides of a merge changed.
  public var wasMerged: String { pick("merged", "합침") }
  /// Follows a change that undoes another one.
  public var wasUndone: String { pick("undone", "실행 취소함") }
  public var wasRedone: String { pick("redone", "다시 실행함") }
  /// Follows a change that is dated before its parent.
  public var clockWasBehind: String { pick("clock was behind", "시계가 늦음") }

  // Details of a change.
  public var conflictWasNoted: String { pick("conflict noted", "충돌 메모를 남김") }
  public var conflictIsSettled: String { pick("conflict resolved", "충돌을 해결함") }
  /// The value that a merge took, and the discarded one, each with its author.
  public func tookPrecedence(_ taken: String, _ left: String) -> String {
    pick("\(taken) over \(left)", "\(taken) 사용, \(left) 버림")
  }

  // Results of a sync.
  public var isUpToDate: String { pick("already in sync", "이미 동기화되어 있습니다") }
  public func cameIn(_ count: Int) -> String {
    pick("\(counted(count, "change")) pulled", "변경 \(count)건을 받음")
  }
  public func wentOut(_ count: Int) -> String {
    pick("\(counted(count, "change")) pushed", "변경 \(count)건을 푸시함")
  }
  public func wereMerged(_ count: Int) -> String {
    pick("\(counted(count, "task")) merged", "양쪽에서 바뀐 작업 \(count)개를 합침")
  }

  // A conflict: the current value and the discarded one.
  public var currentValue: String { pick("current value", "현재 값") }
  public var discardedValue: String { pick("discarded value", "버려진 값") }

  // MARK: Input lines, and questions that one key answers

  public var new: String { pick("new", "새 작업") }
  public var newInDoing: String { pick("new in doing", "하는 중에 새 작업") }
  public var due: String { pick("due", "마감") }
  public var asOf: String { pick("as of", "시점") }
  public var newExample: String {
    pick("Call mum +home due:fri p:high", "어머니께 전화 +home due:fri p:high")
  }
  public var dueExample: String {
    pick("fri, +3d, 12-24 18:00; 'none' removes it", "fri, +3d, 12-24 18:00; 'none'이면 없앰")
  }
  public var tagsExample: String { pick("+home +shop", "+home +shop") }
  public var filterExample: String {
    pick("+home due<fri or words of a title", "+home due<fri 또는 제목의 낱말")
  }
  public var momentExample: String { pick("yesterday, 3 days ago", "어제, 3일 전, 2026-11-01") }
  public var commandExample: String {
    pick("any memo command: log, list +home, stats", "memo 뒤에 쓰는 모든 명령: log, list +home, stats")
  }

  /// The question before several pasted lines are added as tasks, and its answers.
  public func askToAdd(_ count: Int) -> String {
    pick("add these \(counted(count, "line")) as tasks?", "이 \(count)줄을 작업으로 추가할까요?")
  }
  public func addsThem(_ count: Int) -> String {
    pick("add \(counted(count, "task"))", "작업 \(count)개 추가")
  }
  public var addsNone: String { pick("add none", "추가하지 않음") }
  /// Shown if no field can take the pasted text, for example while a form is saved.
  public var pasteIsIgnored: String {
    pick("the pasted text was ignored: it can't be used here", "여기에는 붙여넣을 수 없어 무시했습니다")
  }
  /// A canceled input line, and the key that brings it back, followed by ↑.
  public func givenUp(_ text: String, _ key: String) -> String {
    pick("not saved: \(text) — \(key) and ↑ restore it", "저장하지 않음: \(text) — \(key), ↑로 되살립니다")
  }

  // Questions that `y` and `n` answer.
  public func askToDelete(_ title: String) -> String {
    pick("delete '\(title)'?", "'\(title)' 작업을 삭제할까요?")
  }
  public func askToDeleteTasks(_ count: Int) -> String {
    pick("delete \(counted(count, "task"))?", "작업 \(count)개를 삭제할까요?")
  }
  public func askToDeleteTheme(_ name: String) -> String {
    pick("delete the theme '\(name)'?", "'\(name)' 테마를 삭제할까요?")
  }
  /// The question before memo undoes a change that was made elsewhere.
  public func askToUndo(_ change: String, _ time: String) -> String {
    pick("undo a change made elsewhere?", "다른 곳에서 한 변경을 실행 취소할까요?") + " '\(change)', \(time)"
  }
  public func askToRedo(_ change: String, _ time: String) -> String {
    pick("redo a change undone elsewhere?", "다른 곳에서 취소한 변경을 다시 실행할까요?") + " '\(change)', \(time)"
  }
  /// A question that `y` and `n` answer.
  public func askToSyncAutomatically(_ key: String) -> String {
    pick(
      "not pushed yet: y syncs automatically from now on, n only on \(key)",
      "아직 푸시하지 않았습니다: y 앞으로 자동 동기화, n \(key) 누를 때만")
  }

  // MARK: Themes: the list and the form

  public var themes: String { pick("themes", "테마") }
  public var newTheme: String { pick("new theme", "새 테마") }
  public var theme: String { pick("theme", "테마") }
  public var terminalsOwnColors: String { pick("the terminal's own colors", "터미널 자체 색") }
  public var builtIn: String { pick("built in", "기본 제공") }
  public var yourOwn: String { pick("your own", "내 것") }
  public var cantBeUsed: String { pick("can't be used", "쓸 수 없음") }
  /// - Parameter key: The key that copies a theme.
  public func builtInStays(_ key: String) -> String {
    pick(
      "built-in themes can't be changed; \(key) makes a copy",
      "기본 제공 테마는 그대로 둡니다: \(key)로 새 테마를 만듭니다")
  }
  public func ownThemeStays(_ path: String) -> String {
    pick(
      "this theme is in all your stores; its file is \(path)", "모든 저장소에서 쓰는 내 테마입니다: 파일은 \(path)")
  }
  public func noTheme(_ name: String) -> String {
    pick("there is no theme '\(name)'", "'\(name)' 테마가 없습니다")
  }
  /// - Parameter reason: The reason, or empty if it is unknown.
  public func themeCantBeUsed(_ name: String, _ reason: String) -> String {
    pick("the theme '\(name)' can't be used", "'\(name)' 테마는 쓸 수 없습니다")
      + (reason.isEmpty ? "" : ": \(reason)")
  }

  public var newFromIt: String { pick("copies it", "복사해서 새로") }
  public var deletes: String { pick("deletes", "삭제") }
  public var putsInOrder: String { pick("order", "순서") }

  public var name: String { pick("name", "이름") }
  public var emoji: String { pick("emoji", "이모지") }
  public var scheme: String { pick("scheme", "밝기") }
  /// The color of selections and buttons.
  public var accent: String { pick("accent", "강조색") }
  public var light: String { pick("light", "밝게") }
  public var dark: String { pick("dark", "어둡게") }
  /// A sample of a color.
  public var sample: String { pick("sample", "보기") }
  public var needsName: String { pick("a theme needs a name", "테마에는 이름이 필요합니다") }
  public func themeExists(_ name: String) -> String {
    pick("there is a theme '\(name)' already", "'\(name)' 테마가 이미 있습니다")
  }
  public var oneSign: String { pick("one character, such as 🌳", "🌳처럼 한 글자") }
  public var writeColor: String { pick("write a color such as #2b6a1e", "#2b6a1e처럼 쓰세요") }
  /// The contrast of a color to its background, such as `2.1:1`.
  public func hasLowContrast(_ contrast: String, _ needed: String) -> String {
    pick("contrast is \(contrast), needs \(needed)", "대비 \(contrast), \(needed) 이상 필요")
  }

  // MARK: Messages

  public func changedElsewhere(_ title: String) -> String {
    pick("changed elsewhere: \(title)", "다른 곳에서 바뀜: \(title)")
  }
  public func tasksChangedElsewhere(_ count: Int) -> String {
    pick("\(counted(count, "task")) changed elsewhere", "작업 \(count)개가 다른 곳에서 바뀜")
  }
  public var waitsForAnother: String { pick("waiting for another memo…", "다른 memo를 기다리는 중…") }
  public var undoing: String { pick("undoing…", "실행 취소 중…") }
  public var nothingToUndo: String { pick("there is nothing to undo", "취소할 일이 없습니다") }
  public var nothingToRedo: String { pick("there is nothing to redo", "다시 실행할 일이 없습니다") }
  public var copied: String { pick("copied", "복사했습니다") }
  public var conflictIsResolved: String {
    pick("this conflict is resolved already", "이 충돌은 이미 해결되었습니다")
  }
  /// Shown if the filter hides a new task.
  public func hiddenByFilter(_ key: String) -> String {
    pick("hidden by the filter, \(key) shows all", "필터에 가려짐, \(key) 전체 보기")
  }
  /// The message of a success without details.
  public var isDone: String { pick("done", "끝났습니다") }
  public var hasFailed: String { pick("that failed", "실패했습니다") }
  /// Follows the first line of a longer message.
  public func andMore(_ count: Int) -> String { pick("and \(count) more", "외 \(count)건") }
  public var nothingChanged: String { pick("nothing changed", "바뀐 것이 없습니다") }
  public func ticked(_ item: String) -> String { pick("ticked: \(item)", "체크함: \(item)") }
  public func unticked(_ item: String) -> String { pick("unticked: \(item)", "체크 풂: \(item)") }
  public func merged(_ title: String, _ who: String) -> String {
    pick("saved and merged with changes by \(who): \(title)", "\(who)의 변경과 합쳐 저장함: \(title)")
  }
  /// A task was moved in the manual order.
  public func placed(_ title: String) -> String { pick("Moved \(title)", "자리를 옮겼습니다: \(title)") }
  public func orderWritten(_ count: Int) -> String {
    pick("The order of \(counted(count, "task")) was saved", "작업 \(count)개의 순서를 저장했습니다")
  }
  public var syncsAutomatically: String {
    pick(
      "Changes are synced automatically from now on (git config memo.autosync)",
      "앞으로 자동으로 동기화합니다 (git config memo.autosync)")
  }
  public var syncsOnRequest: String {
    pick("Changes are synced only when you ask", "요청할 때만 동기화합니다")
  }

  public func past(_ key: String) -> String {
    pick("this is the past; \(key) returns to the present", "지난 시점입니다; \(key) 현재로")
  }
  public var noneSelected: String { pick("no task is selected", "선택한 작업이 없습니다") }
  public var orderIsNotByHand: String {
    pick("tasks can be moved up and down only in manual order", "직접 정한 순서에서만 옮길 수 있습니다")
  }
  /// A key and its effect.
  public func adds(_ key: String) -> String { pick("\(key) adds one", "\(key) 추가") }
  public func choosesIt(_ key: String) -> String { pick("\(key) chooses it", "\(key) 고르기") }
  public func filtersIt(_ key: String) -> String { pick("\(key) filters it", "\(key) 필터") }
  public func listsThem(_ key: String) -> String { pick("\(key) lists them", "\(key) 목록") }
  public func quotationIsOpen(_ text: String) -> String {
    pick("a quotation mark isn't closed in \(text)", "따옴표가 닫히지 않았습니다: \(text)")
  }
  public var thisIsTheBoard: String { pick("this is the board", "여기가 보드입니다") }
  /// Refuses `sync --watch`, and names the setting with the same effect.
  public var watchIsElsewhere: String {
    pick(
      "'sync --watch' runs until you end it; 'git config memo.autosync true' lets the board sync",
      "'sync --watch'는 끝낼 때까지 계속됩니다. 'git config memo.autosync true'로 보드가 맡습니다")
  }
  public func cantBeKept(_ reason: String) -> String {
    pick("the draft can't be saved: \(reason)", "초안을 저장할 수 없습니다: \(reason)")
  }
  public var textStays: String { pick("the text is unchanged", "본문은 그대로입니다") }
  public var enterReturns: String { pick("Enter returns to the board", "Enter 키를 누르면 보드로 돌아갑니다") }

  // MARK: The board as lines, for screen readers: without signs and columns

  public func column(_ column: String, _ count: Int) -> String { "\(column): \(taskCount(count))" }
  public func moreDone(_ count: Int) -> String {
    pick("and \(count) more; 'list done' lists them all", "외 \(count)개; 'list done'이 모두 보여 줍니다")
  }
  public func dueAt(_ moment: String) -> String { pick("due \(moment)", "마감 \(moment)") }
  public func priority(_ name: String) -> String { pick("priority \(name)", "우선순위 \(name)") }
  public func itemsTicked(_ count: Int, _ total: Int) -> String {
    pick("\(count) of \(counted(total, "item")) ticked", "항목 \(total)개 중 \(count)개 체크")
  }
  public func tags(_ names: String) -> String { pick("tags \(names)", "태그 \(names)") }
  public func problemReason(_ reason: String) -> String { "\(problem): \(reason)" }
  public func added(_ line: String) -> String { pick("added: \(line)", "추가됨: \(line)") }
  public func gone(_ title: String) -> String { pick("gone: \(title)", "없어짐: \(title)") }
  /// - Parameter former: The former status; nil if it is unchanged.
  public func changed(_ line: String, _ status: String, _ former: String?) -> String {
    pick(
      "changed: \(line), \(status)" + (former.map { ", was \($0)" } ?? ""),
      "바뀜: \(line), \(status)" + (former.map { ", 전에는 \($0)" } ?? ""))
  }
  public func storeCantBeRead(_ reason: String) -> String {
    pick("the store can't be read: \(reason)", "저장소를 읽을 수 없습니다: \(reason)")
  }
  public var whatToType: String {
    pick(
      "type a memo command, 'board', 'help' or 'quit'",
      "memo 뒤에 쓰는 명령을 입력하세요; 'board'는 보드, 'help'는 도움말, 'quit'은 나가기")
  }
}

extension String {
  /// The text with a capital first letter.
  public var headline: String { prefix(1).uppercased() + dropFirst() }
}

/// `1 task`, `2 tasks`.
func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(number) \(number == 1 ? one : many ?? one + "s")"
}

private func at(_ clock: String?) -> String { clock.map { " \($0)" } ?? "" }
