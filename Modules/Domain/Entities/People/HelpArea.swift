public import Basics

/// The areas in which an athlete can let a parent help (rule 10.10). All other data of the athlete
/// stays read-only for the parent.
public enum HelpArea: String, Vocabulary {
  case records, metrics, tasks

  /// The words on pages: "Helping Sam with: schools and contacts, measurements".
  public var words: String {
    switch self {
    case .records: "schools and contacts"
    case .metrics: "measurements"
    case .tasks: "tasks"
    }
  }

  /// The records that the area covers, in words for the athlete who allows it.
  public var coverage: String {
    switch self {
    case .records: "schools, coaches, interactions, offers, events and documents"
    case .metrics: "measurements"
    case .tasks: "the tasks of the timeline"
    }
  }
}

extension HelpArea {
  /// The same area as the `WriteArea` that the terminal and browser hosts compare.
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
  /// The areas in words: `schools and contacts, tasks`. Their order does not depend on the order in
  /// which they were allowed.
  public var words: String {
    HelpArea.allCases.filter(contains).map(\.words).joined(separator: ", ")
  }
}

extension ReferenceKind {
  /// The help area that a parent needs to write records of this kind; nil if only the owner writes
  /// them.
  public var help: HelpArea? {
    switch self {
    case .school, .coach, .interaction, .offer, .event, .document: .records
    case .metric: .metrics
    case .task: .tasks
    default: PlainKinds.named(self)?.area.help
    }
  }
}
