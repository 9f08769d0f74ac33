import CivilTime
import Domain
import FamilyContext
public import FeatureKit
import Mailing

extension ReportsFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .viewRequested(let wanted):
      return with(wanted) { span in
        choose(span, in: &state)
        return loadVisit(&state, isVisit: true)
      }

    case .visitLoaded(let result):
      state.visit = Loading(result.mapError { Self.words.problem($0, during: .load) })
      return .none

    case .generationRequested(let wanted):
      return with(wanted) { span in
        choose(span, in: &state)
        return generate(&state)
      }

    case .reportGenerated(let result):
      take(result, into: &state)
      return .none

    case .comparisonRequested(let first, let second):
      return compare(first, second, in: &state)

    case .comparisonGenerated(let result):
      let result = result.mapError { Self.words.problem($0, during: .load) }
      state.comparison = Loading(result)
      settleVisit(of: result.map(\.visit), in: &state)
      return .none

    case .contactsRequested(let wanted, let all):
      return with(wanted) { span in
        choose(span, in: &state)
        state.place = .contacts(all: all)
        return countContacts(&state)
      }

    case .contactsCounted(let result):
      let result = result.mapError { Self.words.problem($0, during: .load) }
      state.contacts = Loading(result)
      settleVisit(of: result.map(\.visit), in: &state)
      return .none

    case .savedRequested(let name):
      state.place = .saved
      return loadSaved(name, &state)

    case .savedLoaded(let name, let result):
      return show(name, of: result.mapError { Self.savingWords.problem($0, during: .load) }, &state)

    case .savingRequested(let name, let wanted):
      return with(wanted) { span in save(span ?? state.span, as: name) }

    case .reportSaved(.success(let report)):
      let span = Span(word: report.range) ?? .standard
      return .merge(.tell(.done(.saved(report, span))), reloadSaved(&state))

    case .forgettingRequested(let name):
      return forget(name)

    case .reportForgotten(.success(let report)):
      return .merge(.tell(.done(.forgot(report))), reloadSaved(&state))

    case .reportSaved(.failure(let problem)), .reportForgotten(.failure(let problem)):
      return .tell(.problem(Self.savingWords.problem(problem, during: .write)))

    case .exportRequested(let wish, let wanted):
      return with(wanted) { span in
        export(wish, span, in: &state)
      }

    case .exportGenerated(let wish, let result):
      take(result, into: &state)
      let problem = state.visit.problem ?? state.report.problem
      return problem.map { .tell(.problem($0)) } ?? hand(out: wish, of: state)

    case .emailPrepared(.success(let delivery)):
      return delivery.begin(agreeing: .emailConfirmed(delivery))

    case .emailPrepared(.failure(let problem)):
      return .tell(.problem(problem))

    case .emailConfirmed(let delivery):
      return delivery.send(through: mailing.mail, id: "sending") { .emailFinished($0) }

    case .emailFinished(let result):
      return result.told()

    case .reloadRequested:
      return load(&state)

    case .pageLeft:
      return dropPage(&state)

    case .viewerChanged:
      return .merge(.cancel(Self.emailID), startOver(&state))

    case .signedOut:
      return .merge(.cancel(Self.emailID), dropPage(&state))
    }
  }
}

extension ReportsFeature {
  private static let visitID: EffectID = "visit"
  private static let reportID: EffectID = "report"
  static let comparisonID: EffectID = "comparison"
  static let contactsID: EffectID = "contacts"
  static let savedID: EffectID = "saved"
  static let emailID: EffectID = "email"

  public func pageParts(of state: State) -> [EffectID: any PagePart] {
    [
      Self.visitID: state.visit, Self.reportID: state.report, Self.comparisonID: state.comparison,
      Self.contactsID: state.contacts, Self.savedID: state.saved,
    ]
  }

  /// Loads the data of the page on the screen.
  ///
  /// The report page generates a report only if it already shows one or a command requested it,
  /// because generating takes time.
  public func load(_ state: inout State, isVisit: Bool) -> Effect<Action> {
    switch state.place {
    case .comparison(let first, let second): compare(first, second, in: &state)
    case .contacts: countContacts(&state)
    case .saved: loadSaved(nil, &state)
    case .report:
      state.report == .idle ? loadVisit(&state, isVisit: isVisit) : generate(&state)
    }
  }

  /// Calls `goOn` with the range of days that the command names, or with nil if it names none.
  ///
  /// If the command names the range both as a word and as days, the problem is reported instead.
  func with(
    _ wanted: RangeRequest, _ goOn: (Span?) -> Effect<Action>
  ) -> Effect<Action> {
    do throws(Problem) {
      return goOn(try wanted.given(today: calendar.today()))
    } catch {
      return .tell(.problem(error))
    }
  }

  /// Shows the report page, with this range of days if it is not nil.
  ///
  /// If the range changes, the present report is dropped, because its numbers belong to the old
  /// range (domain.md 4.10).
  func choose(_ span: Span?, in state: inout State) {
    state.place = .report
    guard let span, span != state.span else { return }
    state.span = span
    state.report = .idle
  }

