import CivilTime
import Documents
import Domain
import FeatureKit
import Mailing

/// Loads the data of a recruiting packet, which presents an athlete to coaches, and makes its
/// files: the page for a browser, the PDF, and the attachment of an e-mail.
struct PacketMaker: Sendable {
  let packets: PacketsGateway
  let printing: DocumentPrinting
  let calendar: LocalCalendar

  init(_ dependencies: Dependencies) {
    packets = dependencies[PacketsGateway.self]
    printing = dependencies[DocumentPrinting.self]
    calendar = dependencies[LocalCalendar.self]
  }

  func preview(
    of athlete: RecordID, _ copy: RecruitingPacket.Copy
  ) async throws(Problem) -> PacketFeature.Contents {
    let contents = try await packets.contents(of: athlete)
    return PacketFeature.Contents(
      packet: RecruitingPacket(
        contents, copy: copy, now: calendar.now(), zone: calendar.zone()),
      gaps: PacketReadiness.missing(in: contents.profile))
  }

  func choice(of athlete: RecordID) async throws(Problem) -> PacketChoice {
    try await packets.contents(of: athlete).profile.player?.packetChoice ?? PacketChoice()
  }

  func packet(
    of athlete: RecordID, _ copy: RecruitingPacket.Copy
  ) async throws(Problem) -> RecruitingPacket {
    RecruitingPacket(
      try await packets.contents(of: athlete), copy: copy, now: calendar.now(),
      zone: calendar.zone())
  }

  func artifact(
    _ packet: RecruitingPacket, as format: PacketFeature.FileFormat
  ) -> Artifact {
    let document = PacketDocument(packet, madeAt: calendar.now())
    let name = packet.fileName(on: calendar.today(), extension: format.rawValue)
    switch format {
    case .html:
      return Artifact(name: name, mediaType: PacketDocument.mediaType, text: document.html)
    case .pdf:
      return Artifact(name: name, mediaType: Self.pdfType) { sink throws(Problem) in
        try sink.write(try await printing.pdf(of: document.pdf))
      }
    }
  }

  /// Returns the recruiting packet as the attachment of an e-mail. Throws for the family's copy,
  /// because only the coaches' copy is sent by e-mail.
  func attachment(_ packet: RecruitingPacket) async throws(Problem) -> MailAttachment {
    guard packet.mayBeEmailed else {
      throw Problem(.failed, "The family's own copy is not e-mailed.")
    }
    let document = PacketDocument(packet, madeAt: calendar.now())
    let bytes = try await printing.pdf(of: document.pdf)
    do throws(MailFailure) {
      return try MailAttachment(
        name: packet.fileName(on: calendar.today(), extension: "pdf"), mediaType: Self.pdfType,
        bytes: bytes)
    } catch {
      throw error.problem
    }
  }

  private static let pdfType = "application/pdf"
}
