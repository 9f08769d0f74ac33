public import Domain
import FeatureKit

extension ReportsFeature {
  /// The file format of an exported report, and whether it is saved or sent by e-mail.
  public struct Export: Equatable, Sendable {
    public var format: ExportFormat
    /// The recipients if the report is sent by e-mail. Nil if it is saved as a file.
    public var email: EmailRequest?
    /// Whether the exported table also lists each contact and each measurement, below the numbers
    /// of the report.
    public var withRows: Bool

    public init(_ format: ExportFormat, email: EmailRequest? = nil, withRows: Bool = false) {
      self.format = format
      self.email = email
      self.withRows = withRows
    }

    public static let csv = Export(.csv)
    public static let pdf = Export(.pdf)
  }

  /// The recipients of a report, and the folder for messages that are not sent.
  public struct EmailRequest: Equatable, Sendable {
    public var to: [Addressee]
    /// The folder into which the messages are written instead of being sent. Nil sends them.
    public var folder: String?

    public init(to: [Addressee], folder: String? = nil) {
      self.to = to
      self.folder = folder
    }
  }

  /// A recipient as the person typed it: `me`, `family`, or an address.
  public enum Addressee: Hashable, Sendable {
    case me
    /// All members of the athlete's family who have an address.
    case family
    case address(EmailAddress)
  }
}
