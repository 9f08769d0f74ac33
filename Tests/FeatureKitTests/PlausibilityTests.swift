import CivilTime
import FeatureKit
import FeatureTesting
import Testing

/// A feature whose command takes a weight: values from 1 to 100 are possible, and values up to 50
/// are likely.
private struct Weighing: FeatureModule {
  static let manifest = FeatureManifest(
    id: "Weighing", title: "Weighing", summary: "Weighs.", order: 1,
    nouns: [Noun("weigh", summary: "Weighs.", opens: "one")])

  init(_ dependencies: Dependencies) {}
  var initialState: [Int] { [] }

  func reduce(_ state: inout [Int], _ action: Int) -> Effect<Int> {
    state.append(action)
    return .none
  }

  static let weight = ValueKind<Int>.integer(0...1000).judged { value, _ in
    switch value {
    case ...0, 101...: .impossible(Problem(.usage, "\(value) cannot be."))
    case 51...: .unlikely(Doubt("\(value) is much.", suggestion: "\(value / 10)"))
    default: .likely
    }
  }

  @CommandBuilder<Self>
  var commands: Commands<Self> {
    Command(
      "one", "Weigh one.", .writes, Argument("weight", Self.weight),
      Option("and", Self.weight.map { $0 }.orNothing())
    ) { weight, _ in weight }
    Command(
      "pair", "Weigh two, the second no more than the first.", .writes,
      Argument("first", ValueKind<Int>.integer(0...1000)),
      Option("second", ValueKind<Int>.integer(0...1000)).judged(
        by: Judgement { second, given, _ in
          let first = given["first"].first.flatMap { Int($0.text) } ?? 0
          return second > first ? .unlikely(Doubt("\(second) is more than \(first).")) : .likely
        })
    ) { first, _ in first }
  }

  func page(_ state: [Int], in context: PageContext) -> Page {
    Page(title: "Weighed") { Paragraph(state.map(String.init).joined(separator: " ")) }
  }

  func action(for event: HostEvent) -> Int? { nil }
}

struct PlausibilityTests {
  private let context = ParseContext(now: Instant(milliseconds: 0), zone: .utc)

  /// A replacement for a host, the program around features: it holds the feature and records the
  /// questions that the feature asks.
  private final class Scale: Sendable {
    let box: FeatureBox
    let journal: Journal<HostQuestion>

    init() {
      let heard = Journal<HostQuestion>()
      journal = heard
      box = FeatureBox(Weighing.self, dependencies: Dependencies(for: "Weighing")) { outcome in
        if case .question(let question) = outcome { heard.write(question) }
      }
    }

    func draft(_ line: String) throws -> CommandDraft {
      let match = try CommandIndex([box]).match(CommandText.words(line))
      return try CommandDraft(match.command, words: match.rest)
    }

    var weighed: [Block] {
      box.page(
        in: PageContext(now: Instant(milliseconds: 0), zone: .utc, viewer: Viewer(name: "Sam"))
      ).blocks
    }
  }

  @Test("A likely value goes through without a question")
  func likely() async throws {
    let scale = Scale()
    try await scale.box.perform(scale.draft("weigh 50"), in: context).settled()
    #expect(scale.journal.entries.isEmpty)
    #expect(scale.weighed == [.paragraph(Paragraph("50"))])
  }

  @Test("An unlikely value is asked about, and nothing is sent before the yes")
  func unlikely() async throws {
    let scale = Scale()
    try await scale.box.perform(scale.draft("weigh 51 --and 60"), in: context).settled()
    let question = try #require(scale.journal.entries.first)
    #expect(question.words == "51 is much. Go on all the same?")
    #expect(
      question.details == ["Did you mean `5`?", "60 is much.", "Did you mean `6`?"],
      "every doubt is named")
    #expect(scale.weighed == [.paragraph(Paragraph(""))])
    await question.yes().settled()
    #expect(scale.weighed == [.paragraph(Paragraph("51"))])
  }

  @Test(
    "An impossible value is refused wherever it stands",
    arguments: ["weigh 101", "weigh 5 --and 0"])
  func impossible(line: String) throws {
    let scale = Scale()
    #expect(throws: Problem.self) { try scale.box.perform(scale.draft(line), in: context) }
    #expect(scale.journal.entries.isEmpty)
  }

  @Test("A word that stands for nothing is not judged")
  func nothing() async throws {
    let scale = Scale()
    try await scale.box.perform(scale.draft("weigh 5 --and none"), in: context).settled()
    #expect(scale.weighed == [.paragraph(Paragraph("5"))])
  }

  @Test("What somebody stood by is not asked about a second time")
  func stoodBy() async throws {
    let scale = Scale()
    var draft = try scale.draft("weigh 51")
    let doubt = try #require(try scale.box.doubt(about: "weight", of: draft, in: context))
    draft.stand(by: doubt, of: "weight")
    #expect(try scale.box.doubt(about: "weight", of: draft, in: context) == nil)
    try await scale.box.perform(draft, in: context).settled()
    #expect(scale.journal.entries.isEmpty)
    #expect(scale.weighed == [.paragraph(Paragraph("51"))])
  }

  @Test("A value can be judged beside another")
  func beside() async throws {
    let scale = Scale()
    try await scale.box.perform(scale.draft("weigh pair 5 --second 5"), in: context).settled()
    #expect(scale.journal.entries.isEmpty)
    try await scale.box.perform(scale.draft("weigh pair 5 --second 6"), in: context).settled()
    #expect(
      scale.journal.entries.map(\.words) == ["6 is more than 5. Go on all the same?"])
  }
}
