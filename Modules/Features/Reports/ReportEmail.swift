public import Domain
import FeatureKit

extension ReportsFeature {
  /// How a report leaves the page: as a file, or by e-mail.
  public struct Export: Equatable, Sendable {
    public var format: ExportFormat
    /// Who gets it by e-mail; nil for a file.
    public var email: EmailRequest?
    /// With the rows behind the figures, in a table.
    public var withRows: Bool

    public init(_ format: ExportFormat, email: EmailRequest? = nil, withRows: Bool = false) {
      self.format = format
      self.email = email
      self.withRows = withRows
    }

    public static let csv = Export(.csv)
    public static let pdf = Export(.pdf)
  }

  /// Who is to get a report.
  public struct EmailRequest: Equatable, Sendable {
    public var to: [Addressee]
    /// Where the messages are written instead of being sent.
    public var folder: String?

    public init(to: [Addressee], folder: String? = nil) {
      self.to = to
      self.folder = folder
    }
  }

  /// Somebody to send to, as it was typed.
  public enum Addressee: Hashable, Sendable {
    case me
    /// Everybody in the athlete's family who has an address.
    case family
    case address(EmailAddress)
  }
}
