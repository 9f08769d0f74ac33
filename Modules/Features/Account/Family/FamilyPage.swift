import CivilTime
import Domain
import FamilyContext
import FeatureKit

/// Builds the page with the families of the viewer. An athlete has one family, and a parent any
/// number.
struct FamilyPage {
  let loaded: LoadedFamily
  let context: PageContext

  private var isParent: Bool { loaded.viewing.role == .parent }

  var page: Page {
    Page(title: "My Family", context: count) {
      for banner in loaded.sharing.joining { banner }
      if let codeMissing { codeMissing }
      if loaded.families.isEmpty { none }
      if isParent, !loaded.athletes.isEmpty {
        Section("Athletes you can look at") { RowList(loaded.athletes.map(row)) }
      }
      loaded.families.flatMap { section($0, withFacts: true) }
      if !loaded.families.isEmpty {
        Links(isParent ? parentLinks : athleteLinks)
      }
    }
  }

  var membersPage: Page {
    Page(title: "Members", context: count) {
      if loaded.families.isEmpty {
        for banner in loaded.sharing.joining { banner }
        none
      }
      loaded.families.flatMap { section($0, withFacts: false) }
    }
  }

  /// A banner for an athlete who is connected to a server and whose family has no code with which
  /// parents join. A code from before the connection does not work any more, because the server
  /// generates the code of a shared family.
  private var codeMissing: Banner? {
    guard loaded.sharing.email != nil,
      loaded.families.contains(where: { $0.isOwner && $0.family.code == nil })
    else { return nil }
    return Banner(
      icon: "!",
      [
        "Your family has no code yet.",
        "A parent joins with one. A code that you gave out before does not work here.",
      ],
      links: [CommandLink("Make a code", "family code --renew")])
  }

  private var count: String? {
    loaded.families.count > 1 ? "\(loaded.families.count) families" : nil
  }

  @BlockBuilder
  private var none: [Block] {
    if isParent {
      if let linkYourFamily = loaded.sharing.linkYourFamily { linkYourFamily }
    } else {
      EmptyState(
        "You have no family here yet.",
        detail: "A parent who joins yours can look at your pages and change none of them.",
        links: [CommandLink("Make your family", "family create")])
    }
  }

  private func section(_ family: FamilyPageData, withFacts: Bool) -> [Block] {
    [
      Section(family.name) {
        if withFacts {
          Facts(facts(of: family))
          if invitation(to: family) != nil {
            Paragraph(
              "Send the invitation to a parent, who pastes it where the program asks for a code."
                + (family.isOwner ? "" : " Then \(family.athlete.title) decides."),
              tone: .muted)
          } else if context.hasButtons, family.isOwner, family.family.code != nil,
            loaded.sharing.address == nil, loaded.sharing.email == nil
          {
            Paragraph(
              "A parent who uses this computer chooses “I'm a parent” on the page to sign in, and writes the code there.",
              tone: .muted)
          }
        }
        RowList(family.members.map { row($0, isOwner: family.isOwner) })
      }.block
    ]
  }

  private func facts(of family: FamilyPageData) -> [Fact] {
    [Fact("Athlete", family.athlete.title)]
      + code(of: family) + endOfCode(of: family)
      + (invitation(to: family).map { [Fact("Invitation", $0.text, isToCopy: true)] } ?? [])
  }

  /// The line with the family's code. Empty for a parent who may not know the code, or whose family
  /// has no code yet. An athlete without a code reads `none yet`, because only the athlete can
  /// create one. A browser has a button that copies the code, unless it copies the invitation.
  private func code(of family: FamilyPageData) -> [Fact] {
    let code = family.family.code ?? (family.isOwner ? "none yet" : nil)
    let isToCopy =
      context.hasButtons && family.family.code != nil && invitation(to: family) == nil
    return code.map { [Fact("Code", $0, isToCopy: isToCopy)] } ?? []
  }

  /// The line with the day until which a parent can join with the code. Empty if the family is not
  /// shared through a server, because its code then does not expire.
  private func endOfCode(of family: FamilyPageData) -> [Fact] {
    guard loaded.sharing.email != nil, let end = family.family.codeEndsAt else { return [] }
    let day = context.zone.day(of: end).text(.shortWithYear)
    return [Fact("Code works", context.now < end ? "until \(day)" : "no longer, since \(day)")]
  }

  private func invitation(to family: FamilyPageData) -> FamilyInvitation? {
    family.family.code.flatMap { FamilyCode($0) }.flatMap(loaded.sharing.invitation)
  }

  private func row(_ member: FamilyPageData.Member, isOwner: Bool) -> Row {
    let name = member.reference.title
    let day = context.zone.day(of: member.addedAt).text(.shortWithYear)
    let remove = CommandLink(
      "Remove", "family remove \(member.reference.handle)", spoken: "Remove \(name)")
    let allow = CommandLink(
      "Let \(ShortName.of(name.firstName)) help", "family allow \(member.reference.handle)")
    let disallow = CommandLink(
      "No longer", "family disallow \(member.reference.handle)",
      spoken: "No longer let \(name) help")
    let words =
      "\(name)\(context.showsHandles ? ", " + member.reference.handle : ""), \(member.role.words)\(member.isSelf ? ", you" : ""), since \(day)."
      + (help(of: member).map { " \($0)." } ?? "")
    return Row(name, .bullet, handle: member.reference.handle, spoken: words)
      .showing(
        [Badge(member.role.words)] + (member.isSelf ? [Badge("you", tone: .info)] : []),
        trailing: Badge("since \(day)", tone: .muted),
        detail: [member.email, help(of: member)].compactMap { $0 }.joined(separator: " · ").nonEmpty
      )
      .offering(
        isOwner && member.role == .parent
          ? (member.helps == Set(HelpArea.allCases) ? [] : [allow])
            + (member.helps.isEmpty ? [] : [disallow]) + [remove] : [])
  }

  /// The words for the areas in which this parent may help, such as
  /// `Helps with schools and contacts`. Nil for a parent who may not help.
  private func help(of member: FamilyPageData.Member) -> String? {
    member.helps.isEmpty ? nil : "Helps with \(member.helps.words)"
  }

  private func row(_ choice: AthleteChoice) -> Row {
    let (athlete, handle) = (choice.athlete, choice.reference.handle)
    let isActive = athlete.athleteID == loaded.viewing.athlete
    let year = athlete.graduationYear.map { "class of \($0)" }
    let words = [athlete.name, year, isActive ? "looking at" : nil].compactMap(\.self)
      .joined(separator: ", ")
    let look = CommandLink(
      "Look at", "family switch \(handle)", spoken: "Look at \(athlete.name)'s pages")
    return Row(
      athlete.name, isActive ? .chosen : .bullet, handle: handle, spoken: "\(words)."
    )
    .opening(isActive ? nil : look)
    .showing(
      isActive ? [Badge("looking at", tone: .info)] : [],
      trailing: year.map { Badge($0, tone: .muted) }
    )
    .styled(isStrong: isActive)
  }

  private var athleteLinks: [CommandLink] {
    [
      CommandLink("Who looked at what", "family views"),
      CommandLink("Renew the code", "family code --renew"),
    ]
  }

  private var parentLinks: [CommandLink] {
    [
      CommandLink("Your visits", "family views"), CommandLink("Join another", "family join"),
      CommandLink("Leave", "family leave"),
    ]
  }
}
