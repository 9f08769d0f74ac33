import Basics
import Domain
import Testing

@Suite("Rows that are pasted")
struct PastedTableTests {
  private static let letters = ReferenceKind.importable.first { $0.plural == "letters" } ?? .task

  @Test(
    "A list of names becomes a table of one column; cells with their headings stay as they are",
    arguments: [
      ("Kent State\nAkron", "Name\u{1E}\"Kent State\"\n\"Akron\""),
      ("  Kent State \r\n\r\n", "Name\u{1E}\"Kent State\""),
      ("University of California, Davis", "Name\u{1E}\"University of California, Davis\""),
      ("The \"U\"", "Name\u{1E}\"The \"\"U\"\"\""),
      ("\"Kent\"", "Name\u{1E}\"Kent\""),
      ("\"Kent\" or \"Akron\"", "Name\u{1E}\"\"\"Kent\"\" or \"\"Akron\"\"\""),
      (
        "Kent\t" + String(repeating: "x\t", count: 25) + "y",
        "Name,Notes\u{1E}\"Kent\",\"" + String(repeating: "x, ", count: 25) + "y\""
      ),
      ("Kent State\tOH\t1", "Name,State,Division\u{1E}\"Kent State\",\"OH\",\"1\""),
      ("1. Kent State\n2) Akron", "Name\u{1E}\"Kent State\"\n\"Akron\""),
      ("- Kent State\n• Akron\n* Ohio", "Name\u{1E}\"Kent State\"\n\"Akron\"\n\"Ohio\""),
      ("1.\n-", "Name\u{1E}\"1.\"\n\"-\""),
      ("-Kent\n49ers College", "Name\u{1E}\"-Kent\"\n\"49ers College\""),
      (
        "\tKent State\tD1\n\tAkron\tD2",
        "Name,Division\u{1E}\"Kent State\",\"D1\"\n\"Akron\",\"D2\""
      ),
      ("Name\tCity\n\tKent", "Name\tCity\n\tKent"), ("\tSchool\n\tKent", "\tSchool\n\tKent"),
      ("1\tKent State\n2\tAkron", "Name\u{1E}\"Kent State\"\n\"Akron\""),
      (
        "Kent State\tD1\nAkron\tNCAA II",
        "Name,Division\u{1E}\"Kent State\",\"D1\"\n\"Akron\",\"NCAA II\""
      ),
      (
        "Kent\tNice campus\tOH\thttps://kent.edu\tFar\nAkron\t\tOH",
        "Name,Notes,State,Website\u{1E}\"Kent\",\"Nice campus, Far\",\"OH\",\"https://kent.edu\"\n\"Akron\",,\"OH\","
      ),
      ("Name\nKent State", "Name\nKent State"),
      ("School\tCity\nKent State\tKent", "School\tCity\nKent State\tKent"),
      ("City;\"Name\"\nKent;Kent State", "City;\"Name\"\nKent;Kent State"),
      ("Kent\n\n \nAkron", "Name\u{1E}\"Kent\"\n\n\n\"Akron\""),
      ("\nKent", "Name\u{1E}\n\"Kent\""), ("\nName\n\nKent", "\nName\n\nKent"),
      ("", ""), ("\n \n", ""),
    ])
  func table(pasted: String, table: String) {
    #expect(PastedTable.text(pasted, of: .school) == table)
  }

  @Test(
    "A word of a town beside a state is a town, wherever the state stands",
    arguments: [
      (
        "Zeta State\tKent\tOH\tD1",
        "Name,City,State,Division\u{1E}\"Zeta State\",\"Kent\",\"OH\",\"D1\""
      ),
      ("Zeta\tOhio\tKent", "Name,State,City\u{1E}\"Zeta\",\"Ohio\",\"Kent\""),
      ("Wesleyan\tDelaware\tOH", "Name,City,State\u{1E}\"Wesleyan\",\"Delaware\",\"OH\""),
      ("Wesleyan\tDelaware\tOhio", "Name,City,State\u{1E}\"Wesleyan\",\"Delaware\",\"Ohio\""),
      ("Zeta\tFond du Lac\tWI", "Name,City,State\u{1E}\"Zeta\",\"Fond du Lac\",\"WI\""),
      ("Zeta\tnear the sea\tOH", "Name,Notes,State\u{1E}\"Zeta\",\"near the sea\",\"OH\""),
      ("Zeta\tKent", "Name,Notes\u{1E}\"Zeta\",\"Kent\""),
    ])
  func towns(pasted: String, table: String) {
    #expect(PastedTable.text(pasted, of: .school) == table)
  }

  @Test(
    "Without headings, what a record needs is found from its cells, and is asked for if it is not",
    arguments: [
      (
        ReferenceKind.coach, "Jared Embick\tAkron\tHead",
        "Name,School,Role\u{1E}\"Jared Embick\",\"Akron\",\"Head\""
      ),
      (
        .coach, "Ana Rivera\tassistant coach\tana@kent.edu\t330 555 0100\tKent\tcalls back",
        "Name,Role,E-mail,Phone,School,Notes\u{1E}"
          + "\"Ana Rivera\",\"assistant coach\",\"ana@kent.edu\",\"330 555 0100\",\"Kent\",\"calls back\""
      ),
      (
        .coach, "Ana\tKent\tHead\nLee\tAkron\tBoss",
        "Name,School,Role\u{1E}\"Ana\",\"Kent\",\"Head\"\n\"Lee\",\"Akron\",\"Boss\""
      ),
      (.coach, "Ana\tKent\tBoss", "Name,School,Role\u{1E}\"Ana\",\"Kent\",\"Boss\""),
      (.coach, "Ana\tKent", "Name,School,Role\u{1E}\"Ana\",\"Kent\","),
      (.coach, "Ana", "Name,School,Role\u{1E}\"Ana\",,"),
      (
        .event, "Fall Camp\t2026-02-01\tcamp",
        "Name,Date,Type\u{1E}\"Fall Camp\",\"2026-02-01\",\"camp\""
      ),
      (
        .event, "Fall Camp\tcamp\tAkron\t2026-02-01",
        "Name,Type,Notes,Date\u{1E}\"Fall Camp\",\"camp\",\"Akron\",\"2026-02-01\""
      ),
      (
        .document, "Film\thttps://example.com\tresume",
        "Name,Link,Type\u{1E}\"Film\",\"https://example.com\",\"resume\""
      ),
    ])
  func needed(kind: ReferenceKind, pasted: String, table: String) {
    #expect(PastedTable.text(pasted, of: kind) == table)
  }

  @Test(
    "A heading of the kind's own table is kept, in any spelling; records without a name need one",
    arguments: [
      (ReferenceKind.metric, "Metric Type\tValue\nvelocity\t88"), (.metric, "velocity\t88"),
      (.metric, "Exit Velo (mph),Recorded Date\n88,2026-02-01"),
      (.document, "Title\tLink\nHighlights\thttps://example.com"),
      (.event, "NAME\tStart date\nCamp\t2026-02-01"), (Self.letters, "Writer\nAna"),
      (.school, "Institution\tNotes\nKent\tnear"), (.school, "School Name\nKent"),
      (.coach, "Last name\tschool\nRivera\tKent"),
    ])
  func heading(kind: ReferenceKind, pasted: String) {
    #expect(PastedTable.text(pasted, of: kind) == pasted)
  }
}
