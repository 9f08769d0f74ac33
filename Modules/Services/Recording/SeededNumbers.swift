import Synchronization

/// A generator of numbers that depend only on its seed (SplitMix64), so that a replay creates the
/// same ids as the recorded session.
package final class SeededNumbers: Sendable {
  private let state: Mutex<UInt64>

  package init(seed: UInt64) { state = Mutex(seed) }

  package func next() -> UInt64 { state.withLock { Self.next(&$0) } }

  static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}
