public import Basics
public import CivilTime

/// How a value appears to people: its option on the command line, its label, its question in a
/// form, and its position on a page.
struct FieldForm: Sendable {
  var option: String
  var label: String
  var place: FieldShape.Position
  var question: String
  /// The sentence about how to write the value, which a form in a browser shows below the label.
  /// Nil if the label says it, or if the kind of value has such a sentence.
  var hint: String?
  /// The answers that the question offers; empty if any answer is possible.
  var answers: [String] = []
  var isAsked: Bool
  var use: FieldUse
  /// Whether the value is a positional argument of the command `add`, without an option name. Such
  /// a value is required.
  var isArgument: Bool
  var tones: [String: Tone] = [:]
  /// The name of another field whose text can contain the value of this field.
  var partOf: String?
  /// Whether markup is removed from the texts that people enter. The column's limit decides this.
  var isWithoutMarkup = false

  init(
    _ option: String, _ label: String, _ place: FieldShape.Position = .facts, ask: String? = nil,
    hint: String? = nil, isArgument: Bool = false, isAsked: Bool = true, use: FieldUse = .always,
    partOf: String? = nil
  ) {
    self.hint = hint
    self.partOf = partOf
    self.isArgument = isArgument
    self.option = option
    self.label = label
    self.place = place
    question = ask ?? label
    self.isAsked = isAsked
    self.use = use
  }

  var shape: FieldShape {
    var shape = FieldShape(
      name: option, label: label, question: question, place: place, tones: tones, partOf: partOf)
    shape.isWithoutMarkup = isWithoutMarkup
    return shape
  }
}

/// The commands that can set a field: both adding and editing a record (`always`), only one of the
/// two, or neither (`never`) for a field that is only displayed.
public enum FieldUse: Sendable { case always, adding, editing, never }

/// The circumstances of a change to a record: the person who makes it, the time, and the person's
/// time zone.
public struct ChangeContext: Sendable {
  public let person: RecordID
  public let now: Instant
  public let zone: Zone

  public init(person: RecordID, now: Instant, zone: Zone) {
    self.person = person
    self.now = now
    self.zone = zone
  }

  public var today: CalendarDay { zone.day(of: now) }
}

/// One value of a record as people see it. Most fields show and set the value of a column. Some
/// fields are only displayed, such as a count, and others can only be entered.
public struct RecordField<Record: FamilyRecord>: Sendable {
  public let shape: FieldShape
  /// The question with which a terminal asks for the value. It ends with the possible answers in
  /// parentheses.
  public let question: String
  /// How the value is entered; nil for a field that is only displayed.
  public let input: Input?
  public let read: @Sendable (Record.Row, RecordID) -> FieldValue?
  public let use: FieldUse
  /// Whether the value is a positional argument of the command `add`, without an option name.
  public let isArgument: Bool
  public let isAsked: Bool
  /// Whether the field can only be entered. `read` then returns nil, because pages show the value
  /// in another way, such as a school's status note in the history of the status.
  public private(set) var isOnlyTyped = false
  /// The rule by which a day without a year in an imported table, such as `Feb 10`, gets its year.
  /// For example, a deadline is assumed to lie ahead, and a contact to lie in the past.
  private(set) var leaning = NaturalDate.Leaning.nearest
  /// For a field with the last day of something, such as an event: returns the first day. A last
  /// day that is entered or imported without a year gets the year that brings it closest to this
  /// first day. It is nil for all other fields.
  private(set) var beginning: (@Sendable (Record) -> CalendarDay?)?

  public struct Input: Sendable {
    public let kind: ValueKind<FieldValue>
    public let isRepeated: Bool
    public let canBeEmptied: Bool
    /// Writes a value to the record. A nil value empties the field.
    public let write: @Sendable (inout Record, FieldValue?, ChangeContext) -> Void
  }

  public var name: String { shape.name }
}

extension RecordField {
  private init(
    _ form: FieldForm, input: Input?,
    read: @escaping @Sendable (Record.Row, RecordID) -> FieldValue?
  ) {
    shape = form.shape
    question =
      form.answers.isEmpty
      ? form.question : "\(form.question)  (\(form.answers.joined(separator: ", ")))"
    self.input = input
    self.read = read
    use = input == nil ? .never : form.use
    isAsked = input != nil && form.isAsked
    isArgument = form.isArgument
  }

  init<Typed: Sendable>(
    _ form: FieldForm, kind: FieldKind<Typed>, canBeEmptied: Bool,
    write: @escaping @Sendable (inout Record, Typed?, ChangeContext) -> Void,
    read: @escaping @Sendable (Record.Row) -> FieldValue?
  ) {
    let typed = Self.checked(kind, write).map(kind.wrap)
    self.init(
      form,
      input: Input(
        kind: form.hint.map { typed.hinted($0) } ?? typed, isRepeated: false,
        canBeEmptied: canBeEmptied,
        write: { write(&$0, $1.flatMap(kind.unwrap), $2) }), read: { row, _ in read(row) })
    leaning = kind.leaning
  }

