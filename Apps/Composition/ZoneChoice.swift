import CivilTime
import Synchronization

/// The time zone in which days begin: that of the option `--timezone`, or else that of the setting
/// `timezone`, or else the machine's.
final class ZoneChoice: Sendable {
  private let usual: Zone
  private let isFixed: Bool
  private let chosen: Mutex<Zone?>

  init(_ usual: Zone, isFixed: Bool) {
    self.usual = usual
    self.isFixed = isFixed
    chosen = Mutex(nil)
  }

  var zone: Zone { chosen.withLock { $0 } ?? usual }

  /// Uses the zone of the stored setting. An unknown name counts as no setting.
  func set(_ name: String?) {
    guard !isFixed else { return }
    let zone = name.flatMap { $0 == "auto" ? nil : try? Zone.named($0) }
    chosen.withLock { $0 = zone }
  }
}
