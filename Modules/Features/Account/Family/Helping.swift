public import Domain
import FamilyContext
import FeatureKit

/// A request of an athlete about the help of a parent: the athlete allows the parent to change
/// records, measurements or tasks, or withdraws this permission (domain.md 10.10).
public enum HelpRequest: Equatable, Sendable {
  case allow(Set<HelpArea>)
  /// The athlete withdraws permissions. Nil withdraws all of them.
  case disallow(Set<HelpArea>?)
}

extension AccountFeature {
  var helpCommands: Under<Self> {
    Under("family") {
      Command(
        "allow", "Let a parent help: with records, metrics or tasks.", .writesOwn,
        Argument("person", .reference(.person), "The parent", ask: "Who may help?"),
        Argument<Set<HelpArea>>.rest(
          "what", .helpAreas, "Records, metrics, tasks, several of them, or all",
          ask: "What may they help with?  (records, metrics, tasks, all)"),
        examples: [
          CommandExample(
            "family allow maria records",
            prints: "✓ Maria Shelton may help with schools and contacts.\n…")
        ]
      ) { .helpRequested($0, .allow($1)) }
      .forOwner
      .explained(
        "Only the athlete can say so, and nothing is allowed until they do. `records` are schools, coaches, interactions, offers, events and documents, `metrics` measurements, `tasks` the timeline. A parent who helps adds and changes those, deletes only what they made themselves, and everything bears their name: `history` shows it, and `undo NUMBER` takes a step of theirs back. Letters, the profile, the packet, imports and all else stay read-only."
      )
      Command(
        "disallow", "Take back that a parent may help.", .writesOwn,
        Argument("person", .reference(.person), "The parent", ask: "Who may no longer help?"),
        Argument<Set<HelpArea>>.rest(
          "what", .helpAreas, "Records, metrics, tasks; everything when left out"
        ).optional.labelled(
          "What do they no longer help with?", hint: "Choose nothing to take back everything."),
        examples: [
          CommandExample(
            "family disallow maria",
            prints: "✓ Maria Shelton helps with nothing, as before.")
        ]
      ) { .helpRequested($0, .disallow($1)) }
      .forOwner
      .explained("What the parent wrote until then stays.")
    }
  }

  func setHelp(of person: Reference, _ request: HelpRequest) -> Effect<Action> {
    change { () throws(Problem) in
      let mine = try await ownFamily(for: .letting)
      guard let member = mine.members.first(where: { $0.reference.id == person.id }) else {
        throw .isNoMember(person, of: mine.name)
      }
      let areas =
        switch request {
        case .allow(let areas): member.helps.union(areas)
        case .disallow(let areas): member.helps.subtracting(areas ?? member.helps)
        }
      return .helpChanged(
        try await families.setHelp(of: member.reference.id, inFamily: mine.family.id, to: areas))
    }
  }
}

extension ValueKind<Set<HelpArea>> {
  /// Parses areas of help, such as `records`, `records and tasks`, `metrics, tasks` or `all`.
  static let helpAreas = ValueKind(
    HelpArea.choices.joined(separator: "|"), completion: .words(HelpArea.choices), words: .program
  ) { text, _ throws(Problem) in
    var areas: Set<HelpArea> = []
    for part in text.lowercased().split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      if part == "and" { continue }
      if part == "all" || part == "everything" {
        areas.formUnion(HelpArea.allCases)
      } else if let area = HelpArea.allCases.first(where: { $0.spellings.contains(String(part)) }) {
        areas.insert(area)
      } else {
        throw Problem(
          .usage, "`\(part)` is nothing that a parent can help with.",
          fix: "Choose: records, metrics, tasks, or all")
      }
    }
    guard !areas.isEmpty else {
      throw Problem(
        .usage, "Say with what.", fix: "Choose: records, metrics, tasks, or all")
    }
    return areas
  }.called { HelpArea(rawValue: $0)?.words.capitalizedFirst ?? "All of these" }
}

extension HelpArea {
  /// The words from which people choose: those of the areas, such as `records`, and `all`.
  fileprivate static let choices = allCases.map(\.rawValue) + ["all"]

  fileprivate var spellings: Set<String> {
    switch self {
    case .records: ["records", "record", "schools", "contacts"]
    case .metrics: ["metrics", "metric", "measurements", "performance"]
    case .tasks: ["tasks", "task", "timeline"]
    }
  }
}

extension HelpChange {
  var done: Done {
    let name = person.title
    let first = name.firstName
    guard after != before else {
      return Done(
        after.isEmpty
          ? "\(name) helps with nothing, as before."
          : "\(name) may help with \(after.words), as before.",
        references: [person])
    }
    guard !after.isEmpty else {
      return Done(
        "\(name) may no longer help. \(first) sees your pages and changes none of them.",
        details: ["What \(first) wrote stays.", Done.undoHint], references: [person])
    }
    let given = after.subtracting(before)
    let coverage = HelpArea.allCases.filter(given.contains).map(\.coverage)
    return Done(
      "\(name) may help with \(after.words).",
      details: (coverage.isEmpty ? [] : ["That is \(coverage.inSentence())."]) + [
        "What \(first) writes bears \(first)'s name:  history",
        "To take it back:  family disallow \(person.handle)",
      ], references: [person])
  }
}

extension Viewing {
  /// A sentence that says which pages a parent sees and which areas a parent may change.
  var whatIsSeen: String {
    let name = athleteName ?? "your athlete"
    return helps.isEmpty
      ? "You see \(name)'s pages and change none of them."
      : "You see \(name)'s pages and help with \(helps.words)."
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
