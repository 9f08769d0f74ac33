import Domain
import FamilyContext
public import FeatureKit

/// The feature with the records of a family, such as schools and coaches. Each kind of record has a
/// list, a page and a form that are built from the description of its table (`Kinds/`).
public struct RecordsFeature: PageFeature {
  public static let manifest = FeatureManifest(
    id: "Records", title: "Records",
    summary: "Schools, coaches, interactions, offers, events, documents and letters.", order: 50,
    nouns: [
      Noun("schools", aliases: ["school"], summary: "The colleges you look at.", opens: "list"),
      Noun("coaches", aliases: ["coach"], summary: "The coaches you write to.", opens: "list"),
      Noun(
        "interactions", aliases: ["interaction"], summary: "What was written and said.",
        opens: "list"),
      Noun("offers", aliases: ["offer"], summary: "What schools offer.", opens: "list"),
      Noun("events", aliases: ["event"], summary: "Showcases, camps, visits.", opens: "list"),
      Noun("documents", aliases: ["document"], summary: "Videos, transcripts.", opens: "list"),
    ] + PlainKinds.all.map { $0.noun } + [
      Noun("find", aliases: ["search"], summary: "Everything with these words in it.", opens: "")
    ],
    // If several paths open the same command, the first of them is the web address of the command's
    // page. The paths that belong to letters therefore come before
    // `/documents?type=recommendation`, which occurs only in notifications about letters.
    routes: PlainKinds.all.flatMap { $0.routes } + [
      RoutePattern("/schools/new", "schools add"),
      RoutePattern("/schools/board", "schools board"),
      RoutePattern("/schools/{id}", "schools show {id}"),
      RoutePattern("/schools", "schools"),
      RoutePattern("/coaches?highlight={id}", "coaches show {id}"),
      RoutePattern("/coaches/{id}", "coaches show {id}"),
      // A notification about coaches without recent contact contains a path of this pattern. The
      // list that the path opens begins with the coach whose last contact is longest ago.
      RoutePattern(
        "/coaches?not_contacted={days}",
        "coaches --not-contacted {days} --sort last-contact --reverse"),
      RoutePattern("/coaches", "coaches"),
      RoutePattern("/interactions/add?schoolId={id}", "interactions add {id}"),
      RoutePattern("/interactions/add", "interactions add"),
      RoutePattern("/interactions?id={id}", "interactions show {id}"),
      RoutePattern("/interactions/{id}", "interactions show {id}"),
      RoutePattern("/interactions", "interactions"),
      RoutePattern("/offers?highlight={id}", "offers show {id}"),
      RoutePattern("/offers/compare", "offers compare"),
      RoutePattern("/offers/{id}", "offers show {id}"),
      RoutePattern("/offers", "offers"),
      RoutePattern("/events/{id}", "events show {id}"),
      RoutePattern("/events", "events"),
      // A notification about a letter of recommendation contains this path, which seems to lead to
      // documents. The program stores letters in a list of their own, so the path opens that list
      // (domain.md 4.11).
      RoutePattern("/documents?type=recommendation", "letters"),
      RoutePattern("/documents?type={type}", "documents --type {type}"),
      RoutePattern("/documents/upload", "documents upload"),
      RoutePattern("/documents/{id}", "documents show {id}"),
      RoutePattern("/documents", "documents"),
      RoutePattern("/find?words={words}", "find {words}"),
      RoutePattern("/find", "find"),
    ],
    shows: [
      .school: "schools show", .coach: "coaches show", .interaction: "interactions show",
      .offer: "offers show", .event: "events show", .document: "documents show",
    ].merging(PlainKinds.all.map { ($0.kind, "\($0.kind.plural) show") }) { own, _ in own })

