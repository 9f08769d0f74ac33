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

  /// The id of the machine's present start, from the Linux kernel; nil if it cannot be read. Two
  /// readings of `sinceBoot` can be compared only if the machine was not restarted in between.
  private static let boot = text(of: "/proc/sys/kernel/random/boot_id").flatMap {
    $0.isEmpty ? nil : $0
  }

  /// The name that the owner gave to the computer, as `hostnamectl` keeps it, or else its name in
  /// the network; nil if it has none.
  static let name: String? = {
    let given = text(of: "/etc/machine-info").flatMap { givenName(in: $0) }
    return [given, text(of: "/proc/sys/kernel/hostname")].compactMap { $0 }.first { !$0.isEmpty }
  }()

  /// Returns the value of `PRETTY_HOSTNAME` in the text of `/etc/machine-info`; nil if it has none.
  ///
  /// As in a shell, the value may be in quotes, and a backslash before `"`, `\`, `$` or a backtick
  /// is not part of the value.
  static func givenName(in info: String) -> String? {
    let key = "PRETTY_HOSTNAME="
    guard let line = info.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
      return nil
    }
    var written = String(line.dropFirst(key.count)).trimmed[...]
    if let quote = written.first, "\"'".contains(quote), written.count > 1, written.last == quote {
      written = written.dropFirst().dropLast()
    }
    var name = ""
    while let character = written.popFirst() {
      let isMark = character == "\\" && written.first.map { "\"\\$`".contains($0) } ?? false
      name.append(isMark ? written.removeFirst() : character)
    }
    return name
  }

  /// Returns the text of a small file without the line break at its end; nil if the file cannot be
  /// read.
  static func text(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while bytes.count < 4_096, case let byte = getc(file), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return String(decoding: bytes, as: UTF8.self).trimmed
  }

  static func clock(fixedAt fixed: Instant?) -> WallClock {
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
