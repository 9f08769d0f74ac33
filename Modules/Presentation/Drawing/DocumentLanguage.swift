/// Sets the language of a finished PDF, marks the file as tagged, and makes viewers show its title
/// in the window. cairo 1.16 has no functions for this.
///
/// These values belong in the PDF's catalogue, which cairo writes last. Only the cross-reference
/// table comes after the catalogue, so only one number has to change: the position at which that
/// table begins. A file with another structure stays unchanged.
enum DocumentLanguage {
  private static let entries = Array(
    "   /Lang (en-US)\n   /MarkInfo << /Marked true >>\n   /ViewerPreferences << /DisplayDocTitle true >>\n"
      .utf8)

  static func added(to bytes: [UInt8]) -> [UInt8] {
    guard let catalogue = place(of: "/Type /Catalog", in: bytes, before: bytes.count),
      let end = first(">>\nendobj\nxref", in: bytes, after: catalogue),
      let marker = place(of: "startxref\n", in: bytes, before: bytes.count), marker > end
    else { return bytes }
    // The file is changed only if the catalogue is its last object and the cross-reference table
    // begins directly after it, at the position that the file names. Otherwise the new positions
    // would be wrong, and viewers could not open the file.
    let xref = end + ">>\nendobj\n".utf8.count
    let digits = bytes[(marker + "startxref\n".utf8.count)...].prefix { (0x30...0x39).contains($0) }
    guard Int(String(decoding: digits, as: UTF8.self)) == xref,
      first("endobj", in: bytes, after: catalogue) == end + ">>\n".utf8.count,
      first("/MarkInfo", in: bytes, after: catalogue) == nil
    else { return bytes }
    var kept = Array(bytes[..<end]) + entries
    kept += bytes[end..<digits.startIndex]
    kept += Array(String(xref + entries.count).utf8)
    kept += bytes[digits.endIndex...]
    return kept
  }

  private static func place(of text: String, in bytes: [UInt8], before end: Int) -> Int? {
    let wanted = Array(text.utf8)
    guard end >= wanted.count else { return nil }
    // The searched texts are near the end of the PDF, so a search from the end is faster.
    return stride(from: end - wanted.count, through: 0, by: -1).first {
      bytes[$0] == wanted[0] && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  private static func first(_ text: String, in bytes: [UInt8], after start: Int) -> Int? {
    let wanted = Array(text.utf8)
    guard bytes.count - wanted.count > start else { return nil }
    return (start...(bytes.count - wanted.count)).first {
      bytes[$0] == wanted[0] && bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
