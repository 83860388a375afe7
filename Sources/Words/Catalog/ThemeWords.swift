/// Themes: their list and their sheet.
public protocol ThemeWords {
  var themes: String { get }
  var newTheme: String { get }
  var theme: String { get }
  var terminalsOwnColors: String { get }
  var builtIn: String { get }
  var yourOwn: String { get }
  var cantBeUsed: String { get }
  /// - Parameter key: Makes a new theme of one.
  func builtInStays(_ key: String) -> String
  /// Said where it can't be put further up, or down.
  var isFirstTheme: String { get }
  var isLastTheme: String { get }
  func ownThemeStays(_ path: String) -> String
  func noTheme(_ name: String) -> String
  /// - Parameter reason: Empty where none is known.
  func themeCantBeUsed(_ name: String, _ reason: String) -> String

  var newFromIt: String { get }
  var deletes: String { get }
  var putsInOrder: String { get }

  var name: String { get }
  var emoji: String { get }
  var scheme: String { get }
  var light: String { get }
  var dark: String { get }
  /// A piece of text in a color.
  var sample: String { get }
  var needsName: String { get }
  var oneSign: String { get }
  var writeColor: String { get }
}
