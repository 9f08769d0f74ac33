import CivilTime
import Domain
import FamilyContext
public import FeatureKit
import JSON

extension TasksFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .listRequested(let listing):
      state.listing = listing
      state.shown = .list
      return load(&state, isVisit: true)

    case .detailsRequested(let task):
      state.shown = .details(task.id)
      return load(&state, isVisit: true)

    case .planRequested:
      state.shown = .plan
      return load(&state, isVisit: true)

    case .fieldNamesRequested:
      state.shown = .fieldNames
      return .none

    case .dataRequested(let subject, let fields):
      return read(subject, fields)

    case .dataRead(.success(let values)):
      return .tell(.artifact(Artifact(values, of: .task)))

    case .dataRead(.failure(let problem)):
      return .tell(.problem(Self.words.problem(problem, during: .load)))

    case .pageOpened:
      if state.shown == .fieldNames { state.shown = .list }
      return load(&state, isVisit: true)

    case .refreshRequested:
      return load(&state)

    case .dataChanged:
      return reload(&state)

    case .pageLoaded(let result):
      state.loaded = Loading(result.mapError { Self.words.problem($0, during: .load) })
      return tellNewFaults(&state)

    case .statusRequested(let tasks, let status):
      return save(status, of: tasks)

    case .statusSaved(.success(let changes)):
      return .merge(
        .tell(.done(Done(changes, today: calendar.today()))), reload(&state))

    case .statusSaved(.failure(let problem)), .dueDateSaved(.failure(let problem)),
      .catchUpFinished(.failure(let problem)):
      return .tell(.problem(Self.words.problem(problem, during: .write)))

    case .dueDateRequested(let tasks, let day):
      return save(day, of: tasks)

    case .dueDateSaved(.success(let changes)):
      return .merge(
        .tell(.done(Done(changes, today: calendar.today()))), reload(&state))

    case .catchUpRequested(let steps):
      return catchUp(on: steps)

    case .catchUpFinished(.success(let catchUp)):
      return .merge(.tell(catchUp.outcome), reload(&state))

    case .filtersRequested(let choice):
      return remember(choice)

    case .filtersSaved(.success(let filters)):
      // Filters of an earlier `tasks` command take precedence over the remembered ones. They are
      // removed, because the filters that the person has just chosen would otherwise have no
      // effect. The grade and the order stay.
      state.listing = Listing(
        grade: state.listing.grade, order: state.listing.order, showsAll: state.listing.showsAll)
      state.shown = .list
      return .merge(
        .tell(.done(Done("Filters: \(filters.sentence)."))), reload(&state))

    case .filtersSaved(.failure(let problem)):
      return .tell(.problem(Self.filterWords.problem(problem, during: .write)))

    case .viewerChanged:
      return startOver(&state)

    case .signedOut:
      return dropPage(&state)
    }
  }
}

// MARK: - Loading the tasks

extension TasksFeature {
  public func content(
    for state: State, isVisit: Bool
  ) async throws(Problem) -> LoadedPage {
    let viewing = try await family.current()
    guard let athlete = viewing.athlete else { return LoadedPage(viewing: viewing) }
    var loaded = LoadedPage(viewing: viewing, athletes: try await family.athletes())
    if let expanded = state.shown.expanded {
      loaded.details = try await timeline.task(expanded, of: athlete)
    }
    // If a task is expanded, the tasks of its grade are loaded. Otherwise the grade is the one that
    // the last `tasks` command named. The page of the plan covers all grades and needs no grade:
    // nil loads the athlete's own grade.
    let grade = state.shown == .plan ? nil : state.listing.grade
    loaded.timeline = try await timeline.tasks(
      of: athlete, grade: loaded.details?.task.task.gradeLevel ?? grade, today: calendar.today())
    if state.shown == .plan {
      loaded.unfinished = try await timeline.unfinishedTasks(of: athlete, today: calendar.today())
    }
    // If the remembered filters cannot be read, the page shows every task instead of failing.
    loaded.filters = (try? await preferences.taskFilters(of: athlete)) ?? TaskFilters()
    let answer = try? await preferences.value(
      of: DevicePreferenceKey.catchUpAnswer(athlete: athlete))
    loaded.hasNothingToCatchUp = answer != nil
    if isVisit, !_Concurrency.Task.isCancelled {
      await family.logView(.timeline, id: state.shown.expanded, by: viewing)
    }
    return loaded
  }

  /// Reads the requested fields as JSON. If a parent reads them, the visit is logged as when a
  /// parent opens the page, and the athlete can read the log.
  private func read(_ subject: DataSubject, _ names: [String]) -> Effect<Action> {
    .load("data") { [timeline, preferences, family, calendar] () throws(Problem) in
      let columns = try Self.dataFields.named(names)
      let viewing = try await family.current()
      let today = calendar.today()
      var values = JSONValue.array([])
      switch subject {
      case .one(let task):
        let details = try await timeline.task(task.id, of: try viewing.chosenAthlete())
        values = Self.dataFields.object(of: DatedTask(details.task, today), columns)
      case .list(let listing):
        guard let athlete = viewing.athlete else { break }
        let tasks = try await timeline.tasks(of: athlete, grade: listing.grade, today: today).tasks
        let filters = listing.filters(
          over: (try? await preferences.taskFilters(of: athlete)) ?? TaskFilters())
        let places = listing.places(in: tasks, admittedBy: filters, today: today)
        values = Self.dataFields.array(of: places.map { DatedTask(tasks[$0], today) }, columns)
      }
      if !_Concurrency.Task.isCancelled {
        await family.logView(.timeline, id: subject.recordID, by: viewing)
      }
      return values
    } into: {
      .dataRead($0)
    }
  }

