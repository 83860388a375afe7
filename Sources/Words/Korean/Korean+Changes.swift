extension Korean {
  public var wasAdded: String { "추가함" }
  public var wasMoved: String { "옮김" }
  public var wasEdited: String { "고침" }
  public var wasDeleted: String { "지움" }
  public var wasRestored: String { "되살림" }
  public var wasMerged: String { "합침" }
  public var wasTakenBack: String { "되돌림" }
  public var wasMadeAgain: String { "다시 실행함" }
  public var clockWasBehind: String { "시계가 늦음" }

  public var conflictWasNoted: String { "충돌을 적어 둠" }
  public var conflictIsSettled: String { "충돌을 풂" }
  public func tookPrecedence(_ taken: String, over left: String) -> String {
    "\(taken) 쓰고 \(left) 밀려남"
  }

  public var isUpToDate: String { "양쪽이 이미 같습니다" }
  public func cameIn(_ count: Int) -> String { "변경 \(count)건을 받음" }
  public func wentOut(_ count: Int) -> String { "변경 \(count)건을 보냄" }
  public func wereMerged(_ count: Int) -> String { "양쪽에서 바뀐 작업 \(count)개를 합침" }

  public var standsNow: String { "지금 값" }
  public var gaveWay: String { "밀려난 값" }
}
