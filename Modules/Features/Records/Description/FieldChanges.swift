import CivilTime
public import Domain
import FeatureKit

/// The part of a record that a command changes: the new values of fields, and the names of the
/// fields that the command empties.
public struct FieldChanges: Equatable, Sendable {
  public var values: [String: FieldValue]
  public var cleared: Set<String>

  public init(_ values: [String: FieldValue] = [:], cleared: Set<String> = []) {
    self.values = values
    self.cleared = cleared
  }

  /// A text that is equal for equal values.
  ///
  /// The text becomes part of an effect's identifier (an effect is the work that a command starts).
  /// So the program recognizes a repeat of the same command while the first one runs. The fields
  /// are sorted, because a dictionary has no fixed order.
  var signature: String {
    let said = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return (said + cleared.sorted()).joined(separator: " ")
  }

  public var isEmpty: Bool { values.isEmpty && cleared.isEmpty }
}

extension FieldChanges {
  subscript(field: String) -> FieldValue? { values[field] }

  func text(_ field: String) -> String? {
    if case .text(let text) = values[field] { text } else { nil }
  }

  func day(_ field: String) -> CalendarDay? {
    values[field].flatMap(FieldKind<CalendarDay>.day.unwrap)
  }

  func choice<Known: RawRepresentable>(_ field: String, _ type: Known.Type = Known.self) -> Known?
  where Known.RawValue == String {
    if case .choice(let raw, _) = values[field] { Known(rawValue: raw) } else { nil }
  }

  /// Throws if a field has a value and is also to be emptied.
  func checkClearing() throws(Problem) {
    guard let field = cleared.sorted().first(where: { values[$0] != nil }) else { return }
    throw Problem(
      .usage, "`--\(field)` and `--clear \(field)` cannot both be used.",
      fix: "Choose one of them. Nothing was saved.")
  }
}
