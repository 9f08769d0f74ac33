public import Basics
public import CivilTime

/// Decides which operations on a family a person may perform (domain.md 4.14 and 9). Each function
/// returns the reason of a refusal, or nil if the operation is allowed.
public enum FamilyRules {
  public static let defaultName = "My Family"

  /// Returns a refusal unless the person is an athlete. A parent who starts a family uses a
  /// separate operation, which also creates the athlete's profile.
  public static func refusalToCreate(as role: UserRole) -> FamilyRefusal? {
    role == .player ? nil : .onlyAthletesCreate
  }

  /// Returns a refusal unless the person is a parent and the code belongs to a family of another
  /// person.
  ///
  /// - Parameters:
  ///   - typed: the code as it was typed.
  ///   - playerOfFamily: the athlete of the family that has this code; nil if no family has it.
  public static func refusalToJoin(
    _ typed: String, as role: UserRole, caller: RecordID, playerOfFamily: RecordID?
  ) -> FamilyRefusal? {
    guard role == .parent else { return .onlyParentsJoin }
    guard let code = FamilyCode(typed: typed) else { return .malformedCode(typed) }
    guard let playerOfFamily else { return .unknownCode(code) }
    return playerOfFamily == caller ? .ownFamily : nil
  }

  /// Returns a refusal if a person who was born on this day is younger than 18, and so too young to
  /// join a family as a parent.
  public static func refusalToJoin(born: CalendarDay, on today: CalendarDay) -> FamilyRefusal? {
    born.years(until: today) < 18 ? .tooYoungForParent : nil
  }

  public static func refusalToRenewCode(caller: RecordID, playerOfFamily: RecordID)
    -> FamilyRefusal?
  {
    caller == playerOfFamily ? nil : .onlyOwner
  }

  /// Returns a refusal unless the caller is the athlete of the family and the member is a parent.
  /// An athlete cannot remove themselves.
  public static func refusalToRemove(
    _ member: RecordID, role: UserRole, caller: RecordID, playerOfFamily: RecordID
  ) -> FamilyRefusal? {
    guard caller == playerOfFamily else { return .onlyOwner }
    guard member != caller else { return .cannotRemoveSelf }
    return role == .parent ? nil : .onlyParentsAreRemoved
  }

  /// Returns a refusal unless the caller is the athlete of the family and the member is a parent.
  /// Only then may the caller change what the member may help with (domain.md 10.10).
  public static func refusalToLetHelp(
    _ member: RecordID, role: UserRole, caller: RecordID, playerOfFamily: RecordID
  ) -> FamilyRefusal? {
    guard caller == playerOfFamily else { return .onlyOwner }
    return role == .parent && member != caller ? nil : .onlyParentsHelp
  }

  /// Returns a refusal unless the person is a parent. An athlete cannot leave their own family,
  /// because it would then have no owner.
  public static func refusalToLeave(as role: UserRole) -> FamilyRefusal? {
    role == .parent ? nil : .athleteCannotLeave
  }

  /// Returns a refusal if undoing or redoing a command would make a person a member again although
  /// the family's code was renewed after that command, or the family has no code. An athlete renews
  /// the code so that people with the old code can no longer join.
  public static func refusalToReturn(stepAt: Instant, codeGeneratedAt: Instant?) -> FamilyRefusal? {
    guard let codeGeneratedAt, codeGeneratedAt <= stepAt else { return .codeRenewed }
    return nil
  }
}

/// The reason why a person may not perform an operation on a family, such as joining it.
public enum FamilyRefusal: Error, Hashable, Sendable {
  case onlyAthletesCreate
  case onlyParentsJoin
  case tooYoungForParent
  case malformedCode(String)
  case unknownCode(FamilyCode)
  case ownFamily
  case onlyOwner
  case cannotRemoveSelf
  case onlyParentsAreRemoved
  case onlyParentsHelp
  case athleteCannotLeave
  case codeRenewed

  public var words: String {
    switch self {
    case .onlyAthletesCreate: "Only an athlete can create a family. Ask your athlete for the code."
    case .onlyParentsJoin:
      "Only a parent joins a family by code. An athlete has a family of their own."
    case .tooYoungForParent:
      "A person who joins a family by code joins as a parent, and a parent is 18 or older."
    case .malformedCode(let typed):
      "`\(typed)` is not a family code. A code looks like FAM-ABC234."
    case .unknownCode(let code):
      "No family has the code \(code). Check it with your athlete; a renewed code replaces the old one."
    case .ownFamily: "This is the code of your own family."
    case .onlyOwner: "Only the athlete of this family can do that."
    case .cannotRemoveSelf: "You cannot remove yourself from your own family."
    case .onlyParentsAreRemoved: "Only parents can be removed from a family."
    case .onlyParentsHelp: "Only a parent of the family can be let help."
    case .athleteCannotLeave: "An athlete cannot leave their own family."
    case .codeRenewed:
      "The code of this family was renewed since. Ask your athlete for the new one."
    }
  }
}
