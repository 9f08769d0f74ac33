package import CivilTime
package import Documents
package import Domain
import FeatureKit

// This extension builds the document of the recruiting packet, which presents an athlete to
// coaches, from the packet's data. The document is printed and shown in a browser.
extension PacketDocument {
  package init(_ packet: RecruitingPacket, madeAt: Instant) {
    self.init(
      name: packet.cover.name, position: Self.subtitle(of: packet),
      schoolLine: packet.cover.schoolLine, generatedLine: packet.cover.generated, madeAt: madeAt,
      cards: packet.cards.map { Stat($0.title, $0.value) },
      blocks: Self.facts("Athletic", Self.athletics(of: packet))
        + Self.measurements(packet.measurements) + Self.facts("Academic", packet.academics)
        + Self.videos(packet.videos) + Self.facts("Key Dates", packet.dates)
        + Self.contact(packet) + Self.schools(packet.tiers)
        + (packet.activity.map(Self.activity) ?? []),
      footer: "\(packet.footer.product) · \(packet.footer.date)")
  }

  /// The sport and the position, such as `Baseball · Pitcher`. Nil if both are missing.
  private static func subtitle(of packet: RecruitingPacket) -> String? {
    let sport = packet.athletics.first { $0.title == "Sport" }?.value
    let words = [sport, packet.cover.position].compactMap { $0 }.joined(separator: " · ")
    return words.isEmpty ? nil : words
  }

  /// The lines of the packet's athletic section.
  ///
  /// The sport is left out, because the packet shows it below the name at the top.
  private static func athletics(of packet: RecruitingPacket) -> [RecruitingPacket.Line] {
    packet.athletics.filter { $0.title != "Sport" }
  }

  private static func contact(_ packet: RecruitingPacket) -> [PaperBlock] {
    [.heading("Contact"), .words(packet.contact.sentence(naming: packet.cover.name))]
  }

  private static func facts(_ title: String, _ lines: [RecruitingPacket.Line]) -> [PaperBlock] {
    lines.isEmpty ? [] : [.heading(title), .facts(lines.map { Fact($0.title, $0.value) })]
  }

  private static func measurements(
    _ measurements: [RecruitingPacket.Measurement]
  ) -> [PaperBlock] {
    guard !measurements.isEmpty else { return [] }
    let table = PaperTable(
      columns: ["Measurement", Column("Best", isNumeric: true), "Date", "How verified"],
      rows: measurements.map {
        [PaperCell($0.title), PaperCell($0.value), PaperCell($0.day), PaperCell($0.verification)]
      })
    return [.heading("Measurements"), .table(table)]
  }

  private static func videos(_ videos: [RecruitingPacket.Video]) -> [PaperBlock] {
    videos.isEmpty ? [] : [.heading("Video Links"), .links(videos.map(PaperLink.init))]
  }

  private static func schools(_ tiers: [RecruitingPacket.Tier]) -> [PaperBlock] {
    tiers.isEmpty
      ? [] : [.heading("Schools of Interest")] + tiers.map { .table(PaperTable($0)) }
  }

  private static func activity(_ activity: RecruitingPacket.Activity) -> [PaperBlock] {
    let totals = [
      Fact("Schools", "\(activity.schoolCount)"),
      Fact("Interactions", "\(activity.interactionCount)"),
      Fact("Most recent contact", activity.lastContact ?? "None yet"),
    ]
    return [
      .heading("Activity Summary"),
      .facts(totals + activity.breakdown.parts.map { Fact($0.title, "\($0.count)") }),
    ]
  }
}

extension PaperLink {
  /// Creates the line of a video in the packet: the platform, the title if there is one, and the
  /// web address. The address is printed so that a reader of the paper can type it.
  fileprivate init(_ video: RecruitingPacket.Video) {
    let isTitled = video.link.map { $0 != video.text } ?? false
    self.init(
      isTitled ? "\(video.platform), \(video.text)" : video.platform, video.link ?? video.text)
  }
}

extension PaperTable {
  fileprivate init(_ tier: RecruitingPacket.Tier) {
    self.init(
      tier.title,
      columns: [
        "School", "Location", "Division", "Conference", "Status", Column("Fit", isNumeric: true),
      ],
      rows: tier.schools.map { school in
        [
          PaperCell(school.name), PaperCell(school.location ?? ""),
          PaperCell(school.division ?? ""), PaperCell(school.conference ?? ""),
          PaperCell(school.badge, badge: .info), PaperCell(school.fitScore.map(String.init) ?? ""),
        ]
      })
  }
}
