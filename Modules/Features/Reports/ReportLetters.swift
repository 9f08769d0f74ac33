public import Domain
import FeatureKit
public import Mailing

extension ReportsFeature {
  /// How a report leaves the page: as a file, or by e-mail.
  public struct Export: Equatable, Sendable {
    public var format: ExportFormat
    /// Who gets it by e-mail; nil for a file.
    public var posting: Posting?

    public init(_ format: ExportFormat, posting: Posting? = nil) {
      self.format = format
      self.posting = posting
    }

    public static let csv = Export(.csv)
    public static let pdf = Export(.pdf)
  }

  /// Who is to get a report.
  public struct Posting: Equatable, Sendable {
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

  /// Somebody a report goes to.
  public struct Reader: Equatable, Sendable {
    public enum Standing: Equatable, Sendable { case oneself, family, outside }

    public var box: Mailbox
    public var standing: Standing

    public init(_ box: Mailbox, _ standing: Standing) {
      self.box = box
      self.standing = standing
    }
  }

  /// One reader's message, ready to go.
  public struct Letter: Equatable, Sendable {
    public var reader: Reader
    public var message: MailMessage

    public init(_ reader: Reader, _ message: MailMessage) {
      self.reader = reader
      self.message = message
    }
  }

  /// Everything that is about to go out.
  public struct Sending: Equatable, Sendable {
    public var letters: [Letter]
    /// Members of the family without a usable address, by name.
    public var skipped: [String]
    /// The server as people know it; nil when the messages are written into files.
    public var server: String?
    public var folder: String?

    public init(
      _ letters: [Letter], skipped: [String] = [], server: String? = nil, folder: String? = nil
    ) {
      self.letters = letters
      self.skipped = skipped
      self.server = server
      self.folder = folder
    }
  }

  /// What became of the messages, in their order.
  public struct Sent: Equatable, Sendable {
    public var sending: Sending
    public var fates: [MailFate]

    public init(_ sending: Sending, _ fates: [MailFate]) {
      self.sending = sending
      self.fates = fates
    }
  }
}
