import CivilTime
import Domain
import FeatureKit

/// A filter of a list as an option of its command, and the function that sets it in the query.
struct ListFilterField<Record: FamilyRecord>: Sendable {
  let name: String
  let label: String
  let input: Input
  let apply: @Sendable (inout Record.Filter, FieldValue, ParseContext) -> Void

  enum Input: Sendable {
    case option(ValueKind<FieldValue>)
    case flag
  }
}

extension ListFilterField {
  typealias Slot<Value> = any (WritableKeyPath<Record.Filter, Value> & Sendable)

  static func choice<Known: Vocabulary>(
    _ name: String, _ label: String, _ slot: Slot<Known?>
  ) -> ListFilterField {
    let kind = FieldKind<Known>.choice
    return ListFilterField(
      name: name, label: label, input: .option(kind.typed.map(kind.wrap))
    ) { filter, value, _ in filter[keyPath: slot] = kind.unwrap(value) }
  }

  static func record(
    _ name: String, _ label: String, _ kind: ReferenceKind, _ slot: Slot<RecordID?>
  ) -> ListFilterField {
    let typed = ValueKind<Reference>.reference(kind)
    return ListFilterField(
      name: name, label: label, input: .option(typed.map { .record($0) })
    ) { filter, value, _ in
      filter[keyPath: slot] = FieldKind<RecordID>.record(typed).unwrap(value)
    }
  }

  static func flag(
    _ name: String, _ label: String,
    apply: @escaping @Sendable (inout Record.Filter) -> Void
  ) -> ListFilterField {
    ListFilterField(name: name, label: label, input: .flag) { filter, _, _ in apply(&filter) }
  }

  static func day(
    _ name: String, _ label: String, _ kind: FieldKind<CalendarDay> = .day,
    apply: @escaping @Sendable (inout Record.Filter, CalendarDay, ParseContext) -> Void
  ) -> ListFilterField {
    ListFilterField(
      name: name, label: label, input: .option(kind.typed.map(kind.wrap))
    ) { filter, value, context in
      if let day = kind.unwrap(value) { apply(&filter, day, context) }
    }
  }

  static func days(
    _ name: String, _ label: String, _ slot: Slot<Int?>
  ) -> ListFilterField {
    let kind = FieldKind<Int>.whole(1...3650)
    return ListFilterField(
      name: name, label: label, input: .option(kind.typed.map(kind.wrap))
    ) { filter, value, _ in filter[keyPath: slot] = kind.unwrap(value) }
  }
}
