import FeatureKit
import Synchronization

/// Collects in memory what a document writes. It also knows in how many portions the document
/// writes, and the size of the largest portion.
final class Gathered: Sendable {
  private let portions = Mutex<[[UInt8]]>([])

  var sink: ArtifactSink {
    ArtifactSink { bytes throws(Problem) in self.portions.withLock { $0.append(bytes) } }
  }

  var bytes: [UInt8] { portions.withLock { $0.flatMap(\.self) } }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var largestPortion: Int { portions.withLock { $0.map(\.count).max() ?? 0 } }
  var count: Int { portions.withLock { $0.count } }
}
