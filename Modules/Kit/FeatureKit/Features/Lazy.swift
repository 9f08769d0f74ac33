import Synchronization

/// An object made at its first use and kept, whichever thread comes first.
///
/// Two threads may both make one; only the first is ever seen, so making must have no effect outside the object.
final class Lazy<Made: AnyObject & Sendable>: Sendable {
  private let made = AtomicLazyReference<Made>()
  private let make: @Sendable () -> Made

  init(_ make: @escaping @Sendable () -> Made) {
    self.make = make
  }

  var value: Made { made.load() ?? made.storeIfNil(make()) }

  /// What has been made, if anything has been.
  var existing: Made? { made.load() }
}
