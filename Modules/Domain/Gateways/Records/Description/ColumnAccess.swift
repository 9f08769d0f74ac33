public import Basics
public import CivilTime
public import JSON

/// The way in which the value of a column is read from a record and written to it, with one case
/// for each data type.
///
/// The list of cases is complete. So code that stores, exports or imports records treats each data
/// type once for all kinds of records.
public enum ColumnAccess<Record>: Sendable {
  case text(ColumnPlace<Record, String>)
  case id(ColumnPlace<Record, RecordID>)
  case day(ColumnPlace<Record, CalendarDay>)
  case time(ColumnPlace<Record, TimeOfDay>)
  case moment(ColumnPlace<Record, Instant>)
  case whole(ColumnPlace<Record, Int>)
  case number(ColumnPlace<Record, Double>)
  case flag(ColumnPlace<Record, Bool>)
  case json(ColumnPlace<Record, JSONValue>)
  case texts(ColumnPath<Record, [String]>)
  case ids(ColumnPath<Record, [RecordID]>)
  case word(ColumnWord<Record>)
}

/// The data type of a column, without the type of the record. The schemas of SQLite and PostgreSQL
/// and the sync between the two need only the data type.
public enum ColumnForm: Hashable, Sendable {
  case text, id, day, time, moment, whole, number, flag, json, texts, ids
  /// One of a complete list of words, such as the statuses of a school. The associated value has
  /// the raw texts of all words.
  case word([String])
  /// A word of a list that is not complete, such as the name of a measure: families can add
  /// measures.
  case term
}

extension ColumnAccess {
  var form: ColumnForm {
    switch self {
    case .text: .text
    case .id: .id
    case .day: .day
    case .time: .time
    case .moment: .moment
    case .whole: .whole
    case .number: .number
    case .flag: .flag
    case .json: .json
    case .texts: .texts
    case .ids: .ids
    case .word(let word): word.areAllListed ? .word(word.known()) : .term
    }
  }

  /// Whether every record has a value in this column, so that the column is never null.
  var isAlways: Bool {
    switch self {
    case .text(.always), .id(.always), .day(.always), .time(.always), .moment(.always),
      .whole(.always), .number(.always), .flag(.always), .json(.always), .texts, .ids:
      true
    case .text, .id, .day, .time, .moment, .whole, .number, .flag, .json: false
    case .word(let word): word.isAlways
    }
  }

  /// Returns the default value of the column, which is its value in `blank`, a record that has only
  /// an id. Returns nil if `blank` has no value, and for ids, days, times of day and moments,
  /// because they have no default.
  func standard(in blank: Record) -> JSONValue? {
    switch self {
    case .text(let place): place.value(in: blank).map { .string($0) }
    case .whole(let place): place.value(in: blank).map { JSONValue($0) }
    case .number(let place): place.value(in: blank).map { JSONValue($0) }
    case .flag(let place): place.value(in: blank).map { .bool($0) }
    case .json(let place): place.value(in: blank)
    case .texts, .ids: .array([])
    case .word(let word): word.get(blank).map { .string($0) }
    case .id, .day, .time, .moment: nil
    }
  }
}

public typealias ColumnPath<Record, Value> = any WritableKeyPath<Record, Value> & Sendable

/// How a record stores a value: as a property that always has a value, or as an optional property.
public enum ColumnPlace<Record, Value>: Sendable {
  case always(ColumnPath<Record, Value>)
  case optional(ColumnPath<Record, Value?>)
}

/// The way in which a value of an enumeration (`Vocabulary`), such as the status of a school, is
/// read from a record and written to it, as its raw text.
public struct ColumnWord<Record>: Sendable {
  /// Returns the raw texts of all words of the enumeration, in its order. It is a closure because
  /// the program creates all columns at every start, and few starts need the texts.
  public let known: @Sendable () -> [String]
  /// Returns the part of an error message that says which values the column accepts. It lists
  /// them, as in `one of A, B, C`, or says `a known name` if other values are valid too.
  public let choice: @Sendable () -> String
  /// Whether only the texts in `known` are valid values.
  public let areAllListed: Bool
  let isAlways: Bool
  /// Returns the raw text of the word that a text typed by a person means; nil if the text means
  /// none.
  public let written: @Sendable (String) -> String?
  /// Returns the words that people read for a raw text, such as `Offer received`.
  let words: @Sendable (String) -> String
  public let get: @Sendable (Record) -> String?
  public let set: @Sendable (inout Record, String?) -> Void
}

