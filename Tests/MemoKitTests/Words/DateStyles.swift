import StoreFiles

/// The date styles of some countries, from the GNU C library.
enum DateStyles {
  private static func style(
    _ format: String, _ months: String = "", _ weekdays: String = ""
  ) -> DateStyle {
    func names(_ text: String) -> [[String]] {
      text.split(separator: ", ").map { $0.split(separator: "|").map(String.init) }
    }
    return DateStyle(format: format, months: names(months), weekdays: names(weekdays))
  }

  static let german = style(
    "%d.%m.%Y",
    "Januar|Jan, Februar|Feb, März|Mär, April|Apr, Mai|Mai, Juni|Jun, Juli|Jul, August|Aug, "
      + "September|Sep, Oktober|Okt, November|Nov, Dezember|Dez",
    "Montag|Mo, Dienstag|Di, Mittwoch|Mi, Donnerstag|Do, Freitag|Fr, Samstag|Sa, Sonntag|So")
  static let french = style(
    "%d/%m/%Y",
    "janvier|janv., février|févr., mars|mars, avril|avril, mai|mai, juin|juin, juillet|juil., "
      + "août|août, septembre|sept., octobre|oct., novembre|nov., décembre|déc.",
    "lundi|lun., mardi|mar., mercredi|mer., jeudi|jeu., vendredi|ven., samedi|sam., dimanche|dim.")
  static let russian = style(
    "%d.%m.%Y",
    "января|янв, февраля|фев, марта|мар, апреля|апр, мая|мая, июня|июн, июля|июл, августа|авг, "
      + "сентября|сен, октября|окт, ноября|ноя, декабря|дек",
    "Понедельник|Пн, Вторник|Вт, Среда|Ср, Четверг|Чт, Пятница|Пт, Суббота|Сб, Воскресенье|Вс")
  static let arabic = style(
    "%A %e %B %Y",
    "يناير|ينا, فبراير|فبر, مارس|مار, أبريل|أبر, مايو|ماي, يونيو|يون, يوليو|يول, أغسطس|أغس, "
      + "سبتمبر|سبت, أكتوبر|أكت, نوفمبر|نوف, ديسمبر|ديس",
    "الإثنين|ن, الثلاثاء|ث, الأربعاء|ر, الخميس|خ, الجمعـة|ج, السبت|س, الأحد|ح")
  static let japanese = style(
    "%Y年%m月%d日", (1...12).map { "\($0)月|\($0)月" }.joined(separator: ", "),
    "月曜日|月, 火曜日|火, 水曜日|水, 木曜日|木, 金曜日|金, 土曜日|土, 日曜日|日")
  static let vietnamese = style(
    "%d/%m/%Y", (1...12).map { "Tháng \($0)|Thg \($0)" }.joined(separator: ", "),
    "Thứ hai|T2, Thứ ba|T3, Thứ tư|T4, Thứ năm|T5, Thứ sáu|T6, Thứ bảy|T7, Chủ nhật|CN")
  static let american = style("%m/%d/%Y")

  /// Including those of which only the numbers matter here.
  static let all: [DateStyle] =
    [.iso, german, french, russian, arabic, japanese, vietnamese, american]
    + [
      "%d/%m/%y", "%-d.%-m.%Y", "%d-%m-%y", "%Y. %m. %d.", "%Y년 %m월 %d일", "%Oy/%Om/%Od",
      "%d. %m. %Y", "%e.%m.%Y.", "%D", "%F", "%a, %d. %b %Y", "\u{200F}%d/%m/%Ey", "%j", "%d %d %Y",
    ].map { style($0) }
}
