import Basics
import FeatureTesting
import Testing

@Suite struct RecordIDTests {
  @Test(
    "The text of a uuid is read in either case and written in lower case",
    arguments: [
      "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
      "01234567-89ab-cdef-0123-456789abcdef", "3F2B1c00-0000-4000-8000-00000000000A",
    ])
  func roundTrip(text: String) {
    #expect(RecordID(text)?.description == text.lowercased())
  }

  @Test(
    "Anything else is no id",
    arguments: [
      "", "0", "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcde",
      "01234567-89ab-cdef-0123-456789abcdef0", "01234567_89ab-cdef-0123-456789abcdef",
      "0123456-789ab-cdef-0123-456789abcdef", "g1234567-89ab-cdef-0123-456789abcdef",
      "{1234567-89ab-cdef-0123-456789abcdef", " 1234567-89ab-cdef-0123-456789abcdef",
      "é123456-89ab-cdef-0123-456789abcdef",
    ])
  func refused(text: String) {
    #expect(RecordID(text) == nil)
  }

  @Test("Ids are in the order of their texts")
  func order() {
    let ids = [(0, 0), (0, 1), (0, UInt64.max), (1, 0), (UInt64.max, 0), (UInt64.max, 1)].map {
      RecordID(high: $0.0, low: $0.1)
    }
    #expect(ids.shuffled().sorted() == ids)
    #expect(ids.map(\.description).sorted() == ids.map(\.description))
  }

  @Test("A drawn id carries the version and the variant, whatever the bits")
  func version4() {
    for bits in [0, UInt64.max, 0x1234_5678_9ABC_DEF0] {
      let text = Array(RecordID.version4(high: bits, low: bits).description)
      #expect(text[14] == "4")
      #expect("89ab".contains(text[19]))
    }
    #expect(RecordID.numbered(1) != RecordID.numbered(2))
  }
}
