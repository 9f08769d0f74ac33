import CivilTime
import Domain
import FeatureKit

/// One line of a kind's table: what a field is called and asked, how it is typed, where it is shown, and what it reads and writes.
struct Field<Record: TabledRecord>: Sendable {
  let shape: FieldShape
  let question: String
  /// Nil for what is only shown.
  let input: Input?
  let read: @Sendable (Record.Row, RecordID) -> FieldValue?
  let use: Use
  let isAsked: Bool

  struct Input: Sendable {
    let kind: ValueKind<FieldValue>
    let isRepeated: Bool
    let canBeEmptied: Bool
    /// Nil empties the field.
    let write: @Sendable (inout Record.Edit, FieldValue?) -> Void
  }

  /// When a field can be given.
  enum Use: Sendable { case always, adding, editing, never }

  var name: String { shape.name }
}

/// Lists the fields of a kind, each checked by the compiler on its own.
@resultBuilder
enum FieldBuilder<Record: TabledRecord> {
  static func buildExpression(_ field: Field<Record>) -> Field<Record> { field }
  static func buildBlock(_ fields: Field<Record>...) -> [Field<Record>] { fields }
}

extension Field {
  typealias Place = FieldShape.Place
  typealias EditPath<Slot> = any (WritableKeyPath<Record.Edit, Slot> & Sendable)

  /// A field that one value of the edit holds.
  static func value<Slot: EditSlot>(
    _ name: String, _ label: String, _ kind: FieldKind<Slot.Value>,
    _ slot: EditPath<Slot>, _ place: Place = .facts,
    ask: String? = nil, isAsked: Bool = true, use: Use = .always,
    read: @escaping @Sendable (Record.Row) -> Slot.Value?
  ) -> Field where Slot.Value: Sendable {
    Field(
      shape: FieldShape(name: name, label: label, place: place), question: ask ?? label,
      input: .into(slot, kind), read: { row, _ in read(row).map(kind.wrap) }, use: use,
      isAsked: isAsked)
  }

  /// A word of a vocabulary; one we do not know is shown as it is.
  static func choice<Known: Vocabulary, Slot: EditSlot>(
    _ name: String, _ label: String, _ slot: EditPath<Slot>,
    _ place: Place = .facts, tones: [Known: Tone] = [:], ask: String? = nil, isAsked: Bool = true,
    read: @escaping @Sendable (Record.Row) -> Open<Known>?
  ) -> Field where Slot.Value == Known {
    let words = Known.allCases.map { FieldKind<Known>.choice.wrap($0).typed }
    let named = Dictionary(uniqueKeysWithValues: tones.map { ($0.key.rawValue, $0.value) })
    return Field(
      shape: FieldShape(name: name, label: label, place: place, tones: named),
      question: "\(ask ?? label)  (\(words.joined(separator: ", ")))",
      input: .into(slot, .choice),
      read: { row, _ in read(row).map { .choice(raw: $0.raw, words: $0.words) } },
      use: .always, isAsked: isAsked)
  }

  /// Another record.
  static func record<Slot: EditSlot>(
    _ name: String, _ label: String, _ kind: ReferenceKind,
    _ slot: EditPath<Slot>, _ place: Place = .facts,
    ask: String? = nil, use: Use = .always,
    read: @escaping @Sendable (Record.Row) -> Reference?
  ) -> Field where Slot.Value == RecordID {
    let typed = ValueKind<Reference>.reference(kind)
    return Field(
      shape: FieldShape(name: name, label: label, place: place), question: ask ?? label,
      input: Input(
        kind: typed.map { .record($0) }, isRepeated: false, canBeEmptied: Slot.canBeEmptied,
        write: { edit, value in
          edit[keyPath: slot].put(value.flatMap(FieldKind<RecordID>.record(typed).unwrap))
        }),
      read: { row, _ in read(row).map { .record($0) } }, use: use, isAsked: true)
  }

  /// Several other records, each named with the option again; what is given replaces what was there.
  static func records(
    _ name: String, _ label: String, _ kind: ReferenceKind,
    _ slot: EditPath<[RecordID]?>, _ place: Place = .facts,
    read: @escaping @Sendable (Record.Row) -> [Reference]
  ) -> Field {
    Field(
      shape: FieldShape(name: name, label: label, place: place), question: label,
      input: Input(
        kind: ValueKind<Reference>.reference(kind).map { .records([$0]) }, isRepeated: true,
        canBeEmptied: true,
        write: { edit, value in
          guard case .records(let references) = value ?? .records([]) else { return }
          edit[keyPath: slot] = references.map(\.id)
        }),
      read: { row, _ in
        let references = read(row)
        return references.isEmpty ? nil : .records(references)
      }, use: .always, isAsked: false)
  }

