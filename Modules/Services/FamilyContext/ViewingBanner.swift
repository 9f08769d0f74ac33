public import Domain
public import FeatureKit

extension Viewing {
  /// What a parent reads above an athlete's page: whose it is, that it cannot be changed, and the way to the others' (rule 4.14).
  /// Nil for people who look at their own data.
  public func banner(athletes: [AthleteChoice]) -> Banner? {
    guard isReadOnly else { return nil }
    return Banner(
      icon: "👁",
      [
        "You're viewing \(ownerWords)'s recruiting data.",
        helps.isEmpty
          ? "Data is read-only. Your views are visible to them."
          : "Helping \(owner.within) with: \(helps.words). All else is read-only, and your views are visible.",
      ], tone: .info,
      links: athletes.filter { $0.reference.id != athlete }.map {
        CommandLink("Switch to \($0.athlete.name)", "family switch \($0.reference.handle)")
      })
  }

  /// How the athlete gets to their own pages where a parent set everything up alone: nobody else can begin for them.
  public var athletesWayIn: CommandLink? {
    guard isReadOnly, let name = athleteName?.trimmed, !name.isEmpty,
      name != AccessibleAthlete.nameOfUnnamed
    else { return nil }
    return CommandLink(
      "Sign in as \(owner.within)", "account sign-in \(CommandText.quoted(name))")
  }
}
