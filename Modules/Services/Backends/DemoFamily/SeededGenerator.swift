import Basics

/// The demo's only source of chance: SplitMix64 with its own way from bits to values.
///
/// The library's `random(in:using:)` and `shuffled(using:)` may change with the toolchain; a made-up
/// family has to be the same on every machine and after every update.
struct SeededGenerator: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A generator of its own for one part of the family, so that a change in one part leaves the
  /// others as they were.
  func branch(_ name: String) -> SeededGenerator {
    // FNV-1a: the hash of the standard library differs from run to run.
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

  /// From 0 up to but not including 1.
  mutating func fraction() -> Double {
    Double(next() >> 11) / Double(1 << 53)
  }

  /// True in `percent` of 100 cases.
  mutating func chance(_ percent: Int) -> Bool {
    int(in: 1...100) <= percent
  }

  /// One of the choices, which must not be empty.
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
