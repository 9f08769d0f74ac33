import CivilTime
import Domain
import FamilyContext
public import FeatureKit

extension PerformanceFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .viewRequested(let view):
      if let refusal = view.selection.refusal { return .tell(.problem(refusal)) }
      state.view = view
      state.showsFieldNames = false
      return load(&state, isVisit: true)

    case .fieldNamesRequested:
      state.showsFieldNames = true
      return .none

    case .dataRequested(let subject, let fields):
      if case .selected(let selection, _) = subject, let refusal = selection.refusal {
        return .tell(.problem(refusal))
      }
      return read(subject, fields)

    case .dataRead(.success(let values)):
      return .tell(.artifact(Artifact(values, of: .metric)))

    case .dataRead(.failure(let problem)):
      return .tell(.problem(Self.words.problem(problem, during: .load)))

    case .filtersRequested(let change):
      let selection = state.view.selection.changed(by: change)
      if let refusal = selection.refusal { return .tell(.problem(refusal)) }
      state.view = View(.overview, selection, order: state.view.order)
      state.showsFieldNames = false
      return load(&state)

    case .reloadRequested:
      return load(&state)

    case .pageLoaded(let result):
      state.loaded = Loading(result.mapError { Self.words.problem($0, during: .load) })
      return .none

    case .logRequested(let entry):
      return log(entry)

    case .metricLogged(.success(let logged)):
      return .merge(
        .tell(.done(.logged(logged, on: calendar.today()))), reload(&state))

    case .editRequested(let metric, let changes):
      guard changes != MetricChanges() else {
        return .tell(.problem(.nothingToChange(metric)))
      }
      return edit(metric, changes, shown: state.loaded.value?.content?.shown(metric.id))

    case .editDoubted(let metric, let changes, let doubt):
      return .tell(.question(.doubt(doubt, about: metric, changes)))

    case .editConfirmed(let metric, let changes):
      return edit(
        metric, changes, shown: state.loaded.value?.content?.shown(metric.id), isCertain: true)

    case .metricEdited(.success(let row)):
      return .merge(.tell(.done(.edited(row))), reload(&state))

    case .verificationRequested(let metric, let isVerified):
      return save(EffectID("verify", metric.id), into: { .metricVerified($0) }) {
        metrics, athlete throws(Problem) in
        try await metrics.edit(metric.id, of: athlete) { $0.isVerified = isVerified }.row
      }

    case .metricVerified(.success(let row)):
      return .merge(.tell(.done(.verified(row))), reload(&state))

    case .goalRequested(let type, let change):
      return self.change(type, change)

    case .goalSaved(.success(let saved)):
      return .merge(.tell(.done(saved.done(on: calendar.today()))), reload(&state))

    case .measureRequested(let name, let unit, let better):
      return addMeasure(name, unit: unit, better)

    case .measureRemovalRequested(let name):
      return removeMeasure(name)

    case .measuresChanged(.success(let change)):
      return .merge(.tell(.done(change.done)), reload(&state))

    case .goalSaved(.failure(let problem)), .measuresChanged(.failure(let problem)):
      return .tell(.problem(Self.words.problem(problem, during: .write)))

    case .deletionRequested(let metric):
      return .load(EffectID("deletion", metric.id)) { [metrics, family] () throws(Problem) in
        let athlete = try await family.athleteToChange(.metrics)
        return try await metrics.show(metric.id, of: athlete)
      } into: {
        .deletionPrepared($0)
      }

    case .deletionPrepared(.success(let row)):
      return .tell(.question(.deletion(of: row)))

    case .deletionConfirmed(let row):
      return save(EffectID("delete", row.reference.id), into: { .metricDeleted($0) }) {
        metrics, athlete throws(Problem) in
        _ = try await metrics.delete(row.reference.id, of: athlete)
        return row
      }

    case .metricDeleted(.success(let row)):
      if state.view.place == .details(row.reference.id) { state.view = View() }
      return .merge(.tell(.done(.deleted(row))), reload(&state))

    case .metricLogged(.failure(let problem)), .metricEdited(.failure(let problem)),
      .metricVerified(.failure(let problem)), .metricDeleted(.failure(let problem)):
      return .tell(.problem(Self.words.problem(problem, during: .write)))

    case .deletionPrepared(.failure(let problem)):
      return .tell(.problem(Self.words.problem(problem, during: .load)))

    case .drawingRequested(let view, let file):
      if let refusal = view.selection.refusal { return .tell(.problem(refusal)) }
      return draw(view, into: file)

    case .exportRequested(let format, let selection):
      if let refusal = selection.refusal { return .tell(.problem(refusal)) }
      return export(format, selection)

    case .pageLeft:
      // The loaded measurements stay in the state. An edit is compared with the row that the person
      // saw, to find out whether the stored row has changed since.
      let loaded = state.loaded
      let end = dropPage(&state)
      if loaded.value != nil { state.loaded = loaded }
      return end

    case .viewerChanged:
      return startOver(&state)

    case .signedOut:
      return dropPage(&state)
    }
  }
}

