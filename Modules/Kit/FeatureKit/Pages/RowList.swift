/// A list of records, each with its title, its short name such as `t12`, and its commands.
public struct RowList: Equatable, PageNode {
  public var rows: [Row]
  /// The link to the rows that the list leaves out, such as "… 15 more".
  ///
  /// Nil if the list is complete.
  public var more: CommandLink?
  /// The columns in which a wide window shows the `cells` of each row. Empty for a list without
  /// columns.
  public var columns: [Column]

  /// A column of a list in a wide window, with the heading `label`.
  public struct Column: Equatable, Sendable {
    public var label: String
    /// The value of the list command's option `sort` that sorts the list by this column. The
    /// column's heading is a link that does so. Nil if the list cannot be sorted by the column.
    public var order: String?

    public init(_ label: String, order: String?) {
      self.label = label
      self.order = order
    }
  }

  public init(_ rows: [Row], more: CommandLink? = nil, columns: [Column] = []) {
    self.rows = rows
    self.more = more
    self.columns = columns
  }

  /// Creates a list whose rows have values in columns. A column without a value in any row is left
  /// out.
  ///
  /// - Parameters:
  ///   - title: the first column, which contains the titles of the rows.
  ///   - columns: the other columns.
  ///   - cells: for each row its values, one for each of these columns.
  public init(
    _ rows: [Row], more: CommandLink? = nil, title: Column, columns: [Column],
    cells: [[Row.Cell?]]
  ) {
    let filled = columns.indices.filter { place in cells.contains { $0[place] != nil } }
    let placed = zip(rows, cells).map { row, cells in
      var row = row
      row.cells = filled.map { cells[$0] }
      return row
    }
    self.init(
      placed, more: more, columns: filled.isEmpty ? [] : [title] + filled.map { columns[$0] })
  }

  public var block: Block { .list(self) }
}

/// One record in a list.
public struct Row: Equatable, Sendable {
  /// The record's state as one icon, such as a ticked box or a lock.
  public var marker: Marker?
  /// The record's permanent short name, such as `t12`, which people type. Nil for a row without
  /// one.
  public var handle: String?
  /// An icon in front of the title. The spoken text does not contain it.
  public var icon: String?
  public var title: String
  /// Short words about the record, such as `Overdue`, each with a tone (the meaning from which a
  /// renderer derives a color).
  public var badges: [Badge] = []
  /// The text at the end of the row, such as a date, a time or a value.
  public var trailing: Badge?
  /// The text below the title, which may have several lines.
  public var detail: String?
  /// Whether `spoken` already says the content of `detail` in other words. A screen reader then
  /// leaves `detail` out.
  public var isDetailSpoken = false
  /// The values of the list's columns after the first column, which contains the title. Nil is an
  /// empty cell. If the row has a value `trailing`, that value is the last of the cells.
  ///
  /// A wide window shows the cells in place of the badges, `detail` and `trailing`, which say the
  /// same.
  public var cells: [Cell?] = []

  /// A value in a column of a list.
  public enum Cell: Equatable, Sendable {
    case badge(Badge)
    case text(String, tone: Tone = .neutral)
  }

  /// The record's text, for a browser that shows rows as cards.
  ///
  /// A terminal shows it only on the record's own page.
  public var preview: String?
  /// Values that a renderer (for a terminal or HTML) draws as small bars beside the row's detail
  /// text, oldest first.
  ///
  /// The row's spoken sentence explains them.
  public var bars: [Double] = []
  /// Whether the row is emphasized, like an unread notification.
  public var isStrong = false
  public var tone = Tone.neutral
  /// The command that runs when a person chooses the row.
  public var opens: CommandLink?
  /// Further commands about the row's record, such as to edit or delete it.
  public var links: [CommandLink] = []
  /// The addresses of the person whom the row shows. A browser shows links with which the viewer
  /// writes to or calls this person.
  public var addresses: [Address] = []

  public enum Address: Equatable, Sendable {
    case mail(String)
    case phone(String)
  }

  /// Whether the first command of `links` is the primary action of the row's page. A browser shows
  /// it as a filled button with words.
  public var leads = false
  /// Whether a browser shows all commands of `links` in the row, with words. In other rows all but
  /// the first are in a menu.
  public var showsLinks = false
  /// Commands that move the row to another list of a board (lists side by side), one for each list
  /// including its own.
  ///
  /// A terminal, which has no boards, shows them only on the record's page.
  public var moves: [CommandLink] = []
  /// The blocks, such as paragraphs and lists, that a page shows below the row while the row is
  /// expanded.
  public var expanded: [Block] = []
  /// The text for a screen reader, which says the whole row in one sentence.
  public var spoken: String

  public init(
    _ title: String, _ marker: Marker? = nil, handle: String? = nil, spoken: String
  ) {
    self.title = title
    self.marker = marker
    self.handle = handle
    self.spoken = spoken
  }

  // The five functions below are inlinable. Without the attribute, each of them copies the whole
  // row when another module calls it, and long lists call several of them for every row.

  /// Returns a copy of the row with the command that runs when a person chooses the row.
  @inlinable
  public consuming func opening(_ opens: CommandLink?) -> Row {
    self.opens = opens
    return self
  }