/// A type of value that a column can hold.
public protocol RecordValue: Equatable, Sendable {
  static func access<Record>(_ path: ColumnPath<Record, Self>) -> ColumnAccess<Record>
  /// Whether the value counts as missing. A required column rejects such a value.
  var isBlank: Bool { get }
  /// Returns whether writing `new` over `stored` would undo a change that another person made after
  /// the user read the value `shown`.
  static func isConflict(shown: Self, stored: Self, new: Self) -> Bool
}

extension RecordValue {
  public var isBlank: Bool { false }

  public static func isConflict(shown: Self, stored: Self, new: Self) -> Bool {
    new != stored && shown != stored
  }
}

/// A type whose values a column can hold in two ways: as a value that every record has, or as an
/// optional value.
public protocol ScalarValue: RecordValue {
  static func access<Record>(_ place: ColumnPlace<Record, Self>) -> ColumnAccess<Record>
}

extension ScalarValue {
  public static func access<Record>(_ path: ColumnPath<Record, Self>) -> ColumnAccess<Record> {
    access(.always(path))
  }
}

/// A type of value that people enter in a form.
public protocol TypedValue: RecordValue {
  associatedtype Typed: Sendable
  static var kind: FieldKind<Typed> { get }
  static var canBeEmptied: Bool { get }
  /// Creates the value from the parsed input. The input is nil if the field was left empty; the
  /// result is nil if the column requires a value then.
  init?(typed: Typed?)
  func shown(as kind: FieldKind<Typed>) -> FieldValue?
}

extension String: ScalarValue, TypedValue {
  public static func access<R>(_ at: ColumnPlace<R, String>) -> ColumnAccess<R> { .text(at) }
  public var isBlank: Bool { trimmed.isEmpty }
  public static var kind: FieldKind<String> { .text }
}

extension RecordID: ScalarValue {
  /// An id that no row has. A reference with this id counts as missing.
  public static let none = RecordID(high: 0, low: 0)

  public static func access<R>(_ at: ColumnPlace<R, RecordID>) -> ColumnAccess<R> { .id(at) }
  public var isBlank: Bool { self == .none }
}

extension CalendarDay: ScalarValue, TypedValue {
  public static func access<R>(_ at: ColumnPlace<R, CalendarDay>) -> ColumnAccess<R> { .day(at) }
  public var isBlank: Bool { self == .first }
  public static var kind: FieldKind<CalendarDay> { .day }
}

extension TimeOfDay: ScalarValue, TypedValue {
  public static func access<R>(_ at: ColumnPlace<R, TimeOfDay>) -> ColumnAccess<R> { .time(at) }
  public static var kind: FieldKind<TimeOfDay> { .time }
}

extension Instant: ScalarValue {
  /// Whether the moment counts as missing. A missing moment is stored as the epoch (January 1,
  /// 1970).
  public var isBlank: Bool { self == Instant(milliseconds: 0) }

  public static func access<R>(_ at: ColumnPlace<R, Instant>) -> ColumnAccess<R> { .moment(at) }
}

extension Int: ScalarValue, TypedValue {
  public static func access<R>(_ at: ColumnPlace<R, Int>) -> ColumnAccess<R> { .whole(at) }
  public static var kind: FieldKind<Int> { .whole(example: "25") }
}

extension Double: ScalarValue, TypedValue {
  public static func access<R>(_ at: ColumnPlace<R, Double>) -> ColumnAccess<R> { .number(at) }
  public static var kind: FieldKind<Double> { .dollars }
}

extension Bool: ScalarValue, TypedValue {
  public static func access<R>(_ at: ColumnPlace<R, Bool>) -> ColumnAccess<R> { .flag(at) }
  public static var kind: FieldKind<Bool> { .yesNo }
}

extension JSONValue: ScalarValue {
  public static func access<R>(_ at: ColumnPlace<R, JSONValue>) -> ColumnAccess<R> { .json(at) }

