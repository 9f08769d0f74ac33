/// One value that the reader of a recruiting packet (the document that presents an athlete to
/// coaches) sees. The command `packet preview` lists these values before the packet is sent
/// (domain.md 4.13).
public struct PacketDisclosure: Hashable, Sendable {
  /// The name of the value, such as `E-mail address`.
  public var what: String
  /// The value as the reader sees it.
  public var value: String

  init(_ what: String, _ value: String) {
    self.what = what
    self.value = value
  }
}

extension RecruitingPacket {
  /// All values about the athlete and the family in this copy of the recruiting packet, in the
  /// order in which they appear in it.
  public var disclosures: [PacketDisclosure] {
    var list = [PacketDisclosure("Name", cover.name)]
    if let position = cover.position { list.append(PacketDisclosure("Position", position)) }
    if let line = cover.schoolLine { list.append(PacketDisclosure("School and class", line)) }
    let once: Set<String> = ["GPA", "Position"]
    list += cards.filter { !once.contains($0.title) }.map { PacketDisclosure($0.title, $0.value) }
    list += athletics.map { PacketDisclosure($0.title, $0.value) }
    list += measurements.map {
      PacketDisclosure($0.title, "\($0.value), \($0.day), \($0.verification.lowercasedFirst)")
    }
    list += dates.map { PacketDisclosure("Key date", "\($0.title): \($0.value)") }
    if let email = contact.email { list.append(PacketDisclosure("E-mail address", email)) }
    list += academics.map { PacketDisclosure($0.title, $0.value) }
    list += videos.map { PacketDisclosure("Video link", $0.text) }
    list += tiers.map { tier in
      PacketDisclosure(tier.title, tier.schools.map(\.name).joined(separator: ", "))
    }
    if let activity {
      list.append(
        PacketDisclosure(
          "Contacts with schools",
          "\(activity.interactionCount) in all, with \(activity.schoolCount)"
            + " \(activity.schoolCount == 1 ? "school" : "schools") on the list"))
    }
    return list
  }

  /// Descriptions of values that this copy of the recruiting packet leaves out although people may
  /// expect them in it, such as `Your photo: your initials stand in its place`.
  public var withheld: [String] {
    var list = ["Phone number: coaches read \"\(contact.phoneText)\""]
    if contact.email == nil { list.append("E-mail address: coaches read \"\(contact.emailText)\"") }
    if cover.hasPhoto { list.append("Your photo: your initials stand in its place") }
    if copy == .forCoaches { list.append("The schools on the list and the contacts with them") }
    let measures = measurements.isEmpty ? "measurements" : "other measurements"
    list.append("Notes, names of coaches, offers, \(measures), home and social names")
    return list
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