  private func take(_ result: Result<Generated, Problem>, into state: inout State) {
    switch result.mapError({ Self.words.problem($0, during: .load) }) {
    case .success(let generated):
      state.visit = .loaded(generated.visit)
      state.report = Loading(
        generated.report.mapError { Self.words.problem($0, during: .load) })
    case .failure(let problem):
      state.visit = .failed(problem)
      state.report = .idle
    }
    // If the report failed because the session has ended, the problem also replaces the loaded
    // viewer, so that no data of the person stays on the screen.
    if let problem = state.report.problem, problem.endsTheSession {
      state.visit = .failed(problem)
    }
  }

  private func loadVisit(_ state: inout State, isVisit: Bool) -> Effect<Action> {
    state.visit.expect()
    let range = try? state.span.range(now: calendar.now(), in: calendar.zone()).get()
    return .load(Self.visitID) { [family, reports, mailing] () throws(Problem) in
      var visit = try await family.visit()
      if isVisit { await family.note(visit) }
      visit.hasData = await reports.mayHaveData(for: visit, in: range)
      visit.reachesFamily = await mailing.reachesFamily(of: visit.viewing)
      return visit
    } into: {
      .visitLoaded($0)
    }
  }

  /// Stores the visit (the viewer, and the athlete whose data the page shows) that a load returned.
  ///
  /// If the load failed because the session has ended, the problem replaces the loaded visit, so
  /// that no data of the person stays on the screen. After another failure, a loaded visit stays.
  func settleVisit(of result: Result<Visit, Problem>, in state: inout State) {
    if case .failure(let problem) = result, state.visit.value != nil, !problem.endsTheSession {
      return
    }
    state.visit = Loading(result)
  }

  /// Generates the report of the chosen range of days.
  ///
  /// The effect (the work that a command starts) has a fixed identifier. So a newer request for a
  /// report cancels the running one.
  ///
  /// - Parameter action: makes the action for the result, which an export uses to continue with the
  ///   file.
  func generate(
    _ state: inout State,
    into action: @escaping @Sendable (Result<Generated, Problem>) -> Action = {
      .reportGenerated($0)
    }
  ) -> Effect<Action> {
    let span = state.span
    let range: ReportRange
    switch span.range(now: calendar.now(), in: calendar.zone()) {
    case .failure(let problem): return refuse(problem)
    case .success(let found): range = found
    }
    state.report = .loading
    state.visit.expect()
    return .merge(
      warning(about: [range]),
      .tell(.progress(Progress("Generating...", done: 0))),
      .load(Self.reportID) { [maker] () throws(Problem) in
        let visit = try await maker.family.visit()
        let report = await maker.result(of: range, for: visit)
        if case .success = report { await maker.family.note(visit) }
        return Generated(visit: visit, report: report)
      } into: {
        action($0)
      })
  }

  /// Reports the problem of a range of days that cannot be used.
  ///
  /// A form shows the problem at the field with the range, and a command line prints it.
  func refuse(_ problem: Problem) -> Effect<Action> {
    .tell(.problem(problem.about(["to", "from", "range"])))
  }

  func warning(about ranges: [ReportRange]) -> Effect<Action> {
    ranges.contains(where: \.isVeryLong)
      ? .tell(.notice(Notice(RecruitingReport.longRangeWords, tone: .warning))) : .none
  }

  var maker: ReportMaker {
    ReportMaker(reports: reports, family: family, calendar: calendar)
  }
}

/// Generates reports from the numbers that the reports gateway (the functions that count a report's
/// numbers) returns.
///
/// An effect, which is work that runs outside the reducer, captures this value and not the whole
/// feature. So the value holds only the services that generating a report needs.
struct ReportMaker: Sendable {
  let reports: ReportsGateway
  let family: FamilyContextClient
  let calendar: LocalCalendar

  func result(
    of range: ReportRange, for visit: ReportsFeature.Visit
  ) async -> Result<RecruitingReport, Problem> {
    do throws(Problem) {
      return .success(try await report(of: range, for: visit))
    } catch {
      return .failure(error)
    }
  }

  func report(
    of range: ReportRange, for visit: ReportsFeature.Visit
  ) async throws(Problem) -> RecruitingReport {
    let figures = try await reports.aggregate(
      of: try visit.viewing.chosenAthlete(), from: range.from, through: range.to,
      in: range.zone)
    if let end = figures.missing.map(\.problem).first(where: \.endsTheSession) { throw end }
    return RecruitingReport(range: range, generatedAt: calendar.now(), figures: figures)
  }
}

extension Problem {
  var endsTheSession: Bool { cause == .sessionExpired || cause == .signInNeeded }
}

extension ReportsGateway {
  /// Returns whether a report of these days would have something to export. False if `range` is
  /// nil, because the person entered invalid days. True if the records cannot be counted, because
  /// there may be some.
  fileprivate func mayHaveData(
    for visit: ReportsFeature.Visit, in range: ReportRange?
  ) async -> Bool {
    guard let range, let athlete = visit.viewing.athlete else { return false }
    return (try? await hasData(of: athlete, in: range)) ?? true
  }
}

extension FamilyContextClient {
  func visit() async throws(Problem) -> ReportsFeature.Visit {
    ReportsFeature.Visit(
      viewing: try await current(), athleteCount: try await athletes().count)
  }

  /// Logs that a parent opened the reports page or read a report. The athlete can read this list of
  /// visits.
  ///
  /// A canceled load logs nothing, because nothing was shown.
  func note(_ visit: ReportsFeature.Visit) async {
    guard !_Concurrency.Task.isCancelled else { return }
    await logView(.report, by: visit.viewing)
  }
}
