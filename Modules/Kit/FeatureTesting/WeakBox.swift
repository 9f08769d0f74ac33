public import FeatureKit

/// A feature's box that is not kept alive by being held; a test asks whether it is gone.
///
/// Unchecked for the weak reference alone, which is never set again: reading one while its object ends is safe from any thread.
public final class WeakBox: @unchecked Sendable {
  public private(set) weak var box: FeatureBox?

  public init(_ box: FeatureBox) { self.box = box }
}
