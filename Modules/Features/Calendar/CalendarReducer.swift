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
      return load(&state, isVisit: false)
    case .monthLoaded(.success(let content)):
      state.content = .loaded(content)
      return .none
    case .monthLoaded(.failure(let problem)):
      state.content = .failed(Self.words.problem(problem, during: .load))
      return .none
    case .exportRequested:
      return takeOut
    case .viewerChanged:
      state = initialState
      return .cancel(Self.loadID)
    }
  }

  private static let loadID: EffectID = "month"

  /// - Parameter isVisit: whether a person opened the page, which is logged for a parent.
  private func load(_ state: inout State, isVisit: Bool) -> Effect<Action> {
    if state.content.value == nil { state.content = .loading }
    let month = (state.wanted.day ?? clock.today()).firstOfMonth
    return .load(Self.loadID) { [family, calendar] () throws(Problem) in
      let viewing = try await family.current()
      guard let athlete = viewing.athlete else {
        return Content(viewing: viewing, athletes: [], month: month, facts: [])
      }
      let content = Content(
        viewing: viewing, athletes: try await family.athletes(), month: month,
        facts: try await calendar.facts(of: athlete, on: month...month.lastOfMonth))
      if isVisit, !_Concurrency.Task.isCancelled { await family.logView(.timeline, by: viewing) }
      return content
    } into: {
      .monthLoaded($0)
    }
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
