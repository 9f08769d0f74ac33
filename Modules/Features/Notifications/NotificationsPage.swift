import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension NotificationsFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    switch state.loaded {
    case .idle, .loading:
      Page(title: "Notifications") { Paragraph("Loading notifications…", tone: .muted) }
    case .failed(let problem):
      Page(title: "Notifications", problem: problem) { Message(problem) }
    case .loaded(.list(let inbox, let sharing)):
      InboxPage(state: state, inbox: inbox, sharing: sharing, context: context).page
    case .loaded(.fieldNames):
      Self.dataFields.page
    case .loaded(.one(let row)):
      NotificationPage(row: row, context: context).page
    }
  }
}

/// Builds the page with the list of notifications, its filters, and the links that change all
/// notifications at once.
private struct InboxPage {
  let state: NotificationsFeature.State
  let inbox: InboxData
  let sharing: SharingStatus
  let context: PageContext

  private var listing: Listing<NotificationRow> { inbox.listing }
  private var filter: NotificationFilter { state.listing.filter ?? state.filter }
  private var search: String { (state.listing.search ?? state.search).trimmed }

  var page: Page {
    Page(title: "Notifications", context: listing.isEmpty ? nil : "\(inbox.unreadCount) unread") {
      for banner in sharing.joining { banner }
      if listing.isEmpty {
        EmptyState("No notifications", detail: emptyDetail)
      } else {
        Paragraph(shownWords, tone: .muted)
        Links([searching])
        // A link that changes all notifications is left out if none would change.
        if inbox.hasRead { Links([CommandLink("Clear read", "notifications clear-read")]) }
        Links(chips)
        if listing.matching == 0 {
          EmptyState(
            "No notifications match.", links: [CommandLink("Show all notifications", clearing)])
        } else {
          RowList(visible.map { NotificationCard(row: $0, context: context).card }, more: more)
        }
        // These links come last, because a browser shows the links at the end of a page beside its
        // title, with the first one as the page's primary action.
        if inbox.unreadCount > 0 {
          Links([CommandLink("Mark all as read", "notifications read-all")])
        }
      }
    }
  }

  /// The text under an empty list.
  ///
  /// A parent also reads that deadlines of the athlete's offers, events and tasks will appear here
  /// (domain.md 10.5).
  private var emptyDetail: String {
    guard context.viewer.isReadOnly else { return "You're all caught up!" }
    let athlete = context.viewer.subject ?? "your athlete"
    return "You're all caught up! Deadlines of \(athlete)'s offers, events and tasks come here."
  }

  /// A line such as `Showing Deadlines · unread · 3 of 12`. It names the active filters, and says
  /// how many of all notifications match them.
  private var shownWords: String {
    var parts: [String] = []
    if filter != .all { parts.append(filter.words) }
    if state.listing.unreadOnly { parts.append("unread") }
    if !search.isEmpty { parts.append("search “\(search)”") }
    guard !parts.isEmpty else { return "Showing all \(listing.total)" }
    return "Showing \(parts.joined(separator: " · ")) · \(listing.matching) of \(listing.total)"
  }

  private var searching: CommandLink {
    CommandLink(
      "Search", "notifications search",
      spoken: search.isEmpty ? "Search notifications" : "Search notifications. Now \(search)")
  }

  /// The links that choose a filter. The link of the active filter is marked as current.
  private var chips: [CommandLink] {
    NotificationFilter.allCases.map { chip in
      let isActive = chip == filter
      return CommandLink(
        chip.words, line(for: chip),
        spoken: "\(chip.words) filter. \(isActive ? "Active" : "Inactive")", isCurrent: isActive)
    }
  }

  /// Returns the command line of a link that chooses a filter.
  ///
  /// At a prompt, the program remembers the filter and the search between commands, so the command
  /// line only names the new filter. In a browser nothing is remembered between requests, so the
  /// command line also contains the present search.
  private func line(for chip: NotificationFilter) -> String {
    if context.keepsChoices { return "notifications filter \(chip.word)" }
    let type = chip == .all ? [] : ["--type", chip.word]
    let words = search.isEmpty ? [] : ["--search", CommandText.quoted(search)]
    return (["notifications"] + type + words).joined(separator: " ")
  }

  /// The command line that shows all notifications again.
  ///
  /// If the person has set no filter and no search for the page, a plain `notifications` is enough,
  /// because options such as `--type` apply to one listing only.
  private var clearing: String {
    state.filter == .all && state.search.isEmpty
      ? "notifications" : "notifications filter --clear"
  }

  /// The notifications that the page shows.
  ///
  /// A screen that limits the number of rows gets half as many notifications as rows, because most
  /// notifications take two lines.
  private var visible: ArraySlice<NotificationRow> {
    guard !state.listing.showsAll, state.listing.limit == nil, let room = context.rowLimit else {
      return listing.rows[...]
    }
    return listing.rows.prefix(max(room / 2, 1))
  }