  /// Several short texts; what is given replaces what was there.
  static func texts(
    _ name: String, _ label: String, _ slot: EditPath<[String]?>,
    _ place: Place = .text, ask: String, read: @escaping @Sendable (Record.Row) -> [String]
  ) -> Field {
    let kind = FieldKind<[String]>.texts
    return Field(
      shape: FieldShape(name: name, label: label, place: place), question: ask,
      input: Input(
        kind: Input.checked(slot, kind).map(kind.wrap), isRepeated: false, canBeEmptied: true,
        write: { edit, value in edit[keyPath: slot] = value.map { kind.unwrap($0) ?? [] } ?? [] }),
      read: { row, _ in
        let texts = read(row)
        return texts.isEmpty ? nil : .texts(texts)
      }, use: .always, isAsked: true)
  }

  /// A note that only its author reads.
  static func privateNote(
    _ slot: EditPath<Change<String>>,
    read: @escaping @Sendable (Record.Row, RecordID) -> String?
  ) -> Field {
    Field(
      shape: FieldShape(name: "private-note", label: "Private note", place: .text),
      question: "A private note, which only you read", input: .into(slot, .text),
      read: { row, reader in read(row, reader).map { .text($0) } }, use: .always, isAsked: true)
  }

  /// What is typed as this and kept as something else: the kind's own `settle` reads it.
  static func typed<Value>(
    _ name: String, _ label: String, _ kind: FieldKind<Value>, ask: String? = nil,
    isAsked: Bool = true, use: Use = .always
  ) -> Field {
    typed(name, label, kind.typed.map(kind.wrap), ask: ask, isAsked: isAsked, use: use)
  }

  static func typed(
    _ name: String, _ label: String, _ kind: ValueKind<FieldValue>, ask: String? = nil,
    isAsked: Bool = true, use: Use = .always
  ) -> Field {
    Field(
      shape: FieldShape(name: name, label: label, place: .nowhere), question: ask ?? label,
      input: Input(kind: kind, isRepeated: false, canBeEmptied: false, write: { _, _ in }),
      read: { _, _ in nil }, use: use, isAsked: isAsked)
  }

  /// What nobody types: counts, times, names of others.
  static func shown(
    _ name: String, _ label: String, _ place: Place = .facts,
    read: @escaping @Sendable (Record.Row) -> FieldValue?
  ) -> Field {
    Field(
      shape: FieldShape(name: name, label: label, place: place), question: label, input: nil,
      read: { row, _ in read(row) }, use: .never, isAsked: false)
  }
}

extension Field.Input {
  fileprivate static func into<Slot: EditSlot>(
    _ slot: Field.EditPath<Slot>, _ kind: FieldKind<Slot.Value>
  ) -> Self where Slot.Value: Sendable {
    Self(
      kind: checked(slot, kind).map(kind.wrap), isRepeated: false,
      canBeEmptied: Slot.canBeEmptied,
      write: { edit, value in edit[keyPath: slot].put(value.flatMap(kind.unwrap)) })
  }

  /// A value refused by the rules of the record alone is refused as soon as it is typed, in their words.
  fileprivate static func checked<Slot: EditSlot>(
    _ slot: Field.EditPath<Slot>, _ kind: FieldKind<Slot.Value>
  ) -> ValueKind<Slot.Value> where Slot.Value: Sendable {
    kind.typed.checked { value, context throws(Problem) in
      var edit = Record.Edit()
      edit[keyPath: slot].put(value)
      var record = Record.blank
      record.apply(edit)
      try record.check(today: context.today)
    }
  }
}

/// A value of an edit: one that may be emptied (`Change`) or one that is always there (an optional, where nil keeps it).
protocol EditSlot<Value>: SendableMetatype {
  associatedtype Value
  static var canBeEmptied: Bool { get }
  /// Nil empties what can be emptied, and keeps what cannot.
  mutating func put(_ value: Value?)
}

extension Change: EditSlot {
  static var canBeEmptied: Bool { true }
  mutating func put(_ value: Value?) { self = value.map(Change.set) ?? .clear }
}

extension Optional: EditSlot {
  static var canBeEmptied: Bool { false }
  mutating func put(_ value: Wrapped?) { self = value }
}
