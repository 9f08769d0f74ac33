import Archive
import AuthLive
import FeatureKit
import Glibc
import Persistence
import ShellHost
import Synchronization

extension CopySealing {
  /// Returns the service that encrypts and decrypts copies of the data file.
  ///
  /// - Parameter reachesComputer: whether the visitor may name files of this computer. If false,
  ///   the service treats no file as an encrypted copy, so the visitor is never asked for the
  ///   passphrase of one.
  static func live(_ data: DataFile, _ paths: PathGuard, reachesComputer: Bool) -> CopySealing {
    CopySealing(
      seal: { passphrase, sink throws(Problem) in
        let sealer = HeldSealer(
          try CopySealer(passphrase) { bytes throws(Problem) in try sink.write(bytes) })
        return Sealing(
          write: { bytes throws(Problem) in try sealer.sealer.write(bytes) },
          finish: { () throws(Problem) in try sealer.sealer.finish() })
      },
      isSealed: { backup throws(Problem) in
        guard reachesComputer, let file = try? source(backup, paths) else { return false }
        return try SealedCopy.isSealed(file.read(SealedCopy.beginning))
      },
      open: { backup, passphrase throws(Problem) in
        let file = try source(backup, paths)
        do {
          let copy = try data.stagedCopy { write in
            try SealedCopy.open(
              passphrase, reading: { count throws(Problem) in try file.read(count) },
              into: { bytes throws(Problem) in
                do { try write(bytes) } catch { throw data.problem(for: error) }
              })
          }
          return Opened(path: copy.path, holding: copy)
        } catch let problem as Problem {
          throw problem
        } catch {
          throw data.problem(for: error)
        }
      })
  }

  private static func source(_ backup: String, _ paths: PathGuard) throws(Problem) -> SourceFile {
    try SourceFile(DataFolder.whole(try paths.path(for: backup, DataFolder.readingBackups)))
  }
}

/// Lets the two closures that write an encrypted copy, `write` and `finish`, share one
/// `CopySealer`. The class is marked `@unchecked Sendable`, because only one task at a time writes
/// a copy.
private final class HeldSealer: @unchecked Sendable {
  let sealer: CopySealer

  init(_ sealer: CopySealer) { self.sealer = sealer }
}

/// A regular file that is opened to be read from start to end.
private final class SourceFile {
  private let descriptor: Int32
  private let path: String

  init(_ path: String) throws(Problem) {
    self.path = path
    descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Self.unreadable(path, EINVAL)
    }
  }

  deinit { close(descriptor) }

  /// Reads and returns the next `count` bytes, or fewer at the end of the file.
  func read(_ count: Int) throws(Problem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var size = 0
    while size < count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + size }, count - size)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Self.unreadable(path, errno) }
      if got == 0 { break }
      size += got
    }
    return Array(bytes.prefix(size))
  }

  private static func unreadable(_ path: String, _ code: Int32) -> Problem {
    Problem(
      .storage(.missing), "\(path) could not be read: \(String(cString: strerror(code))).")
  }
}
