extension DashboardFeature {
  /// What the packet remembers: what was loaded for its preview.
  public struct PacketState: Equatable, Sendable {
    public init() {}
  }
}
