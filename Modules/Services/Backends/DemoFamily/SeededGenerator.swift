import Basics

/// The only source of random values for the demo family: the generator SplitMix64, and functions
/// that turn its bits into values.
///
/// The standard library's `random(in:using:)` and `shuffled(using:)` are not used, because their
/// results may change with the Swift version. The demo family must be the same on every machine and
/// after every update.
struct SeededGenerator: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Returns a separate generator for one part of the family. Without it, a change in the
  /// generation of one part would change the random values of all later parts.
  func branch(_ name: String) -> SeededGenerator {
    // The hash function is FNV-1a, because the standard library's hash values differ from run to
    // run.
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    var branch = SeededGenerator(seed: state ^ hash)
    _ = branch.next()
    return branch
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func int(in range: ClosedRange<Int>) -> Int {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(next().multipliedFullWidth(by: width).high)
  }

  /// Returns a number from 0 up to but not including 1.
  mutating func fraction() -> Double {
    Double(next() >> 11) / Double(1 << 53)
  }

  /// Returns true with a probability of `percent` in 100.
  mutating func chance(_ percent: Int) -> Bool {
    int(in: 1...100) <= percent
  }

  /// Returns a random element. The array must not be empty.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[int(in: 0...(choices.count - 1))]
  }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, int(in: 0...index))
    }
    return elements
  }

  mutating func recordID() -> RecordID {
    .version4(high: next(), low: next())
  }
}
