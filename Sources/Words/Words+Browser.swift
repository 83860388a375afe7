/// Texts of the browser, and of messages about changes.
extension Words {
  public var toTheTasks: String { pick("To the tasks", "작업으로 가기") }
  public var view: String { pick("View", "보기") }
  public var boardView: String { pick("Board", "보드") }
  public var listView: String { pick("List", "목록") }
  public var notesView: String { pick("Notes", "노트") }
  public var filters: String { pick("Filters", "필터") }
  public var columns: String { pick("columns", "열") }
  public var journal: String { pick("History", "기록") }
  /// - Parameter count: The number of conflicts and problems.
  public func toLookAt(_ count: Int) -> String { pick("\(count) to check", "확인할 것 \(count)개") }
  public func asItWas(_ moment: String) -> String { pick("as of \(moment)", "\(moment)의 보드") }
  public var nothingCanBeChanged: String {
    pick("nothing can be changed here", "여기서는 아무것도 바꿀 수 없습니다")
  }
  public func matchesNothing(_ filter: String) -> String {
    pick("nothing matches \(filter)", "\(filter)에 맞는 작업 없음")
  }
  public var showAll: String { pick("Show all", "전체 보기") }
  /// The question about automatic sync, followed by its two answers.
  public var notPushedYet: String { pick("Your changes are not pushed yet.", "변경을 아직 푸시하지 않았습니다.") }
  public var syncAutomatically: String { pick("Sync automatically from now on", "앞으로 자동 동기화") }
  public var syncOnRequest: String { pick("Only when I press Sync", "동기화를 누를 때만") }
  public var backToThePresent: String { pick("Back to the present", "현재로 돌아가기") }
  public var reload: String { pick("Reload", "새로 고침") }
  public func readOnlyBecause(_ reason: String) -> String { "\(readOnly): \(reason)" }
  public var thePast: String { pick("this is the past", "지난 때의 모습입니다") }
  public var startedReadOnly: String {
    pick("the server was started with --read-only", "서버가 --read-only로 시작되었습니다")
  }
  public func showMore(_ count: Int, _ rest: Int) -> String {
    pick("show \(count) of \(rest) more", "나머지 \(rest)개 중 \(count)개 더 보기")
  }
  /// The label of a card's box.
  public var mark: String { pick("Select", "선택") }
  /// The label of the buttons for the selected tasks.
  public var severalTasks: String { pick("the selected tasks", "선택한 작업") }
  public var setTags: String { pick("Change tags", "태그 바꾸기") }

  public var close: String { pick("Close", "닫기") }
  public var edit: String { pick("Edit", "편집") }
  public var delete: String { pick("Delete", "삭제") }
  public var share: String { pick("Share", "공유") }
  public var twoChangedTheSame: String {
    pick(
      "two people changed the same thing; the discarded value is in the text",
      "두 사람이 같은 곳을 바꾸었습니다; 버려진 값은 본문에 있습니다")
  }
  public var keepCurrent: String { pick("Keep the current value", "현재 값 유지") }
  public var takeDiscarded: String { pick("Take the discarded value", "버려진 값 쓰기") }
  /// Shown for a conflict note that somebody edited.
  public var noteCannotBeRead: String { pick("an unreadable conflict note", "읽을 수 없는 충돌 메모") }
  public var howToRemoveNote: String {
    pick(
      "memo can't tell which value this note belongs to. Edit the task, then remove the note.",
      "어느 값에 대한 메모인지 알 수 없습니다. 작업을 편집한 다음 메모를 삭제하십시오.")
  }
  public var removeNote: String { pick("Remove the note", "메모 삭제") }
  /// The author of a discarded value, if the note has no name.
  public var unknownAuthor: String { pick("unknown author", "작성자 알 수 없음") }
  public var discardChanges: String { pick("Discard my changes", "내 변경 버리기") }
  public func tickedShare(_ done: Int, _ total: Int) -> String {
    pick("\(done) of \(total)", "\(total)개 중 \(done)개")
  }

