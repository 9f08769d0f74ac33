import FeatureKit
import Glibc
import HTTP
import Synchronization

extension WebHost {
  /// Returns a response with a file that a command created, which the browser saves.
  ///
  /// The whole file is created before its first byte is sent. If creating it fails, the browser
  /// therefore gets an error page and not an incomplete file.
  func download(_ artifact: Artifact, _ frame: PageFrame) async throws -> Response {
    let spool = Spool()
    try await artifact.write(ArtifactSink { bytes throws(Problem) in try spool.write(bytes) })
    let length = try spool.finish()
    let threads = threads
    let type = MediaType(artifact.mediaType) ?? .bytes
    return .download(
      artifact.name, type,
      .stream(length: length) { writer in
        var sent = 0
        while sent < length {
          let piece = try await withTaskExecutorPreference(threads) {
            try spool.read(from: sent, Spool.piece)
          }
          guard !piece.isEmpty else { throw WebFault.inside }
          sent += piece.count
          try await writer.write(piece)
        }
      })
  }
}

/// The bytes of a file that a command creates, from their creation until they are sent.
///
/// A small file stays in memory. A large one is written to a temporary file that has no name in any
/// folder, so the system removes it when it is closed.
final class Spool: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var descriptor: Int32?
    var length = 0
  }

  private let state = Mutex(State())

  static let piece = 128 * 1024
  private static let most = 1 << 20

  deinit {
    if let descriptor = state.withLock({ $0.descriptor }) { close(descriptor) }
  }

  func write(_ bytes: [UInt8]) throws(Problem) {
    try state.withLock { state throws(Problem) in
      state.bytes += bytes
      state.length += bytes.count
      if state.bytes.count > Self.most { try Self.flush(&state) }
    }
  }

  /// Writes the last bytes to the temporary file, if the content was too large for memory. Returns
  /// the length of the content in bytes.
  func finish() throws(Problem) -> Int {
    try state.withLock { state throws(Problem) in
      if state.descriptor != nil { try Self.flush(&state) }
      return state.length
    }
  }

  func read(from offset: Int, _ count: Int) throws(Problem) -> [UInt8] {
    try state.withLock { state throws(Problem) in
      guard let descriptor = state.descriptor else {
        return Array(state.bytes.dropFirst(offset).prefix(count))
      }
      var bytes = [UInt8](repeating: 0, count: count)
      let got = pread(descriptor, &bytes, count, off_t(offset))
      guard got >= 0 else { throw Self.failure }
      return Array(bytes.prefix(got))
    }
  }

  private static func flush(_ state: inout State) throws(Problem) {
    if state.descriptor == nil {
      let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
      var name = Array((folder + "/compass-download-XXXXXX").utf8CString)
      let made = mkstemp(&name)
      guard made >= 0 else { throw failure }
      unlink(name)
      _ = fcntl(made, F_SETFD, FD_CLOEXEC)
      state.descriptor = made
    }
    guard let descriptor = state.descriptor else { return }
    var rest = state.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw failure }
      rest = rest.dropFirst(max(0, count))
    }
    state.bytes.removeAll(keepingCapacity: true)
  }

  private static let failure = Problem(
    .failed, "The file could not be put together here.",
    fix: "Is there room in the folder for temporary files? Try again.")
}
