import Basics
import CivilTime
import Domain

extension DemoStage {
  /// Returns the documents, oldest first, and the letters of recommendation in the order in which
  /// they were requested.
  func papers() -> (documents: [Document], letters: [RecommendationLetter]) {
    var random = random.branch("papers")
    let top = stories.filter { $0.tier == .a }.map(\.id)
    let documents = Self.documentPlans.map { plan in
      document(plan, shared: top, random: &random)
    }
    let letter = documents.first { $0.type == .recommendationLetter }
    return (documents, letters(document: letter?.id, top: top, random: &random))
  }

  private struct DocumentPlan {
    var type: DocumentType
    var title: String
    var file: String
    var folder = "https://example.com/files/"
    /// Whether the data file contains the document's file itself. If not, the document is only a
    /// link.
    var isKept = false
    var ago: Int
    var version = 1
    var isCurrent = true
    var health: LinkHealth? = .healthy
    var isShared = false
    var school: SchoolEnding?
  }

  private func document(
    _ plan: DocumentPlan, shared: [RecordID], random: inout SeededGenerator
  ) -> Document {
    var document = Document(
      id: random.recordID(), athleteID: cast.athlete.id, familyID: cast.family.id,
      type: plan.type, title: plan.title, fileURL: plan.folder + plan.file,
      uploadedBy: cast.athlete.id)
    document.fileType = plan.file.split(separator: ".").last.map(String.init)
    if plan.isKept {
      var random = self.random.branch("files")
      let file = KeptFile(id: random.recordID(), named: plan.file, type: .pdf)
      (document.fileURL, document.fileType) = (file.link, KeptFileType.pdf.mediaType)
    }
    document.version = plan.version
    document.isCurrent = plan.isCurrent
    document.schoolID = plan.school.flatMap { story($0)?.id }
    document.sharedWithSchools = plan.isShared ? shared : []
    document.healthStatus = plan.health.map(Open.known)
    if plan.health != nil {
      document.lastHealthCheck = calendar.instant(ago: 1, minute: 4 * 60)
    }
    document.createdAt = calendar.instant(ago: plan.ago, minute: random.int(in: 1020...1260))
    document.updatedAt = document.createdAt
    return document
  }

  /// Returns the content of the demo's only stored file, the transcript.
  func transcript(among documents: [Document]) -> [MadeUpFamily.FileContent] {
    documents.compactMap { document in
      guard let file = document.keptFile, let added = document.createdAt else { return nil }
      let lines = [
        document.title, cast.athlete.fullName ?? "", "Made up, as everything of this family.",
      ]
      return MadeUpFamily.FileContent(
        file, of: document.athleteID, bytes: PlainPDF(lines: lines).bytes, addedAt: added)
    }
  }

  private static let documentPlans = [
    DocumentPlan(
      type: .highlightVideo, title: "Highlights, sophomore year", file: "highlights-1.mp4",
      ago: 330, isCurrent: false, health: .broken),
    DocumentPlan(
      type: .resume, title: "Athletic resume", file: "resume-1.pdf", ago: 310, isCurrent: false),
    DocumentPlan(
      type: .transcript, title: "Unofficial transcript", file: "transcript.pdf",
      isKept: true, ago: 190, isShared: true),
    DocumentPlan(
      type: .questionnaire, title: "Prospect questionnaire", file: "questionnaire.pdf", ago: 170,
      health: nil, school: .interested),
    DocumentPlan(
      type: .recommendationLetter, title: "Letter from the club coach", file: "letter.pdf",
      ago: 95, isShared: true),
    DocumentPlan(
      type: .highlightVideo, title: "Highlights, junior year", file: "highlights-2.mp4", ago: 60,
      version: 2, isShared: true),
    DocumentPlan(
      type: .highlightVideo, title: "Nine innings, full game", file: "full-game.mp4", ago: 41,
      health: .broken),
    DocumentPlan(
      type: .resume, title: "Athletic resume", file: "resume-2.pdf", ago: 38, version: 2,
      isShared: true),
    DocumentPlan(
      type: .statsSheet, title: "Season statistics", file: "season-stats.csv",
      folder: "~/Documents/", ago: 12,
      health: .unknown),
  ]

  private func letters(
    document: RecordID?, top: [RecordID], random: inout SeededGenerator
  ) -> [RecommendationLetter] {
    let writers = random.shuffled(DemoNames.families)
    func letter(
      _ place: Int, title: String, relationship: String, status: LetterStatus
    ) -> RecommendationLetter {
      let name = random.pick(DemoNames.coaches)
      var letter = RecommendationLetter(
        id: random.recordID(), athleteID: cast.athlete.id,
        Letter(writerName: "\(name) \(writers[place])"))
      letter.writerTitle = title
      letter.writerEmail =
        "\(DemoNames.plain(name)).\(DemoNames.plain(writers[place]))@example.com"
      letter.relationship = relationship
      letter.status = .known(status)
      return letter
    }
    var club = letter(0, title: "Head coach", relationship: "Club coach", status: .submitted)
    club.requestedDate = calendar.day(ago: 125)
    club.dueDate = calendar.day(ago: 100)
    club.receivedDate = calendar.day(ago: 96)
    club.schoolsSubmittedTo = top
    club.documentID = document
    var teacher = letter(1, title: "Biology teacher", relationship: "Teacher", status: .received)
    teacher.requestedDate = calendar.day(ago: 50)
    teacher.dueDate = calendar.day(ago: 15)
    teacher.receivedDate = calendar.day(ago: 18)
    var counselor = letter(
      2, title: "School counselor", relationship: "Counselor", status: .requested)
    counselor.requestedDate = calendar.day(ago: 20)
    counselor.dueDate = calendar.today.adding(days: 10)
    var trainer = letter(
      3, title: "Athletic trainer", relationship: "Trainer", status: .notRequested)
    trainer.notes = "Ask after the next test day."
    return [club, teacher, counselor, trainer]
  }
}