  /// The heading of a broken file.
  public var fileAsText: String { pick("The file as text", "파일 본문") }
  public var fixText: String { pick("Fix the text", "본문 편집") }
  /// The error for a changed text with `�`.
  public var notUTF8: String { pick("replace every � by a character", "�를 모두 알맞은 글자로 바꾸십시오") }
  public func invalidDate(_ text: String) -> String {
    pick("invalid date '\(text)'", "날짜가 아닙니다: \(text)")
  }
  /// Translations of errors that commands print in English; nil for English.
  public var errors: Errors? {
    switch language {
    case .english: nil
    case .korean: Errors()
    }
  }
  public var pickDay: String { pick("Pick a day", "날짜 고르기") }
  /// An example for a narrow field.
  public var deadlineExample: String { pick("fri, +3d, 12-24", "내일, 금요일, 12-24") }
  /// Shown above a text that the browser can't copy by itself.
  public var copyThis: String { pick("Copy this text", "이 글을 복사하세요") }
  /// The label of the menu in a narrow window.
  public var boardMenu: String { pick("Menu", "메뉴") }

  public var older: String { pick("Older", "이전 기록") }
  public var noChangesYet: String { pick("No changes yet", "아직 변경이 없습니다") }
  public var keys: String { pick("Shortcuts", "단축키") }

  public var noSuchTask: String { pick("this task doesn't exist any more", "그런 작업은 이제 없습니다") }
  /// Shown for the address of a file without an id.
  public var noSuchFile: String {
    pick(
      "this file doesn't exist any more; a file without an id gets another address when it moves",
      "그런 파일은 이제 없습니다. ID가 없는 파일은 옮겨지면 주소가 바뀝니다")
  }
  public var noSuchPage: String { pick("this page doesn't exist", "그런 페이지는 없습니다") }
  public var itemIsGone: String {
    pick("this item isn't in the task any more", "이 항목은 이제 작업에 없습니다")
  }
  public var nothingNamed: String { pick("the request names no action", "무엇을 할지 정해지지 않았습니다") }
  public var notOurForm: String { pick("the form is not from this server", "이 서버의 양식이 아닙니다") }
  public func cantBeChanged(_ reason: String) -> String {
    pick("nothing can be changed: \(reason)", "아무것도 바꿀 수 없습니다: \(reason)")
  }
  public var notAuthorized: String {
    pick(
      "This browser is not authorized, or its link was used already. 'memo web' in a terminal "
        + "prints a new one.",
      "이 브라우저는 승인되지 않았거나 링크가 이미 쓰였습니다. 터미널에서 'memo web'을 실행하면 새 링크가 만들어집니다.")
  }
  /// - Parameter count: The number of waiting changes; 0 for none.
  public func noConnection(_ count: Int) -> String {
    pick(
      "no connection"
        + (count == 0 ? "" : ", \(counted(count, "change")) \(count == 1 ? "waits" : "wait") here"),
      "연결 없음" + (count == 0 ? "" : ", 변경 \(count)개가 여기서 기다립니다"))
  }
  public func sending(_ count: Int) -> String {
    pick("sending \(counted(count, "change"))", "변경 \(count)개를 보내는 중")
  }
  public func anotherIsAtWork(_ count: Int) -> String {
    pick(
      "another memo is writing; \(counted(count, "change")) \(count == 1 ? "waits" : "wait") here",
      "다른 memo가 작업 중입니다. 변경 \(count)개가 여기서 기다립니다")
  }
  /// Shown for a page that can't be opened without the server.
  public var opensLater: String {
    pick("no connection: this can be opened when the server is back", "연결 없음: 서버가 돌아오면 열 수 있습니다")
  }
  /// Shown if a form is too large.
  public func tooLarge(_ most: String) -> String {
    pick(
      "Not saved: it is larger than \(most). Your text stays here.",
      "저장되지 않았습니다. \(most)보다 큽니다. 쓴 글은 여기 그대로 있습니다.")
  }
  /// Shown if a form is not UTF-8.
  public var formIsNoText: String {
    pick("Nothing was changed: the text is not UTF-8.", "아무것도 바뀌지 않았습니다. 보낸 글이 UTF-8이 아닙니다.")
  }
  public func notSavedYet(_ title: String) -> String {
    pick("\(title) is not saved yet", "아직 저장되지 않음: \(title)")
  }
  public var showIt: String { pick("Show", "보기") }
  /// The button for a change that is not sent yet.
  public var withdraw: String { pick("Withdraw", "보내지 않기") }
  public var thisIsADraft: String { pick("This is an unsaved draft.", "저장하지 않은 초안입니다.") }
  public var isNewer: String { pick("Updated: reload", "새 버전: 다시 불러오기") }

