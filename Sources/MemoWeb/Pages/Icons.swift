/// The icons of buttons and menus: SVG strokes on a 20-unit grid, defined once in a page.
extension PageMaker {
  /// An icon beside a word, or in a button with its own label.
  func icon(_ name: String) -> HTML {
    "<svg class=\"i\" aria-hidden=\"true\"><use href=\"#i-\(name)\"/></svg>"
  }

  /// The definitions that ``icon(_:)`` refers to.
  static let icons: HTML = {
    let symbols = strokes.map { name, path -> HTML in
      "<symbol id=\"i-\(name)\" viewBox=\"0 0 20 20\"><path d=\"\(path)\"/></symbol>"
    }
    return "<svg class=\"hidden\" aria-hidden=\"true\">\(symbols)</svg>"
  }()

  private static let strokes = [
    ("board", "M3 4h4v12H3zM8.5 4h4v8h-4zM14 4h3v5h-3z"),
    ("list", "M7 5h10M7 10h10M7 15h10M3 5h.1M3 10h.1M3 15h.1"),
    ("notes", "M5 3h10v14H5zM8 7h4M8 10h4M8 13h2"),
    ("filter", "M13 13l4 4M14 8.500a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z"),
    ("sort", "M6 4v12M3 13l3 3 3-3M14 16V4M11 7l3-3 3 3"),
    ("undo", "M7 4L3 8l4 4M3 8h9a4 4 0 0 1 0 8H8"),
    ("redo", "M13 4l4 4-4 4M17 8H8a4 4 0 0 0 0 8h4"),
    ("history", "M3 10a7 7 0 1 0 2-5L3 7M3 3v4h4M10 6v4l3 2"),
    ("past", "M4 5h12v12H4zM4 9h12M7 3v3M13 3v3"),
    ("cloud", "M6 15a3.5 3.5 0 0 1 0-7 4.5 4.5 0 0 1 8.7 1A3 3 0 0 1 14 15z"),
    (
      "synced",
      "M6 15a3.5 3.5 0 0 1 0-7 4.5 4.5 0 0 1 8.7 1A3 3 0 0 1 14 15zM8 11.500l1.5 1.500L12.5 10"
    ),
    ("push", "M6 15a3.5 3.5 0 0 1 0-7 4.5 4.5 0 0 1 8.7 1A3 3 0 0 1 14 15M10 17v-6M8 13l2-2 2 2"),
    ("sync", "M16 8a6 6 0 0 0-11-1L3 9M3 4v5h5M4 12a6 6 0 0 0 11 1l2-2M17 16v-5h-5"),
    (
      "offline",
      "M3 3l14 14M6 15a3.5 3.5 0 0 1 0-7M8 5a4.5 4.5 0 0 1 6.7 4 3 3 0 0 1 1.8 4.500M6 15h7"
    ),
    (
      "more",
      "M3.8 10a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M9.3 10a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M14.8 10a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0"
    ),
    ("plus", "M10 4v12M4 10h12"),
    ("select", "M3 10a7 7 0 1 0 14 0 7 7 0 0 0-14 0M7 10l2 2 4-4"),
    ("themes", "M10 17a7 7 0 1 1 7-7c0 3-4 1.5-4.5 3.500S12 17 10 17zM7 8h.1M10 6.500h.1M13 8h.1"),
    (
      "settings",
      "M3 6h8M15 6h2M3 14h2M9 14h8M11 6a2 2 0 1 0 4 0 2 2 0 0 0-4 0M5 14a2 2 0 1 0 4 0 2 2 0 0 0-4 0"
    ),
    ("devices", "M7 3h6v14H7zM10 14h.1"),
    ("keys", "M3 6h14v9H3zM6 9h.1M9 9h.1M12 9h.1M7 12h6"),
    ("delete", "M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11"),
    ("share", "M10 12V3M7 6l3-3 3 3M5 9v8h10V9"),
    ("edit", "M4 16l1-4 8-8 3 3-8 8z"),
    ("move", "M4 10h12M12 6l4 4-4 4"),
    ("up", "M10 16V4M6 8l4-4 4 4"),
    ("down", "M10 4v12M6 12l4 4 4-4"),
    ("folder", "M3 5h5l2 2h7v9H3z"),
    ("warning", "M10 3l8 14H2zM10 8v4M10 14.500h.1"),
  ]
}
