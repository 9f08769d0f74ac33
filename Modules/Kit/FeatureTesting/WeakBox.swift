public import FeatureKit

/// A weak reference to a feature's box. A test checks with it whether the box was released.
///
/// The class is unchecked only because of the weak reference. Any thread may read a weak reference
/// while its object is released.
public final class WeakBox: @unchecked Sendable {
  public private(set) weak var box: FeatureBox?

  public init(_ box: FeatureBox) { self.box = box }
}
