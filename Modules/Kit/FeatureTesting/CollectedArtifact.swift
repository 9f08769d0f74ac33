public import FeatureKit
import Synchronization

extension Artifact {
  /// Writes the artifact (the file that a command creates) and returns all its bytes.
  public func collected() async throws(Problem) -> [UInt8] {
    let bytes = CollectedBytes()
    try await write(ArtifactSink { chunk throws(Problem) in bytes.append(chunk) })
    return bytes.all
  }

  /// Writes the artifact (the file that a command creates) and returns its content as text.
  public func collectedText() async throws(Problem) -> String {
    String(decoding: try await collected(), as: UTF8.self)
  }
}

private final class CollectedBytes: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  var all: [UInt8] { bytes.withLock { $0 } }

  func append(_ chunk: [UInt8]) {
    bytes.withLock { $0.append(contentsOf: chunk) }
  }
}
