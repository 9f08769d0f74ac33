import Domain
import FamilyContext
public import FeatureKit

extension NotificationsFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .listRequested(let listing):
      state.listing = listing
      return show(.list, &state)

    case .notificationRequested(let notification):
      return show(.one(notification.id), &state)

    case .filterRequested(let choice):
      if choice.clears { (state.filter, state.search) = (.all, "") }
      if let filter = choice.filter { state.filter = filter }
      // What was asked for once would hide what has just been chosen.
      state.listing = Listing()
      return show(.list, &state)

    case .searchRequested(let words):
      state.search = words ?? ""
      state.listing = Listing()
      return show(.list, &state)

    case .pageOpened, .refreshRequested:
      return load(&state)

    case .dataChanged:
      return reloadWhatIsShown(&state)

    case .sheetLoaded(let result):
      state.sheet = Loading(result.mapError { Self.readWords.problem($0, during: .load) })
      if case .list(let inbox)? = state.sheet.value { state.unread = inbox.unreadCount }
      if state.sheet.problem != nil { state.unread = nil }
      return .none

    case .openRequested(let notification):
      return markRead(notification) { .notificationOpened($0) }

    case .notificationOpened(.success(let row)):
      return .merge(
        .tell(.done(row.opened)), reloadWhatIsShown(&state), .tell(.open(row.destination)))

    case .readRequested(let notification):
      return markRead(notification) { .notificationRead($0) }

    case .notificationRead(.success(let row)):
      return tell(row.read, andReload: &state)

    case .allReadRequested:
      return .save("read all") { [notifications] () throws(Problem) in
        try await notifications.markAllRead()
      } into: {
        .allRead($0)
      }

    case .allRead(.success(let count)):
      return tell(Done(allRead: count), andReload: &state)

    case .notificationOpened(.failure(let problem)), .notificationRead(.failure(let problem)),
      .allRead(.failure(let problem)):
      return .tell(.problem(Self.readWords.problem(problem, during: .write)))

    case .deletionRequested(let notification):
      return .save(EffectID("delete", notification.id)) { [notifications] () throws(Problem) in
        try await notifications.delete(notification.id)
      } into: {
        .notificationDeleted($0)
      }

    case .notificationDeleted(.success(let row)):
      if state.wanted == .one(row.reference.id) { state.wanted = .list }
      return tell(row.deleted, andReload: &state)

    case .clearingRequested:
      return countRead()

    case .readCounted(.success(let count)):
      return .tell(
        count == 0
          ? .done(Done(cleared: 0))
          : .question(Question(clearing: count, yes: .clearingConfirmed)))

    case .clearingConfirmed:
      return .save("clear read") { [notifications] () throws(Problem) in
        try await notifications.deleteRead()
      } into: {
        .readCleared($0)
      }

    case .readCleared(.success(let count)):
      state.wanted = .list
      return tell(Done(cleared: count), andReload: &state)

    case .notificationDeleted(.failure(let problem)), .readCounted(.failure(let problem)),
      .readCleared(.failure(let problem)):
      return .tell(.problem(Self.deleteWords.problem(problem, during: .write)))

    case .generationRequested(let onDesktop):
      return generate(onDesktop: onDesktop)

    case .generated(.success(let generation)):
      return .merge(
        [tell(generation.done, andReload: &state)]
          + [generation.desktopOutcome].compactMap { $0 }.map { .tell($0) })

    case .generated(.failure(let problem)):
      return .tell(.problem(Self.generateWords.problem(problem, during: .write)))

    case .badgeRequested:
      return countUnread()

    case .unreadCounted(let result):
      // A count that cannot be had is left out: the page says what is wrong.
      state.unread = try? result.get()
      return .none

    case .viewerChanged:
      let isShown = state.sheet != .idle
      state = initialState
      return isShown
        ? .merge(.cancel("badge"), load(&state)) : .merge(.cancel("sheet"), .cancel("badge"))

    case .signedOut:
      state = initialState
      return .merge(.cancel("sheet"), .cancel("badge"))
    }
  }
}

// MARK: - Loading

extension NotificationsFeature {
  private func show(_ wanted: Wanted, _ state: inout State) -> Effect<Action> {
    state.wanted = wanted
    return load(&state)
  }

  /// Loads what is wanted anew, with what a new day brings; a newer load supersedes an older one. What was loaded stays on
  /// the screen meanwhile.
  private func load(_ state: inout State) -> Effect<Action> {
    if state.sheet.value == nil { state.sheet = .loading }
    let (wanted, query) = (state.wanted, state.query)
    return .load("sheet") { [notifications, daily] () throws(Problem) in
      await daily.runIfDue()
      return switch wanted {
      case .list: .list(try await notifications.list(query))
      case .one(let id): .one(try await notifications.show(id))
      }
    } into: {
      .sheetLoaded($0)
    }
  }

  /// After a write, what is on the screen or on its way there is fetched again; of a page nobody opened, only the badge.
  private func reloadWhatIsShown(_ state: inout State) -> Effect<Action> {
    state.sheet == .idle ? countUnread() : load(&state)
  }

  private func tell(_ done: Done, andReload state: inout State) -> Effect<Action> {
    .merge(.tell(.done(done)), reloadWhatIsShown(&state))
  }

  private func countUnread() -> Effect<Action> {
    .load("badge") { [notifications] () throws(Problem) in
      try await notifications.unreadCount()
    } into: {
      .unreadCounted($0)
    }
  }
}

extension NotificationsFeature.State {
  /// What the list is fetched by: what this listing asks for, else what was chosen.
  var query: InboxQuery {
    InboxQuery {
      $0.type = (listing.filter ?? filter).type
      $0.search = listing.search ?? search
      $0.unreadOnly = listing.unreadOnly
      $0.limit = listing.rowLimit
    }
  }
}

// MARK: - Changing

extension NotificationsFeature {
  /// One request however often the same is asked for while it is under way.
  private func markRead(
    _ notification: Reference,
    into action: @escaping @Sendable (Result<NotificationRow, Problem>) -> Action
  ) -> Effect<Action> {
    .save(
      EffectID("read", notification.id),
      { [notifications] () throws(Problem) in
        try await notifications.markRead(notification.id)
      }, into: action)
  }

  /// How many would be cleared, for the question.
  private func countRead() -> Effect<Action> {
    .load("count read") { [notifications] () throws(Problem) in
      let inbox = try await notifications.list(InboxQuery { $0.limit = 0 })
      return inbox.listing.total - inbox.unreadCount
    } into: {
      .readCounted($0)
    }
  }

  private func generate(onDesktop: Bool) -> Effect<Action> {
    .save("generate") {
      [notifications, preferences, family, desktop, calendar] () throws(Problem) in
      let athlete = try await family.athleteToChange()
      let (now, zone) = (calendar.now(), calendar.zone())
      let made = try await notifications.generate(for: athlete, now: now, zone: zone, .asked)
      var generation = Generation(created: made.created)
      guard onDesktop else { return generation }
      // They are in the inbox: what the desktop does with them is told beside that, and never as a failure to write.
      do throws(Problem) {
        let stored = try await preferences.preference(.notifications, of: athlete)
        generation.desktop = .success(
          try await desktop.deliver(
            made.created, settings: NotificationSettings(reading: stored.data), now: now, zone: zone
          ))
      } catch {
        generation.desktop = .failure(error)
      }
      return generation
    } into: {
      .generated($0)
    }
  }
}
