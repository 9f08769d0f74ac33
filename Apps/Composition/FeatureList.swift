import Account
import Archive
import Calendar
import Dashboard
import FeatureKit
import Notifications
import Packet
import Performance
import Records
import Reports
import Sync
import Tasks

/// The features of this program. Their order in menus comes from their manifests, not from this
/// list.
enum FeatureList {
  static let all: [FeatureListing] = [
    listing(AccountFeature.self),
    listing(ArchiveFeature.self),
    listing(CalendarFeature.self),
    listing(DashboardFeature.self),
    listing(NotificationsFeature.self),
    listing(PacketFeature.self),
    listing(PerformanceFeature.self),
    listing(RecordsFeature.self),
    listing(ReportsFeature.self),
    listing(SyncFeature.self),
    listing(TasksFeature.self),
  ]

  private static func listing<Feature: FeatureModule>(_ type: Feature.Type) -> FeatureListing {
    let declarations = Declarations()
    return FeatureListing(manifest: Feature.manifest) { dependencies, tell in
      FeatureBox(type, dependencies: dependencies, declarations: declarations, tell: tell)
    }
  }
}

/// A feature that the program can load: its manifest (its name and place in menus), and a closure
/// that creates the feature for a visit, which is one person's use of the program.
struct FeatureListing: Sendable {
  let manifest: FeatureManifest
  let box: @Sendable (Dependencies, @escaping @Sendable (HostOutcome) -> Void) -> FeatureBox
}
