public import Basics
public import SQLite

/// The handles of records, that is, their permanent short names such as `s51`: the letter of a kind
/// of record and a number, which is assigned in order of creation and never reused.
///
/// The table of handles is not shared with other devices and is not changed by undo (domain.md 9).
/// So a record that is undone and redone, or deleted and restored, keeps its handle. A handle must
/// be assigned in the transaction that inserts the record.
public struct Handles {
  /// An id that belongs to no record. After the record with the highest number of a kind was
  /// erased, an entry with this id keeps the number, so that the next record gets the number after
  /// it.
  public static let nobody = RecordID(high: 0, low: 0)

  private let connection: DatabaseConnection

  fileprivate init(_ connection: DatabaseConnection) {
    self.connection = connection
  }

  /// Returns the number of the record's handle (the 51 in `s51`). A record without a number gets
  /// the next number of its kind.
  @discardableResult
  public func allot(_ kind: ReferenceKind, to id: RecordID) throws -> Int {
    if let number = try allotLeased(kind, to: id) { return number }
    try connection.execute(
      """
      INSERT INTO handles (kind, number, id)
      SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM handles WHERE kind = ?1
      ON CONFLICT (kind, id) DO NOTHING
      """, kind.key, id)
    return try connection.one(
      "SELECT number FROM handles WHERE kind = ? AND id = ?", kind.key, id
    ) { row in try row.int(0) }
  }

  /// Assigns the next number from those that the server leased to this device, so that no other
  /// device assigns the same one. Returns nil in a data file without a server, and when no leased
  /// number is left.
  private func allotLeased(_ kind: ReferenceKind, to id: RecordID) throws -> Int? {
    guard var lease = try connection.lease(kind) else { return nil }
    if let known = try number(kind, of: id) { return known }
    while let number = lease.take() {
      guard try self.id(kind, number: number) == nil else { continue }
      try connection.execute(
        "INSERT INTO handles (kind, number, id) VALUES (?, ?, ?)", kind.key, number, id)
      try connection.setLease(kind, lease)
      return number
    }
    return nil
  }

  /// Gives a record the number that its handle has on the server, such as the 51 in `s51`. With
  /// nil, the record gets a new number. If another record on this device has the number, that
  /// record gets a new one.
  public func move(_ kind: ReferenceKind, _ id: RecordID, to number: Int?) throws {
    if let number, try self.number(kind, of: id) == number { return }
    let displaced = try number.flatMap { try self.id(kind, number: $0) }
    // Two statements delete the entries, because each of them uses an index. With OR in one
    // statement, SQLite would read all handles of the kind.
    try connection.execute("DELETE FROM handles WHERE kind = ? AND id = ?", kind.key, id)
    if let number {
      try connection.execute(
        "DELETE FROM handles WHERE kind = ? AND number = ?", kind.key, number)
      try connection.execute(
        "INSERT INTO handles (kind, number, id) VALUES (?, ?, ?)", kind.key, number, id)
    }
    for one in [number == nil ? id : nil, displaced].compactMap({ $0 }) { try allot(kind, to: one) }
  }

  /// Assigns the numbers of short names to many records, in the order of `ids`.
  public func allot(_ kind: ReferenceKind, to ids: [RecordID]) throws {
    for id in ids { try allot(kind, to: id) }
  }

  public func number(_ kind: ReferenceKind, of id: RecordID) throws -> Int? {
    try connection.first(
      "SELECT number FROM handles WHERE kind = ? AND id = ?", kind.key, id
    ) { row in try row.int(0) }
  }

  public func id(_ kind: ReferenceKind, number: Int) throws -> RecordID? {
    try connection.first(
      "SELECT id FROM handles WHERE kind = ? AND number = ?", kind.key, number
    ) { row in try row.recordID(0) }
  }

  /// Returns the numbers (the 51 in `s51`) of all records of a kind, read in one scan. It suits a
  /// list that shows most of the records.
  public func numbers(_ kind: ReferenceKind) throws -> HandleNumbers {
    HandleNumbers(
      try connection.query(
        "SELECT id, number FROM handles WHERE kind = ? ORDER BY number", kind.key
      ) { row in (try row.recordID(0), try row.int(1)) })
  }

  /// Returns the numbers (the 51 in `s51`) of these records, read in one query. It suits a page
  /// that shows few of the records.
  public func numbers(_ kind: ReferenceKind, of ids: [RecordID]) throws -> [RecordID: Int] {
    let found = try connection.query(
      """
      SELECT handles.id, handles.number FROM json_each(?2) AS wanted
      JOIN handles ON handles.kind = ?1 AND handles.id = wanted.value
      """, kind.key, JSONList.text(ids)
    ) { row in (try row.recordID(0), try row.int(1)) }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }
}

extension DatabaseConnection {
  public var handles: Handles { Handles(self) }
}

/// The numbers in the short names of many records of a kind, such as the 51 in `s51`, found by the
/// record's id.
public struct HandleNumbers {
  private let sorted: [(id: RecordID, number: Int)]

  /// Creates the list from ids with their numbers; no id occurs twice.
  ///
  /// A sorted array needs less time than a hash table, and less than one index search in the data
  /// file for each id.
  init(_ pairs: [(id: RecordID, number: Int)]) { sorted = pairs.sorted { $0.id < $1.id } }

  public var count: Int { sorted.count }

  public subscript(id: RecordID) -> Int? {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low].id == id ? sorted[low].number : nil
  }
}

/// Numbers that the server leases to this device, in order. Only this device may assign them to
/// records (the 51 in `s51`).
public struct LeasedNumbers: Equatable, Sendable {
  /// The ranges of numbers that the device may still assign. They do not overlap.
  public private(set) var ranges: [ClosedRange<Int>]

  public init(_ ranges: [ClosedRange<Int>]) { self.ranges = ranges }

  /// Parses ranges as the property `text` writes them, such as `51-100 151-200`.
  init(reading text: String) {
    ranges = text.split(separator: " ").compactMap { range in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
    }
  }

  var text: String { ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ") }

  /// The number of leased numbers that are not assigned yet.
  public var count: Int { ranges.reduce(0) { $0 + $1.count } }

  mutating func take() -> Int? {
    guard let first = ranges.first else { return nil }
    ranges.removeFirst()
    if first.count > 1 { ranges.insert(first.lowerBound + 1...first.upperBound, at: 0) }
    return first.lowerBound
  }
}

extension DatabaseConnection {
  /// Returns the numbers that the server leased to this device for a kind of records. It is nil in
  /// a data file that is not connected to a server. Such a file assigns the next number after its
  /// own highest one.
  public func lease(_ kind: ReferenceKind) throws -> LeasedNumbers? {
    try metadata("numbers_\(kind.key)").map(LeasedNumbers.init(reading:))
  }

  /// Stores the numbers that the server leased to this device. With nil the data file assigns the
  /// numbers of this kind without the server again, each after its own highest one.
  public func setLease(_ kind: ReferenceKind, _ lease: LeasedNumbers?) throws {
    if let lease { return try setMetadata("numbers_\(kind.key)", lease.text) }
    try execute("DELETE FROM compass_meta WHERE key = ?", "numbers_\(kind.key)")
  }
}

extension ReferenceKind {
  /// The letter with which the short names of this kind begin, such as `s` for schools. The data
  /// file stores it as the name of the kind.
  public var key: String { String(letter) }
}

/// Passes ids as one JSON argument, so that a list of any length needs only one prepared statement.
public enum JSONList {
  public static func text(_ ids: some Sequence<RecordID>) -> String {
    "[" + ids.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }
}
