import Domain
import FamilyContext
public import FeatureKit

extension DashboardFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    switch state.frame {
    case .idle, .loading:
      Page(title: "Dashboard") { Paragraph("Loading your dashboard…", tone: .muted) }
    case .failed(let problem):
      Page(title: "Dashboard", problem: problem) { Message(problem) }
    case .loaded(let frame):
      if state.view == .packet {
        packetPage(state, of: frame, in: context)
      } else {
        Page(title: "Dashboard") {
          StatGrid([
            Stat("Schools", state.parts.schools.value.map { "\($0.total)" } ?? "--")
          ])
        }
      }
    }
  }
}
