import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension DashboardFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .viewRequested(let view):
      state.look(at: view)
      return load(&state, isVisit: true)

    case .pageOpened:
      return load(&state, isVisit: true)

    case .refreshRequested:
      return load(&state)

    case .dataChanged:
      return reload(&state)

    case .frameLoaded(.success(let frame)):
      return begin(&state, with: frame)

    case .frameLoaded(.failure(let problem)):
      return end(&state, with: problem)

    case .partLoaded(let part):
      state.parts.take(part)
      guard let problem = part.problem, problem.endsThePage else { return .none }
      return end(&state, with: problem)

    case .quickTasksLoaded(let result):
      state.quickTasks = Loading(result)
      return .none

    case .dismissalRequested(let suggestion):
      return save("dismiss", suggestion, into: { .suggestionDismissed($0) }) {
        [suggestions] athlete throws(Problem) in
        let before = try await suggestions.show(suggestion.id, of: athlete).row.suggestion
        return ClosedSuggestion(
          try await suggestions.dismiss(suggestion.id, of: athlete), wasClosed: !before.isOpen)
      }

    case .completionRequested(let suggestion):
      return save("complete", suggestion, into: { .suggestionCompleted($0) }) {
        [suggestions] athlete throws(Problem) in
        let before = try await suggestions.show(suggestion.id, of: athlete).row.suggestion
        return ClosedSuggestion(
          try await suggestions.complete(suggestion.id, of: athlete), wasClosed: !before.isOpen)
      }

    case .moreRequested:
      return save("more", into: { .moreSurfaced($0) }) { [suggestions] athlete throws(Problem) in
        let count = try await suggestions.surface(of: athlete)
        let list = try await suggestions.visible(of: athlete, limit: Self.listed)
        return SurfacedSuggestions(
          count: count, shown: list.rows.count, open: list.pendingCount)
      }

    case .suggestionDismissed(.success(let closed)):
      return show(.suggestions(school: nil), after: .dismissed(closed), &state)

    case .suggestionCompleted(.success(let closed)):
      return show(.suggestions(school: nil), after: .completed(closed), &state)

    case .moreSurfaced(.success(let surfaced)):
      return show(.suggestions(school: nil), after: .surfaced(surfaced), &state)

    case .quickTaskTyped(let text):
      return .save(EffectID("add \(text)")) { [quickTasks] () throws(Problem) in
        try await quickTasks.add(QuickTask.checkedText(text))
      } into: {
        .quickTaskAdded($0)
      }

    case .toggleRequested(let tasks):
      return .save(EffectID("toggle \(tasks.handles)"), quickTasks.toggle, tasks.map(\.id)) {
        .quickTaskToggled($0)
      }

    case .deletionRequested(let tasks):
      return .save(EffectID("delete \(tasks.handles)"), quickTasks.delete, tasks.map(\.id)) {
        .quickTaskDeleted($0)
      }

    case .clearingRequested:
      return .save("clear", quickTasks.clearCompleted) { .quickTasksCleared($0) }

    case .quickTaskAdded(.success(let row)):
      return show(.quickTasks(all: false), after: .added(row), &state)

    case .quickTaskToggled(.success(let rows)):
      return show(.quickTasks(all: false), after: .toggled(rows), &state)

    case .quickTaskDeleted(.success(let rows)):
      return show(.quickTasks(all: false), after: .deleted(rows), &state)

    case .quickTasksCleared(.success(let rows)):
      return show(.quickTasks(all: false), after: .cleared(rows), &state)

    case .suggestionDismissed(.failure(let problem)), .suggestionCompleted(.failure(let problem)),
      .moreSurfaced(.failure(let problem)), .quickTaskAdded(.failure(let problem)),
      .quickTaskToggled(.failure(let problem)), .quickTaskDeleted(.failure(let problem)),
      .quickTasksCleared(.failure(let problem)):
      return .tell(.problem(Self.words.problem(problem, during: .write)))

    case .viewerChanged:
      return startOver(&state)

    case .signedOut:
      return dropPage(&state)
    }
  }
}

// MARK: - Loading the dashboard

extension DashboardFeature {
  private static let frameID: EffectID = "frame"
  private static let quickTasksID: EffectID = "quick tasks"

  public func pageParts(of state: State) -> [EffectID: any PagePart] {
    var parts: [EffectID: any PagePart] = [
      Self.frameID: state.frame, Self.quickTasksID: state.quickTasks,
    ]
    for source in Source.allCases { parts[source.id] = state.parts[source] }
    return parts
  }

