import CivilTime
import Domain
import ExampleBackend
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

  /// The default values of new records: a contact is outbound, and an offer is pending. Setting
  /// such a value changes nothing in a new record.
  private static let usual: Set = ["outbound", "pending"]

  /// Checks the rules for the columns of one kind of record, such as that no two fields have one
  /// name.
  private func hold<Record: TabledRecord>(_ gateway: RecordsGateway<Record>) async throws {
    let row = try #require(try await gateway.list(of: ExampleFamily.sam).rows.first)
    let fields = Record.fields
    let names = fields.map(\.name)
    #expect(Set(names).count == names.count, "\(Record.kind.plural): a name stands twice")
    #expect(!fields.filter { $0.isArgument }.isEmpty)
    let sample = Record.entry(row, to: ExampleFamily.sam)
    #expect(!sample.items.isEmpty)
    for field in fields {
      guard let input = field.input, input.canBeEmptied || sample[field.name] != nil else {
        continue
      }
      let context = ChangeContext(person: ExampleFamily.sam, now: Stage.now, zone: Stage.zone)
      if let value = sample[field.name] {
        let empty = Record(id: row.reference.id)
        var written = empty
        input.write(&written, value, context)
        // Writing the value of the sample record into an empty record must change the empty record.
        // Exceptions are yes, no and default values, because the empty record can already have
        // them.
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
  func tables() async throws {
    let backend = Stage().backend
    try await hold(backend.schools)
    try await hold(backend.coaches)
    try await hold(backend.interactions)
    try await hold(backend.offers)
    try await hold(backend.events)
    try await hold(backend.documents)
    try await hold(backend.letters)
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
    (
      .record(Reference(kind: .coach, id: .numbered(1), handle: "c1", title: "Rivera, Ana")),
      "c1 Rivera, Ana", "c1"
    ),
  ]

  @Test("A value is written for people, and as an option takes it", arguments: typed)
  func values(value: FieldValue, words: String, option: String) {
    #expect(value.words(.page, today: Sample.day(2026, 2, 10), zone: Stage.zone) == words)
    #expect(value.typed == option)
  }

  private static func hex(_ text: String) -> String {
    text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test("Hostile text in every field goes through rows, pages and words as it is")
  func hostile() async throws {
    let stage = Stage()
    for text in HostileText.samples + [HostileText.huge] {
      // Writes the text with SQL, without the program's checks, as another program may have done.
      let value = "CAST(x'\(Self.hex(text))' AS TEXT)"
      try stage.backend.change(
        """
        UPDATE schools SET name = \(value), location = \(value), notes = \(value),
          status = \(value), pros = json_array(\(value)), priority_tier = NULL
        WHERE id = '\(Sample.school.id)'
        """)
      let page = try await stage.show("schools")
      #expect(page.row("s1")?.title == text)
      let shown = try await stage.show("schools show s1")
      #expect(shown.title == text && shown.section("Notes")?.text == text)
      #expect(shown.commands.allSatisfy { (try? CommandText.words($0)) != nil })
      #expect(
        try await stage.say("schools edit s1 --tier B").done.first?.sentence
          == "Changed s1 \(text).")
      #expect(
        try await stage.say("schools delete s1").questions.first?.words == "Delete s1 \(text)?")
    }
  }
}
