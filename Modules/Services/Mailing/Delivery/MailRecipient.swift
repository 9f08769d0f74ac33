public import FeatureKit

/// Somebody who gets a message: where it goes, and how people read of them before and afterwards.
public struct MailRecipient: Equatable, Sendable {
  public var mailbox: Mailbox
  /// The record they are, where they are one: what the log of their message is about.
  public var record: RecordID?
  /// How the results call them: `c4 Rivera, Ana (Cedar Valley)`.
  public var words: String
  /// How the question calls them, the address included: whoever agrees must be able to see a wrong one.
  public var wordsWithAddress: String
  /// What the message is called when it is written into a file instead: `report-1.eml`.
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

/// What the sentences of a delivery call the file, and the people it goes to.
public struct MailDeliveryWords: Equatable, Sendable {
  /// `recruiting packet`, as the question calls it once.
  public var fullItem: String
  /// `packet`.
  public var item: String
  /// `coach`.
  public var reader: String
  public var readers: String
  /// What to do where no mail server is set up: `--eml FOLDER writes the messages into files instead.`
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
