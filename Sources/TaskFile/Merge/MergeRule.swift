/// What decides where of two changes of one thing only one can stand.
public enum MergeRule: Hashable, Sendable {
  /// Two histories meet: the further of two statuses, a change rather than a removal, else the
  /// newer.
  case newer
  /// The older side takes a change back: whatever was done since stays, and what is wanted
  /// back gives way.
  ///
  /// - Parameter held: Keys that somebody set since, even if to the value that they had; `status`
  ///   stands for the folder, too.
  case takingBack(held: Set<String>)
  /// Two histories meet whose result is what two further ones have in common: what both sides
  /// changed, each in its own way, is as it was before. Each of those two has taken one of the two,
  /// and whichever stood here would seem to be nobody's decision.
  case undecided

  var isTakingBack: Bool { if case .takingBack = self { true } else { false } }

  /// Keys that stay as they are.
  var held: Set<String> {
    switch self {
    case .newer, .undecided: []
    case .takingBack(let held): held
    }
  }
}
