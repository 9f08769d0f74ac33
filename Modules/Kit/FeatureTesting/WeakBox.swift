public import FeatureKit

/// A weak reference to a feature's box. A test checks with it whether the box was released.
///
/// It is unchecked only because of the weak reference, which never changes: reading it while its
/// object is released is safe from any thread.
public final class WeakBox: @unchecked Sendable {
  public private(set) weak var box: FeatureBox?

  public init(_ box: FeatureBox) { self.box = box }
}
