public import Domain
public import FeatureKit

extension NextStep {
  /// Returns the suggested next step as a row of a list. The row has a button for the step's
  /// command, and a link to the record that the step is about. In a browser this link is the title,
  /// and also the button "Open" of a step that has no command of its own.
  ///
  /// - Parameter isReadOnly: whether the viewer is a parent who only reads. The row then has no
  ///   command that changes data.
  public func row(isReadOnly: Bool, in context: PageContext) -> Row {
    // In a terminal the row always has the link "See", which opens the record. The step's own
    // command is therefore left out there if it would only open the same record.
    let ways = (isReadOnly ? [] : [command].compactMap { $0 })
      .filter { context.hasButtons || $0.command != opens }
    let label = kind == .suggestion ? "See why" : "See"
    let see = CommandLink(label, opens, spoken: "\(label): \(title)")
    let open = CommandLink("Open", opens, spoken: "Open: \(title)")
    let links = ways.map { CommandLink($0.label, $0.command, spoken: "\($0.label): \(title)") }
    return Row(title, .bullet, handle: reference.handle, spoken: "\(kind.words): \(title)")
      .opening(context.hasButtons ? see : nil)
      .showing(detail: reason)
      .styled(tone)
      .offering(context.hasButtons ? (links.isEmpty ? [open] : links) : links + [see])
  }

  private var tone: Tone {
    switch kind {
    case .overdue: .danger
    case .deadline: isPressing ? .danger : .caution
    case .coach, .followUp, .optional: .caution
    case .suggestion, .status: .info
    }
  }
}

extension NextStep.Kind {
  /// The kind of the step in words, which a screen reader says first. Other users see the kind by
  /// the row's color.
  fileprivate var words: String {
    switch self {
    case .overdue, .optional: "Overdue"
    case .coach: "A coach waits"
    case .followUp: "Follow-up"
    case .deadline: "Coming up"
    case .suggestion: "Action item"
    case .status: "Status"
    }
  }
}
