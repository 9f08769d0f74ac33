public import FeatureKit

/// A weak reference to a feature's box; a test checks whether the box was released.
///
/// Unchecked only for the weak reference, which never changes: reading it while its object ends is safe from any thread.
public final class WeakBox: @unchecked Sendable {
  public private(set) weak var box: FeatureBox?

  public init(_ box: FeatureBox) { self.box = box }
}
