// MARK: Themes, settings and devices

extension Korean {
  public var more: String { "더 보기" }
  public var settings: String { "설정" }
  public var choose: String { "고르기" }
  public var systemsColors: String { "시스템처럼 밝게 또는 어둡게" }
  public var newThemeFromThis: String { "이것으로 새로 만들기" }
  public var up: String { "위로" }
  public var down: String { "아래로" }
  public func contrast(_ ratio: String, atLeast needed: String) -> String {
    "\(ratio):1, \(needed) 이상"
  }
  public var themeHasChanged: String { "그 사이에 누가 이 테마를 바꾸었습니다; 다시 여세요" }
  public var thisBrowser: String { "이 브라우저" }
  public var theStore: String { "저장소" }
  public var singleLetterKeys: String { "한 글자 단축키" }
  public var on: String { "켜짐" }
  public var off: String { "꺼짐" }
  public var turnOn: String { "켜기" }
  public var turnOff: String { "끄기" }
  public var syncByItself: String { "저절로 동기화" }
  public var calendar: String { "달력" }
  public var calendarIsFor: String {
    "달력 앱이 구독하는 주소로, 열린 작업의 마감이 모두 들어 있습니다. 주소를 아는 사람은 누구나 읽을 수 있습니다."
  }
  public var calendarIsThere: String { "주소가 있습니다; 열쇠는 해시만 보관됩니다." }
  public var calendarIsShownOnce: String { "이것이 주소입니다. 지금 한 번만 보입니다." }
  public var makeAddress: String { "주소 만들기" }
  public var makeNewAddress: String { "새 주소 만들기" }
  public var takeAddressAway: String { "주소 없애기" }
  public var devices: String { "기기" }
  public var device: String { "다른 기기" }
  public var thisMachine: String { "이 컴퓨터" }
  public func since(_ day: String) -> String { "\(day)부터" }
  public func seen(_ day: String) -> String { "마지막 접속 \(day)" }
  public func changesAs(_ author: String) -> String { "\(author) 이름으로 변경" }
  public var sendAway: String { "내보내기" }
  public var howToLetIn: String {
    "터미널에서 'memo web --share'를 실행하면 다른 기기를 들이는 코드가 나옵니다."
  }
  public var onlyThisMachine: String { "이것은 저장소를 내보내는 컴퓨터에서만 할 수 있습니다" }
  public var anybodyCanRead: String {
    "이 네트워크의 누구나 엿볼 수 있습니다: 암호화되지 않은 HTTP입니다."
  }
  public var code: String { "코드" }
  public var enter: String { "들어가기" }
  public var wrongCode: String {
    "맞지 않거나 이제 쓸 수 없는 코드입니다. 다섯 번 틀리면 새 코드가 필요합니다."
  }
  public var howToGetCode: String {
    "터미널에서 'memo web --share'를 실행하면 기기 하나를 위한 코드가 나옵니다. 2분 동안 쓸 수 있습니다."
  }
  public var wasMade: String { "이미 처리되었습니다" }
}
