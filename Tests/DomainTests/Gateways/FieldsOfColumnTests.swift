import Domain
import Testing

@Suite("The form fields of a column")
struct FieldsOfColumnTests {
  @Test(
    "A column is found under the names of the form fields that fill it",
    arguments: [
      (TableName.events, "start_date", ["on"]), (.events, "url", ["link"]),
      (.documents, "file_url", ["link"]), (.schools, "priority_tier", ["tier"]),
      (.coaches, "twitter_handle", ["twitter"]), (.coaches, "first_name", ["first-name", "name"]),
      (.coaches, "user_id", []), (.coaches, "no_such_column", []), (.users, "full_name", ["name"]),
      (.users, "graduation_year", ["graduation-year"]), (.users, "sat_score", ["sat"]),
      (.familyUnits, "family_name", []),
    ] as [(TableName, String, [String])])
  func fields(table: TableName, column: String, fields: [String]) {
    #expect(table.fields(filling: ColumnName(unchecked: column)) == fields)
  }
}
