import Basics
public import CivilTime

/// The feed of interactions, school status changes and documents, newest first (rule 4.8).
public enum RecentActivity {
  /// How many the dashboard shows.
  public static let shown = 5
  /// How many of each source are looked at.
  public static let fetched = 50

  /// The feed of what happened, each kind cut to its newest fifty before they are put together.
  public static func feed(
    _ items: [ActivityItem], limit: Int = shown, offset: Int = 0
  ) -> [ActivityItem] {
    let kinds = Dictionary(grouping: items, by: \.kind).values
    let newest = kinds.flatMap { sorted($0).prefix(fetched) }
    return Array(sorted(newest).dropFirst(max(0, offset)).prefix(max(0, limit)))
  }

  /// `5m ago`, `3h ago`, `2d ago`, else `Feb 10`.
  public static func text(of moment: Instant, now: Instant, zone: Zone) -> String {
    let minutes = max(0, moment.milliseconds(until: now) / 60_000)
    return switch minutes {
    case ..<60: "\(minutes)m ago"
    case ..<1440: "\(minutes / 60)h ago"
    case ..<10_080: "\(minutes / 1440)d ago"
    default: zone.day(of: moment).text(.short)
    }
  }

  private static func sorted(_ items: [ActivityItem]) -> [ActivityItem] {
    items.sorted { ($1.at, $0.key) < ($0.at, $1.key) }
  }
}

// What each entry of the feed says.
extension ActivityItem {
  /// `interaction-…`, `status-…` or `doc-…` with the record's id.
  public var key: String {
    switch happening {
    case .interaction(let row): "interaction-\(row.interaction.id)"
    case .statusChange(let row, _): "status-\(row.change.id)"
    case .document(let row): "doc-\(row.document.id)"
    case .imported(let rows): "import-\(rows.step)"
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

  /// `Phone Call with Cedar Valley`.
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

  /// Where it leads on the web; a document leads nowhere.
  public var path: String? {
    switch happening {
    case .interaction(let row): "/interactions?id=\(row.interaction.id)"
    case .statusChange(let row, _): "/schools/\(row.change.schoolID)"
    case .document: nil
    case .imported(let rows): "/\(rows.kind.listing)"
    }
  }

  fileprivate var kind: Int {
    switch happening {
    case .interaction: 0
    case .statusChange: 1
    case .document: 2
    case .imported: 3
    }
  }

  private func name(of school: Reference) -> String {
    Naming.of(school.title, otherwise: Naming.unknownSchool)
  }

  /// Every word with a capital: `Phone Call`.
  private func capitalised(_ words: String) -> String {
    words.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }

  private func filled(_ text: String?) -> String? {
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// At most fifty characters, then three dots.
  private func cut(_ text: String?) -> String? {
    guard let text = filled(text) else { return nil }
    return text.count > 50 ? text.prefix(50) + "..." : text
  }
}
