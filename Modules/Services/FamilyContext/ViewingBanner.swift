public import Domain
public import FeatureKit

extension Viewing {
  /// The banner above an athlete's page for a parent: it names the athlete, says that the page is read-only, and links to other
  /// athletes (rule 4.14). Nil for viewers of their own data.
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

  /// The link with which the athlete signs in where a parent set everything up, because only the
  /// athlete can start using their pages. Nil for viewers of their own data.
  public var athletesWayIn: CommandLink? {
    guard isReadOnly, let name = athleteName?.trimmed, !name.isEmpty,
      name != AccessibleAthlete.nameOfUnnamed
    else { return nil }
    return CommandLink(
      "Sign in as \(owner.within)", "account sign-in \(CommandText.quoted(name))")
  }
}
