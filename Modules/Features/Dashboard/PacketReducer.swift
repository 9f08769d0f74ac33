import FeatureKit

extension DashboardFeature {
  func reduce(_ state: inout State, _ action: PacketAction) -> Effect<Action> {
    switch action {
    case .previewRequested:
      return reduce(&state, .viewRequested(.packet))
    }
  }

  /// Loads what `View.packet` shows, once it is known who looks at whom.
  func loadPacket(_ state: inout State, for frame: Frame) -> Effect<Action> { .none }
}