  /// Compares JSON objects key by key. In private notes each key is the id of an author, so one
  /// person's note never conflicts with the note of another.
  public static func isConflict(shown: JSONValue, stored: JSONValue, new: JSONValue) -> Bool {
    guard let old = stored.object, let changed = new.object else {
      return new != stored && shown != stored
    }
    return Set(old.keys).union(changed.keys).contains { key in
      old[key] != changed[key] && shown[key] != old[key]
    }
  }
}

extension Array: RecordValue where Element: ListedValue {
  public static func access<Record>(_ path: ColumnPath<Record, [Element]>) -> ColumnAccess<Record> {
    Element.access(list: path)
  }
}

/// A type of which a column can hold an array: texts, or ids of records.
public protocol ListedValue: Equatable, Sendable {
  static func access<Record>(list path: ColumnPath<Record, [Self]>) -> ColumnAccess<Record>
}

extension String: ListedValue {
  public static func access<Record>(
    list path: ColumnPath<Record, [String]>
  ) -> ColumnAccess<Record> { .texts(path) }
}

extension RecordID: ListedValue {
  public static func access<Record>(
    list path: ColumnPath<Record, [RecordID]>
  ) -> ColumnAccess<Record> { .ids(path) }
}

extension [String]: TypedValue {
  public static var kind: FieldKind<[String]> { .texts }
  public static var canBeEmptied: Bool { true }
  public init?(typed: [String]?) { self = typed ?? [] }
  public func shown(as kind: FieldKind<[String]>) -> FieldValue? {
    isEmpty ? nil : .texts(self)
  }
}

extension Open: RecordValue, ScalarValue where Known: Vocabulary {
  public static func access<Record>(_ place: ColumnPlace<Record, Open>) -> ColumnAccess<Record> {
    let isAlways = if case .always = place { true } else { false }
    return .word(
      ColumnWord(
        known: { Known.allCases.map(\.rawValue) }, choice: { Known.choice },
        areAllListed: Known.areAllListed,
        isAlways: isAlways,
        written: { Known(written: $0)?.rawValue }, words: { Open<Known>($0).words },
        get: { place.value(in: $0)?.raw },
        set: { record, raw in
          switch place {
          case .always(let path): if let raw { record[keyPath: path] = Open(raw) }
          case .optional(let path): record[keyPath: path] = raw.map { Open($0) }
          }
        }))
  }
  public var isBlank: Bool { raw.isEmpty }
}

extension Open: TypedValue where Known: Vocabulary {
  public static var kind: FieldKind<Known> { .choice }
  public static var canBeEmptied: Bool { false }
  public init?(typed: Known?) {
    guard let typed else { return nil }
    self = .known(typed)
  }
  /// Returns the word as a choice. A word that this version does not know is shown unchanged.
  public func shown(as kind: FieldKind<Known>) -> FieldValue? { .choice(self) }
}

extension Optional: RecordValue where Wrapped: ScalarValue {
  public static func access<Record>(_ path: ColumnPath<Record, Wrapped?>) -> ColumnAccess<Record> {
    Wrapped.access(.optional(path))
  }
  public var isBlank: Bool { self?.isBlank ?? true }
  public static func isConflict(shown: Wrapped?, stored: Wrapped?, new: Wrapped?) -> Bool {
    guard let shown, let stored, let new else { return new != stored && shown != stored }
    return Wrapped.isConflict(shown: shown, stored: stored, new: new)
  }
}

extension Optional: TypedValue where Wrapped: ScalarValue & TypedValue {
  public static var kind: FieldKind<Wrapped.Typed> { Wrapped.kind }
  public static var canBeEmptied: Bool { true }
  public init?(typed: Wrapped.Typed?) { self = typed.flatMap { Wrapped(typed: $0) } }
  public func shown(as kind: FieldKind<Wrapped.Typed>) -> FieldValue? {
    flatMap { $0.shown(as: kind) }
  }
}

extension TypedValue where Typed == Self {
  public static var canBeEmptied: Bool { false }
  public init?(typed: Self?) {
    guard let typed else { return nil }
    self = typed
  }
  public func shown(as kind: FieldKind<Self>) -> FieldValue? { kind.wrap(self) }
}
