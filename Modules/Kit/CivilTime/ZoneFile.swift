/// The reason why a zone is not available.
public enum ZoneFailure: Error, Equatable, Sendable {
  /// There is no zone file with this name, or the name is invalid, such as `../passwd`.
  case unknownName(String)
  /// The file exists but is not a valid zone file.
  case damaged(String)
}

extension Zone {
  /// Parses the bytes of a zone file (TZif version 1, 2 or 3, RFC 8536).
  public init(name: String, file bytes: [UInt8]) throws(ZoneFailure) {
    var reader = ZoneFileReader(bytes: bytes)
    guard let table = reader.table() else { throw .damaged(name) }
    self.init(name: name, table: table)
  }
}

/// Parses the blocks of a zone file, whose numbers are big-endian. Each function returns nil if the
/// bytes are not valid.
private struct ZoneFileReader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private struct Header {
    var version: UInt8
    var universal, standard, leaps, changes, types, characters: Int

    func size(timeBytes: Int) -> Int {
      changes * (timeBytes + 1) + types * 6 + characters + leaps * (timeBytes + 4) + standard
        + universal
    }
  }

  mutating func table() -> ZoneTable? {
    guard let first = header() else { return nil }
    guard first.version >= UInt8(ascii: "2") else { return block(first, timeBytes: 4, rule: nil) }
    // A file of version 2 or 3 contains all data twice: first with 32-bit times, then with 64-bit
    // times and the rule for later years. The first copy is skipped.
    position += first.size(timeBytes: 4)
    guard let second = header() else { return nil }
    let start = position
    position += second.size(timeBytes: 8)
    guard let footer = footer() else { return nil }
    let rule = ZoneRule(posix: footer)
    guard footer.isEmpty || rule != nil else { return nil }
    position = start
    return block(second, timeBytes: 8, rule: rule)
  }

  private mutating func header() -> Header? {
    guard position + 44 <= bytes.count, bytes[position..<position + 4].elementsEqual("TZif".utf8)
    else { return nil }
    let version = bytes[position + 4]
    position += 20
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = number(4), count >= 0 else { return nil }
      counts.append(Int(count))
    }
    let header = Header(
      version: version, universal: counts[0], standard: counts[1], leaps: counts[2],
      changes: counts[3], types: counts[4], characters: counts[5])
    // Files in the folder `right` count leap seconds, so their time differs from civil time. Such
    // files are refused.
    guard header.types > 0, header.leaps == 0, header.changes < 100_000 else { return nil }
    return header
  }

  private mutating func block(_ header: Header, timeBytes: Int, rule: ZoneRule?) -> ZoneTable? {
    guard position + header.size(timeBytes: timeBytes) <= bytes.count else { return nil }
    var starts: [Int64] = []
    for _ in 0..<header.changes {
      guard let start = number(timeBytes), starts.last.map({ $0 < start }) ?? true else {
        return nil
      }
      starts.append(start)
    }
    var kinds: [Int] = []
    for _ in 0..<header.changes {
      kinds.append(Int(bytes[position]))
      position += 1
    }
    var types: [Int] = []
    for _ in 0..<header.types {
      guard let offset = number(4), abs(offset) <= 18 * 3600 else { return nil }
      types.append(Int(offset))
      position += 2
    }
    guard kinds.allSatisfy({ $0 < types.count }) else { return nil }
    return ZoneTable(
      initial: types[0], starts: starts, offsets: kinds.map { types[$0] }, rule: rule)
  }

  /// Returns the text between the two line feeds at the end of the file: the rule for all years
  /// after its last change, such as `EST5EDT,M3.2.0,M11.1.0`.
  private mutating func footer() -> String? {
    let newline = UInt8(ascii: "\n")
    guard position < bytes.count, bytes[position] == newline,
      let end = bytes[(position + 1)...].firstIndex(of: newline)
    else { return nil }
    return String(validating: bytes[(position + 1)..<end], as: UTF8.self)
  }

  private mutating func number(_ size: Int) -> Int64? {
    guard position + size <= bytes.count else { return nil }
    var value: UInt64 = bytes[position] >= 0x80 ? .max : 0
    for byte in bytes[position..<position + size] { value = value << 8 | UInt64(byte) }
    position += size
    return Int64(bitPattern: value)
  }
}
