import HTTP
import JSON

/// Parses request bodies that are not JSON (supabase-wire 2.6): rows as CSV, or one row as a form.
///
/// All values are texts, which the database converts to the columns' types. In CSV, `NULL` means
/// null.
enum TextBody {
  /// Returns the rows of a CSV or form body; nil if the body has another media type.
  static func rows(_ bytes: [UInt8], of request: Request) throws(RestFault) -> JSONValue? {
    if let form = try form(bytes, of: request) { return .object(form) }
    guard request.mediaType?.essence == "text/csv" else { return nil }
    var lines = try CSVLines(try text(bytes)).all
    guard !lines.isEmpty else { throw .badBody("CSV requires a header") }
    let names = lines.removeFirst()
    guard Set(names).count == names.count, !names.contains("") else {
      throw .badBody("The columns of CSV have names of their own")
    }
    var rows: [JSONValue] = []
    for line in lines {
      guard line.count == names.count else {
        throw .badBody("All lines must have same number of fields")
      }
      var row: JSONObject = [:]
      for (name, value) in zip(names, line) { row[name] = value == "NULL" ? .null : .string(value) }
      rows.append(.object(row))
    }
    return .array(rows)
  }

  /// Returns the fields of a form body; nil if the body has another media type. If a field occurs
  /// twice, the last value is used.
  static func form(_ bytes: [UInt8], of request: Request) throws(RestFault) -> JSONObject? {
    guard request.mediaType?.essence == "application/x-www-form-urlencoded" else { return nil }
    let text = try text(bytes)
    let fields: Fields
    do throws(RequestFault) {
      fields = try Fields(parsing: text)
    } catch {
      throw .badBody(error.sentence)
    }
    var object: JSONObject = [:]
    for field in fields.all { object[field.name] = .string(field.value) }
    guard !object.isEmpty, !Text.hasNUL(.object(object)) else { throw .badBody("Empty form") }
    return object
  }

  private static func text(_ bytes: [UInt8]) throws(RestFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      throw .badBody("The body is not UTF-8")
    }
    return text
  }
}

/// The lines of a CSV text (RFC 4180), each split into fields. Empty lines are skipped.
struct CSVLines {
  /// The largest number of cells. Without this limit a small body of commas could use much memory,
  /// because a cell takes far more memory than a comma.
  static let mostCells = 400_000

  private(set) var all: [[String]] = []

  init(_ text: String) throws(RestFault) {
    var (line, cell): ([String], [UInt8]) = ([], [])
    var (isQuoted, wasQuoted, cells) = (false, false, 0)
    func endCell() {
      line.append(String(decoding: cell, as: UTF8.self))
      (cell, wasQuoted) = ([], false)
      cells += 1
    }
    var bytes = Array(text.utf8)[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    bytes.append(0x0A)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      switch byte {
      case 0x22 where isQuoted:
        if place < bytes.endIndex, bytes[place] == 0x22 {
          cell.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
      case _ where isQuoted: cell.append(byte)
      case 0x22 where cell.isEmpty && !wasQuoted: (isQuoted, wasQuoted) = (true, true)
      case 0x2C: endCell()
      case 0x0D where bytes[place] == 0x0A: continue
      case 0x0A:
        if line.isEmpty, cell.isEmpty, !wasQuoted { continue }
        endCell()
        all.append(line)
        line = []
      case _ where wasQuoted || byte == 0x22: throw .badBody("A field of CSV is quoted in part")
      default: cell.append(byte)
      }
      guard cells <= Self.mostCells else {
        throw RestFault(413, "PGRST102", "CSV has at most \(Self.mostCells) fields.")
      }
    }
    guard !isQuoted else { throw .badBody("A quote of CSV is not closed") }
  }
}
