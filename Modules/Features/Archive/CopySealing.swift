public import FeatureKit

/// Encrypts a copy of the whole data file with a passphrase that belongs to this copy alone, and
/// decrypts such a copy.
public struct CopySealing: Capability {
  /// Begins an encrypted copy of the data file, whose bytes are written to the sink.
  public var seal: @Sendable (SecretText, ArtifactSink) throws(Problem) -> Sealing
  /// Returns whether a backup is encrypted. The backup is named by its file name or its path.
  public var isSealed: @Sendable (_ backup: String) throws(Problem) -> Bool
  /// Decrypts a copy. Throws if the passphrase is wrong or if the copy was changed.
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

  /// An encrypted copy that is being written. The copy is complete after `finish` has returned.
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

  /// A decrypted copy of an encrypted file. The decrypted file exists as long as this value is
  /// referenced.
  public struct Opened: Sendable {
    public var path: String
    private let file: any Sendable

    public init(path: String, holding file: any Sendable) {
      self.path = path
      self.file = file
    }
  }
}
