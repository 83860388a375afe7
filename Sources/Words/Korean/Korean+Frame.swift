extension Korean {
  public var todo: String { "할 일" }
  public var doing: String { "하는 중" }
  public var done: String { "완료" }
  public var tasks: String { "작업" }

  public var windowIsTooSmall: String { "창을 더 크게" }
  public var reading: String { "읽는 중…" }
  public var cantBeRead: String { "읽을 수 없음" }
  public var goesOnByItself: String { "제자리에 되돌리면 보드가 저절로 계속됩니다" }
  public var readOnly: String { "읽기 전용" }
  public func filtered(by filter: String) -> String { "필터: \(filter)" }
  public func asOf(_ moment: String) -> String { "\(moment) 당시" }
  public func asOfReadOnly(_ moment: String) -> String { "\(moment) 당시, 읽기 전용" }
  public func conflicts(_ count: Int) -> String { "충돌 \(count)건" }
  public func problems(_ count: Int) -> String { "문제 \(count)건" }
  public func marked(_ count: Int) -> String { "\(count)개 표시" }

  public var syncing: String { "동기화 중…" }
  public func offline(waiting count: Int) -> String {
    count == 0 ? "오프라인" : "오프라인, \(count)건 대기"
  }
  public func suspended(process: Int32, waiting count: Int) -> String {
    "프로세스 \(process) 멈춤" + (count == 0 ? "" : ", \(count)건 대기")
  }
  public func toSend(_ count: Int) -> String { "보낼 것 \(count)건" }
  public func handEdits(_ count: Int) -> String { "직접 고친 것 \(count)건" }
  public func synced(_ time: String) -> String { "\(time) 동기화됨" }

  public func nothingMatches(_ filter: String, showingAll key: String) -> String {
    "\(filter)에 맞는 작업 없음; \(key) 전체 보기"
  }
  public func noTasksYet(adding key: String) -> String { "아직 작업 없음: \(key) 첫 작업 추가" }
  public func nothingInDoing(starting key: String) -> String { "비어 있음: \(key) 작업 시작" }
  public var nothingHere: String { "비어 있음" }

  public var add: String { "추가" }
  public var moveMenu: String { "이동…" }
  public var filter: String { "필터" }
  public var allKeys: String { "모든 키" }
  public var undoes: String { "실행 취소" }
  public var redoes: String { "다시 실행" }
}

// MARK: Cards

extension Korean {
  public var high: String { "높음" }
  public var medium: String { "보통" }
  public var low: String { "낮음" }
  public var none: String { "없음" }
  public var overdue: String { "기한 지남" }
  public var conflict: String { "충돌" }
  public var problem: String { "문제" }
  public func problem(inLine line: Int) -> String { "문제: \(line)행" }

  private func at(_ clock: String?) -> String { clock.map { " \($0)" } ?? "" }

  public func today(_ clock: String?) -> String { "오늘\(at(clock))" }
  public func todayOverdue(_ clock: String?) -> String { "오늘\(at(clock)), 기한 지남" }
  public func tomorrow(_ clock: String?) -> String { "내일\(at(clock))" }
  public func inDays(_ count: Int, _ clock: String?) -> String { "\(count)일 뒤\(at(clock))" }
  public func daysOverdue(_ count: Int) -> String { "기한 \(count)일 지남" }

  public var justNow: String { "방금" }
  public func minutesAgo(_ count: Int) -> String { "\(count)분 전" }
  public func hoursAgo(_ count: Int) -> String { "\(count)시간 전" }
  public func yesterday(_ clock: String) -> String { "어제 \(clock)" }
}
