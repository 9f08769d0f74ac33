import CivilTime
import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("The tables of the kinds")
struct TableTests {
  @Test("Every kind that has no page elsewhere has its noun and its routes here")
  func kinds() {
    let kinds = RecordsFeature.kinds.map { $0.kind }
    #expect(kinds == RecordKinds.all.map { $0.kind }.filter { $0 != .metric })
    let manifest = RecordsFeature.manifest
    #expect(Set(manifest.nouns.map(\.word)) == Set(kinds.map(\.plural) + ["find"]))
    #expect(Set(manifest.shows.keys) == Set(kinds))
    for kind in kinds {
      #expect(manifest.routes.contains { $0.path == "/\(kind.plural)/{id}" }, "\(kind.plural)")
    }
  }

  /// The words that new records have: who wrote, and how an offer stands.
  private static let usual: Set = ["outbound", "pending"]

  /// What a table has to keep, whichever kind it is.
  private func hold<Record: TabledRecord>(_ type: Record.Type, filled row: Record.Row) throws {
    let fields = Record.fields
    let names = fields.map(\.name)
    #expect(Set(names).count == names.count, "\(Record.kind.plural): a name stands twice")
    #expect(!fields.filter { $0.isArgument }.isEmpty)
    let sample = Record.entry(row, to: Stage.casey)
    #expect(!sample.items.isEmpty)
    for field in fields {
      guard let input = field.input, input.canBeEmptied || sample[field.name] != nil else {
        continue
      }
      let context = ChangeContext(person: Stage.casey, now: Stage.now, zone: Stage.zone)
      if let value = sample[field.name] {
        let empty = Record(id: row.reference.id)
        var written = empty
        input.write(&written, value, context)
        // What every new record has already changes nothing.
        let isUsual =
          [.flag(false), .flag(true)].contains(value) || Self.usual.contains(value.typed)
        #expect(
          written != empty || isUsual, "\(Record.kind.plural) --\(field.name) writes nothing")
      }
      if input.canBeEmptied, sample[field.name] != nil {
        var filled = row.record
        input.write(&filled, sample[field.name], context)
        var emptied = filled
        input.write(&emptied, nil, context)
        #expect(emptied != filled, "\(Record.kind.plural) --clear \(field.name)")
      }
    }
    let filters = Record.filters.map(\.name)
    #expect(Set(filters).count == filters.count)
    #expect(Set(filters).isDisjoint(with: ["search", "sort", "reverse", "limit", "all"]))
  }

  @Test("Names are unique, what is needed is there, and what is typed is written")
  func tables() throws {
    try hold(School.self, filled: Sample.schoolRow)
    try hold(Coach.self, filled: Sample.coachRow)
    try hold(Interaction.self, filled: Sample.interactionRow)
    try hold(Offer.self, filled: Sample.offerRow)
    try hold(RecruitingEvent.self, filled: Sample.eventRow)
    try hold(Document.self, filled: Sample.documentRow)
    try hold(RecommendationLetter.self, filled: Sample.letterRow)
  }

  static let typed: [(FieldValue, String, String)] = [
    (.text("a b"), "a b", "a b"), (.texts(["a", "b"]), "a; b", "a; b"),
    (.choice(raw: "camp_invite", words: "Camp invite"), "Camp invite", "camp-invite"),
    (.whole(12_000), "12,000", "12000"), (.number(12_500.5, .dollars), "$12,500.50", "12500.5"),
    (.number(12_500, .dollars), "$12,500", "12500"),
    (.number(40, .percent), "40%", "40"), (.flag(true), "Yes", "yes"),
    (.day(Sample.day(2026, 3, 1)), "Mar 1, 2026", "2026-03-01"),
    (.deadline(Sample.day(2026, 2, 10), isOpen: true), "Feb 10, 2026 (today)", "2026-02-10"),
    (.deadline(Sample.day(2026, 2, 10), isOpen: false), "Feb 10, 2026", "2026-02-10"),
    (.moment(Stage.now), "Feb 10, 2026, 07:00", "2026-02-10T12:00:00.000Z"),
    (.record(Sample.coach), "c4 Rivera, Ana", "c4"),
  ]

  @Test("A value is written for people, and as an option takes it", arguments: typed)
  func values(value: FieldValue, words: String, option: String) {
    #expect(value.words(.page, today: Sample.day(2026, 2, 10), zone: Stage.zone) == words)
    #expect(value.typed == option)
  }

  @Test("Hostile text in every field goes through rows, pages and words as it is")
  func hostile() async throws {
    for text in HostileText.samples + [HostileText.huge] {
      var row = Sample.schoolRow
      row.reference = Sample.reference(.school, 10, "s3", text)
      row.school.name = text
      row.school.location = text
      row.school.notes = text
      row.school.pros = [text]
      row.school.status = Open(text)
      let stage = Stage()
      stage.schools.answer { [row] in
        $0.rows = [row]
        $0.details = SchoolDetails(row: row)
        $0.saved = Saved(row)
        $0.deletion = DeletedRecord(reference: row.reference)
      }
      let page = try await stage.show("schools")
      #expect(page.rows.first?.title == text)
      let shown = try await stage.show("schools show s3")
      #expect(shown.title == text && shown.section("Notes")?.text == text)
      #expect(shown.commands.allSatisfy { (try? CommandText.words($0)) != nil })
      #expect(try await stage.say("schools edit s3 --tier A").done.first != nil)
      #expect(
        try await stage.say("schools delete s3").questions.first?.words == "Delete s3 \(text)?")
    }
  }
}
