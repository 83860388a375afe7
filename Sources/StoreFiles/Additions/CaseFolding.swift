/// An approximation of Unicode's full case folding.
///
/// The standard library only has case mappings. Lowercasing, uppercasing and lowercasing again
/// makes all forms of a letter equal: `ẞ`, `ß` and `SS` become `ss`; `Σ`, `σ` and `ς` become `σ`.
/// The dotless `ı` and the dotted `İ` become `i`.
package enum CaseFolding {
  /// The folded form: usually one character, two for `ß`.
  package static func folded(_ character: Character) -> String {
    if let ascii = character.asciiValue { return String(UnicodeScalar(ascii.lowercased)) }
    var text = character.unicodeScalars.reduce(into: "") {
      $0 += $1.properties.lowercaseMapping
    }
    text = text.unicodeScalars.reduce(into: "") { $0 += $1.properties.uppercaseMapping }
    text = text.unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
    return text == "i\u{307}" ? "i" : text
  }

  package static func folded(_ text: String) -> String {
    // A loop over characters takes ten times as long. CR LF is one character, and becomes LF.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      return String(decoding: text.utf8.map { $0.lowercased }, as: UTF8.self)
    }
    return text.reduce(into: "") { $0 += folded($1) }
  }
}

extension UInt8 {
  /// An ASCII letter in lower case; any other byte as it is.
  package var lowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

extension CaseFolding {
  /// Folds case and removes accents, for searches: `Café` becomes `cafe`.
  ///
  /// Letters that count as separate in their script stay, such as `й` and the signs of Japanese and
  /// Hindi.
  package static func plain(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return folded(text) }
    return text.reduce(into: "") { $0 += plain($1) }
  }

  package static func plain(_ character: Character) -> String {
    let text = folded(character)
    return character.isASCII ? text : withoutAccents(text)
  }

  /// Removes accents and keeps the case.
  package static func withoutAccents(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isAccent = (0x300...0x36F).contains(scalar.value)
      if isAccent, let base = plain.last, !"иИ".unicodeScalars.contains(base) { continue }
      if let letters = bases[scalar] {
        plain += letters.unicodeScalars
      } else if let small = scalar.properties.lowercaseMapping.unicodeScalars.first,
        let letters = bases[small]
      {
        plain += letters.uppercased().unicodeScalars
      } else {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// The base letters of each accented letter.
  private static let bases: [Unicode.Scalar: String] = {
    var bases: [Unicode.Scalar: String] = ["æ": "ae", "ǣ": "ae", "ǽ": "ae", "œ": "oe"]
    for row in forms.split(whereSeparator: \.isWhitespace) {
      let scalars = row.unicodeScalars
      guard let base = scalars.first else { continue }
      for form in scalars.dropFirst() { bases[form] = String(base) }
    }
    return bases
  }()

  /// Lower-case letters, each followed by its forms with accents and strokes.
  private static let forms = """
    aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ cçćĉċčḉ eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ
    iìíîïĩīĭįǐȉȋḭḯỉị nñńņňǹṅṇṉṋ oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿ
    uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự yýÿŷȳẏẙỳỵỷỹ dďḋḍḏḑḓđ gĝğġģǧǵḡ hĥȟḣḥḧḩḫẖħ jĵǰ
    kķǩḱḳḵ lĺļľḷḹḻḽł rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩẛ tţťțṫṭṯṱẗ wŵẁẃẅẇẉẘ zźżžẑẓẕ ʒǯ
    ιΐίϊἰἱἲἳἴἵἶἷὶῐῑῒῖῗ αάἀἁἂἃἄἅἆἇὰᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲ ηήἠἡἢἣἤἥἦἧὴᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ
    υΰϋύὐὑὒὓὔὕὖὗὺῠῡῢῦῧ οόὀὁὂὃὄὅὸ ωώὠὡὢὣὤὥὦὧὼᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ еѐё гѓ ії кќ иѝ уў bḃḅḇ fḟ
    mḿṁṃ pṕṗ vṽṿ xẋẍ ρῤῥ
    """
}
