import Domain
import FamilyContext
public import FeatureKit

extension PacketFeature {
  public func page(_ state: State, in context: PageContext) -> Page {
    switch state.loaded {
    case .idle, .loading:
      Page(title: Self.title) { Paragraph("Loading your packet…", tone: .muted) }
    case .failed(let problem):
      Page(title: Self.title, problem: problem) { Message(problem) }
    case .loaded(let preview):
      if let contents = preview.contents {
        PacketPreviewPage(preview: preview, contents: contents).page
      } else {
        Page(title: Self.title) { FamilyContextClient.linkYourFamily }
      }
    }
  }

  static let title = manifest.title
}

/// Builds the preview of a recruiting packet, the document that presents an athlete to coaches.
///
/// It lists everything that a reader of the packet would learn, so that the athlete can decide
/// before sending it.
struct PacketPreviewPage {
  let preview: PacketFeature.Preview
  let contents: PacketFeature.Contents

  private var packet: RecruitingPacket { contents.packet }
  private var mayChange: Bool { !preview.viewing.isReadOnly }

  var page: Page {
    Page(title: PacketFeature.title, context: packet.cover.name, subtitle: subtitle) {
      if let banner = preview.viewing.banner(athletes: preview.athletes) { banner }
      Section("What it tells") {
        Facts(packet.disclosures.map { Fact($0.what, $0.value) })
      }
      Section("What it keeps back") {
        RowList(packet.withheld.map { Row($0, .bullet, spoken: $0) })
      }
      gaps
      Links(links)
    }
  }

  private var subtitle: String {
    switch packet.copy {
    case .forCoaches: "As coaches get it"
    case .forFamily: "The family's own copy, with the schools: it is never e-mailed"
    }
  }

  private var gaps: [Block] {
    guard !contents.gaps.isEmpty else { return [] }
    let links = mayChange ? [CommandLink("Fill in your profile", "profile edit")] : []
    let section = Section("What would make it better", links: links) {
      Paragraph(contents.gaps.map(\.words).joined(separator: ", "))
    }
    return [section.block]
  }

  private var links: [CommandLink] {
    let option = packet.copy == .forFamily ? " --with-schools" : ""
    var links = [
      CommandLink("As a page", "packet html\(option)"),
      CommandLink("As a PDF", "packet pdf\(option)").leading(),
    ]
    if mayChange {
      links.append(CommandLink("E-mail it to coaches", "packet email"))
      links.append(CommandLink("Choose what stands in it", "packet choose"))
    }
    links.append(
      packet.copy == .forFamily
        ? CommandLink("As coaches get it", "packet")
        : CommandLink("With the schools", "packet --with-schools"))
    return links
  }
}
