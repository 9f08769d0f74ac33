public import Basics
public import CivilTime
public import SQLite

// In the data file, ids, dates and instants are texts of a fixed length (decision 4). These
// extensions write and read them without creating a `String`.

extension RecordID: Bindable {
  public var storageClass: StorageClass { .text }

  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bindText(capacity: 36, at: index) { bytes in
      var position = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          bytes[position] = UInt8(ascii: "-")
          position += 1
        }
        let word = digit < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: word >> (60 - UInt64(digit & 15) * 4) & 0xF)
        bytes[position] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        position += 1
      }
      return position
    }
  }
}

extension CalendarDay: Bindable {
  public var storageClass: StorageClass { .text }

  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bindText(capacity: 10, at: index) { bytes in
      var writer = DigitWriter(bytes)
      writer.write(self)
      return writer.count
    }
  }
}

extension Instant: Bindable {
  public var storageClass: StorageClass { .text }

  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bindText(capacity: 24, at: index) { bytes in
      let perDay: Int64 = 86_400_000
      let time = Int((milliseconds % perDay + perDay) % perDay)
      let day = Int((milliseconds - Int64(time)) / perDay)
      var writer = DigitWriter(bytes)
      writer.write(CalendarDay(dayNumber: day))
      writer.write("T")
      writer.write(time / 3_600_000, digits: 2)
      writer.write(":")
      writer.write(time / 60_000 % 60, digits: 2)
      writer.write(":")
      writer.write(time / 1_000 % 60, digits: 2)
      writer.write(".")
      writer.write(time % 1_000, digits: 3)
      writer.write("Z")
      return writer.count
    }
  }
}

extension ResultRow {
  public func recordID(_ column: Int) throws(SQLiteError) -> RecordID {
    try parsed(column, as: "uuid") { RecordID(utf8: $0) }
  }

  public func optionalRecordID(_ column: Int) throws(SQLiteError) -> RecordID? {
    if isNull(column) { return nil }
    return try recordID(column)
  }

  public func instant(_ column: Int) throws(SQLiteError) -> Instant {
    try parsed(column, as: "instant") { Instant(utf8: $0) }
  }

  /// Returns the instant in a column; nil for null. Text that is not an instant also reads as nil
  /// where null is allowed (decision 4).
  public func optionalInstant(_ column: Int) throws(SQLiteError) -> Instant? {
    try parsedIfWellFormed(column) { Instant(utf8: $0) }
  }

  public func day(_ column: Int) throws(SQLiteError) -> CalendarDay {
    try parsed(column, as: "date") { CalendarDay(utf8: $0) }
  }

  /// Returns the date in a column; nil for null. Text that is not a date also reads as nil where
  /// null is allowed (decision 4).
  public func optionalDay(_ column: Int) throws(SQLiteError) -> CalendarDay? {
    try parsedIfWellFormed(column) { CalendarDay(utf8: $0) }
  }
}

/// Writes the digits of dates and times into a buffer on the stack, so that binding them to a
/// statement creates no `String`.
private struct DigitWriter {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func write(_ day: CalendarDay) {
    write(day.year, digits: 4)
    write("-")
    write(day.month, digits: 2)
    write("-")
    write(day.day, digits: 2)
  }

  mutating func write(_ number: Int, digits: Int) {
    var rest = number
    for place in stride(from: count + digits - 1, through: count, by: -1) {
      bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  mutating func write(_ mark: Unicode.Scalar) {
    bytes[count] = UInt8(ascii: mark)
    count += 1
  }
}
