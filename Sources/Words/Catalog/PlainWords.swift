/// The board as lines of text, which are read aloud: no signs, and no word depends on its place.
public protocol PlainWords {
  /// - Parameter column: ``FrameWords/todo`` and the others.
  func column(_ column: String, _ count: Int) -> String
  func moreDone(_ count: Int) -> String
  func due(_ moment: String) -> String
  func priority(_ name: String) -> String
  func ticked(_ count: Int, of total: Int) -> String
  func tags(_ names: String) -> String
  func problem(_ reason: String) -> String
  func added(_ line: String) -> String
  func gone(_ title: String) -> String
  /// - Parameter former: The status before; nil where it is the same.
  func changed(_ line: String, _ status: String, from former: String?) -> String
  func storeCantBeRead(_ reason: String) -> String
  var whatToType: String { get }
  /// So many lines were pasted behind the one that stands there.
  func pastedLinesFollow(_ count: Int) -> String
}
