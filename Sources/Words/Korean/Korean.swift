/// As it is written in Seoul.
public struct Korean: Catalog {
  public init() {}
}

extension String {
  /// With the particle of a subject behind it, which its last letter decides; both where that isn't
  /// known, as behind a name in other letters.
  var asSubject: String {
    switch reversed().first(where: { $0.isLetter || $0.isNumber })?.endsInConsonant {
    case true?: self + "이"
    case false?: self + "가"
    case nil: self + "이(가)"
    }
  }
}

extension Character {
  /// Nil where it can't be told.
  fileprivate var endsInConsonant: Bool? {
    if let digit = wholeNumberValue, isASCII {
      // As they are read: yeong, il, i, sam, sa, o, yuk, chil, pal, gu.
      return [0, 1, 3, 6, 7, 8].contains(digit)
    }
    guard let scalar = precomposed, (0xAC00...0xD7A3).contains(scalar) else { return nil }
    return (scalar - 0xAC00) % 28 != 0
  }

  /// Its code point, where it is one or the parts of one Hangul syllable.
  private var precomposed: UInt32? {
    let scalars = unicodeScalars.map(\.value)
    if scalars.count == 1 { return scalars[0] }
    guard (2...3).contains(scalars.count), (0x1100...0x1112).contains(scalars[0]),
      (0x1161...0x1175).contains(scalars[1])
    else { return nil }
    let final = scalars.count == 3 ? scalars[2] : 0x11A7
    guard (0x11A7...0x11C2).contains(final) else { return nil }
    return 0xAC00 + ((scalars[0] - 0x1100) * 21 + scalars[1] - 0x1161) * 28 + final - 0x11A7
  }
}