  /// Loads the view: first the viewer and the athlete, then each source (kind of data) separately.
  /// A newer load cancels an older one. Data that is already loaded stays on the screen during the
  /// load.
  ///
  /// - Parameter isVisit: whether a person opened the page, as opposed to a refresh by the program.
  ///   If a parent opened it, the visit is logged, and the athlete can read the log.
  public func load(_ state: inout State, isVisit: Bool) -> Effect<Action> {
    if case .quickTasks = state.view { return loadQuickTasks(&state) }
    state.frame.expect()
    let isHome = state.view == .home
    let frame: Effect<Action> = .load(Self.frameID) {
      [self, family, daily, people, preferences, sharing] () throws(Problem) in
      let viewing = try await family.current()
      // Before the first page of a new day, the program does its daily work, such as creating
      // notifications (domain.md 9).
      await daily.runIfDue()
      var frame = Frame(viewing: viewing)
      frame.sharing = await sharing.statusIfKnown()
      if (viewing.name ?? "").trimmed.isEmpty {
        frame.email = try? await people.profile(of: viewing.person).person.contactEmail
      }
      // The settings say which cards and widgets are hidden. If they cannot be read, all of them
      // are shown.
      let choices = try? await preferences.preference(.dashboard, of: viewing.person)
      frame.settings = DashboardSettings(reading: choices?.data)
      guard let athlete = viewing.athlete else { return frame }
      if isHome { frame.newSince = await newSince(athlete, for: viewing, isVisit: isVisit) }
      frame.athletes = try await family.athletes()
      if isVisit, !_Concurrency.Task.isCancelled { await family.logView(.dashboard, by: viewing) }
      return frame
    } into: {
      .frameLoaded($0)
    }
    let quickTasks = state.view == .home ? loadQuickTasks(&state) : .none
    // The running loads belong to an older frame (the viewer and athlete that were loaded before),
    // so their results are no longer needed.
    let superseded: [Effect<Action>] = Source.allCases.map { .cancel($0.id) }
    return .merge(superseded + [frame, quickTasks])
  }

  /// Returns the time after which changes count as new: the end of the viewer's previous visit to
  /// the dashboard.
  ///
  /// Nil if no previous visit is stored on this device.
  ///
  /// - Parameter isVisit: whether a person opened the page. The present visit is then stored.
  private func newSince(
    _ athlete: RecordID, for viewing: Viewing, isVisit: Bool
  ) async -> Instant? {
    let key = DevicePreferenceKey.dashboardVisit(athlete: athlete)
    let stored = (try? await devicePreferences.value(of: key)).flatMap { $0 }
    let last = stored.flatMap { DashboardVisit($0) }
    let visit = DashboardVisit.opened(after: last, at: calendar.now())
    if isVisit, visit != last {
      await family.afterwards.run("\(key) of \(viewing.person)") {
        [devicePreferences] () throws(Problem) in
        try await devicePreferences.set(visit.text, for: key)
      }
    }
    return visit.newSince
  }

  /// Loads the viewer's to-do list.
  ///
  /// It is loaded independently of the other data, because it needs neither an athlete nor a
  /// connection.
  private func loadQuickTasks(_ state: inout State) -> Effect<Action> {
    state.quickTasks.expect()
    return .load(Self.quickTasksID, quickTasks.list) {
      .quickTasksLoaded($0.mapError { Self.words.problem($0, during: .load) })
    }
  }

  private func begin(_ state: inout State, with frame: Frame) -> Effect<Action> {
    // If the viewer chose another athlete, the loaded data belongs to the previous one and is
    // dropped.
    if state.frame.value?.viewing.athlete != frame.viewing.athlete { state.parts = Parts() }
    state.frame = .loaded(frame)
    guard let athlete = frame.viewing.athlete else { return .none }
    let sources = sources(of: state.view, for: frame)
    for source in sources { state.parts.expect(source) }
    return .merge(sources.map { load($0, for: state.view, of: athlete, newSince: frame.newSince) })
  }

  /// Replaces the page by a problem and drops the athlete's data.
  ///
  /// The viewer's quick tasks stay on the page, unless the viewer may no longer see any data
  /// (`endsThePage`).
  private func end(_ state: inout State, with problem: Problem) -> Effect<Action> {
    let (view, quickTasks) = (state.view, state.quickTasks)
    let dropping = dropPage(&state)
    state.view = view
    state.frame = .failed(Self.words.problem(problem, during: .load))
    if problem.endsThePage { return dropping }
    state.quickTasks = quickTasks
    return .none
  }
}

extension DashboardFeature.State {
  /// Changes the view (the page of the dashboard that is shown).
  ///
  /// The loaded action items, their explanations and the activity feed are dropped, because each
  /// view shows another selection of them.
  mutating func look(at view: DashboardFeature.View) {
    guard self.view != view else { return }
    self.view = view
    parts.suggestions = .idle
    parts.reasons = .idle
    parts.activity = .idle
  }
}

// MARK: - Saving changes from the dashboard

extension DashboardFeature {
  /// Returns an effect (work that the command starts) that changes the athlete's data.
  ///
  /// Its identifier consists of the command's name and the record. So a repeat of the command while
  /// the first one runs starts no second write.
  private func save<Value: Sendable>(
    _ name: String, _ record: Reference? = nil,
    into action: @escaping @Sendable (Result<Value, Problem>) -> Action,
    _ write: @escaping @Sendable (RecordID) async throws(Problem) -> Value
  ) -> Effect<Action> {
    .save(EffectID(name, record?.id)) { [family] () throws(Problem) in
      try await write(try await family.athleteToChange())
    } into: {
      action($0)
    }
  }

  /// Reports a finished write. If the person has opened the dashboard, it then shows the view that
  /// lists the changed record.
  private func show(_ view: View, after done: Done, _ state: inout State) -> Effect<Action> {
    state.look(at: view)
    return .merge(.tell(.done(done)), reload(&state))
  }
}

extension Problem {
  /// Whether the problem, such as an expired session, means that the viewer may no longer see any
  /// data of the athlete.
  var endsThePage: Bool {
    switch cause {
    case .sessionExpired, .signInNeeded, .refused: true
    case .usage, .notFound, .locked, .conflict, .offline, .timedOut, .serverError, .storage,
      .unimplemented, .interrupted, .failed:
      false
    }
  }
}
