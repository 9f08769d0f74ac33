import Domain
import FamilyContext
import FeatureKit

/// Builds the profile page, with its fields in groups. A parent sees the athlete's profile without
/// links to change it, and their own profile below it.
struct ProfilePage {
  let loaded: LoadedProfile

  var page: Page {
    if loaded.viewing.role == .parent { return parentsPage }
    return Page(title: "My Profile", context: classWords(of: loaded.own)) {
      readiness(of: loaded.own)
      ProfileGroup.all.map { group in section(group, loaded.own) }.flatMap { $0 }
      Links([CommandLink("Change it", "profile edit").leading()])
    }
  }

  private var parentsPage: Page {
    guard let athlete = loaded.athlete else {
      return Page(title: "My Profile") {
        FamilyContextClient.linkYourFamily
        own
      }
    }
    let name = athlete.person.displayName
    return Page(title: "\(name)'s Profile", context: classWords(of: athlete)) {
      Banner(
        icon: "👁", ["Viewing \(name)'s Profile (Read-Only)"],
        spoken: "Viewing \(name)'s profile. You can look and not change.")
      missing(of: athlete)
      ProfileGroup.shared.map { group in section(group, athlete) }.flatMap { $0 }
      own
    }
  }

  private var own: [Block] {
    let facts = [ProfileTarget.name, .field(.email), .field(.phone)].map { target in
      Fact(target.title(in: loaded.own), loaded.own, target)
    }
    return [
      Section("You", links: [CommandLink("Change it", "profile edit")]) { Facts(facts) }.block
    ]
  }

  private func classWords(of page: ProfilePageData) -> String? {
    page.graduationYear.map { "Class of \($0)" }
  }

  private func section(_ group: ProfileGroup, _ page: ProfilePageData) -> [Block] {
    let targets = group.targets.filter { target in
      target.concerns(page)
        && (!group.shownIfKnown.contains(target) || target.text(in: page) != nil)
    }
    return [Section(group.title) { Facts(targets.map { Fact($0.title, page, $0) }) }.block]
  }

  /// The section with the values that the profile lacks for a recruiting packet, the page about the
  /// athlete for coaches.
  ///
  /// Each value has a link to the command that sets it.
  @BlockBuilder
  private func readiness(of page: ProfilePageData) -> [Block] {
    if page.gaps.isEmpty {
      Message("Everything a good packet needs is here.", tone: .positive)
    } else {
      Section("Missing for a good packet", tone: .caution) {
        RowList(page.gaps.map { row($0, of: page) })
      }
    }
  }

  @BlockBuilder
  private func missing(of page: ProfilePageData) -> [Block] {
    if !page.gaps.isEmpty {
      Paragraph(
        "Missing for a good packet: \(page.gaps.map(\.words).inSentence())", tone: .caution)
    }
  }

  private func row(_ gap: PacketReadiness.Gap, of page: ProfilePageData) -> Row {
    let target = gap.fields.first.map(ProfileTarget.field) ?? .name
    let line = "profile edit --\(target.name) \(CommandText.quoted(target.example(for: page)))"
    let words = gap.words.capitalizedFirst
    return Row(words, .unchecked, spoken: "\(words) is missing. To add it: \(line)")
      .opening(CommandLink("Add", "profile edit --\(target.name)", spoken: "Add \(gap.words)"))
      .showing(detail: line)
  }
}

extension Fact {
  fileprivate init(_ label: String, _ page: ProfilePageData, _ target: ProfileTarget) {
    let stored = target.text(in: page)
    // People write a sport in their own way. It is shown as in the packet.
    let text = target == .field(.primarySport) ? stored?.capitalizedFirst : stored
    self.init(label, text ?? target.wordsWhenUnset, tone: text == nil ? .muted : .neutral)
  }
}

/// A section of the profile page: a title, such as `Playing`, and its fields.
struct ProfileGroup: Sendable {
  let title: String
  /// The title of the part of the edit form that contains the fields of this group. Several small
  /// groups can share one part.
  let part: String
  let targets: [ProfileTarget]
  /// Fields that few people know, such as the latitude of the home.
  ///
  /// The page leaves them out while they are empty.
  let shownIfKnown: [ProfileTarget]

  private init(
    _ title: String, _ names: [String], ifKnown: [String] = [], part: String? = nil
  ) {
    self.title = title
    self.part = part ?? title
    shownIfKnown = ifKnown.compactMap(ProfileTarget.named)
    targets = names.compactMap(ProfileTarget.named) + shownIfKnown
  }

  static let all: [ProfileGroup] =
    shared + [
      ProfileGroup(
        "Home", ["address", "city", "state", "zip"], ifKnown: ["latitude", "longitude"],
        part: "Home and registrations")
    ]

  /// Returns the part of the edit form that contains a field. A field without a group is in the
  /// first part.
  static func part(of target: ProfileTarget) -> FormPart {
    let title = (all.first { $0.targets.contains(target) } ?? all[0]).part
    return FormPart(all.firstIndex { $0.part == title } ?? 0, title)
  }

  /// The groups of the athlete's profile that a parent sees too.
  ///
  /// The group with the athlete's home address is not among them, because the address is private.
  static let shared: [ProfileGroup] = [
    ProfileGroup("About", ["name", "graduation-year", "sport", "position", "positions"]),
    ProfileGroup(
      "Playing", ["club", "bats", "throws", "height", "weight"]),
    ProfileGroup("School", ["high-school", "gpa", "sat", "act", "core-courses"]),
    ProfileGroup(
      "Contact", ["email", "share-email", "phone", "share-phone", "account-email"]),
    ProfileGroup("Video", ["videos"], part: "Video and links"),
    ProfileGroup(
      "Registrations", ["ncaa-id", "perfect-game-id", "prep-baseball-id"],
      part: "Home and registrations"),
    ProfileGroup(
      "Elsewhere", ["twitter", "instagram", "tiktok", "facebook"], part: "Video and links"),
  ]
}
