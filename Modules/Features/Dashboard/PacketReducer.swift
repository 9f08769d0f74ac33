import Domain
import FamilyContext
import FeatureKit

extension DashboardFeature {
  func reduce(_ state: inout State, _ action: PacketAction) -> Effect<Action> {
    switch action {
    case .previewRequested(let copy):
      if state.packet.copy != copy { state.packet = PacketState(copy) }
      return reduce(&state, .viewRequested(.packet))

    case .previewLoaded(let athlete, let result):
      guard state.packet.athlete == athlete else { return .none }
      state.packet.preview = Loading(
        result.mapError { Self.packetWords.problem($0, during: .load) })
      return .none

    case .fileRequested(let form, let copy):
      return makePacket(form, copy)

    case .emailRequested(let request):
      return prepareEmail(request)

    case .emailPrepared(.success(let sending)):
      guard sending.folder == nil else { return writeMessages(sending) }
      return .tell(.question(.sending(sending)))

    case .emailPrepared(.failure(let problem)):
      return .tell(.problem(problem))

    case .emailConfirmed(let sending):
      return send(sending)

    case .emailFinished(let report):
      let told = [
        report.done.map { Outcome<Action>.done($0) }, report.problem.map { .problem($0) },
      ]
      return .merge(told.compactMap { $0 }.map { .tell($0) } + [afterSending(&state)])
    }
  }

  /// Loads what `View.packet` shows, once it is known who looks at whom.
  func loadPacket(_ state: inout State, for frame: Frame) -> Effect<Action> {
    guard let athlete = frame.viewing.athlete else { return .none }
    if state.packet.athlete != athlete { state.packet = PacketState(state.packet.copy) }
    state.packet.athlete = athlete
    if state.packet.preview.value == nil { state.packet.preview = .loading }
    let copy = state.packet.copy
    return .load("packet") { [packetPress] () throws(Problem) in
      try await packetPress.preview(of: athlete, copy)
    } into: {
      .packet(.previewLoaded(athlete, $0))
    }
  }

  /// The contacts of the page on the screen have become more.
  private func afterSending(_ state: inout State) -> Effect<Action> {
    reduce(&state, .dataChanged)
  }

  /// What failures are called here; the rest is as on the dashboard (rule 9).
  static let packetWords = FailureWords(
    timedOut: "Connection timed out. Refresh to try again.",
    offline: "You are offline. Quick tasks still work.", load: "Failed to load your packet",
    write: "Could not save. Nothing was changed.")
}
