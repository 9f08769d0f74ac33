public import Domain
public import FeatureKit

extension SharingStatus {
  /// Who asks to come into one's family, and who did not let one in: what every page says that tells what needs doing.
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
              "Its athlete has not answered yet: the request stands on their Family page.",
            ])
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

extension SharingGateway {
  /// How the file stands to its server; a page that is about something else does not fail over it.
  public func statusIfKnown() async -> SharingStatus {
    (try? await status()) ?? SharingStatus()
  }
}
