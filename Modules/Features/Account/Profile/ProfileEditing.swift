public import Domain
import FamilyContext
import FeatureKit

/// The result of `profile edit`: the profile before and after the change, and the changed values.
public struct SavedProfile: Equatable, Sendable {
  public var before: ProfilePageData
  public var after: ProfilePageData
  public var changes: [ProfileChange]
}

extension AccountFeature {
  func edit(_ changes: [ProfileChange]) -> Effect<Action> {
    if let problem = Self.problem(with: changes) { return .tell(.problem(problem)) }
    return .save("profile") { () throws(Problem) in
      let viewing = try await family.current()
      if viewing.role == .parent { try requireOwn(changes, viewing) }
      let before = try await people.profile(of: viewing.person)
      var edit = ProfileEdit()
      for change in changes { edit.put(change, over: before, isParent: viewing.role == .parent) }
      let after = try await people.updateProfile(of: viewing.person, edit)
      // `family` caches the viewer, including the viewer's name, which every page shows. The cache
      // is reset, because the name may have changed.
      family.reset()
      return SavedProfile(before: before, after: after, changes: changes)
    } into: {
      .profileSaved($0)
    }
  }

  /// The stored values of the person's profile, by the options of `profile edit` that set them. The
  /// edit form starts with these values.
  func typedProfile() async throws(Problem) -> [String: [String]] {
    let page = try await people.profile(of: try await family.current().person)
    var typed: [String: [String]] = [:]
    for target in ProfileTarget.all { typed[target.name] = target.text(in: page).map { [$0] } }
    return typed
  }

  /// Returns the names of the fields for which the edit form does not ask this person.
  ///
  /// The form asks a parent only for a name, an address and a phone. It asks an athlete only for
  /// the fields that the athlete's sport uses or that have a value. If the person has already
  /// entered a sport in the form, this sport decides and not the stored one.
  func fieldsOfOthers(_ given: GivenValues) async throws(Problem) -> Set<String> {
    var page = try await people.profile(of: try await family.current().person)
    if let sport = given[ProfileField.primarySport.name].last?.text {
      var player = page.player ?? PlayerProfile()
      player.primarySport = sport
      page.player = player
    }
    return Set(ProfileTarget.all.filter { !$0.isFilledIn(by: page) }.map(\.name))
  }

  private static func problem(with changes: [ProfileChange]) -> Problem? {
    guard !changes.isEmpty else {
      return .nothingToChange(example: #"profile edit --height "6'1\"" --gpa 3.6"#)
    }
    var seen: Set<ProfileTarget> = []
    guard let twice = changes.map(\.target).first(where: { !seen.insert($0).inserted }) else {
      return nil
    }
    return Problem(
      .usage, "\(twice.title) is to be changed and emptied at once.",
      fix: "Use --\(twice.name) or --clear \(twice.name).")
  }

  /// Throws if a parent tries to set a value that only athletes have, such as a position.
  private func requireOwn(_ changes: [ProfileChange], _ viewing: Viewing) throws(Problem) {
    let others = changes.map(\.target).filter { !$0.isForParents }
    guard !others.isEmpty else { return }
    var refusal = Problem.readOnly
    let athlete = viewing.athleteName?.firstName ?? "Only an athlete"
    refusal.details = ["\(athlete) can change: \(others.map(\.title).inSentence())."]
    throw refusal
  }
}

extension ProfileEdit {
  fileprivate mutating func put(
    _ change: ProfileChange, over page: ProfilePageData, isParent: Bool
  ) {
    switch change {
    case .name(let name): fullName = .set(name)
    case .accountEmail(let address): email = address.map(Change.set) ?? .clear
    case .field(let value) where isParent && value.field == .email:
      email = value.plainText.map(Change.set) ?? .clear
    case .field(let value) where isParent && value.field == .phone:
      phone = value.plainText.map(Change.set) ?? .clear
    case .field(let value): put(value, over: page)
    }
  }
}

extension SavedProfile {
  var done: Done {
    let facts = changes.map { change in
      let title = change.target.title(in: after)
      return change.target.text(in: after).map { "\(title) \($0)" } ?? "\(title) emptied"
    }.joined(separator: ", ")
    guard before != after else {
      return Done("Nothing changed: \(facts).", references: [after.reference])
    }
    let missing = after.gaps.map(\.words)
    let rest =
      missing.isEmpty || after.person.role != .player
      ? [] : ["Still missing for a good packet: \(missing.inSentence())"]
    return Done(
      "Saved: \(facts).", details: rest + [Done.undoHint], references: [after.reference])
  }
}

extension ProfileTarget {
  /// Returns the label of the value on this profile's page.
  ///
  /// The label of the athlete's address says that coaches see the address. A parent's address has
  /// the label `E-mail`, because coaches do not see it.
  func title(in page: ProfilePageData) -> String {
    self == .field(.email) && page.person.role == .parent ? "E-mail" : title
  }

  /// Returns the stored value as text, or nil if it is empty.
  func text(in page: ProfilePageData) -> String? {
    switch self {
    case .name: page.person.fullName
    case .accountEmail: page.person.contactEmail
    case .field(.email) where page.person.role == .parent: page.person.contactEmail
    case .field(.phone) where page.person.role == .parent: page.person.phone
    case .field(.graduationYear): page.graduationYear.map(String.init)
    case .field(let field):
      field.text(of: field.category == .location ? page.home?.value : page.player?.value)
    }
  }
}

extension ProfilePageData {
  /// The values that this profile lacks for a recruiting packet, the page about the athlete for
  /// coaches.
  var gaps: [PacketReadiness.Gap] {
    PacketReadiness.missing(
      player: player?.value, fullName: person.fullName, graduationYear: graduationYear,
      accountEmail: person.contactEmail)
  }
}
