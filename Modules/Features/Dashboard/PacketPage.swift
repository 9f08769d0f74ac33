import FeatureKit

extension DashboardFeature {
  /// What `View.packet` shows.
  func packetPage(_ state: State, of frame: Frame, in context: PageContext) -> Page {
    Page(title: "Recruiting Packet") {}
  }

  /// The packet's place among the widgets of the dashboard.
  func packetWidget(_ state: State, of frame: Frame, in context: PageContext) -> [Block] { [] }
}
