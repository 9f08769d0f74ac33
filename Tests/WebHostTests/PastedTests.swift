import Testing

@testable import WebHost

@Suite("Rows that are pasted")
struct PastedTests {
  @Test(
    "A list of names becomes a table of one column; cells with their headings stay as they are",
    arguments: [
      ("Kent State\nAkron", "Name\n\"Kent State\"\n\"Akron\""),
      ("  Kent State \r\n\r\n", "Name\n\"Kent State\""),
      ("University of California, Davis", "Name\n\"University of California, Davis\""),
      ("The \"U\"", "Name\n\"The \"\"U\"\"\""),
      ("\"Kent\"", "Name\n\"Kent\""),
      ("Kent State\tOH\t1", "Name\n\"Kent State\""),
      ("Name\nKent State", "Name\nKent State"),
      ("School\tCity\nKent State\tKent", "School\tCity\nKent State\tKent"),
      ("City;\"Name\"\nKent;Kent State", "City;\"Name\"\nKent;Kent State"),
      ("", ""), ("\n \n", ""),
    ])
  func table(pasted: String, table: String) {
    #expect(PastedRows.table(pasted) == table)
  }
}
