public import FeatureKit

/// A weak reference to a feature's box. A test checks with it whether the box was released.
///
/// The class is `@unchecked Sendable` only because of the weak reference, which any thread may read
/// while its object is released.
public final class WeakBox: @unchecked Sendable {
  public private(set) weak var box: FeatureBox?

  public init(_ box: FeatureBox) { self.box = box }
}
