public import Basics
public import CivilTime

/// A file or link that the family keeps for coaches; a row of `documents`.
public struct Document: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var familyID: RecordID?
  public var type: Open<DocumentType>
  public var title: String
  public var description: String?
  /// An address, the path of a file, or the link of a file that is kept with the data (`KeptFile`).
  public var fileURL: String
  public var fileType: String?
  /// The version of the document.
  public var version = 1
  /// Whether this is the version that is shown; older versions stay stored.
  public var isCurrent = true
  public var schoolID: RecordID?
  /// The ids of the schools that received the document.
  public var sharedWithSchools: [RecordID] = []
  public var uploadedBy: RecordID
  /// The result of the last try of the link; nil until the link is tried for the first time.
  public var healthStatus: Open<LinkHealth>?
  public var lastHealthCheck: Instant?
  /// The person who created the document: the athlete, or a parent who helps (rule 10.10).
  /// `updatedBy` changed it last.
  public var createdBy: RecordID?
  public var updatedBy: RecordID?
  public var createdAt: Instant?
  public var updatedAt: Instant?

  public init(
    id: RecordID, athleteID: RecordID, familyID: RecordID? = nil, type: DocumentType,
    title: String, fileURL: String, uploadedBy: RecordID
  ) {
    self.id = id
    self.athleteID = athleteID
    self.familyID = familyID
    self.type = .known(type)
    self.title = title
    self.fileURL = fileURL
    self.uploadedBy = uploadedBy
  }

  public init(id: RecordID) {
    self.init(
      id: id, athleteID: .none, type: .questionnaire, title: "", fileURL: "", uploadedBy: .none)
    type = .unknown("")
  }

  /// Sets another link, which makes a new version of the document. The new link has not been tried
  /// yet.
  public mutating func move(to link: String) {
    guard link != fileURL else { return }
    if !fileURL.isEmpty { version += 1 }
    (fileURL, healthStatus, lastHealthCheck) = (link, nil, nil)
    fileType = keptFile?.type.mediaType
  }

  public var keptFile: KeptFile? { KeptFile(link: fileURL) }
}

/// The kinds of documents that coaches ask for.
public enum DocumentType: String, Vocabulary {
  case highlightVideo = "highlight_video"
  case transcript, resume
  case recommendationLetter = "rec_letter"
  case questionnaire
  case statsSheet = "stats_sheet"

  public var words: String {
    self == .recommendationLetter ? "Recommendation letter" : plainWords(of: rawValue)
  }
}

/// Whether a document's link answered when it was last tried.
public enum LinkHealth: String, Vocabulary {
  case healthy, broken, unknown
}
