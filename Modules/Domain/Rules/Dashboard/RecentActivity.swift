import Basics
public import CivilTime

/// The feed of interactions, school status changes and documents, newest first (rule 4.8).
public enum RecentActivity {
  /// The number of entries that the dashboard shows.
  public static let shown = 5
  /// How many of each source are looked at.
  public static let fetched = 50

  /// The feed: the newest fifty entries of each kind, merged.
  public static func feed<Entry: ActivityEntry>(
    _ entries: [Entry], limit: Int = shown, offset: Int = 0
  ) -> [Entry] {
    let kinds = Dictionary(grouping: entries, by: \.kind).values
    let newest = kinds.flatMap { sorted($0).prefix(fetched) }
    return Array(sorted(newest).dropFirst(max(0, offset)).prefix(max(0, limit)))
  }

  /// `5m ago`, `3h ago`, `2d ago`, or else `Feb 10`.
  public static func text(of moment: Instant, now: Instant, zone: Zone) -> String {
    let minutes = max(0, moment.milliseconds(until: now) / 60_000)
    return switch minutes {
    case ..<60: "\(minutes)m ago"
    case ..<1440: "\(minutes / 60)h ago"
    case ..<10_080: "\(minutes / 1440)d ago"
    default: zone.day(of: moment).text(.short)
    }
  }

  /// A key is a text to be made, and rarely asked for.
  private static func sorted<Entry: ActivityEntry>(_ entries: [Entry]) -> [Entry] {
    entries.sorted { $0.at == $1.at ? $0.key < $1.key : $0.at > $1.at }
  }
}

/// The values that decide an entry's position in the feed. Of most entries, nothing else is ever read.
public protocol ActivityEntry {
  var at: Instant { get }
  var kind: ActivityKind { get }
  /// The order of what happened at one moment.
  var key: String { get }
}

public enum ActivityKind: String, Sendable {
  case interaction
  case statusChange = "status"
  case document = "doc"
  case imported = "import"

  /// `interaction-…`, `status-…` or `doc-…` with the record's id, `import-…` with the step's.
  public func key(_ id: some CustomStringConvertible) -> String { "\(rawValue)-\(id)" }
}

// The content of each entry of the feed.
extension ActivityItem: ActivityEntry {
  public var key: String {
    switch happening {
    case .interaction(let row): kind.key(row.interaction.id)
    case .statusChange(let row, _): kind.key(row.change.id)
    case .document(let row): kind.key(row.document.id)
    case .imported(let rows): kind.key(rows.step)
    }
  }

  public var emoji: String {
    switch happening {
    case .interaction(let row): row.interaction.type.known?.emoji ?? "📝"
    case .statusChange: "📍"
    case .document: "📄"
    case .imported: "📥"
    }
  }

  /// The title of an entry: `Phone Call with Cedar Valley`.
  public var title: String {
    switch happening {
    case .interaction(let row):
      "\(capitalised(row.interaction.type.words)) with \(name(of: row.school))"
    case .statusChange(let row, let school):
      "\(name(of: school)) status changed to \(row.change.newStatus.words)"
    case .document(let row): "Uploaded \(row.document.type.words)"
    case .imported(let rows): rows.summary
    }
  }

  public var description: String {
    switch happening {
    case .interaction(let row):
      cut(row.interaction.content) ?? cut(row.interaction.subject) ?? "No additional details"
    case .statusChange(let row, _): filled(row.change.notes) ?? "No additional notes"
    case .document(let row): row.document.title
    case .imported: "From a file"
    }
  }

  /// The web path of the entry; nil for a document.
  public var path: String? {
    switch happening {
    case .interaction(let row): "/interactions?id=\(row.interaction.id)"
    case .statusChange(let row, _): "/schools/\(row.change.schoolID)"
    case .document: nil
    case .imported(let rows): "/\(rows.kind.listing)"
    }
  }

  public var kind: ActivityKind {
    switch happening {
    case .interaction: .interaction
    case .statusChange: .statusChange
    case .document: .document
    case .imported: .imported
    }
  }

  private func name(of school: Reference) -> String {
    Naming.of(school.title, otherwise: Naming.unknownSchool)
  }

  /// Every word with a capital: `Phone Call`.
  private func capitalised(_ words: String) -> String {
    words.split(separator: " ").map { $0.capitalizedFirst }
      .joined(separator: " ")
  }

  private func filled(_ text: String?) -> String? {
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// Shortens the text to at most fifty characters and three dots.
  private func cut(_ text: String?) -> String? {
    guard let text = filled(text) else { return nil }
    return text.count > 50 ? text.prefix(50) + "..." : text
  }
}
