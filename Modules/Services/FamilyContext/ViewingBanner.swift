public import Domain
public import FeatureKit

extension Viewing {
  /// Returns the banner above an athlete's page that a parent views; nil if people view their own
  /// data.
  ///
  /// It names the athlete, says that the page is read-only, and has links to the parent's other
  /// athletes (domain.md 4.14).
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

  /// The link with which the athlete can sign in on this device; nil if people view their own data.
  /// After a parent has set up the family on this device, the athlete has to sign in before the
  /// athlete's pages can be used.
  public var athletesWayIn: CommandLink? {
    guard isReadOnly, let name = athleteName?.trimmed, !name.isEmpty,
      name != AccessibleAthlete.nameOfUnnamed
    else { return nil }
    return CommandLink(
      "Let \(owner.within) sign in here", "account sign-in \(CommandText.quoted(name))")
  }
}
