import Domain
import FamilyContext
public import FeatureKit

extension RecordsFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    if case .fieldNames(let kind) = state.wanted,
      let record = Self.kinds.first(where: { $0.kind == kind })
    {
      return record.fieldsPage
    }
    let title = state.wanted?.kind?.plural.capitalizedFirst ?? Self.manifest.title
    return switch state.loaded {
    case .idle, .loading:
      Page(title: title) { Paragraph("Loading \(title.lowercased())…", tone: .muted) }
    case .failed(let problem):
      Page(title: title, problem: problem) { Message(problem) }
    case .loaded(let loaded):
      switch loaded.content {
      case .unlinked(let kind):
        Page(title: kind.plural.capitalizedFirst) { FamilyContextClient.linkYourFamily }
      case .list(let request, let listing):
        ListPage(
          request: request, listing: listing, loaded: loaded, context: context
        ).page
      case .record(let record):
        RecordPage(record: record, loaded: loaded, context: context).page
      case .board(let lanes):
        BoardPage(lanes: lanes, loaded: loaded, context: context).page
      case .comparison(let offers):
        OffersPage(listing: offers, loaded: loaded, context: context).page
      case .found(let request, let found):
        FoundPage(request: request, found: found, loaded: loaded, context: context).page
      }
    }
  }
}

extension RecordsFeature {
  /// Returns the description of a kind of record from which pages build its lists, such as its
  /// fields and its commands.
  static func shape(of kind: ReferenceKind) -> KindShape {
    shapes[kind] ?? KindShape(kind: kind, show: "\(kind.plural) show")
  }

  private static let shapes = Dictionary(
    uniqueKeysWithValues: (kinds.map { $0.shape } + KindShape.others).map { ($0.kind, $0) })
}

extension RecordsFeature.LoadedPage {
  /// The short name of the athlete whose records the page shows, such as `Sam`.
  var owner: String { viewing.ownerWords }

  func banner(_ shape: KindShape) -> Banner {
    banner("\(owner)'s \(shape.title)", isHelping: mayChange(shape.kind))
  }

  func banner(_ what: String, isHelping: Bool) -> Banner {
    let viewing =
      isHelping
      ? "Helping \(owner) with: \(viewing.helps.words)" : "Viewing \(what) (Read-Only)"
    let others = athletes.filter { $0.reference.id != self.viewing.athlete }
    return Banner(
      icon: "👁", [viewing, "\(owner) sees your visits."], tone: .info,
      links: others.map {
        CommandLink("Switch to \($0.athlete.name)", "family switch \($0.reference.handle)")
      },
      spoken: "\(viewing). \(owner) sees your visits.")
  }

  /// Whether the viewer may change records of this kind. True for an athlete, and for a parent with
  /// the right to help.
  func mayChange(_ kind: ReferenceKind) -> Bool {
    kind.help.map(viewing.mayChange) ?? !viewing.isReadOnly
  }
}