  // Themes, settings and devices.
  public var more: String { pick("More", "더 보기") }
  public var settings: String { pick("Settings", "설정") }
  public var systemsColors: String { pick("Light or dark, like the system", "시스템처럼 밝게 또는 어둡게") }
  public var up: String { pick("Up", "위로") }
  public var down: String { pick("Down", "아래로") }
  public var themeHasChanged: String {
    pick(
      "somebody has changed this theme meanwhile; open it again", "그 사이에 누가 이 테마를 바꾸었습니다; 다시 여세요")
  }
  public var thisBrowser: String { pick("This browser", "이 브라우저") }
  public var theStore: String { pick("The store", "저장소") }
  public var singleLetterKeys: String { pick("Single-letter keys", "한 글자 단축키") }
  public var on: String { pick("On", "켜짐") }
  public var off: String { pick("Off", "꺼짐") }
  public var automaticSync: String { pick("Sync automatically", "자동 동기화") }
  public var calendar: String { pick("Calendar", "달력") }
  public var calendarIsFor: String {
    pick(
      "Your calendar can subscribe to an address with the deadlines of all open tasks. Anybody who "
        + "knows it can read them.",
      "달력 앱이 구독하는 주소로, 열린 작업의 마감이 모두 들어 있습니다. 주소를 아는 사람은 누구나 읽을 수 있습니다.")
  }
  public var calendarIsThere: String {
    pick("There is an address. memo stores only a hash of its key.", "주소가 있습니다. 키는 해시만 저장합니다.")
  }
  public var calendarIsShownOnce: String {
    pick("This is the address. It is shown only once.", "이것이 주소입니다. 지금 한 번만 보입니다.")
  }
  public var makeAddress: String { pick("Make an address", "주소 만들기") }
  public var makeNewAddress: String { pick("Make a new address", "새 주소 만들기") }
  public var deleteAddress: String { pick("Delete the address", "주소 삭제") }
  public var devices: String { pick("Devices", "기기") }
  public var device: String { pick("Device", "다른 기기") }
  public var thisMachine: String { pick("This machine", "이 컴퓨터") }
  public func since(_ day: String) -> String { pick("since \(day)", "\(day)부터") }
  public func seen(_ day: String) -> String { pick("seen \(day)", "마지막 접속 \(day)") }
  public func changesAs(_ author: String) -> String {
    pick("changes as \(author)", "\(author) 이름으로 변경")
  }
  public var revoke: String { pick("Revoke", "접근 취소") }
  public var onlyThisMachine: String {
    pick("only on the machine that serves the store", "저장소를 제공하는 컴퓨터에서만 할 수 있습니다")
  }
  public var anybodyCanRead: String {
    pick(
      "Anybody on this network can read and change what is sent: it is plain HTTP.",
      "이 네트워크의 누구나 읽고 바꿀 수 있습니다: 암호화되지 않은 HTTP입니다.")
  }
  public var code: String { pick("Code", "코드") }
  public var enter: String { pick("Connect", "연결") }
  public var wrongCode: String {
    pick(
      "Wrong or expired code. After five wrong codes you need a new one.",
      "맞지 않거나 이제 쓸 수 없는 코드입니다. 다섯 번 틀리면 새 코드가 필요합니다.")
  }
  public var howToGetCode: String {
    pick(
      "'memo web --share' in a terminal prints a code for one device. It works for two minutes.",
      "터미널에서 'memo web --share'를 실행하면 기기 하나를 위한 코드가 나옵니다. 2분 동안 쓸 수 있습니다.")
  }
  public var wasMade: String { pick("this was done already", "이미 처리되었습니다") }

  public var pastView: String { pick("Past", "지난 모습") }
  public var addTask: String { pick("Add a task", "작업 추가") }

