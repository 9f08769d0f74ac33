public import FeatureKit

/// A copy of the whole file under a passphrase of its own, and the way back.
public struct CopySealing: Capability {
  /// Seals what is written into the sink.
  public var seal: @Sendable (SecretText, ArtifactSink) throws(Problem) -> Sealing
  /// Whether a backup, by its name or path, is sealed.
  public var isSealed: @Sendable (_ backup: String) throws(Problem) -> Bool
  /// Opens one; throws where the passphrase is not its own, or the copy is not as it was made.
  public var open: @Sendable (_ backup: String, SecretText) throws(Problem) -> Opened

  public init(
    seal: @escaping @Sendable (SecretText, ArtifactSink) throws(Problem) -> Sealing,
    isSealed: @escaping @Sendable (_ backup: String) throws(Problem) -> Bool,
    open: @escaping @Sendable (_ backup: String, SecretText) throws(Problem) -> Opened
  ) {
    self.seal = seal
    self.isSealed = isSealed
    self.open = open
  }

  public static func unimplemented(_ place: Unimplemented) -> CopySealing {
    CopySealing(
      seal: { _, _ throws(Problem) in throw place.problem("seal") },
      isSealed: { _ throws(Problem) in false },
      open: { _, _ throws(Problem) in throw place.problem("open") })
  }

  /// A copy under way: complete only when `finish` has returned.
  public struct Sealing: Sendable {
    public var write: @Sendable ([UInt8]) throws(Problem) -> Void
    public var finish: @Sendable () throws(Problem) -> Void

    public init(
      write: @escaping @Sendable ([UInt8]) throws(Problem) -> Void,
      finish: @escaping @Sendable () throws(Problem) -> Void
    ) {
      self.write = write
      self.finish = finish
    }
  }

  /// A plain copy, which is there for as long as this is held.
  public struct Opened: Sendable {
    public var path: String
    private let file: any Sendable

    public init(path: String, holding file: any Sendable) {
      self.path = path
      self.file = file
    }
  }
}
