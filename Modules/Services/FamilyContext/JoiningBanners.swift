public import Domain
public import FeatureKit

extension SharingStatus {
  /// The banners about joining a family: people who ask to join one's own family, and a family that
  /// declined one's own request. Every page about what needs to be done shows them.
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
  /// Returns the connection state of the data file, or an unconnected state if it cannot be read.
  /// So a page about something else does not fail.
  public func statusIfKnown() async -> SharingStatus {
    (try? await status()) ?? SharingStatus()
  }
}
