public import Basics
public import CivilTime

/// A file or link that the family collects for coaches; a row of `documents`.
public struct Document: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var familyID: RecordID?
  public var type: Open<DocumentType>
  public var title: String
  public var description: String?
  /// A web address, the path of a file, or the link to a file whose content the program's database
  /// stores (`KeptFile`).
  public var fileURL: String
  public var fileType: String?
  /// The version number of the document. It increases each time the link changes.
  public var version = 1
  /// Whether the document is the current version. Another app with the same tables stores older
  /// versions as rows of their own; this program changes the link in the row and increases
  /// `version` instead.
  public var isCurrent = true
  public var schoolID: RecordID?
  /// The ids of the schools that received the document.
  public var sharedWithSchools: [RecordID] = []
  public var uploadedBy: RecordID
  /// The result of the last check of the link; nil if the link was never checked.
  public var healthStatus: Open<LinkHealth>?
  public var lastHealthCheck: Instant?
  /// The person who created the row: the athlete, or a parent who may help (domain.md 10.10).
  /// `updatedBy` is the person who last changed it.
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

  /// Sets another link and increases the version. The result of the last check is deleted, because
  /// the new link was not checked yet.
  public mutating func move(to link: String) {
    guard link != fileURL else { return }
    if !fileURL.isEmpty { version += 1 }
    (fileURL, healthStatus, lastHealthCheck) = (link, nil, nil)
    fileType = keptFile?.type.mediaType
  }

  public var keptFile: KeptFile? { KeptFile(link: fileURL) }
}

/// The types of documents that coaches ask for.
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

/// Whether the link of a document worked when it was last checked.
public enum LinkHealth: String, Vocabulary {
  case healthy, broken, unknown

  public var words: String {
    switch self {
    case .healthy: "Working"
    case .broken: "Broken"
    case .unknown: "Not known"
    }
  }
}
