import CivilTime
import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Sync

@Suite struct SyncTests {
  private let noon = Instant(milliseconds: 1_770_000_000_000)
}
