import Basics

/// Finds the headings of a pasted table that has none, from the texts in its cells. A column of
/// e-mail addresses, for example, gets the heading `E-mail`.
struct PastedHeadings {
  /// The heading of each column. Nil if none was found.
  private var headings: [String?]
  /// The cells of each column without the empty ones.
  private let columns: [[String]]

  private init(_ columns: [[String]]) {
    self.columns = columns.map { cells in cells.filter { !$0.isEmpty } }
    headings = columns.map { _ in nil }
  }

  /// Returns a heading for each column after the column of names.
  ///
  /// Cells whose meaning is unknown become notes, so that they are not lost. If a record of this
  /// kind needs a value that no column has, a heading without a column is added at the end. The
  /// import then says which line has no such value.
  static func found(in columns: [[String]], of kind: ReferenceKind) -> [String] {
    var found = PastedHeadings(columns)
    switch kind {
    case .school: found.takeSchool()
    case .coach: found.takeCoach()
    case .event:
      found.takeAny("Type") { EventType(written: $0) != nil }
      found.take("Date") { $0.first?.isNumber == true }
    case .document:
      found.takeAny("Type") { DocumentType(written: $0) != nil }
      found.take("Link", isAddress)
    default: break
    }
    let known = found.headings.compactMap(\.self)
    let missing = needed(by: kind).filter { !known.contains(where: $0.answers(to:)) }
      .map(\.heading)
    let open = found.open
    for (heading, place) in zip(missing, open) { found.headings[place] = heading }
    return found.headings.map { $0 ?? "Notes" } + missing.dropFirst(open.count)
  }

  /// Returns the columns that the import of this kind of record needs, except the column of the
  /// name. For a coach, the school is among them, although a table may have the id of the school
  /// instead.
  private static func needed(by kind: ReferenceKind) -> [ImportColumn] {
    kind.importColumns.filter { column in
      column.isRequired && !column.answers(to: "name")
        || kind == .coach && column.answers(to: "school")
    }
  }

  private mutating func takeSchool() {
    take("Division") { Division(written: $0) != nil }
    take("Website", Self.isAddress)
    // A town may have the name of a state, such as Delaware in Ohio. The state usually comes after
    // the town, so the last column of states is taken.
    let state =
      open.last { every($0) { $0.count == 2 && $0 == $0.uppercased() && Self.isState($0) } }
      ?? open.last { every($0, Self.isState) }
    guard let state else { return }
    take("State", state)
    take("City", [state - 1, state + 1].first { open.contains($0) && every($0, Self.isTown) })
  }

  private mutating func takeCoach() {
    take("E-mail") { (try? EmailAddress.parse($0).get()) != nil }
    take("Phone") { PhoneNumber($0) != nil }
    takeAny("Role") { CoachRole(written: $0) != nil }
  }

  /// The columns that have cells and no heading yet.
  private var open: [Int] {
    headings.indices.filter { headings[$0] == nil && !columns[$0].isEmpty }
  }

  private func every(_ column: Int, _ fits: (String) -> Bool) -> Bool {
    columns[column].allSatisfy(fits)
  }

  /// Gives the heading to the first column that has none yet and for all of whose cells `fits` is
  /// true.
  private mutating func take(_ heading: String, _ fits: (String) -> Bool) {
    take(heading, open.first { every($0, fits) })
  }

  /// Gives the heading to the first column that has none yet and for at least one of whose cells
  /// `fits` is true. The import then reports the other cells of this column.
  private mutating func takeAny(_ heading: String, _ fits: (String) -> Bool) {
    take(heading, open.first { columns[$0].contains(where: fits) })
  }

  private mutating func take(_ heading: String, _ column: Int?) {
    if let column { headings[column] = heading }
  }

  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("http") || text.hasPrefix("www.")
  }

  private static func isState(_ text: String) -> Bool { NamedState.letters(of: text) != nil }

  /// Returns whether the text may be the name of a town, such as `Fond du Lac`: a few words without
  /// digits, of which the first and the last begin with a capital letter.
  private static func isTown(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return (1...4).contains(words.count) && !text.contains(where: \.isNumber)
      && [words.first, words.last].allSatisfy { $0?.first?.isUppercase == true }
  }
}