  /// Returns a copy of the row with further texts beside and below its title.
  @inlinable
  public consuming func showing(
    _ badges: [Badge] = [], trailing: Badge? = nil, detail: String? = nil,
    isDetailSpoken: Bool = false, preview: String? = nil, bars: [Double] = []
  ) -> Row {
    self.badges = badges
    self.trailing = trailing
    self.detail = detail
    self.isDetailSpoken = isDetailSpoken
    self.preview = preview
    self.bars = bars
    return self
  }

  /// Returns a copy of the row with a tone (the meaning from which a renderer derives a color), an
  /// icon and emphasis.
  @inlinable
  public consuming func styled(
    _ tone: Tone = .neutral, icon: String? = nil, isStrong: Bool = false
  ) -> Row {
    self.tone = tone
    self.icon = icon
    self.isStrong = isStrong
    return self
  }

  /// Returns a copy of the row with further commands about its record.
  @inlinable
  public consuming func offering(
    _ links: [CommandLink] = [], leads: Bool = false, showsLinks: Bool = false,
    moves: [CommandLink] = []
  ) -> Row {
    self.links = links
    self.leads = leads
    self.showsLinks = showsLinks
    self.moves = moves
    return self
  }

  /// Returns a copy of the row that is expanded, with these blocks (such as paragraphs) below it.
  @inlinable
  public consuming func expanding(_ expanded: [Block]) -> Row {
    self.expanded = expanded
    return self
  }

  /// The commands that a narrow screen shows beside the row.
  ///
  /// If the row opens a page, that page offers the commands too, so the list shows them only while
  /// the row is expanded.
  public var offered: [CommandLink] {
    opens == nil || !expanded.isEmpty ? links : []
  }
}

extension Row {
  /// The command that a person opens by typing the number before the row at the prompt.
  ///
  /// A row with a handle (a short name such as `t12`) has no number, because typing the handle
  /// opens the record (domain.md 10.11).
  public var numbered: CommandLink? { handle == nil ? opens : nil }

  /// The text that a screen reader speaks for the row: `spoken`, and the short name (handle), the
  /// badges and the last column if `spoken` does not contain them.
  public var announcement: String {
    var words = spoken.asSentence
    if let handle, !words.says(handle) { words = "\(handle). \(words)" }
    for extra in badges.map(\.text) + [trailing?.text].compactMap({ $0 })
    where !extra.isEmpty && !words.says(extra) {
      words += " " + extra.asSentence
    }
    return words
  }

  /// The tone (the meaning from which a renderer derives a color) of the icon before the row: the
  /// row's own tone if it has one, or the icon's usual tone.
  public var markerTone: Tone {
    guard tone == .neutral else { return tone }
    return switch marker {
    case nil, .unchecked, .bullet: .neutral
    case .started: .caution
    case .checked, .chosen: .positive
    case .skipped, .locked: .muted
    case .unread: .info
    }
  }
}

/// The icon in front of a row that shows the record's state, such as a ticked box for a done task.
public enum Marker: String, Equatable, Sendable, CaseIterable {
  case unchecked, started, checked, skipped, locked, bullet, unread
  /// The row is the chosen one, such as a setting that is on or the chosen person in a list. Unlike
  /// the title of a done task (`checked`), the title of such a row is not struck through.
  case chosen
}

/// A short word with a tone (the meaning from which a renderer derives a color). It is shown as a
/// pill, in a column or in brackets.
public struct Badge: Equatable, Sendable {
  /// The text of one or two words.
  public var text: String
  public var tone: Tone

  public init(_ text: String, tone: Tone = .neutral) {
    self.text = text
    self.tone = tone
  }
}

extension String {
  /// The text with a full stop, unless it already ends with a punctuation mark or an emoji.
  package var asSentence: String {
    guard let last, !".!?…:".contains(last) else { return self }
    return last.unicodeScalars.first?.properties.isEmojiPresentation == true ? self : self + "."
  }

  /// Returns whether this text contains `other`, ignoring case. Long texts are not searched,
  /// because a search of a hostile pair of texts could take hours.
  package func says(_ other: String) -> Bool {
    guard other.utf8.count <= 200, utf8.count <= 4000 else { return false }
    // The function compares bytes, because comparing characters takes ten times as long and every
    // row of every page calls this function. Of two ASCII letters only one bit differs between upper and
    // lower case, so a text in ASCII is found without making the long text lower case.
    let wanted = Array(other.lowercased().utf8)
    guard wanted.allSatisfy({ $0 < 0x80 }) else {
      return Array(lowercased().utf8).hold(wanted) { $0 }
    }
    return Array(utf8).hold(wanted) { 65...90 ~= $0 ? $0 | 0x20 : $0 }
  }
}

extension [UInt8] {
  /// Returns whether the bytes contain `other`, after `folded` has been applied to each byte.
  fileprivate func hold(_ other: [UInt8], folded: (UInt8) -> UInt8) -> Bool {
    guard let first = other.first else { return true }
    guard count >= other.count else { return false }
    return (0...count - other.count).contains { start in
      folded(self[start]) == first
        && self[start..<start + other.count].elementsEqual(other) { folded($0) == $1 }
    }
  }
}
