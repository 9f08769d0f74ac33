import Basics
import CivilTime
import JSON

/// A part of a transaction, as it is sent to the server. The server applies all changes of the part
/// or none. The part is small enough for the server to check and apply in one statement.
struct StepPart {
  var id: RecordID
  var person: RecordID
  var athlete: RecordID?
  var operation: String
  var summary: String
  var at: Instant
  var piece = StepPiece()
  var changes: [RowDifference]

  var json: JSONValue {
    .object([
      "id": .string(id.description), "person": .string(person.description),
      "athlete": athlete.map { .string($0.description) } ?? .null,
      "operation": .string(operation), "summary": .string(summary.withoutNUL),
      "at": .string(at.description), "part": JSONValue(piece.part),
      "parts": JSONValue(piece.parts), "changes": .array(changes.map(\.json)),
    ])
  }

  /// The two halves of the part as separate parts, or nil for a part with a single change.
  var halves: [StepPart]? {
    guard changes.count > 1 else { return nil }
    let middle = changes.count / 2
    return zip(piece.halves, [changes[..<middle], changes[middle...]]).map { piece, some in
      var half = self
      (half.piece, half.changes) = (piece, Array(some))
      return half
    }
  }
}

/// One of the pieces in which a transaction is sent to the server.
///
/// A piece that takes the server too long is halved until it does not, so the pieces of one
/// transaction may differ in size. The server identifies a piece by two numbers, `part` and
/// `parts`. Each halving adds a hundred million to both, so that the numbers of all pieces of a
/// transaction differ.
struct StepPiece: Hashable {
  private static let numbersOfHalving = 100_000_000

  private let place: Int
  private let count: Int
  private let halvings: Int

  init(_ place: Int = 1, of count: Int = 1) { self.init(place, of: count, halvings: 0) }

  private init(_ place: Int, of count: Int, halvings: Int) {
    self.place = place
    self.count = count
    self.halvings = halvings
  }

  /// Creates the piece with these two numbers; nil if no piece has them.
  init?(part: Int, parts: Int) {
    guard part > 0, parts >= part else { return nil }
    let (halvings, count) = parts.quotientAndRemainder(dividingBy: Self.numbersOfHalving)
    let place = part - halvings * Self.numbersOfHalving
    guard place > 0, place <= count else { return nil }
    self.init(place, of: count, halvings: halvings)
  }

  var part: Int { halvings * Self.numbersOfHalving + place }
  var parts: Int { halvings * Self.numbersOfHalving + count }

  var halves: [StepPiece] {
    [2 * place - 1, 2 * place].map { StepPiece($0, of: 2 * count, halvings: halvings + 1) }
  }

  /// Returns the pieces in order if together they are a whole transaction; otherwise nil.
  ///
  /// A piece that is contained in a larger one is left out. The server has both if a sync was
  /// interrupted between two halves, because the next sync sends the larger piece as a whole.
  static func whole(_ pieces: some Collection<StepPiece>) -> [StepPiece]? {
    let finest = pieces.map(\.count).max() ?? 1
    func begin(_ piece: StepPiece) -> Int { (piece.place - 1) * (finest / piece.count) }
    var end = 0
    var found: [StepPiece] = []
    for piece in pieces.sorted(by: { (begin($0), $0.count) < (begin($1), $1.count) }) {
      let after = begin(piece) + finest / piece.count
      guard after > end else { continue }
      guard begin(piece) == end else { return nil }
      end = after
      found.append(piece)
    }
    return end == finest ? found : nil
  }
}
