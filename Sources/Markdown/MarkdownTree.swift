/// A Markdown text as a tree: CommonMark, with tables, task lists, strikethrough and plain
/// addresses as GitHub has them.
public struct MarkdownTree: Hashable, Sendable {
  public var blocks: [Block]

  /// Larger texts are no trees, in bytes.
  public static let mostBytes = 1 << 20
  /// Blocks and marks that stand in each other deeper than that are no tree.
  public static let mostLevels = 64

  init(blocks: [Block]) { self.blocks = blocks }

  /// - Parameters:
  ///   - text: As UTF-8.
  ///   - alone: Lines that are blocks of their own, counted from 0 and ascending: the line below
  ///     is not taken for more of their paragraph, as it is below a quote (CommonMark 0.31,
  ///     "laziness").
  ///   - isNote: Whether HTML is left out and `[[links]]` are read, as programs for notes do it;
  ///     otherwise both are text.
  /// - Returns: Nil for a text that is too large, or whose parts stand in each other too deep; it
  ///   can be shown as it is.
  public init?(_ text: [UInt8], alone: [Range<Int>] = [], isNote: Bool = false) {
    guard text.count <= Self.mostBytes else { return nil }
    let parted = Parted(text, below: alone.map(\.upperBound))
    guard
      let blocks = MarkdownReader.blocks(
        of: parted.bytes, isNote: isNote, offset: parted.offset(ofParted:))
    else { return nil }
    self.blocks = blocks
  }

  public init?(_ text: String, alone: [Range<Int>] = [], isNote: Bool = false) {
    self.init(Array(text.utf8), alone: alone, isNote: isNote)
  }

  /// A text with empty lines put between some of its lines.
  private struct Parted {
    var bytes: [UInt8] = []
    /// Where the empty lines stand in it.
    private var added: [Int] = []

    /// - Parameter lines: Each has an empty line before it.
    init(_ text: [UInt8], below lines: [Int]) {
      var lines = lines[...]
      var number = 0
      var rest = text[...]
      while let next = lines.first, let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        bytes += rest[...newline]
        rest = rest[(newline + 1)...]
        number += 1
        guard number == next else { continue }
        lines.removeFirst()
        added.append(bytes.count)
        bytes.append(UInt8(ascii: "\n"))
      }
      bytes += rest
    }

    /// Where a byte stood before.
    func offset(ofParted offset: Int) -> Int { offset - added.count { $0 < offset } }
  }
}

/// A part of a text that stands on lines of its own.
public indirect enum Block: Hashable, Sendable {
  case paragraph([Inline])
  /// - Parameter level: From 1 to 6.
  case heading(level: Int, [Inline])
  case quote([Block])
  /// - Parameters:
  ///   - start: The first number; nil for a list without numbers.
  ///   - isTight: Whether its items stand without space between them.
  case list(start: Int?, isTight: Bool, [ListItem])
  /// - Parameter language: The first word behind the fence; empty for none.
  case code(language: String, String)
  case table(Table)
  case rule
}

public struct ListItem: Hashable, Sendable {
  /// The mark of a task list's item; nil for one of another list.
  public var tick: Tick?
  public var blocks: [Block]

  public struct Tick: Hashable, Sendable {
    public var isDone: Bool
    /// Where the letter between the brackets stands, in bytes of the text.
    public var offset: Int
  }
}

public struct Table: Hashable, Sendable {
  public enum Alignment: Hashable, Sendable { case leading, center, trailing }

  /// Of each column; nil where the text says nothing.
  public var alignments: [Alignment?]
  public var head: [[Inline]]
  public var rows: [[[Inline]]]
}

/// A part of a line.
public indirect enum Inline: Hashable, Sendable {
  case text(String)
  /// `&NAME;` or `&#NUMBER;`, as it is written; ``Entity`` knows some.
  case entity(String)
  /// The end of a line in the text, which is a space to a reader.
  case softBreak
  case lineBreak
  case code(String)
  case emphasis([Inline])
  case strong([Inline])
  case strikethrough([Inline])
  case link(to: String, title: String, [Inline])
  case image(of: String, title: String, [Inline])
}

extension [Inline] {
  /// What a reader would read aloud.
  public var plainText: String {
    map { inline in
      switch inline {
      case .text(let text), .code(let text): text
      case .entity(let entity): Entity.text(of: entity)
      case .softBreak, .lineBreak: " "
      case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines),
        .link(_, _, let inlines), .image(_, _, let inlines):
        inlines.plainText
      }
    }.joined()
  }
}

extension Block {
  /// What a reader would read aloud of it; a table's cells, one behind the other.
  public var plainText: String {
    switch self {
    case .paragraph(let inlines), .heading(_, let inlines): inlines.plainText
    case .quote(let blocks): blocks.map(\.plainText).joined(separator: " ")
    case .list(_, _, let items):
      items.flatMap(\.blocks).map(\.plainText).joined(separator: " ")
    case .code(_, let text): text
    case .table(let table):
      ([table.head] + table.rows).flatMap { $0 }.map(\.plainText).joined(separator: " ")
    case .rule: ""
    }
  }

  /// The addresses of its images, in their order.
  var images: [String] {
    switch self {
    case .paragraph(let inlines), .heading(_, let inlines): inlines.images
    case .quote(let blocks): blocks.flatMap(\.images)
    case .list(_, _, let items): items.flatMap(\.blocks).flatMap(\.images)
    case .table(let table): ([table.head] + table.rows).flatMap { $0 }.flatMap(\.images)
    case .code, .rule: []
    }
  }
}

extension [Inline] {
  fileprivate var images: [String] {
    flatMap { inline -> [String] in
      switch inline {
      case .image(let address, _, let inlines): [address] + inlines.images
      case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines),
        .link(_, _, let inlines):
        inlines.images
      case .text, .entity, .softBreak, .lineBreak, .code: []
      }
    }
  }
}

extension MarkdownTree {
  /// The addresses of the images in the text, in their order.
  public var images: [String] { blocks.flatMap(\.images) }
}
