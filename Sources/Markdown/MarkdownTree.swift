/// A Markdown text as a tree.
///
/// Reads CommonMark with GitHub's tables, task lists, strikethrough and bare URLs.
public struct MarkdownTree: Hashable, Sendable {
  public var blocks: [Block]

  /// The size limit of a text, in bytes.
  public static let mostBytes = 1 << 20
  /// The nesting limit of blocks and spans.
  public static let mostLevels = 64

  init(blocks: [Block]) { self.blocks = blocks }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - alone: Line ranges that are separate blocks, from 0, ascending. The line after a range
  ///     starts a new paragraph. Without this, CommonMark continues a quote's paragraph (version
  ///     0.31, "laziness").
  ///   - isNote: Whether to drop HTML and parse `[[links]]`, as note-taking programs do; otherwise
  ///     both are text.
  /// - Returns: Nil if the text is too large or its nesting too deep; show it as plain text then.
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

  /// A text with empty lines inserted.
  private struct Parted {
    var bytes: [UInt8] = []
    /// The offsets of the inserted lines.
    private var added: [Int] = []

    /// - Parameter lines: The lines that get an empty line before them.
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

    /// Maps an offset in ``bytes`` to the original text.
    func offset(ofParted offset: Int) -> Int { offset - added.count { $0 < offset } }
  }
}

/// A block element.
public indirect enum Block: Hashable, Sendable {
  case paragraph([Inline])
  /// - Parameter level: From 1 to 6.
  case heading(level: Int, [Inline])
  case quote([Block])
  /// - Parameters:
  ///   - start: The first number; nil for a bullet list.
  ///   - isTight: Whether the items have no space between them.
  case list(start: Int?, isTight: Bool, [ListItem])
  /// - Parameter language: The first word after the fence; empty for none.
  case code(language: String, String)
  case table(Table)
  case rule
}

public struct ListItem: Hashable, Sendable {
  /// The checkbox of a task list item; nil for other items.
  public var tick: Tick?
  public var blocks: [Block]

  public struct Tick: Hashable, Sendable {
    public var isDone: Bool
    /// The byte offset of the character between the brackets.
    public var offset: Int
  }
}

public struct Table: Hashable, Sendable {
  public enum Alignment: Hashable, Sendable { case leading, center, trailing }

  /// The alignment of each column; nil if the text specifies none.
  public var alignments: [Alignment?]
  public var head: [[Inline]]
  public var rows: [[[Inline]]]
}

/// An inline element.
public indirect enum Inline: Hashable, Sendable {
  case text(String)
  /// A reference `&NAME;` or `&#NUMBER;`, unchanged; ``Entity`` resolves some.
  case entity(String)
  /// A line end in the source, displayed as a space.
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
  /// The text without formatting.
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
  /// The text without formatting; a table's cells follow each other.
  public var plainText: String { texts.map(\.plainText).joined(separator: " ") }

  /// The inline elements of each paragraph, heading and cell.
  fileprivate var texts: [[Inline]] {
    switch self {
    case .paragraph(let inlines), .heading(_, let inlines): [inlines]
    case .quote(let blocks): blocks.flatMap(\.texts)
    case .list(_, _, let items): items.flatMap(\.blocks).flatMap(\.texts)
    case .code(_, let text): [[.code(text)]]
    case .table(let table): ([table.head] + table.rows).flatMap { $0 }
    case .rule: []
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
  /// The addresses of the images, in order.
  public var images: [String] { blocks.flatMap(\.texts).flatMap(\.images) }
}
