public import Domain
public import FeatureKit

extension SharingStatus {
  /// The banners about joining a family: requests of people who want to join the person's family,
  /// the person's own request, and the news that a family declined it. They are on pages that list
  /// what the person has to do, such as the dashboard.
  public var joining: [Banner] {
    asking.map { request in
      Banner(
        icon: "!",
        [
          "\(request.name) asks to join your family.",
          "The address is \(request.email). Let them in only if you know it is them.",
        ],
        links: [
          CommandLink("Let in", "family admit \(request.email)"),
          CommandLink("Turn away", "family admit \(request.email) --decline"),
        ])
    }
      + (hasAsked
        ? [
          Banner(
            icon: "…",
            [
              "You asked to join a family.",
              "Only its athlete can let you in, on their Family page, and has not answered yet.",
            ],
            links: [CommandLink("Withdraw it", "family withdraw")])
        ] : [])
      + (turnedAwayFrom.map { family in
        [
          Banner(
            icon: "!",
            ["\(family) did not let you in.", "Ask the athlete, then try again with a new code."],
            links: [CommandLink("Ask with a new code", "family join")])
        ]
      } ?? [])
  }
}

extension SharingStatus {
  /// The text for a parent who is linked to no athlete, on a page below the banners about joining a
  /// family. It is nil if the parent has asked to join, because a banner then says who can admit
  /// the parent.
  public var linkYourFamily: EmptyState? {
    hasAsked ? nil : FamilyContextClient.linkYourFamily
  }
}

extension SharingGateway {
  /// Returns whether the data file is connected to a server, and which requests to join a family
  /// are open. If that cannot be read, returns the status of an unconnected file, so that a page
  /// about something else does not fail.
  public func statusIfKnown() async -> SharingStatus {
    (try? await status()) ?? SharingStatus()
  }
}
