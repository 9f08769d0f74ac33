import CivilTime
import FeatureKit
import Testing

@testable import Dashboard

@Suite struct DashboardTests {
  @Test("A page that has not been opened says that it is loading")
  func loading() {
    let feature = DashboardFeature(Dependencies(for: "Dashboard"))
    let page = feature.page(
      DashboardFeature.State(),
      in: PageContext(now: Instant(milliseconds: 0), zone: .utc, viewer: Viewer(name: "Sam")))
    #expect(page.title == "Dashboard")
  }
}