  private var more: CommandLink? {
    let hidden = listing.matching - visible.count
    guard hidden > 0 else { return nil }
    var whole = state.listing
    whole.showsAll = true
    return CommandLink("… \(hidden) more", CommandText.line(whole.words))
  }
}

/// Builds the list row for one notification.
private struct NotificationCard {
  let row: NotificationRow
  let context: PageContext

  private var notification: AppNotification { row.notification }
  private var handle: String { row.reference.handle }

  var card: Row {
    let (isRead, words) = (notification.isRead, notification.spoken(in: context))
    let read = CommandLink("Mark as read", "notifications read \(handle)")
    return Row(notification.shownTitle, isRead ? nil : .unread, handle: handle, spoken: words)
      .opening(CommandLink("Open", "notifications open \(handle)"))
      .showing(
        [notification.effectivePriority.mark],
        trailing: Badge(notification.age(in: context), tone: .muted),
        detail: notification.text.trimmed.isEmpty ? nil : notification.text
      )
      .styled(isRead ? .neutral : .info, icon: notification.type.emoji, isStrong: !isRead)
      .offering((isRead ? [] : [read]) + [row.deleteLink])
  }
}

/// Builds the page for one notification, with its whole text.
private struct NotificationPage {
  let row: NotificationRow
  let context: PageContext

  private var notification: AppNotification { row.notification }

  var page: Page {
    Page(
      title: notification.shownTitle,
      context: context.recordWords(of: row.reference.handle, kind: "Notification")
    ) {
      if !notification.text.trimmed.isEmpty { Paragraph(notification.text) }
      Facts(facts)
      Links(links)
    }
  }

  private var facts: [Fact] {
    let time = notification.effectiveTime
    let day = context.zone.day(of: time).text(.shortWithYear)
    let clock = context.zone.timeOfDay(of: time)
    let isRecent = time.milliseconds(until: context.now) < 7 * 86_400_000
    let priority = notification.effectivePriority
    var facts = [
      Fact("Type", notification.type.words),
      Fact("Priority", priority.badge, tone: priority.mark.tone),
      Fact(
        "When",
        isRecent ? "\(notification.age(in: context)), \(day) at \(clock)" : "\(day) at \(clock)"),
      Fact(
        "Read",
        notification.readAt.map { context.zone.day(of: $0).text(.shortWithYear) } ?? "Not yet"),
    ]
    if let related = row.related {
      facts.append(Fact("About", "\(related.handle) \(related.title)"))
    } else if row.hasLostItsRecord {
      facts.append(Fact("About", "Something that is no longer here"))
    }
    return facts
  }

  private var links: [CommandLink] {
    let handle = row.reference.handle
    return
      (row.leadsElsewhere
      ? [CommandLink("Go to what it is about", "notifications open \(handle)")] : [])
      + (row.related.flatMap(\.message).map { [$0] } ?? [])
      + (notification.isRead
        ? [] : [CommandLink("Mark as read", "notifications read \(handle)")])
      + [row.deleteLink, CommandLink("All notifications", "notifications")]
  }
}

extension Reference {
  /// For a notification about a logged contact: a link that shows the text of the contact.
  ///
  /// Nil for every other kind of record, because the notification already links to the record's
  /// page (domain.md 4.11).
  fileprivate var message: CommandLink? {
    kind == .interaction ? CommandLink("Read it", "interactions show \(handle)") : nil
  }
}

extension NotificationRow {
  fileprivate var deleteLink: CommandLink {
    CommandLink(
      "Delete", "notifications delete \(reference.handle)", spoken: "Delete notification")
  }

  fileprivate var leadsElsewhere: Bool {
    !hasLostItsRecord && destination != Route("/notifications/\(reference.id)")
  }
}

extension AppNotification {
  /// The title of a notification.
  ///
  /// If it consists of spaces only, the type replaces it, because an empty link could not be
  /// selected.
  fileprivate var shownTitle: String { title.trimmed.isEmpty ? type.words : title }

  fileprivate func age(in context: PageContext) -> String {
    RelativeTime.text(of: effectiveTime, now: context.now, zone: context.zone)
  }

  /// The text that a screen reader speaks, in the form "[unread] [priority] [type]: [title].
  /// [relative time]".
  fileprivate func spoken(in context: PageContext) -> String {
    let state = [isRead ? nil : "unread", effectivePriority.rawValue].compactMap { $0 }
    let words = (state + [type.words]).joined(separator: " ")
    return "\(words.capitalizedFirst): \(shownTitle). \(age(in: context))"
  }
}

extension NotificationPriority {
  fileprivate var mark: Badge {
    switch self {
    case .high: Badge(badge, tone: .danger)
    case .normal: Badge(badge, tone: .info)
    case .low: Badge(badge, tone: .muted)
    }
  }
}
