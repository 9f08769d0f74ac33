public import FeatureKit

/// A weak reference to a feature's box (`FeatureBox`, which runs the feature). With it, a test
/// checks whether the box was released.
///
/// The class is `@unchecked Sendable` because the compiler rejects a weak variable in a `Sendable`
/// class. Swift lets any thread read a weak reference, even while the object is being released.
public final class WeakBox: @unchecked Sendable {
  public private(set) weak var box: FeatureBox?

  public init(_ box: FeatureBox) { self.box = box }
}