  // A board without tasks, and the help.
  public var hintFinger: String {
    pick(
      "With a finger: tap a card to open it, hold it for its menu or to move it, swipe it left to "
        + "delete it and right to share it.",
      "손가락: 카드를 누르면 열리고, 길게 누르면 메뉴가 나오거나 옮길 수 있고, 왼쪽으로 밀면 삭제, 오른쪽으로 밀면 공유입니다.")
  }
  public var hintMouse: String {
    pick(
      "With a mouse: click a card, drag it, or press the right button for its menu.",
      "마우스: 카드를 누르거나 끌거나 오른쪽 단추로 메뉴를 엽니다.")
  }
  public var hintKeys: String {
    pick("With keys: a adds, s starts, d finishes.", "단축키: a 추가, s 시작, d 완료.")
  }
  public var adoptFolder: String { pick("Adopt a folder", "폴더 가져오기") }
  public var howToAdoptFolder: String {
    pick(
      "In a terminal, in the folder of this store. The Markdown files there become tasks:",
      "터미널의 이 저장소 폴더에서 실행하십시오. 그 폴더의 Markdown 파일이 작업이 됩니다:")
  }
  public var addRemote: String { pick("Sync with a remote", "원격 저장소와 동기화") }
  public var howToAddRemote: String {
    pick(
      "Any git repository that you can push to works. In a terminal, in the folder of this "
        + "store:", "푸시할 수 있는 git 저장소면 됩니다. 터미널의 이 저장소 폴더에서 실행하십시오:")
  }
  /// The setting for less space between cards.
  public var compact: String { pick("Compact with a mouse", "촘촘하게 (마우스)") }

  // Changes in messages: as a sentence, or after the word for an undo.
  public func addedTask(_ title: String) -> String { pick("added \(title)", "추가: \(title)") }
  public func movedTask(_ title: String, _ column: String) -> String {
    pick("moved \(title) to \(column)", "옮김: \(title) → \(column)")
  }
  public func editedTask(_ title: String) -> String { pick("edited \(title)", "편집: \(title)") }
  public func deletedTask(_ title: String) -> String { pick("deleted \(title)", "삭제: \(title)") }
  public func undone(_ deed: String) -> String { pick("Undone: \(deed)", "실행 취소: \(deed)") }
  public func redone(_ deed: String) -> String { pick("Redone: \(deed)", "다시 실행: \(deed)") }
  /// The title of a note without text.
  public var emptyNote: String { pick("Empty note", "빈 노트") }

  /// Describes a key.
  public var doneWithSheet: String { pick("Save and close the sheet", "양식 저장") }

  /// The kinds of errors in Korean, as sentences without a full stop.
  public struct Errors: Sendable {
    /// The ways to write a date.
    public var dateForms: String { "내일, 금요일, 다음 주, 3일 후, 12월 24일, 2026-12-24처럼 쓰세요" }
    public var pastDateForms: String { "어제, 월요일, 3일 전, 11월 20일, 2026-11-20처럼 쓰세요" }
    /// Examples of conditions.
    public var filterForms: String { "+집, due<금요일, title:우유, not done처럼 쓰세요" }
    public var filter: String { "필터를 이해하지 못했습니다" }
    /// A filter lacks a condition or a parenthesis.
    public var isIncomplete: String { "필터에 조건이나 괄호가 빠졌거나 남습니다" }
    public func invalidWord(_ word: String, _ allowed: String) -> String {
      "쓸 수 없는 값입니다: \(word). \(allowed) 가운데 하나를 쓰세요"
    }
    public func unknownFilter(_ name: String) -> String { "그런 이름의 필터가 없습니다: \(name)" }
    public var noRemote: String {
      "동기화할 원격 저장소가 없습니다. 터미널에서 'memo git remote add origin URL'로 추가하세요"
    }
    /// A sync failed, and a terminal shows why.
    public var remote: String {
      "원격 저장소와 동기화하지 못했습니다. 모두 여기에 남아 있습니다. 터미널에서 'memo sync'를 실행하면 자세히 "
        + "나옵니다"
    }
    public var isBusy: String { "다른 memo가 쓰고 있습니다" }
    /// Something changed at the same time.
    public var isRaced: String { "그 사이에 바뀌었습니다. 다시 해 보세요" }
    public var isInterrupted: String { "중단했습니다. 모두 여기에 남아 있습니다" }
    /// A task's file must be fixed first.
    public var isUnreadable: String { "작업 파일에 잘못된 곳이 있습니다. 먼저 파일을 고쳐야 합니다" }
    public func invalidValue(_ field: String) -> String { "쓸 수 없는 값입니다: \(field)" }
    public var invalidFile: String { "파일에 고칠 곳이 있습니다" }
    public var other: String { "하지 못했습니다" }
  }
}
