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

    case .fieldNamesRequested:
      return show(.fieldNames, &state)

    case .dataOfListRequested(let listing, let fields):
      // A program that reads data as JSON gets all matching notifications, or as many as the
      // command's option says. A page gets only as many as fit on the screen.
      let query = state.query(for: listing, limit: listing.limit)
      return read(fields) { inbox throws(Problem) in
        .several(try await inbox.list(query).listing.rows)
      }

    case .dataRequested(let notification, let fields):
      return read(fields) { inbox throws(Problem) in .one(try await inbox.show(notification.id)) }

    case .dataRead(.success(let values)):
      return .tell(.artifact(Artifact(values, of: .notification)))

    case .dataRead(.failure(let problem)):
      return .tell(.problem(Self.readWords.problem(problem, during: .load)))

    case .filterRequested(let choice):
      if choice.clears { (state.filter, state.search) = (.all, "") }
      if let filter = choice.filter { state.filter = filter }
      // The options of an earlier `notifications` command, such as `--type`, would take precedence
      // over the new filter. They are removed, because the new filter would otherwise have no
      // effect.
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

    case .pageLoaded(let result):
      state.loaded = Loading(result.mapError { Self.readWords.problem($0, during: .load) })
      if case .list(let inbox, _)? = state.loaded.value { state.unread = inbox.unreadCount }
      if state.loaded.problem != nil { state.unread = nil }
      return .none

    case .openRequested(let notification):
      return open(notification)

    case .notificationOpened(.success(let row)):
      return .merge(
        .tell(.done(row.opened)), reloadWhatIsShown(&state), .tell(.open(row.destination)))

    case .readRequested(let chosen):
      return markRead(chosen)

    case .notificationsRead(.success(let rows)):
      return tell(Done(read: rows), andReload: &state)

    case .allRead(.success(let count)):
      return tell(Done(allRead: count), andReload: &state)

    case .notificationOpened(.failure(let problem)), .notificationsRead(.failure(let problem)),
      .allRead(.failure(let problem)):
      return .tell(.problem(Self.readWords.problem(problem, during: .write)))

    case .deletionRequested(.these(let notifications)):
      return delete(notifications)

    case .deletionRequested(.all(let filter)):
      return count(Clearing(filter, readOnly: false))

    case .notificationsDeleted(.success(let rows)):
      if rows.contains(where: { state.wanted == .one($0.reference.id) }) { state.wanted = .list }
      return tell(Done(deleted: rows), andReload: &state)

    case .clearingRequested(let clearing):
      return count(clearing)

    case .clearingCounted(.success(let counted)):
      return .tell(
        counted.count == 0
          ? .done(Done(nothingFor: counted.clearing)) : .question(Question(counted)))

    case .clearingConfirmed(let clearing):
      return clear(clearing)

    case .cleared(.success(let count)):
      state.wanted = .list
      return tell(Done(cleared: count), andReload: &state)

    case .notificationsDeleted(.failure(let problem)), .clearingCounted(.failure(let problem)),
      .cleared(.failure(let problem)):
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
      // If the unread notifications cannot be counted, the badge with their number is not shown. No
      // error is reported here, because it would interrupt other work, and the notifications page
      // reports the problem itself.
      state.unread = try? result.get()
      return .none

    case .pageLeft:
      let unread = state.unread
      state = initialState
      state.unread = unread
      return .cancel(pageID)

    case .viewerChanged:
      let isShown = state.loaded != .idle
      state = initialState
      return isShown
        ? .merge(.cancel("badge"), load(&state)) : .merge(.cancel(pageID), .cancel("badge"))

    case .signedOut:
      return .merge(dropPage(&state), .cancel("badge"))
    }
  }
}

// MARK: - Loading the notifications

extension NotificationsFeature {
  private func show(_ wanted: PageSubject, _ state: inout State) -> Effect<Action> {
    state.wanted = wanted
    return load(&state)
  }

  public func content(for state: State, isVisit: Bool) async throws(Problem) -> LoadedPage {
    await daily.runIfDue()
    let sharing = await sharing.statusIfKnown()
    switch state.wanted {
    case .list:
      let query = state.query(for: state.listing, limit: state.listing.rowLimit)
      return .list(try await notifications.list(query), sharing)
    case .one(let id): return .one(try await notifications.show(id))
    case .fieldNames: return .fieldNames
    }
  }

