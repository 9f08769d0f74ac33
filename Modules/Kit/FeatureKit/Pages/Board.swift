/// A block of a page with lists side by side, such as one list for each status. The commands in a
/// row's `moves` move the row to another list.
///
/// Only a browser has the space for lists side by side. Other renderers (such as the terminal's)
/// show the lists as sections, one below the other.
public struct Board: Equatable, PageNode {
  /// The lists from left to right.
  ///
  /// A browser shows an empty list too, because a row can be moved into it.
  public var lanes: [Section]

  public init(_ lanes: [Section]) {
    self.lanes = lanes
  }

  /// The lists that contain at least one row.
  public var filled: [Section] { lanes.filter { !$0.blocks.isEmpty } }

  public var block: Block { .board(self) }
}

extension Block {
  /// The lists as sections, one below the other, for a renderer that shows nothing side by side.
  public var inSequence: [Block] {
    if case .board(let board) = self { board.filled.map(\.block) } else { [self] }
  }
}
