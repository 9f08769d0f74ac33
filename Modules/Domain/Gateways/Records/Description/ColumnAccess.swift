public import Basics
public import CivilTime
public import JSON

/// Where in a record the value of a column is, by the form that such a value has in a file.
///
/// A closed list: code that stores, exports or imports records handles each form once.
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

/// The form of a column's values, without the type of its records. Both databases, and the transfer
/// between them, need to know no more.
public enum ColumnForm: Hashable, Sendable {
  case text, id, day, time, moment, whole, number, flag, json, texts, ids
  /// The value is one of these words of a vocabulary.
  case word([String])
  /// The value is a word of a vocabulary whose words are not all listed, such as the measures.
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

  /// Whether every record has a value here.
  var isAlways: Bool {
    switch self {
    case .text(.always), .id(.always), .day(.always), .time(.always), .moment(.always),
      .whole(.always), .number(.always), .flag(.always), .json(.always), .texts, .ids:
      true
    case .text, .id, .day, .time, .moment, .whole, .number, .flag, .json: false
    case .word(let word): word.isAlways
    }
  }

  /// Returns the value that the column has in a record without any typed value; nil for none, and
  /// for ids, days and moments, which have no default in any row.
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

/// A value that is always present, or one that may be missing.
public enum ColumnPlace<Record, Value>: Sendable {
  case always(ColumnPath<Record, Value>)
  case optional(ColumnPath<Record, Value?>)
}

/// A word of any vocabulary, by its raw text.
public struct ColumnWord<Record>: Sendable {
  /// Returns all raw texts, in their order. It is a closure, because every start of the program
  /// creates the tables, and few need the texts.
  public let known: @Sendable () -> [String]
  /// Whether texts that are not in `known` are not values.
  public let areAllListed: Bool
  let isAlways: Bool
  /// Returns the raw text for a word that a person typed.
  public let written: @Sendable (String) -> String?
  public let get: @Sendable (Record) -> String?
  public let set: @Sendable (inout Record, String?) -> Void
}

/// A type of value that a column can hold.
public protocol RecordValue: Equatable, Sendable {
  static func access<Record>(_ path: ColumnPath<Record, Self>) -> ColumnAccess<Record>
  /// Whether the value counts as not given; a required column refuses such a value.
  var isBlank: Bool { get }
  /// Whether a change to `new` would undo what another person wrote after `shown` was displayed.
  static func isConflict(shown: Self, stored: Self, new: Self) -> Bool
}

extension RecordValue {
  public var isBlank: Bool { false }

  public static func isConflict(shown: Self, stored: Self, new: Self) -> Bool {
    new != stored && shown != stored
  }
}

/// A type of value that a column can also leave empty.
public protocol ScalarValue: RecordValue {
  static func access<Record>(_ place: ColumnPlace<Record, Self>) -> ColumnAccess<Record>
}

extension ScalarValue {
  public static func access<Record>(_ path: ColumnPath<Record, Self>) -> ColumnAccess<Record> {
    access(.always(path))
  }
}

/// A value that people type.
public protocol TypedValue: RecordValue {
  associatedtype Typed: Sendable
  static var kind: FieldKind<Typed> { get }
  static var canBeEmptied: Bool { get }
  /// Creates the value from typed text; nil if the text is empty and the value is required.
  init?(typed: Typed?)
  func shown(as kind: FieldKind<Typed>) -> FieldValue?
}

extension String: ScalarValue, TypedValue {
  public static func access<R>(_ at: ColumnPlace<R, String>) -> ColumnAccess<R> { .text(at) }
  public var isBlank: Bool { trimmed.isEmpty }
  public static var kind: FieldKind<String> { .text }
}

extension RecordID: ScalarValue {
  /// The id of an empty record on which values are only tried; no row has it.
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
  /// Whether the moment counts as not given, which the epoch stands for.
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

  /// Compares member by member: the note of one person never conflicts with the note of another.
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

/// A type that a column can hold a list of.
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
        known: { Known.allCases.map(\.rawValue) }, areAllListed: Known.areAllListed,
        isAlways: isAlways,
        written: { Known(written: $0)?.rawValue },
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
  /// Shows a word. A word that this version does not know is shown as it is.
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
