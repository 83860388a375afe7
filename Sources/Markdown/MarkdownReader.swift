internal import CMD4C

/// Builds a tree from md4c's callbacks.
///
/// Only this file uses md4c's pointers, and only within the callback that passes them.
final class MarkdownReader {
  private var open: [Frame] = [Frame(.document)]
  private var isTooDeep = false
  /// Maps a byte offset in md4c's input to one in the caller's text.
  private let offset: (Int) -> Int

  private init(offset: @escaping (Int) -> Int) { self.offset = offset }

  /// An element that has started but not ended.
  fileprivate struct Frame {
    enum Kind {
      case document, quote, item(ListItem.Tick?), paragraph, heading(Int), code(String), rule, html
      case list(start: Int?, isTight: Bool)
      case table, head, body, row, cell(Table.Alignment?)
      case emphasis, strong, strikethrough, codeSpan, other
      case link(String, String), image(String, String)
    }

    var kind: Kind
    var blocks: [Block] = []
    var items: [ListItem] = []
    var inlines: [Inline] = []
    var text = ""
    var cells: [[Inline]] = []
    var rows: [[[Inline]]] = []
    var heads: [[Inline]] = []
    var alignments: [Table.Alignment?] = []

    init(_ kind: Kind) { self.kind = kind }
  }

