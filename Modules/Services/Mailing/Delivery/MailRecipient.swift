public import FeatureKit

/// The recipient of a message, and the texts that name the recipient in the confirmation question
/// and in results.
public struct MailRecipient: Equatable, Sendable {
  public var mailbox: Mailbox
  /// The id of the recipient's record, to which the log entry about the sent message refers; nil
  /// for a typed address.
  public var record: RecordID?
  /// The text that names the recipient in results, such as `c4 Rivera, Ana (Cedar Valley)`.
  public var words: String
  /// The text that names the recipient in the confirmation question. It contains the address, so
  /// that the person can notice a wrong one.
  public var wordsWithAddress: String
  /// The name of the file if the message is written to a file, such as `report-1.eml`.
  public var fileName: String

  public init(
    _ mailbox: Mailbox, record: RecordID? = nil, words: String, wordsWithAddress: String? = nil,
    fileName: String
  ) {
    self.mailbox = mailbox
    self.record = record
    self.words = words
    self.wordsWithAddress = wordsWithAddress ?? words
    self.fileName = fileName
  }
}

/// The nouns for the file and the recipients in the messages about a delivery.
public struct MailDeliveryWords: Equatable, Sendable {
  /// The full noun for the file, which the confirmation question uses, such as `recruiting packet`.
  public var fullItem: String
  /// The short noun for the file, such as `packet`.
  public var item: String
  /// The noun for one recipient, such as `coach`; `readers` is its plural.
  public var reader: String
  public var readers: String
  /// The advice if no mail server is set up, such as
  /// `To send it from your own mail program, save the file:  packet pdf`.
  public var withoutServer: String
  /// The problem that a message was sent and the record about it could not be stored; nil if the
  /// delivery keeps no log.
  public var unlogged: Problem?

  public init(
    item: String, fullItem: String? = nil, reader: String, readers: String, withoutServer: String,
    unlogged: Problem? = nil
  ) {
    self.item = item
    self.fullItem = fullItem ?? item
    self.reader = reader
    self.readers = readers
    self.withoutServer = withoutServer
    self.unlogged = unlogged
  }

  func counted(_ count: Int) -> String { "\(count) \(count == 1 ? reader : readers)" }
}
