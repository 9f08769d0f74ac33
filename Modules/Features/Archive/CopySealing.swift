public import FeatureKit

/// Seals a copy of the whole file with its own passphrase, and opens it again.
public struct CopySealing: Capability {
  /// Seals what is written into the sink.
  public var seal: @Sendable (SecretText, ArtifactSink) throws(Problem) -> Sealing
  /// Whether a backup, by its name or path, is sealed.
  public var isSealed: @Sendable (_ backup: String) throws(Problem) -> Bool
  /// Opens a copy; throws if the passphrase is wrong, or if the copy was changed.
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

  /// An unfinished copy: it is complete only after `finish` has returned.
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

  /// A plain copy of a sealed file, which exists as long as this value is referenced.
  public struct Opened: Sendable {
    public var path: String
    private let file: any Sendable

    public init(path: String, holding file: any Sendable) {
      self.path = path
      self.file = file
    }
  }
}