  /// Returns an input type that also checks the rules of the record, such as the largest length of
  /// a text. So a value that breaks a rule is rejected as soon as it is entered, with the message
  /// of this rule, and not only when the record is saved.
  private static func checked<Typed: Sendable>(
    _ kind: FieldKind<Typed>,
    _ write: @escaping @Sendable (inout Record, Typed?, ChangeContext) -> Void
  ) -> ValueKind<Typed> {
    kind.typed.checked { value, context throws(Problem) in
      let empty = Record(id: .none)
      var record = empty
      write(
        &record, value, ChangeContext(person: .none, now: context.now, zone: context.zone))
      try record.check(today: context.today, replacing: empty)
    }
  }

  /// Creates a field for the last day of something that begins on another day.
  static func lastDay(
    _ form: FieldForm, _ path: ColumnPath<Record, CalendarDay?>,
    from beginning: @escaping @Sendable (Record) -> CalendarDay?
  ) -> RecordField {
    let day = FieldKind<CalendarDay>.dayLookingAhead
    var field = RecordField(
      form,
      kind: FieldKind<FieldValue>(
        typed: day.typed.mapWithText { .writtenDay($1, $0) }, wrap: { $0 }, unwrap: { $0 },
        leaning: day.leaning),
      canBeEmptied: true,
      write: { record, value, context in
        record[keyPath: path] = value.flatMap(day.unwrap)
        if case .writtenDay(let text, _) = value, let first = beginning(record),
          case .success(let last) = NaturalDate.parse(
            text, today: context.today, leaning: .near(first))
        {
          record[keyPath: path] = last
        }
      },
      read: { row in row.record[keyPath: path].map { .day($0) } })
    field.beginning = beginning
    return field
  }

  static func record(
    _ form: FieldForm, _ kind: ReferenceKind, canBeEmptied: Bool,
    write: @escaping @Sendable (inout Record, RecordID?) -> Void,
    read: @escaping @Sendable (Record.Row) -> Reference?
  ) -> RecordField {
    let typed = ValueKind<Reference>.reference(kind)
    return RecordField(
      form,
      input: Input(
        kind: typed.map { .record($0) }, isRepeated: false, canBeEmptied: canBeEmptied,
        write: { record, value, _ in
          write(&record, value.flatMap(FieldKind<RecordID>.record(typed).unwrap))
        }), read: { row, _ in read(row).map { .record($0) } })
  }

  /// Creates a field for several other records. On the command line, its option is repeated for
  /// each record.
  static func records(
    _ form: FieldForm, _ kind: ReferenceKind,
    write: @escaping @Sendable (inout Record, [RecordID]) -> Void,
    read: @escaping @Sendable (Record.Row) -> [Reference]
  ) -> RecordField {
    var form = form
    form.isAsked = false
    return RecordField(
      form,
      input: Input(
        kind: ValueKind<Reference>.reference(kind).map { .records([$0]) }, isRepeated: true,
        canBeEmptied: true,
        write: { record, value, _ in
          guard case .records(let references) = value ?? .records([]) else { return }
          write(&record, references.map(\.id))
        }),
      read: { row, _ in
        let references = read(row)
        return references.isEmpty ? nil : .records(references)
      })
  }

  /// Creates a field for a note that only its author reads.
  static func privateNote(
    _ note: @escaping @Sendable (Record, RecordID) -> String?,
    write: @escaping @Sendable (inout Record, String?, RecordID) -> Void
  ) -> RecordField {
    let kind = FieldKind<String>.text
    return RecordField(
      FieldForm(
        "private-note", "Private note", .text, ask: "A private note  (only you read it)"),
      input: Input(
        kind: checked(kind) { write(&$0, $1, $2.person) }.map(kind.wrap), isRepeated: false,
        canBeEmptied: true, write: { write(&$0, $1.flatMap(kind.unwrap), $2.person) }),
      read: { row, reader in note(row.record, reader).map { .text($0) } })
  }

  /// Creates a field that can be entered and that no page displays. By default, the entered value
  /// is not written to the record; the command uses the value itself.
  static func typed<Value>(
    _ form: FieldForm, _ kind: FieldKind<Value>,
    write: @escaping @Sendable (inout Record, Value) -> Void = { _, _ in }
  ) -> RecordField {
    typed(form, kind.typed.map(kind.wrap)) { record, value in
      if let value = kind.unwrap(value) { write(&record, value) }
    }
  }

  static func typed(
    _ form: FieldForm, _ kind: ValueKind<FieldValue>,
    write: @escaping @Sendable (inout Record, FieldValue) -> Void = { _, _ in }
  ) -> RecordField {
    var form = form
    form.place = .nowhere
    var field = RecordField(
      form,
      input: Input(
        kind: kind, isRepeated: false, canBeEmptied: false,
        write: { record, value, _ in if let value { write(&record, value) } }),
      read: { _, _ in nil })
    field.isOnlyTyped = true
    return field
  }

  /// Creates a field that is only displayed, such as a count, a time or the name of another record.
  static func shown(
    _ name: String, _ label: String, _ place: FieldShape.Position = .facts,
    read: @escaping @Sendable (Record.Row) -> FieldValue?
  ) -> RecordField {
    RecordField(FieldForm(name, label, place), input: nil, read: { row, _ in read(row) })
  }
}