  /// Loads the list of notifications again after a change.
  ///
  /// If the page was never opened, only the number of unread notifications is loaded.
  private func reloadWhatIsShown(_ state: inout State) -> Effect<Action> {
    state.loaded == .idle ? countUnread() : load(&state)
  }

  private func tell(_ done: Done, andReload state: inout State) -> Effect<Action> {
    .merge(.tell(.done(done)), reloadWhatIsShown(&state))
  }

  private func countUnread() -> Effect<Action> {
    .load("badge", notifications.unreadCount) { .unreadCounted($0) }
  }
}

extension NotificationsFeature.State {
  /// Returns the database query for a list of notifications.
  ///
  /// A filter or a search that the command names replaces the one that the person chose for the
  /// page.
  func query(for listing: NotificationsFeature.Listing, limit: Int?) -> InboxQuery {
    InboxQuery {
      $0.type = (listing.filter ?? filter).type
      $0.search = listing.search ?? search
      $0.unreadOnly = listing.unreadOnly
      $0.limit = limit
    }
  }
}

// MARK: - Marking notifications as read and deleting them

extension NotificationsFeature {
  /// Marks a notification as read and then opens it.
  ///
  /// The identifier of the effect (the work that the command starts) contains the notification's
  /// id. So a second press of the link during the write starts no second write.
  private func open(_ notification: Reference) -> Effect<Action> {
    .save(EffectID("read", notification.id)) { [notifications] () throws(Problem) in
      try await notifications.markRead(notification.id)
    } into: {
      .notificationOpened($0)
    }
  }

  private func markRead(_ chosen: Chosen) -> Effect<Action> {
    switch chosen {
    case .these(let references):
      .save(EffectID("read \(references.handles)"), notifications.markRead, references.map(\.id)) {
        .notificationsRead($0)
      }
    case .all(let filter):
      .save(EffectID("read all \(filter.word)"), notifications.markAllRead, filter.type) {
        .allRead($0)
      }
    }
  }

  private func delete(_ references: [Reference]) -> Effect<Action> {
    .save(EffectID("delete \(references.handles)"), notifications.delete, references.map(\.id)) {
      .notificationsDeleted($0)
    }
  }

  /// Counts the notifications that the command would delete. The question before the deletion shows
  /// the count.
  private func count(_ clearing: Clearing) -> Effect<Action> {
    .load("count") { [notifications] () throws(Problem) in
      func count(unreadOnly: Bool) async throws(Problem) -> Int {
        try await notifications.list(
          InboxQuery {
            $0.type = clearing.filter.type
            $0.unreadOnly = unreadOnly
            $0.limit = 0
          }
        ).listing.matching
      }
      let unread = try await count(unreadOnly: true)
      return CountedClearing(
        clearing, read: try await count(unreadOnly: false) - unread, unread: unread)
    } into: {
      .clearingCounted($0)
    }
  }

  private func clear(_ clearing: Clearing) -> Effect<Action> {
    .save(
      EffectID("clear \(clearing.filter.word) \(clearing.readOnly)"), notifications.deleteAll,
      (clearing.filter.type, clearing.readOnly)
    ) { .cleared($0) }
  }

  private func generate(onDesktop: Bool) -> Effect<Action> {
    .save("generate") {
      [notifications, preferences, family, desktop, calendar] () throws(Problem) in
      let (now, zone) = (calendar.now(), calendar.zone())
      let made = try await notifications.generate(now: now, zone: zone, .asked)
      var generation = Generation(created: made.created)
      guard onDesktop else { return generation }
      // The notifications are already stored at this point. So a failure to show them on the
      // desktop becomes part of the result, and `generate` itself does not fail.
      do throws(Problem) {
        let person = try await family.current().person
        let stored = try await preferences.preference(.notifications, of: person)
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

extension [Reference] {
  /// The handles (short names) of the notifications as one text, such as `n3 n4`.
  ///
  /// The text becomes part of an effect's identifier (an effect is the work that a command starts).
  /// So the program recognizes a repeat of the same command while the first one runs.
  fileprivate var handles: String { map(\.handle).joined(separator: " ") }
}
