import Basics
import Testing

@Suite("Phone numbers")
struct PhoneNumberTests {
  @Test(
    "A number is read in its usual spellings, with its extension apart",
    arguments: [
      ("555-0101", "5550101", nil), ("+1 (555) 010-1234", "+15550101234", nil),
      ("(+1) 555 010 1234", "+15550101234", nil), (" 555.010.1234 ", "5550101234", nil),
      ("555–010–1234", "5550101234", nil), ("555\u{2011}010\u{2212}1234", "5550101234", nil),
      ("555\u{A0}010\u{202F}1234", "5550101234", nil),
      ("\u{202A}555-010-1234\u{202C}", "5550101234", nil),
      ("tel:+15550101234", "+15550101234", nil),
      ("Tel: 555-010-1234", "5550101234", nil), ("555-010-1234 (cell)", "5550101234", nil),
      ("(office) (555) 010-1234", "5550101234", nil), ("555.010.1234 x12", "5550101234", "12"),
      ("555 010 1234 ext. 12", "5550101234", "12"), ("5550101234 Extension 4", "5550101234", "4"),
      ("555 010 1234, ext 12", "5550101234", "12"), ("555-0101 #3", "5550101", "3"),
      ("+1 (555) 010-1234 ext: 12", "+15550101234", "12"),
      ("tel:5550101234;ext=12", "5550101234", "12"),
      ("555-010-1234 x12 (cell)", "5550101234", "12"),
    ] as [(String, String, String?)])
  func spellings(text: String, number: String, lineExtension: String?) {
    let read = PhoneNumber(text)
    #expect(read?.number == number)
    #expect(read?.lineExtension == lineExtension)
  }

  @Test(
    "Other texts are none",
    arguments: [
      "", "555", "call me", "call me 5550101234", "555-0101 x", "555-0101 x12x3",
      "555-0101 x1234567",
      "1234567890123456", "555-0101 or 555-0102", "555-0101, 555-0102", "555-0101 / call first",
      "++1 555 010 1234", "555+0101234", "()", "(", "12:30 555-0101",
    ])
  func others(text: String) {
    #expect(PhoneNumber(text) == nil)
  }
}
