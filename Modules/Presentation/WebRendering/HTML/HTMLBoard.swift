import FeatureKit
import Hypertext

extension HTMLBody {
  /// Returns the lanes of a board (lists side by side, such as one for each status of schools). A
  /// saved page leaves out empty lanes, because its rows cannot be moved to them.
  mutating func markup(of board: Board, level: Int) -> Markup {
    let lanes = options.isServed ? board.lanes : board.filled
    return .block("div", ["class": "board"], lanes.map { lane(of: $0, level: level) })
  }

  private mutating func lane(of section: Section, level: Int) -> Markup {
    let id = nextID("s")
    let inner = section.blocks.map { markup(of: $0, level: level + 1) }
    return .block(
      "section", ["aria-labelledby": id, "class": inner.isEmpty ? "lane none" : "lane"],
      [heading(section.title, level: level, id: id)] + inner)
  }

  /// Returns the form that moves a row to another lane (list) of a board. Its drop-down list has
  /// one choice for each lane, with the command that moves the row there.
  func moves(of row: Row) -> Markup {
    guard options.isServed, !row.moves.isEmpty,
      case .action(let address)? = row.moves.lazy.compactMap({ options.target($0.command) }).first
    else { return .nothing }
    return .element(
      "form", ["method": "post", "action": address, "class": "action moves"],
      [
        .lines(options.formFields.map { controls.hidden($0) }),
        .block(
          "select", ["name": "_command", "aria-label": "Where \(row.title) stands"],
          row.moves.map { option($0.label, $0.command, isSelected: $0.isCurrent) }
            + (row.moves.contains(where: \.isCurrent)
              ? [] : [option("Choose", nil, isSelected: true)])),
        .element(
          "button", ["type": "submit", "aria-label": "Move \(row.title)"], [.words("Move")]),
      ])
  }

  /// Returns one option of a drop-down list.
  ///
  /// - Parameter command: the command that the browser sends if the person selects the option. Nil
  ///   for an option that cannot be selected.
  private func option(_ words: String, _ command: String?, isSelected: Bool) -> Markup {
    .element(
      "option",
      [
        "value": command, "disabled": command == nil ? "" : nil,
        "selected": isSelected ? "selected" : nil,
      ], [.words(words)])
  }
}
