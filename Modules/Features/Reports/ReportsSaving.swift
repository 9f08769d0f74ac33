import Domain
import FamilyContext
import FeatureKit

// This extension has the actions for comparing two reports, for counting replies, and for saving
// reports under a name.
extension ReportsFeature {
  func compare(
    _ first: Span, _ second: Span, in state: inout State
  ) -> Effect<Action> {
    let ranges: (ReportRange, ReportRange)
    do throws(Problem) {
      let (now, zone) = (calendar.now(), calendar.zone())
      ranges = (
        try first.range(now: now, in: zone).get(), try second.range(now: now, in: zone).get()
      )
    } catch {
      return .tell(.problem(error))
    }
    state.place = .comparison(first, second)
    state.comparison = .loading
    state.visit.expect()
    return .merge(
      warning(about: [ranges.0, ranges.1]),
      .tell(.progress(Progress("Generating...", done: 0))),
      .load(Self.comparisonID) { [maker] () throws(Problem) in
        let visit = try await maker.family.visit()
        let comparison = Comparison(
          visit: visit, first: try await maker.report(of: ranges.0, for: visit),
          second: try await maker.report(of: ranges.1, for: visit))
        await maker.family.note(visit)
        return comparison
      } into: {
        .comparisonGenerated($0)
      })
  }

  func countContacts(_ state: inout State) -> Effect<Action> {
    let range: ReportRange
    switch state.span.range(now: calendar.now(), in: calendar.zone()) {
    case .failure(let problem): return refuse(problem)
    case .success(let found): range = found
    }
    state.contacts = .loading
    state.visit.expect()
    return .load(Self.contactsID) { [family, reports] () throws(Problem) in
      let visit = try await family.visit()
      let contacts = try await reports.contacts(of: visit.viewing.chosenAthlete(), in: range)
      return Contacts(visit: visit, range: range, contacts: contacts)
    } into: {
      .contactsCounted($0)
    }
  }

  func loadSaved(_ name: String?, _ state: inout State) -> Effect<Action> {
    state.saved.expect()
    state.visit.expect()
    return .load(Self.savedID) { [family, preferences] () throws(Problem) in
      let visit = try await family.visit()
      let stored = try await preferences.preference(.reports, of: visit.viewing.person)
      return SavedList(visit: visit, reports: SavedReports(reading: stored.data).reports)
    } into: {
      .savedLoaded(name, $0)
    }
  }

  /// Shows the list of saved reports, or the saved report with this name if there is a name.
  func show(
    _ name: String?, of result: Result<SavedList, Problem>, _ state: inout State
  ) -> Effect<Action> {
    state.saved = Loading(result.map(\.reports))
    settleVisit(of: result.map(\.visit), in: &state)
    guard let name, let reports = state.saved.value else { return .none }
    guard let report = reports.first(where: { $0.name.lowercased() == name.lowercased() }),
      let span = Span(word: report.range)
    else { return .tell(.problem(.noSavedReport(name, among: reports))) }
    choose(span, in: &state)
    return generate(&state)
  }

  func save(_ span: Span, as name: String) -> Effect<Action> {
    guard let word = span.word else { return .tell(.problem(.missingDates)) }
    if case .failure(let problem) = span.range(now: calendar.now(), in: calendar.zone()) {
      return refuse(problem)
    }
    let report = SavedReport(name, range: word)
    return change(EffectID("save \(name)"), into: { .reportSaved($0) }) { saved throws(Problem) in
      saved.save(report)
      guard saved.reports.count <= SavedReports.most else { throw .tooManyReports }
      return report
    }
  }

  func forget(_ name: String) -> Effect<Action> {
    change(EffectID("forget \(name)"), into: { .reportForgotten($0) }) { saved throws(Problem) in
      guard let report = saved.report(named: name) else {
        throw .noSavedReport(name, among: saved.reports)
      }
      saved.remove(named: name)
      return report
    }
  }

  /// Changes the list of saved reports. The list belongs to the viewer, who may be a parent, and
  /// not to the athlete whose data the reports show.
  private func change(
    _ id: EffectID, into action: @escaping @Sendable (Result<SavedReport, Problem>) -> Action,
    _ change: @escaping @Sendable (inout SavedReports) throws(Problem) -> SavedReport
  ) -> Effect<Action> {
    .save(id) { [family, preferences] () throws(Problem) in
      let person = try await family.current().person
      // `change` is called twice. The first call gets the data read here, and can refuse the
      // change. The second call gets the data that is stored at the moment of the write, in case it
      // has changed since.
      var before = SavedReports(
        reading: try await preferences.preference(.reports, of: person).data)
      let report = try change(&before)
      try await preferences.save(as: .reports, of: person) { stored throws(Problem) in
        var saved = SavedReports(reading: stored)
        _ = try change(&saved)
        return saved.value
      }
      return report
    } into: {
      action($0)
    }
  }

  func reloadSaved(_ state: inout State) -> Effect<Action> {
    state.place == .saved ? loadSaved(nil, &state) : .none
  }
}
