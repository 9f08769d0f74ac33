public import Domain
public import FeatureKit

extension RecordsFeature {
  /// The state of the records pages: the requested view, and the data loaded for it.
  public struct State: PageState {
    public var wanted: PageSubject?
    public var loaded = Loading<LoadedPage>.idle

    public init() {}
  }

  public enum PageSubject: Equatable, Sendable {
    case list(ListRequest)
    /// The page of one record.
    ///
    /// - Parameter showsAll: whether the page shows the whole timeline instead of its newest
    ///   entries.
    case record(Reference, showsAll: Bool = false)
    case found(FindRequest)
    /// The page shows the schools in one column for each status.
    case board
    /// The page compares these offers. An empty list compares the pending and the accepted offers.
    case comparison([Reference])
    /// The page lists the fields of a kind that programs can read.
    case fieldNames(ReferenceKind)

    /// The kind of record that the page shows. Nil for the page of a search, which covers every
    /// kind.
    var kind: ReferenceKind? {
      switch self {
      case .list(let request): request.kind
      case .record(let reference, _): reference.kind
      case .fieldNames(let kind): kind
      case .board: .school
      case .comparison: .offer
      case .found: nil
      }
    }
  }

  /// A search in the records of all kinds.
  public struct FindRequest: Equatable, Sendable {
    public var words: String
    public var showsAll: Bool

    public init(_ words: String, showsAll: Bool = false) {
      self.words = words
      self.showsAll = showsAll
    }
  }

  /// The matches of one kind, newest first.
  public struct Found: Equatable, Sendable {
    public var kind: ReferenceKind
    public var listing: Listing<Entry>

    public init(_ kind: ReferenceKind, _ listing: Listing<Entry>) {
      self.kind = kind
      self.listing = listing
    }
  }

  /// The data that one load of a page returns: the viewer, and the page's content.
  public struct LoadedPage: Equatable, Sendable {
    public var viewing: Viewing
    /// The athletes that a parent can switch between. Empty for an athlete.
    public var athletes: [AthleteChoice]
    public var content: Content

    public init(viewing: Viewing, athletes: [AthleteChoice] = [], content: Content) {
      self.viewing = viewing
      self.athletes = athletes
      self.content = content
    }
  }

  public enum Content: Equatable, Sendable {
    /// The viewer is a parent who is linked to no athlete.
    ///
    /// The page then shows no records, because a parent sees only the records of an athlete.
    case unlinked(ReferenceKind)
    case list(ListRequest, Listing<Entry>)
    case record(LoadedRecord)
    case found(FindRequest, [Found])
    case board([BoardLane])
    case comparison(Listing<OfferRow>)
  }

  /// One column of the board: a status, and the schools that have it.
  public struct BoardLane: Equatable, Sendable {
    public var status: Open<SchoolStatus>
    public var total: Int
    public var cards: [BoardCard]

    public init(status: Open<SchoolStatus>, total: Int, cards: [BoardCard]) {
      self.status = status
      self.total = total
      self.cards = cards
    }
  }

  /// A school on the board (the page with a column for each status), and the most important thing
  /// to do about the school.
  public struct BoardCard: Equatable, Sendable {
    public var school: SchoolRow
    public var next: NextStep?

    public init(_ school: SchoolRow, next: NextStep?) {
      self.school = school
      self.next = next
    }
  }

  /// The data that the page of one record shows.
  public struct LoadedRecord: Equatable, Sendable {
    /// The stored row from which the page was built. An edit is compared with this row, to find out
    /// whether another process has changed the record meanwhile.
    public var shown: ShownRecord?
    public var entry: Entry
    public var next: NextStep?
    public var related: [Related]
    public var history: [StatusLine]
    /// Whether a document's file is on this device, missing or damaged.
    ///
    /// Nil for other records and for a document that is a web link.
    public var file: KeptFileState?
    /// Whether the whole timeline is loaded, and not only its newest entries.
    public var showsAll = false

    public init(
      shown: ShownRecord? = nil, entry: Entry, next: NextStep? = nil, related: [Related] = [],
      history: [StatusLine] = []
    ) {
      self.shown = shown
      self.entry = entry
      self.next = next
      self.related = related
      self.history = history
    }
  }

  /// Which records a list shows: their kind, such as schools, with the list's filters, search,
  /// order and limit.
  ///
  /// The filters and the order apply to one command and are not remembered for the next command.
  public struct ListRequest: Equatable, Sendable {
    public var kind: ReferenceKind
    public var filters: [String: FieldValue]
    public var search: String?
    /// The name of the sort order. Nil uses the default order of the kind of record.
    public var sort: String?
    public var isReversed: Bool
    public var limit: Int?
    public var showsAll: Bool

    public init(
      _ kind: ReferenceKind, filters: [String: FieldValue] = [:], search: String? = nil,
      sort: String? = nil, isReversed: Bool = false, limit: Int? = nil, showsAll: Bool = false
    ) {
      self.kind = kind
      self.filters = filters
      self.search = search
      self.sort = sort
      self.isReversed = isReversed
      self.limit = limit
      self.showsAll = showsAll
    }

    /// The number of rows that a list loads if its command has no limit.
    static let screenful = 20

    /// The number of rows to load, or nil for all of them.
    var rowLimit: Int? { showsAll ? nil : limit ?? Self.screenful }

    var isNarrowed: Bool { !filters.isEmpty || search != nil }
  }
}
