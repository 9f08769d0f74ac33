/// A PDF file with one page, which has a few lines of plain text. The transcript of the demo's
/// athlete is such a file.
struct PlainPDF {
  let lines: [String]

  var bytes: [UInt8] {
    let text = lines.enumerated().map { number, line in
      "BT /F1 14 Tf 72 \(720 - 24 * number) Td (\(Self.escaped(line))) Tj ET"
    }.joined(separator: "\n")
    let objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        + "/Resources << /Font << /F1 5 0 R >> >> >>",
      "<< /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    var file = "%PDF-1.4\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places { file += "\(Self.padded(place)) 00000 n \n" }
    file += "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(file.utf8)
  }

  private static func escaped(_ line: String) -> String {
    line.reduce(into: "") { text, letter in
      if "()\\".contains(letter) { text += "\\" }
      text.append(letter)
    }
  }

  private static func padded(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }
}
