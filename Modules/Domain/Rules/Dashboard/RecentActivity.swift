import Basics
public import CivilTime

/// Merges interactions, school status changes, documents and imports into one feed, newest first
/// (domain.md 4.8).
public enum RecentActivity {
  /// The number of entries of the feed that the dashboard shows.
  public static let shown = 5
  /// The feed contains at most this number of entries of each kind, such as interactions, so that a
  /// backend (a module that stores the data) need not load older ones.
  public static let fetched = 50

  /// Returns one page of the feed, newest first. The feed consists of the newest fifty entries of
  /// each kind.
  public static func feed<Entry: ActivityEntry>(
    _ entries: [Entry], limit: Int = shown, offset: Int = 0
  ) -> [Entry] {
    let kinds = Dictionary(grouping: entries, by: \.kind).values
    let newest = kinds.flatMap { sorted($0).prefix(fetched) }
    return Array(sorted(newest).dropFirst(max(0, offset)).prefix(max(0, limit)))
  }

  /// Returns the time since `moment` as text: `5m ago`, `3h ago` or `2d ago`. After a week it
  /// returns the day instead, such as `Feb 10`.
  public static func text(of moment: Instant, now: Instant, zone: Zone) -> String {
    let minutes = max(0, moment.milliseconds(until: now) / 60_000)
    return switch minutes {
    case ..<60: "\(minutes)m ago"
    case ..<1440: "\(minutes / 60)h ago"
    case ..<10_080: "\(minutes / 1440)d ago"
    default: zone.day(of: moment).text(.short)
    }
  }

  /// Returns the entries sorted by time, newest first, and then by key. The key is read only for
  /// entries of the same time, because computing it for every entry would be slow.
  private static func sorted<Entry: ActivityEntry>(_ entries: [Entry]) -> [Entry] {
    entries.sorted { $0.at == $1.at ? $0.key < $1.key : $0.at > $1.at }
  }
}

/// The values of an entry by which the feed is sorted and shortened. To save time, a backend loads
/// only these values for all entries, and the other values only for the few entries on the page.
public protocol ActivityEntry {
  var at: Instant { get }
  var kind: ActivityKind { get }
  /// A text such as `interaction-…` by which entries with the same time are sorted, so that their
  /// order does not change from one load to the next.
  var key: String { get }
}

public enum ActivityKind: String, Sendable {
  case interaction
  case statusChange = "status"
  case document = "doc"
  case imported = "import"

  /// Returns the sort key of an entry, such as `interaction-…`: the kind, and then the id of the
  /// record or, for an import, the number of its undo step (one change that undo takes back).
  public func key(_ id: some CustomStringConvertible) -> String { "\(rawValue)-\(id)" }
}

// These properties are the sort key, the texts and the link of an entry in the dashboard's feed of
// recent activity.
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

  /// The title of the feed's entry, such as `Phone Call with Cedar Valley`.
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
    case .imported: "In one step"
    }
  }

  /// The web path to which the entry links; nil for a document, which has no link.
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

  /// Returns the text with a capital at the start of every word: `Phone Call`.
  private func capitalised(_ words: String) -> String {
    words.split(separator: " ").map { $0.capitalizedFirst }
      .joined(separator: " ")
  }

  private func filled(_ text: String?) -> String? {
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// Returns the text, or its first fifty characters followed by three dots if it is longer. It is
  /// nil for a missing or blank text.
  private func cut(_ text: String?) -> String? {
    guard let text = filled(text) else { return nil }
    return text.count > 50 ? text.prefix(50) + "..." : text
  }
}
