import Auth
import AuthLive
import CivilTime
import FeatureKit
import Glibc

/// The machine's clocks and random numbers. Other parts of the program get them from here, so that
/// tests and replays can replace them.
enum Machine {
  static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Returns the readings of the machine's own clocks, which the option `--now` does not change.
  static func moment() -> MachineMoment {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return MachineMoment(
      wall: now(), boot: boot,
      sinceBoot: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The id that the Linux kernel has given to the present boot of the machine; nil if it cannot be
  /// read. The readings of `sinceBoot` can be compared only within one boot.
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

  /// Returns a cryptographically secure random number from the kernel.
  static func random() throws(Problem) -> UInt64 {
    try RandomSource.system.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  static let ids = IDSource {
    // Ids must be unique, but need not be secret, so Swift's own generator is good enough if the
    // kernel's fails.
    let high = (try? random()) ?? UInt64.random(in: .min ... .max)
    let low = (try? random()) ?? UInt64.random(in: .min ... .max)
    return .version4(high: high, low: low)
  }
}
