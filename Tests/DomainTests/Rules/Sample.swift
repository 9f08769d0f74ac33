import Basics
import CivilTime
import Testing

/// Short functions that create the values in the tests' tables of cases.
enum Sample {
  static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  static func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

  static func time(_ text: String) throws -> TimeOfDay { try #require(TimeOfDay(text)) }

  static func id(_ number: UInt64) -> RecordID { RecordID(high: 0, low: number) }
}

/// A random number generator that returns the same values for the same seed.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // SplitMix64, a common algorithm for such generators.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