  /// - Parameters:
  ///   - isNote: The same as in ``MarkdownTree``.
  ///   - offset: Maps a byte offset in `text` to the one to report.
  /// - Returns: Nil if the nesting is too deep.
  static func blocks(
    of text: [UInt8], isNote: Bool, offset: @escaping (Int) -> Int
  ) -> [Block]? {
    let reader = MarkdownReader(offset: offset)
    var parser = MD_PARSER()
    parser.flags = UInt32(
      MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_PERMISSIVEURLAUTOLINKS
        | MD_FLAG_PERMISSIVEEMAILAUTOLINKS | MD_FLAG_PERMISSIVEWWWAUTOLINKS
        | (isNote ? MD_FLAG_WIKILINKS : MD_FLAG_NOHTMLBLOCKS | MD_FLAG_NOHTMLSPANS))
    parser.enter_block = { MarkdownReader.at($2).enter(block: $0, $1) }
    parser.leave_block = { MarkdownReader.at($2).leave() }
    parser.enter_span = { MarkdownReader.at($2).enter(span: $0, $1) }
    parser.leave_span = { MarkdownReader.at($2).leave() }
    parser.text = { MarkdownReader.at($3).take($0, $1, Int($2)) }
    // md4c 0.4.8 looks at the byte behind a number at the end, which could make it a list.
    let result = withExtendedLifetime(reader) {
      (text + [0]).withUnsafeBytes { bytes in
        md_parse(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(text.count), &parser,
          Unmanaged.passUnretained(reader).toOpaque())
      }
    }
    return result == 0 && !reader.isTooDeep ? reader.open.first?.blocks : nil
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> MarkdownReader {
    guard let pointer else { preconditionFailure("md4c gave back what it never got") }
    return Unmanaged<MarkdownReader>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: - Callbacks

  private func enter(block type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    switch type {
    case MD_BLOCK_DOC: return 0
    case MD_BLOCK_QUOTE: return push(.quote)
    case MD_BLOCK_UL:
      let list = detail?.assumingMemoryBound(to: MD_BLOCK_UL_DETAIL.self).pointee
      return push(.list(start: nil, isTight: list?.is_tight != 0))
    case MD_BLOCK_OL:
      let list = detail?.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self).pointee
      return push(.list(start: Int(list?.start ?? 1), isTight: list?.is_tight != 0))
    case MD_BLOCK_LI:
      let item = detail?.assumingMemoryBound(to: MD_BLOCK_LI_DETAIL.self).pointee
      return push(
        .item(
          item.flatMap { item in
            item.is_task == 0
              ? nil
              : ListItem.Tick(
                isDone: item.task_mark != CChar(UInt8(ascii: " ")),
                offset: offset(Int(item.task_mark_offset)))
          }))
    case MD_BLOCK_HR: return push(.rule)
    case MD_BLOCK_H:
      let heading = detail?.assumingMemoryBound(to: MD_BLOCK_H_DETAIL.self).pointee
      return push(.heading(Int(heading?.level ?? 1)))
    case MD_BLOCK_CODE:
      let code = detail?.assumingMemoryBound(to: MD_BLOCK_CODE_DETAIL.self).pointee
      return push(.code(code.map { Self.text(of: $0.lang) } ?? ""))
    case MD_BLOCK_HTML: return push(.html)
    case MD_BLOCK_P: return push(.paragraph)
    case MD_BLOCK_TABLE: return push(.table)
    case MD_BLOCK_THEAD: return push(.head)
    case MD_BLOCK_TBODY: return push(.body)
    case MD_BLOCK_TR: return push(.row)
    case MD_BLOCK_TH, MD_BLOCK_TD:
      let cell = detail?.assumingMemoryBound(to: MD_BLOCK_TD_DETAIL.self).pointee
      let alignment: Table.Alignment? =
        switch cell?.align {
        case MD_ALIGN_LEFT?: .leading
        case MD_ALIGN_CENTER?: .center
        case MD_ALIGN_RIGHT?: .trailing
        default: nil
        }
      return push(.cell(alignment))
    default: return push(.other)
    }
  }

  private func enter(span type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    switch type {
    case MD_SPAN_EM: return push(.emphasis)
    case MD_SPAN_STRONG: return push(.strong)
    case MD_SPAN_DEL: return push(.strikethrough)
    case MD_SPAN_CODE: return push(.codeSpan)
    case MD_SPAN_A:
      let link = detail?.assumingMemoryBound(to: MD_SPAN_A_DETAIL.self).pointee
      return push(
        .link(link.map { Self.text(of: $0.href) } ?? "", link.map { Self.text(of: $0.title) } ?? "")
      )
    case MD_SPAN_IMG:
      let image = detail?.assumingMemoryBound(to: MD_SPAN_IMG_DETAIL.self).pointee
      return push(
        .image(
          image.map { Self.text(of: $0.src) } ?? "", image.map { Self.text(of: $0.title) } ?? ""))
    case MD_SPAN_WIKILINK:
      let link = detail?.assumingMemoryBound(to: MD_SPAN_WIKILINK_DETAIL.self).pointee
      return push(.link(link.map { Self.text(of: $0.target) } ?? "", ""))
    default: return push(.other)
    }
  }

  private func take(_ type: MD_TEXTTYPE, _ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int32 {
    let text = Self.text(bytes, count)
    let top = open.count - 1
    switch open[top].kind {
    case .html: break
    case .code, .codeSpan: open[top].text += type == MD_TEXT_NULLCHAR ? "\u{FFFD}" : text
    default: append(type, text, to: top)
    }
    return 0
  }

  private func append(_ type: MD_TEXTTYPE, _ text: String, to top: Int) {
    switch type {
    case MD_TEXT_NULLCHAR: open[top].inlines.append(.text("\u{FFFD}"))
    case MD_TEXT_HTML: break
    case MD_TEXT_BR: open[top].inlines.append(.lineBreak)
    case MD_TEXT_SOFTBR: open[top].inlines.append(.softBreak)
    case MD_TEXT_ENTITY: open[top].inlines.append(.entity(text))
    default:
      if case .text(let before)? = open[top].inlines.last {
        open[top].inlines[open[top].inlines.count - 1] = .text(before + text)
      } else {
        open[top].inlines.append(.text(text))
      }
    }
  }

  // MARK: - The tree

  private func push(_ kind: Frame.Kind) -> Int32 {
    guard open.count <= MarkdownTree.mostLevels else {
      isTooDeep = true
      // Any value but 0 makes md4c stop.
      return 1
    }
    open.append(Frame(kind))
    return 0
  }

  private func leave() -> Int32 {
    guard open.count > 1, let frame = open.popLast() else { return 0 }
    let top = open.count - 1
    func add(_ block: Block) {
      if !open[top].inlines.isEmpty {
        open[top].blocks.append(.paragraph(open[top].inlines))
        open[top].inlines = []
      }
      open[top].blocks.append(block)
    }
    func add(_ inline: Inline) { open[top].inlines.append(inline) }
    switch frame.kind {
    case .document, .html: break
    case .paragraph: add(.paragraph(frame.inlines))
    case .heading(let level): add(.heading(level: level, frame.inlines))
    case .quote: add(.quote(frame.flow))
    case .rule: add(.rule)
    case .code(let language): add(.code(language: language, frame.text))
    case .list(let start, let isTight):
      add(.list(start: start, isTight: isTight, frame.items))
    case .item(let tick): open[top].items.append(ListItem(tick: tick, blocks: frame.flow))
    case .cell(let alignment):
      open[top].cells.append(frame.inlines)
      open[top].alignments.append(alignment)
    case .row:
      open[top].rows.append(frame.cells)
      if open[top].alignments.isEmpty { open[top].alignments = frame.alignments }
    case .head:
      open[top].heads = frame.rows.first ?? []
      open[top].alignments = frame.alignments
    case .body: open[top].rows = frame.rows
    case .table:
      add(.table(Table(alignments: frame.alignments, head: frame.heads, rows: frame.rows)))
    case .emphasis: add(.emphasis(frame.inlines))
    case .strong: add(.strong(frame.inlines))
    case .strikethrough: add(.strikethrough(frame.inlines))
    case .codeSpan: add(.code(frame.text))
    case .link(let address, let title): add(.link(to: address, title: title, frame.inlines))
    case .image(let address, let title): add(.image(of: address, title: title, frame.inlines))
    case .other: open[top].inlines += frame.inlines
    }
    return 0
  }

  // MARK: - Texts

  private static func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let bytes, count > 0 else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// An attribute's text, with entities replaced by their characters.
  private static func text(of attribute: MD_ATTRIBUTE) -> String {
    guard attribute.size > 0, let offsets = attribute.substr_offsets,
      let types = attribute.substr_types, let bytes = attribute.text
    else { return "" }
    var text = ""
    var index = 0
    while Int(offsets[index]) < Int(attribute.size) {
      let (start, end) = (Int(offsets[index]), Int(offsets[index + 1]))
      let part = Self.text(bytes + start, end - start)
      switch types[index] {
      case MD_TEXT_NULLCHAR: text += "\u{FFFD}"
      case MD_TEXT_ENTITY: text += Entity.text(of: part)
      default: text += part
      }
      index += 1
    }
    return text
  }
}

extension MarkdownReader.Frame {
  /// The frame's blocks; md4c gives no paragraph for an item of a tight list, so this adds one.
  fileprivate var flow: [Block] { inlines.isEmpty ? blocks : blocks + [.paragraph(inlines)] }
}
