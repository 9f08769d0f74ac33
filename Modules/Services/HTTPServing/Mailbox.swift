import CMicroHTTPD
import Glibc
import Synchronization

/// What other threads ask of the server's own, which is woken by it.
final class Mailbox: Sendable {
  enum Letter: Sendable {
    /// Something a suspended connection waits for has come.
    case wake(link: UInt64)
    /// End by `deadline`, in milliseconds of the machine's uptime.
    case stop(deadline: Int64)
  }

  /// Readable while letters lie here.
  let bell: Int32
  private let letters = Mutex<[Letter]>([])

  init?() {
    bell = compass_bell_make()
    if bell < 0 { return nil }
  }

  deinit { close(bell) }

  func post(_ letter: Letter) {
    let isFirst = letters.withLock { letters in
      letters.append(letter)
      return letters.count == 1
    }
    if isFirst { compass_bell_ring(bell) }
  }

  func take() -> [Letter] {
    // Emptied before it is read, so that a letter posted meanwhile rings again.
    compass_bell_silence(bell)
    return letters.withLock { letters in
      defer { letters.removeAll(keepingCapacity: true) }
      return letters
    }
  }
}