  private func tellNewFaults(_ state: inout State) -> Effect<Action> {
    guard let timeline = state.loaded.value?.timeline else { return .none }
    let new = timeline.faults.filter { !state.toldFaults.contains($0) }
    guard !new.isEmpty else { return .none }
    state.toldFaults += new
    return .tell(.notice(Notice(faults: new, in: timeline)))
  }
}

// MARK: - Saving changes of tasks

extension TasksFeature {
  /// Returns an effect (work that the command starts) that sets a status.
  ///
  /// Its identifier names the status and the tasks. So a repeat of the command while the first one
  /// runs starts no second write.
  private func save(_ status: TaskStatus, of tasks: [Reference]) -> Effect<Action> {
    let handles = tasks.map(\.handle).joined(separator: " ")
    return .save(EffectID("\(status.rawValue) \(handles)")) {
      [timeline, family] () throws(Problem) in
      let athlete = try await family.athleteToChange(.tasks)
      return try await timeline.setStatus((tasks.map(\.id), status, athlete))
    } into: {
      .statusSaved($0)
    }
  }

  private func save(_ day: CalendarDay?, of tasks: [Reference]) -> Effect<Action> {
    let handles = tasks.map(\.handle).joined(separator: " ")
    return .save(EffectID("due \(day?.description ?? "") \(handles)")) {
      [timeline, family] () throws(Problem) in
      let athlete = try await family.athleteToChange(.tasks)
      return try await timeline.setDueDate((tasks.map(\.id), day, athlete))
    } into: {
      .dueDateSaved($0)
    }
  }

  /// Marks the chosen tasks of earlier grades as done.
  ///
  /// If `steps` is nil, the person has not chosen yet. Nothing is written then, and the result has
  /// the unfinished tasks from which the person can choose.
  private func catchUp(on steps: EarlierSteps?) -> Effect<Action> {
    .save(EffectID("catch up \(steps?.hashValue ?? 0)")) {
      [timeline, preferences, family, calendar] () throws(Problem) in
      let athlete = try await family.athleteToChange(.tasks)
      let today = calendar.today()
      let unfinished = try await timeline.unfinishedTasks(of: athlete, today: today)
      guard !unfinished.grade.isAssumed else { throw .noGradeKnown }
      guard let steps else {
        return unfinished.earlier.isEmpty ? .nothingEarlier(unfinished.grade) : .needs(unfinished)
      }
      let ids: [RecordID]
      do throws(Problem) {
        ids = try unfinished.meant(by: steps)
      } catch {
        return .misnamed(error)
      }
      guard !ids.isEmpty else {
        guard steps.isNothing else { return .nothingEarlier(unfinished.grade) }
        try await preferences.set(
          "none", for: DevicePreferenceKey.catchUpAnswer(athlete: athlete))
        return .noneDone
      }
      return .done(try await timeline.catchUp(on: ids, of: athlete, today: today))
    } into: {
      .catchUpFinished($0)
    }
  }

  private func remember(_ choice: FilterChoice) -> Effect<Action> {
    .save(EffectID("filters \(choice.name)")) { [preferences, family] () throws(Problem) in
      let athlete = try await family.current().chosenAthlete()
      return try await preferences.remember(choice, of: athlete)
    } into: {
      .filtersSaved($0)
    }
  }
}

extension DevicePreferencesGateway {
  /// Returns the filters that this device remembers for the athlete's tasks.
  ///
  /// A stored filter that this version of the program does not know counts as `all` (domain.md
  /// 4.4).
  fileprivate func taskFilters(of athlete: RecordID) async throws(Problem) -> TaskFilters {
    TaskFilters(
      storedStatus: try await value(of: DevicePreferenceKey.taskStatusFilter(athlete: athlete)),
      storedUrgency: try await value(of: DevicePreferenceKey.taskUrgencyFilter(athlete: athlete)))
  }

  /// Stores the chosen filters and no others, so that two processes that change different filters
  /// do not overwrite each other's choice. A filter that is stored already is not written again.
  fileprivate func remember(
    _ choice: TasksFeature.FilterChoice, of athlete: RecordID
  ) async throws(Problem) -> TaskFilters {
    let stored = try await taskFilters(of: athlete)
    if let status = choice.status ?? (choice.clears ? .all : nil), status != stored.status {
      try await set(status.rawValue, for: DevicePreferenceKey.taskStatusFilter(athlete: athlete))
    }
    if let urgency = choice.urgency ?? (choice.clears ? .all : nil), urgency != stored.urgency {
      try await set(urgency.rawValue, for: DevicePreferenceKey.taskUrgencyFilter(athlete: athlete))
    }
    return try await taskFilters(of: athlete)
  }
}

extension TasksFeature.DataSubject {
  fileprivate var recordID: RecordID? {
    if case .one(let task) = self { task.id } else { nil }
  }
}
