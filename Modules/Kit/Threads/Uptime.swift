import Glibc

/// The time for which the machine has been running. It never jumps, so time limits are measured
/// with it.
public enum Uptime {
  public static var microseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