  let family: FamilyContextClient
  let calendar: LocalCalendar
  let check: DocumentCheck
  let documentFiles: DocumentFiles
  let metrics: MetricsGateway
  let index: RecordIndexGateway
  let suggestions: SuggestionsGateway
  let board: SchoolBoardGateway
  let offers: OffersGateway
  /// Returns the gateway (the functions that read and write records) of each kind. A gateway has no
  /// state and is created at each use, because a page uses one or two of them.
  private let gateways: [ReferenceKind: @Sendable () -> KindGateway]

  public init(_ dependencies: Dependencies) {
    family = dependencies[FamilyContextClient.self]
    calendar = dependencies[LocalCalendar.self]
    metrics = dependencies[MetricsGateway.self]
    index = dependencies[RecordIndexGateway.self]
    suggestions = dependencies[SuggestionsGateway.self]
    board = dependencies[SchoolBoardGateway.self]
    offers = dependencies[OffersGateway.self]
    check = DocumentCheck(
      documents: dependencies[DocumentsGateway.self], health: dependencies[LinkHealthGateway.self],
      files: dependencies[KeptFilesGateway.self], probe: dependencies[LinkProbe.self])
    documentFiles = DocumentFiles(
      files: check.files, documents: check.documents, reading: dependencies[FileReading.self])
    gateways = Dictionary(
      uniqueKeysWithValues: Self.kinds.map { kind in
        (kind.kind, { @Sendable in kind.gateway(dependencies) })
      })
  }

  /// The kinds of records of this feature, in the order in which the manual describes them.
  static let kinds: [any TabledRecord.Type] =
    [
      School.self, Coach.self, Interaction.self, Offer.self, RecruitingEvent.self, Document.self,
    ] + PlainKinds.all.map { $0.tabled }

  public var initialState: State { State() }

  public func action(for event: HostEvent) -> Action? {
    switch event {
    case .opened, .refreshed, .dataChanged: .reloadRequested
    // Another process has changed the data file. The page is not loaded again, because an edit is
    // compared with the row that the person saw: a silent reload would replace that row and hide a
    // conflict.
    case .changedElsewhere: nil
    case .viewerChanged: .viewerChanged
    case .signedOut: .signedOut
    }
  }

  /// Returns the operations on a kind of record.
  ///
  /// Throws for a kind that belongs to another feature. No command of this feature names such a
  /// kind, so that would be a programming error.
  func gateway(of kind: ReferenceKind) throws(Problem) -> KindGateway {
    guard let gateway = gateways[kind] else { throw .noSuch(kind) }
    return gateway()
  }
}

extension TabledRecord {
  fileprivate static func gateway(_ dependencies: Dependencies) -> KindGateway {
    KindGateway(dependencies[RecordsGateway<Self>.self])
  }
}

extension RecordsFeature {
  static func loadWords(_ kind: ReferenceKind) -> FailureWords {
    FailureWords(
      load: "Failed to load \(kind.plural)", write: "Could not save. Nothing was changed.")
  }

  static let findWords = FailureWords(
    load: "Failed to look for it", write: "Could not save. Nothing was changed.")

  static func saveWords(_ kind: ReferenceKind) -> FailureWords {
    FailureWords(
      load: "Failed to load \(kind.plural)", write: "Could not save the \(kind.singular).")
  }

  static func deleteWords(_ kind: ReferenceKind) -> FailureWords {
    FailureWords(load: "Failed to load \(kind.plural)", write: "Could not delete.")
  }

  static let checkWords = FailureWords(
    load: "Failed to load documents", write: "Could not save what the links answered.")

  /// Returns the problem of an edit without any values, in a script or another place where the
  /// program cannot ask a person for the values.
  static func nothingToChange(_ references: [Reference]) -> Problem {
    let words = "\(references.kind.plural) edit"
    let names = references.prefix(3).map { "\($0.handle) \($0.title)" }.joined(separator: ", ")
    return Problem(
      .usage, "Say what to change of \(names).",
      fix: "What can be changed:  help \(words)")
  }
}
