public import FeatureKit
import Synchronization

extension Dependencies {
  /// Returns the services (dependencies) that every feature test uses: a clock that advances only
  /// on request, and a source of counted identifiers.
  public static func testing(
    _ feature: String = "the tested feature", clock: TestClock = TestClock()
  ) -> Dependencies {
    Dependencies(for: feature).providing(clock.wallClock).providing(IDSource.counted())
  }
}

extension IDSource {
  /// Returns a source that creates `RecordID.numbered(1)`, `numbered(2)`, and so on.
  public static func counted(from first: UInt64 = 1) -> IDSource {
    let counter = Counter(next: first)
    return IDSource { .numbered(counter.draw()) }
  }

  private final class Counter: Sendable {
    private let next: Mutex<UInt64>

    init(next: UInt64) {
      self.next = Mutex(next)
    }

    func draw() -> UInt64 {
      next.withLock { next in
        defer { next += 1 }
        return next
      }
    }
  }
}

extension RecordID {
  /// Returns a readable identifier for tests, such as `00000000-0000-4000-8000-000000000007`.
  public static func numbered(_ number: UInt64) -> RecordID {
    .version4(high: 0, low: number)
  }
}