extension PerformanceFeature {
  public func content(
    for state: State, isVisit: Bool
  ) async throws(Problem) -> LoadedPage {
    let viewing = try await family.current()
    guard let athlete = viewing.athlete else {
      return LoadedPage(viewing: viewing, view: state.view)
    }
    let loaded = LoadedPage(
      viewing: viewing, athleteCount: try await family.athletes().count, view: state.view,
      content: try await reader.content(of: state.view, athlete: athlete))
    if isVisit, !_Concurrency.Task.isCancelled {
      await family.logView(.performance, by: viewing)
    }
    return loaded
  }

  /// Returns an effect (work that a command starts) that changes a measurement.
  ///
  /// The effects of equal commands have the same identifier. So if a command is repeated while its
  /// first run is not finished, there is no second write.
  private func save(
    _ id: EffectID, into action: @escaping @Sendable (Result<MetricRow, Problem>) -> Action,
    _ write: @escaping @Sendable (MetricsGateway, RecordID) async throws(Problem) -> MetricRow
  ) -> Effect<Action> {
    .save(id) { [metrics, family] () throws(Problem) in
      try await write(metrics, try await family.athleteToChange(.metrics))
    } into: {
      action($0)
    }
  }

  /// Logs a measurement and then reads the goal of its type for the answer.
  ///
  /// If the goal cannot be read, the measurement is stored nevertheless, and the answer does not
  /// mention a goal.
  private func log(_ entry: Entry) -> Effect<Action> {
    .save("log") { [calendar, metrics, family, goals, reader] () throws(Problem) in
      let athlete = try await family.athleteToChange(.metrics)
      let today = calendar.today()
      let row = try await metrics.add(for: athlete) { metric in
        metric.type = .known(entry.type)
        metric.value = entry.value
        metric.recordedDate = entry.day ?? today
        entry.changes.apply(to: &metric)
      }.row
      let all = (try? await goals.goals(of: athlete)) ?? []
      guard let goal = all.first(where: { $0.type == entry.type }) else { return LoggedMetric(row) }
      return LoggedMetric(row, progress: try? await reader.progress(of: goal, athlete: athlete))
    } into: {
      .metricLogged($0)
    }
  }

  var reader: MetricReader {
    MetricReader(
      metrics: metrics, summaries: summaries, goals: goals, measures: measures,
      today: { [calendar] in calendar.today() })
  }
}

extension PerformanceFeature.Selection {
  /// The problem of a selection whose last day is before its first day. Nil for a valid selection.
  var refusal: Problem? { from.flatMap { from in through.flatMap { .reversed(from, $0) } } }

  func changed(by change: PerformanceFeature.FilterChange) -> Self {
    switch change {
    case .clear: return Self()
    case .narrow(let new):
      return Self(
        type: new.type ?? type, event: new.event ?? event, from: new.from ?? from,
        through: new.through ?? through, verifiedOnly: new.verifiedOnly || verifiedOnly)
    }
  }
}
