public import Basics
import Glibc

extension RandomSource {
  /// Random numbers from the operating system's kernel, for tokens and salts that must not be
  /// guessed.
  public static let system = RandomSource { count throws(Problem) in
    var bytes: [UInt8] = []
    while bytes.count < count {
      // One call of `getentropy` can return at most 256 bytes, so several calls fill a longer
      // result.
      var chunk = [UInt8](repeating: 0, count: min(256, count - bytes.count))
      guard getentropy(&chunk, chunk.count) == 0 else {
        throw AuthLiveFailure.noRandomness(code: errno).problem
      }
      bytes += chunk
    }
    return bytes
  }
}
