extension DashboardFeature {
  /// Everything that can happen to the packet.
  public enum PacketAction: Equatable, Sendable {
    case previewRequested
  }
}
