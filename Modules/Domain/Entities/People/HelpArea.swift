public import Basics

/// The areas of data in which an athlete can allow a parent to make changes (domain.md 10.10). In
/// all other areas the parent can only read.
public enum HelpArea: String, Vocabulary {
  case records, metrics, tasks

  /// The words for the area on pages, as in "Helping Sam with: schools and contacts, measurements".
  public var words: String {
    switch self {
    case .records: "schools and contacts"
    case .metrics: "measurements"
    case .tasks: "tasks"
    }
  }

  /// The kinds of records that belong to the area, in words. The athlete reads them before allowing
  /// a parent to help.
  public var coverage: String {
    switch self {
    case .records: "schools, coaches, interactions, offers, events and documents"
    case .metrics: "measurements"
    case .tasks: "the tasks of the timeline"
    }
  }
}

extension HelpArea {
  /// The value of `WriteArea` for this area. The declarations of commands use `WriteArea`, because
  /// the module that reads those declarations does not import the module of `HelpArea`.
  public var area: WriteArea {
    switch self {
    case .records: .records
    case .metrics: .metrics
    case .tasks: .tasks
    }
  }
}

extension WriteArea {
  public static let records = WriteArea("records")
  public static let metrics = WriteArea("metrics")
  public static let tasks = WriteArea("tasks")
}

extension Set<HelpArea> {
  /// The areas in words, such as `schools and contacts, tasks`, always in the order of the
  /// enumeration.
  public var words: String {
    HelpArea.allCases.filter(contains).map(\.words).joined(separator: ", ")
  }
}

extension ReferenceKind {
  /// The help area whose permission a parent needs to change records of this kind; nil for a kind
  /// that parents can never change.
  public var help: HelpArea? {
    switch self {
    case .school, .coach, .interaction, .offer, .event, .document: .records
    case .metric: .metrics
    case .task: .tasks
    default: PlainKinds.named(self)?.area.help
    }
  }
}
