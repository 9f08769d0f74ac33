import Auth
import Conversation
import DemoFamily
import Domain
import FamilyContext
import FeatureKit
import SQLBackend

extension Program {
  /// Returns the choices of the first start: to set up a family, or to look at an example family
  /// first.
  ///
  /// Returns nil if the file has a profile already. In the example family's own folder there is no
  /// choice: the family is created, and the result is nil.
  func welcome() async throws(Problem) -> Welcome? {
    if try file.hasFile(), try await !backend.people.profiles().isEmpty { return nil }
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
          explanation: "shows a made-up family's data, in a folder of its own; yours stays empty",
          .move(toFolder: folder.madeUp)),
      ], next: { await catchingUp() },
      ready: { await ready() })
  }

  /// The ways to set up a family: as the athlete, as a parent, or with an account on a server.
  static let beginnings = [
    Welcome.Choice(
      "I'm the athlete", note: "make your profile, in about a minute",
      .command("account create --role athlete")),
    Welcome.Choice(
      "I'm a parent", note: "make a profile for you and your athlete, and follow along",
      .command("account create --role parent")),
    Welcome.Choice(
      "I have a code", note: "your family shares through a server: say where it is and who you are",
      .command("account connect")),
  ]

  /// Fills the folder that the person chose with the example family, for the option `--demo`. If the
  /// person chose none, a folder for examples is filled, but only once, so that changes in it stay.
  func beginWithDemo() async throws(Problem) {
    if folder.isMadeUp, try await !file.profiles().isEmpty { return }
    try await fillWithDemo()
  }

  /// Fills an empty folder with the example family, and remembers the family's athlete as the
  /// person who uses the program.
  func fillWithDemo() async throws(Problem) {
    let data = DemoFamily.make(now: clock.now(), zone: zone.zone)
    try backend.fill(from: ExportSource(data))
    try signedIn.remember(data.family.playerID)
    family.reset()
  }

  /// Returns the command that asks an athlete which tasks of earlier grades are completed; nil if
  /// no such tasks are open.
  ///
  /// An athlete who starts after grade 9 would otherwise begin with a list of overdue tasks.
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
    let name = FirstName.of(viewing.name)
    return Done(
      "Ready\(name.isEmpty ? "" : ", \(name)"). Your file: \(folder.shown(home: home))",
      details: ["Try  \(tryWords)"])
  }

  private var tryWords: String {
    (FeatureList.all.sorted { $0.manifest.order < $1.manifest.order }
      .compactMap { $0.manifest.nouns.first?.word } + ["help"]).joined(separator: "   ")
  }
}
