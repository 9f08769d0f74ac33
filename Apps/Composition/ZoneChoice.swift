import CivilTime
import Synchronization

/// The zone days are reckoned in: `--timezone`, else the one set with `set timezone`, else the machine's.
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

  /// Takes the setting as it is stored; a zone this machine does not know counts as none.
  func set(_ name: String?) {
    guard !isFixed else { return }
    let zone = name.flatMap { $0 == "auto" ? nil : try? Zone.named($0) }
    chosen.withLock { $0 = zone }
  }
}
