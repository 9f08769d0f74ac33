import CPollBell
import Glibc

/// A signal from other threads to one that waits in `poll`.
public final class PollBell: Sendable {
  /// It can be read from a call of `ring` until a call of `silence`.
  public let descriptor: Int32

  /// Nil if the process has too many open files.
  public init?() {
    descriptor = compass_bell_make()
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  public func ring() { compass_bell_ring(descriptor) }

  public func silence() { compass_bell_silence(descriptor) }
}
