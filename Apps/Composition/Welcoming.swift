import Auth
import Conversation
import DemoFamily
import Domain
import FamilyContext
import FeatureKit
import SQLBackend

extension Program {
  /// The choices of the first start: set up a family, or look at a made-up one first.
  func welcome() async throws(Problem) -> Welcome? {
    if try folder.hasFile(), try await !backend.people.profiles().isEmpty { return nil }
    if folder.isMadeUp {
      try await fillWithDemo()
      return nil
    }
    return Welcome(
      intro: [
        "Recruiting Compass keeps your college recruiting in one file on this computer.",
        "Nothing is sent anywhere unless you say so.",
      ],
      choices: [
        Welcome.Choice(
          "Set it up for me", note: "about a minute", answers: ["setup", "start", "begin", "mine"],
          explanation: "asks who you are, and makes your file", .command("account create"),
          parts: Self.beginnings),
        Welcome.Choice(
          "Show me a made-up family first", answers: ["demo", "example", "look", "try"],
          explanation: "shows somebody's data, in a folder of their own; yours stays empty",
          .move(toFolder: folder.madeUp)),
      ], next: { await catchingUp() },
      ready: { await ready() })
  }

  /// The ways to begin, by who the person is.
  static let beginnings = [
    Welcome.Choice(
      "I'm the athlete", note: "make your profile, in about a minute",
      .command("account create --role athlete")),
    Welcome.Choice(
      "I'm a parent", note: "make a profile for you and your athlete, and follow along",
      .command("account create --role parent")),
    Welcome.Choice(
      "I have a code", note: "your family shares through a server: sign in there, then join",
      .command("account connect")),
  ]

  /// Fills the folder with the made-up family. The folder of the made-up family itself is filled
  /// only once.
  func beginWithDemo() async throws(Problem) {
    if folder.isMadeUp, try await !file.profiles().isEmpty { return }
    try await fillWithDemo()
  }

  /// Fills an empty folder with the made-up family, and signs in as its athlete, or as the given
  /// person.
  func fillWithDemo() async throws(Problem) {
    let data = DemoFamily.make(now: clock.now(), zone: zone.zone)
    try backend.fill(from: ExportSource(data))
    try signedIn.remember(data.family.playerID)
    family.reset()
  }

  /// Asks whether an athlete who starts after grade 9 has completed earlier tasks. The question
  /// needs the graduation year.
  private func catchingUp() async -> String? {
    guard let viewing = try? await family.current(), viewing.role == .player,
      let athlete = viewing.athlete,
      let unfinished = try? await backend.timeline.unfinishedTasks(
        of: athlete, today: calendar.today()),
      !unfinished.earlier.isEmpty
    else { return nil }
    return "tasks catch-up"
  }

  private func ready() async -> Done? {
    guard let viewing = try? await family.current() else { return nil }
    let name = FirstName.of(fullName: viewing.name, email: nil)
    return Done(
      "Ready\(name.isEmpty ? "" : ", \(name)"). Your file: \(folder.shown(home: home))",
      details: ["Try  \(tryWords)"])
  }

  private var tryWords: String {
    (FeatureList.all.sorted { $0.manifest.order < $1.manifest.order }
      .compactMap { $0.manifest.nouns.first?.word } + ["help"]).joined(separator: "   ")
  }
}
