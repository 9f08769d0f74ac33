import Synchronization

/// A value that is created when a thread first uses it, and is then stored.
///
/// If two threads use it first at the same time, both create a value and one of the two values is
/// dropped. Creating a value must therefore have no side effects.
package final class Lazy<Made: Sendable>: Sendable {
  private let kept = Kept<Made>()
  private let make: @Sendable () -> Made

  package init(_ make: @escaping @Sendable () -> Made) {
    self.make = make
  }

  /// The value, created at the first call.
  package var value: Made { kept.value(make) }

  /// The value if a call of `value` has created it already; nil otherwise.
  package var existing: Made? { kept.existing }
}

/// A value that the first caller creates and that is then stored.
///
/// Each caller passes the function that creates the value. Use `Lazy` if one function is known from
/// the start.
package final class Kept<Made: Sendable>: Sendable {
  private let kept = AtomicLazyReference<Keeper>()

  private final class Keeper: Sendable {
    let made: Made

    init(_ made: Made) { self.made = made }
  }

  package init() {}

  /// Returns the value. The first caller creates it.
  package func value(_ make: () -> Made) -> Made {
    (kept.load() ?? kept.storeIfNil(Keeper(make()))).made
  }

  /// The value if a call of `value` has created it already; nil otherwise.
  package var existing: Made? { kept.load()?.made }
}
