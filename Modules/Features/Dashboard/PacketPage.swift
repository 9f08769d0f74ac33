import Domain
import FamilyContext
import FeatureKit

extension DashboardFeature {
  /// What `View.packet` shows: everything that is disclosed, and what is not.
  func packetPage(_ state: State, of frame: Frame, in context: PageContext) -> Page {
    let title = "Recruiting Packet"
    guard frame.viewing.athlete != nil else {
      return Page(title: title) { FamilyContextClient.linkYourFamily }
    }
    switch state.packet.preview {
    case .idle, .loading:
      return Page(title: title) { Paragraph("Loading your packet…", tone: .muted) }
    case .failed(let problem):
      return Page(title: title, problem: problem) { Message(problem) }
    case .loaded(let preview):
      return PacketPreviewPage(
        preview: preview, title: title, mayChange: !frame.viewing.isReadOnly,
        banner: DashboardPage(state: state, frame: frame, context: context).banner
      ).page
    }
  }

  /// The packet's place among the widgets of the dashboard.
  func packetWidget(_ state: State, of frame: Frame, in context: PageContext) -> [Block] {
    let section = Section("Recruiting Packet") {
      Paragraph("One page about you for coaches.", tone: .muted)
      Links(PacketPreviewPage.links(mayChange: !frame.viewing.isReadOnly, copy: .forCoaches))
    }
    return [section.block]
  }
}

/// The preview of a packet: a list of all that its reader would know.
struct PacketPreviewPage {
  let preview: DashboardFeature.PacketPreview
  let title: String
  let mayChange: Bool
  let banner: [Block]

  private var packet: RecruitingPacket { preview.packet }

  var page: Page {
    Page(title: title, context: packet.cover.name, subtitle: subtitle) {
      banner
      Section("What it tells") {
        Facts(packet.disclosures.map { Fact($0.what, $0.value) })
      }
      Section("What it keeps back") {
        RowList(packet.withheld.map { Row(marker: .bullet, title: $0, spoken: $0) })
      }
      gaps
      Links(Self.links(mayChange: mayChange, copy: packet.copy))
    }
  }

  private var subtitle: String {
    switch packet.copy {
    case .forCoaches: "As coaches get it"
    case .forFamily: "Your own copy, with your schools: it is never e-mailed"
    }
  }

  private var gaps: [Block] {
    guard !preview.gaps.isEmpty else { return [] }
    let links = mayChange ? [CommandLink("Fill in your profile", "profile edit")] : []
    let section = Section("What would make it better", links: links) {
      Paragraph(preview.gaps.map(\.words).joined(separator: ", "))
    }
    return [section.block]
  }

  static func links(mayChange: Bool, copy: RecruitingPacket.Copy) -> [CommandLink] {
    let option = copy == .forFamily ? " --with-schools" : ""
    var links = [
      CommandLink("As a page", "packet html\(option)"),
      CommandLink("As a PDF", "packet pdf\(option)"),
    ]
    if mayChange { links.append(CommandLink("E-mail it to coaches", "packet email")) }
    links.append(
      copy == .forFamily
        ? CommandLink("As coaches get it", "packet")
        : CommandLink("With your schools", "packet --with-schools"))
    return links
  }
}
