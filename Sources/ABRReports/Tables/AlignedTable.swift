extension DataTable {
  /// Columns of a text to be read, where no terminal says how many it has.
  package static let pageWidth = 80

  /// Aligned columns for a terminal, within a width where that can be.
  ///
  /// A table that is wider has headings of several lines first, broken between words and then inside names, then
  /// narrow gaps, then text columns that are wrapped, then blocks of columns under one another, each with those of
  /// text in front. The best values of a column that has a direction have an asterisk behind them.
  /// - Complexity: O(*cells*).
  func aligned(width: Int) -> String {
    let best = bestRows
    let labels = rows.enumerated().map { number, row in
      zip(row, columns).enumerated().map { index, cell in
        // Digits stand under one another, marked or not.
        let mark = best[index].isEmpty ? "" : best[index].contains(number) ? "*" : " "
        return EscapedText.line(label(cell.0, in: cell.1)) + mark
      }
    }
    func widest(_ index: Int) -> Int { labels.map { $0[index].count }.max() ?? 0 }
    var gap = 2
    var widths = columns.indices.map { max(columns[$0].title.count, widest($0)) }
    for breaks in [" ", " _"] where Self.sum(widths, 1) > width {
      for index in columns.indices {
        widths[index] = max(Self.longest(columns[index].title, breaks), widest(index))
      }
    }
    if Self.sum(widths, 1) <= width, Self.sum(widths, gap) > width { gap = 1 }
    // Text gives way, from the last column on, but keeps a readable width.
    for index in columns.indices.reversed() where columns[index].isText && Self.sum(widths, gap) > width {
      let longest = labels.map { Self.longest($0[index], Self.breaks) }.max() ?? 0
      widths[index] = min(widths[index], max(longest, 16, widths[index] - (Self.sum(widths, gap) - width)))
    }
    // Where blocks are needed all the same, short names stay whole in front of each.
    let leading = columns.indices.prefix { columns[$0].isText }
    let whole = leading.map { max(Self.longest(columns[$0].title, " "), widest($0)) }
    if Self.sum(widths, gap) > width, Self.sum(whole, gap) <= width / 3 { widths.replaceSubrange(leading, with: whole) }
    let lines = [columns.map(\.title)] + labels
    return blocks(widths, gap, width: width).map { block in
      lines.map { line in text(of: line, block, widths, gap) }.joined()
    }.joined(separator: "\n")
  }

  /// A line for people that is continued under its beginning where it is wider than the terminal.
  package static func paragraph(_ text: String, indent: Int, width: Int) -> String {
    wrapped(text, width: max(20, width == .max ? .max : width - indent))
      .joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
  }

  /// The cells of one row in some columns, over as many lines as the fullest needs; a heading of fewer lines stands
  /// above.
  private func text(of cells: [String], _ block: [Int], _ widths: [Int], _ gap: Int) -> String {
    let wrapped = block.map { Self.wrapped(cells[$0], width: widths[$0]) }
    return (0..<(wrapped.map(\.count).max() ?? 0)).map { number in
      let parts = zip(block, wrapped).map { index, lines in
        let text = number < lines.count ? lines[number] : ""
        let padding = String(repeating: " ", count: max(0, widths[index] - text.count))
        return columns[index].isText ? text + padding : padding + text
      }
      let text = parts.joined(separator: String(repeating: " ", count: gap))
      return String(text.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  /// The columns of each block: all of them, or where they do not fit the leading text with as many others as fit.
  private func blocks(_ widths: [Int], _ gap: Int, width: Int) -> [[Int]] {
    let leading = Array(columns.indices.prefix { columns[$0].isText })
    var blocks = [leading]
    for index in columns.indices.dropFirst(leading.count) {
      let last = blocks[blocks.count - 1]
      let isFull = Self.sum((last + [index]).map { widths[$0] }, gap) > width && last.count > leading.count
      if isFull { blocks.append(leading + [index]) } else { blocks[blocks.count - 1].append(index) }
    }
    return blocks
  }

  /// After what a text is broken.
  private static let breaks = " ,_/-"

  /// A text in lines of a width, broken after spaces and commas, and inside names.
  static func wrapped(_ text: String, width: Int) -> [String] {
    guard text.count > width else { return [text] }
    var lines = [""]
    for word in words(text) {
      let line = lines[lines.count - 1]
      let isFull = line.count + (word.last == " " ? word.count - 1 : word.count) > width
      if isFull, !line.isEmpty { lines.append(word) } else { lines[lines.count - 1] += word }
    }
    return lines.map { $0.last == " " ? String($0.dropLast()) : $0 }
  }

  /// A text in pieces that stay whole: a word with the space or comma behind it.
  private static func words(_ text: String, _ breaks: String = breaks) -> [String] {
    var words = [""]
    for letter in text {
      words[words.count - 1].append(letter)
      if breaks.contains(letter) { words.append("") }
    }
    return words.last == "" ? words.dropLast() : words
  }

  /// The longest piece of a text, without a space behind it.
  private static func longest(_ text: String, _ breaks: String) -> Int {
    words(text, breaks).map { $0.last == " " ? $0.count - 1 : $0.count }.max() ?? 0
  }

  private static func sum(_ widths: [Int], _ gap: Int) -> Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }
}
