import CivilTime
import Documents
import Domain
import FamilyContext
public import FeatureKit

extension CalendarFeature {
  public func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .monthRequested(let request):
      state.wanted = request
      return load(&state, isVisit: true)
    case .reloadRequested:
      return load(&state)
    case .pageLoaded(let result):
      state.loaded = Loading(result.mapError { Self.words.problem($0, during: .load) })
      return .none
    case .exportRequested:
      return takeOut
    case .viewerChanged:
      return dropPage(&state)
    }
  }

  public func content(for state: State, isVisit: Bool) async throws(Problem) -> Content {
    let month = (state.wanted.day ?? clock.today()).firstOfMonth
    let viewing = try await family.current()
    guard let athlete = viewing.athlete else {
      return Content(viewing: viewing, athletes: [], month: month, facts: [])
    }
    let content = Content(
      viewing: viewing, athletes: try await family.athletes(), month: month,
      facts: try await calendar.facts(of: athlete, on: month...month.lastOfMonth))
    if isVisit, !_Concurrency.Task.isCancelled { await family.logView(.calendar, by: viewing) }
    return content
  }

  private var takeOut: Effect<Action> {
    .run("file") { [family, calendar, clock] send in
      do throws(Problem) {
        let viewing = try await family.current()
        let athlete = try viewing.chosenAthlete()
        let file = CalendarFile(
          try await calendar.facts(of: athlete), of: athlete, named: viewing.athleteName,
          madeAt: clock.now(), in: clock.zone())
        send.tell(.artifact(file.artifact(named: "recruiting-calendar.ics")))
      } catch {
        send.tell(.problem(Self.exportWords.problem(error, during: .load)))
      }
    }
  }
}
