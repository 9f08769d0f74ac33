import Auth
import AuthLive
import CivilTime
import FeatureKit
import Glibc

/// The machine's clock and randomness: the only place where the program reads them.
enum Machine {
  static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Returns the readings of the machine's clocks, which no option changes.
  static func moment() -> MachineMoment {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return MachineMoment(
      wall: now(), boot: boot,
      sinceBoot: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The kernel's id of this boot of the machine, read once at its first use.
  private static let boot: String? = {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return nil }
    defer { fclose(file) }
    var name = ""
    while case let byte = getc(file), byte > 0x20 {
      name.append(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: byte))))
    }
    return name.isEmpty ? nil : name
  }()

  static func clock(standingAt fixed: Instant?) -> WallClock {
    clock { fixed ?? now() }
  }

  static func clock(_ now: @escaping @Sendable () -> Instant) -> WallClock {
    WallClock(now: now) { milliseconds in
      try? await _Concurrency.Task.sleep(nanoseconds: UInt64(max(0, milliseconds)) * 1_000_000)
    }
  }

  /// Returns a cryptographic random number from the kernel.
  static func random() throws(Problem) -> UInt64 {
    try RandomSource.system.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  static let ids = IDSource {
    // Ids need to be unique, not secret; the kernel's generator does not fail once it has started.
    let high = (try? random()) ?? UInt64.random(in: .min ... .max)
    let low = (try? random()) ?? UInt64.random(in: .min ... .max)
    return .version4(high: high, low: low)
  }
}
