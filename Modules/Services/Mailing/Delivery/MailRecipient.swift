public import FeatureKit

/// The recipient of a message, and the words for them before and after sending.
public struct MailRecipient: Equatable, Sendable {
  public var mailbox: Mailbox
  /// The record of the recipient, if there is one. The entry about the sent message refers to this
  /// record.
  public var record: RecordID?
  /// The words for the recipient in the results: `c4 Rivera, Ana (Cedar Valley)`.
  public var words: String
  /// The words for the recipient in the question. They include the address, because the person who
  /// agrees must be able to notice a wrong one.
  public var wordsWithAddress: String
  /// The name of the file when the message is written to a file: `report-1.eml`.
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

/// The words that a delivery's sentences use for the file and its recipients.
public struct MailDeliveryWords: Equatable, Sendable {
  /// The full words for the file, used once in the question: `recruiting packet`.
  public var fullItem: String
  /// The short word for the file: `packet`.
  public var item: String
  /// The word for one recipient: `coach`.
  public var reader: String
  public var readers: String
  /// The advice where no mail server is set up: `To send it from your own mail program, save the file:  packet pdf`
  public var withoutServer: String

  public init(
    item: String, fullItem: String? = nil, reader: String, readers: String, withoutServer: String
  ) {
    self.item = item
    self.fullItem = fullItem ?? item
    self.reader = reader
    self.readers = readers
    self.withoutServer = withoutServer
  }

  func counted(_ count: Int) -> String { "\(count) \(count == 1 ? reader : readers)" }
}
