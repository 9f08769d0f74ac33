import Foundation
import MailTesting
import Testing

/// Writes a marker into every private text field of every table, and checks that no recruiting
/// packet (the document that presents an athlete to coaches), message or other output for people
/// outside of the family contains it.
@Suite("What the packet keeps back")
struct PacketPrivacyTests {
  private static let marker = "PLANTED"
  private static let shown = "SHOWNABOVE"

  /// The columns whose values are in a recruiting packet, or in the e-mail that sends it, on
  /// purpose. The text of all other columns is private.
  private static let told: Set = [
    "users.full_name", "users.email", "coaches.first_name", "coaches.last_name", "coaches.email",
  ]
  /// The further columns whose values are only in the family's own version of the packet.
  private static let toldAtHome: Set = [
    "schools.name", "schools.location", "schools.conference", "schools.city", "schools.state",
    "schools.division", "schools.status",
  ]
  /// The fields of the athlete's profile that the packet contains.
  private static let toldOfPlayer: Set = [
    "primary_position", "high_school", "school_name", "graduation_year", "height_inches",
    "weight_lbs", "gpa", "sat_score", "act_score", "core_courses", "video_links", "email",
    "allow_share_email", "allow_share_phone", "bats", "throws", "primary_sport",
  ]

  let household: Household

  init() throws {
    household = try Household()
  }

  /// Writes the marker, a secret text, into every text column that accepts it, except for the
  /// columns in `kept`. Returns the columns with the marker.
  private func plant(keeping kept: Set<String>) throws -> Set<String> {
    let columns = try household.sql(
      """
      SELECT m.name || ' ' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND c.type = 'TEXT' AND c.pk = 0
      AND m.name NOT IN ('journal', 'handles', 'compass_meta', 'task', 'device_preferences')
      """
    ).split(separator: "\n").map { $0.split(separator: "'")[0].split(separator: " ") }
    var planted: Set<String> = []
    for column in columns {
      let (table, name) = (String(column[0]), String(column[1]))
      let isStructural =
        name == "id" || name == "role" || name.hasSuffix("_id") || name.hasSuffix("_by")
        || name.hasSuffix("_at")
        || name.hasSuffix("_date") || name.hasSuffix("_time") || name.hasSuffix("_ids")
      guard !isStructural, !kept.contains("\(table).\(name)") else { continue }
      let mark = "\(Self.marker)-\(table)-\(name)"
      // A value that is JSON stays JSON. Private notes are an object with each person's id as the
      // key.
      let value =
        """
        CASE WHEN json_valid("\(name)") AND json_type("\(name)") = 'object'
          THEN (SELECT json_group_object(id, '\(mark)') FROM users)
        WHEN json_valid("\(name)") AND json_type("\(name)") = 'array' THEN json_array('\(mark)')
        ELSE '\(mark)' END
        """
      let answer = try Program.run(
        "/usr/bin/sqlite3", ["-bail", household.file],
        input: Array("UPDATE \"\(table)\" SET \"\(name)\" = \(value);".utf8),
        environment: household.environment)
      // The statement fails for a column that accepts only certain words, such as a status. Such a
      // column cannot contain a secret.
      if answer.code == 0 { planted.insert("\(table).\(name)") }
    }
    return planted
  }

  /// Writes the marker, a secret text, into profile fields that a packet leaves out, and another
  /// text into one that it contains.
  private func plantProfile() throws {
    let fields = [
      "ncaa_id", "perfect_game_id", "prep_baseball_id", "twitter_handle",
      "instagram_handle", "tiktok_handle", "facebook_handle", "phone", "positions", "notes",
      "anything_else",
    ]
    for field in fields { #expect(!Self.toldOfPlayer.contains(field)) }
    let pairs = fields.map { "'$.\($0)', '\(Self.marker)-player-\($0)'" }.joined(separator: ", ")
    _ = try household.sql(
      """
      UPDATE user_preferences SET data = json_set(data, \(pairs), '$.high_school', '\(Self.shown)')
      WHERE category = 'player';
      UPDATE user_preferences SET data = json_object('address', '\(Self.marker)-home', 'city', '\(Self.marker)-home',
        'zip', '\(Self.marker)-home') WHERE category = 'location';
      """)
  }

  @Test("No private field of any table is in the page, the PDF, a message or the preview")
  func nothingPrivate() throws {
    let planted = try plant(
      keeping: Self.told.union(Self.toldAtHome).union(["user_preferences.data"]))
    try plantProfile()
    for column in [
      "schools.notes", "schools.private_notes", "schools.pros", "schools.cons",
      "schools.coaching_philosophy", "coaches.notes", "coaches.private_notes", "coaches.phone",
      "coaches.twitter_handle", "interactions.subject", "interactions.content", "offers.notes",
      "offers.conditions", "events.name", "events.description", "events.performance_notes",
      "performance_metrics.notes", "documents.title", "documents.file_url",
      "recommendation_letters.writer_name", "recommendation_letters.notes", "users.phone",
      "users.zip_code", "users.profile_photo_url", "notifications.message", "suggestion.message",
    ] {
      #expect(planted.contains(column), "\(column) was not marked")
    }
    for (name, text) in try outputs(withSchools: false) + outputs(withSchools: true) {
      #expect(text.contains(Self.shown), "\(name) does not even have what it should: \(text)")
      #expect(!text.contains(Self.marker), "\(name): \(Self.around(Self.marker, in: text))")
    }
  }

  @Test("What goes to coaches has not even the names of other schools")
  func noOtherSchools() throws {
    _ = try household.sql(
      """
      UPDATE schools SET name = 'PLANTED ' || rowid, location = 'PLANTED', conference = 'PLANTED',
        division = 'PLANTED', status = 'PLANTED';
      """)
    try plantProfile()
    for (name, text) in try outputs(withSchools: false) {
      #expect(!text.contains(Self.marker), "\(name): \(Self.around(Self.marker, in: text))")
    }
    for (name, text) in try outputs(withSchools: true) {
      #expect(text.contains("PLANTED "), "\(name) lacks the schools that were asked for")
    }
  }

  @Test("An address that may not be shared is nowhere in what coaches get but the sender's line")
  func address() throws {
    try plantProfile()
    _ = try household.sql(
      """
      UPDATE users SET email = 'planted@example.org' WHERE full_name LIKE 'Casey%';
      UPDATE user_preferences SET data = json_set(data, '$.email', 'planted@example.org',
        '$.allow_share_email', json('false')) WHERE category = 'player';
      """)
    for (name, text) in try outputs(withSchools: false) {
      #expect(!text.contains("planted@example.org"), "\(name)")
    }
  }

  /// Returns the outputs of all commands that show or make a packet, each with a name for the
  /// report.
  ///
  /// They are the preview in each format, the files, and the e-mail to coaches.
  private func outputs(withSchools: Bool) throws -> [(String, String)] {
    let option = withSchools ? ["--with-schools"] : []
    var found: [(String, String)] = []
    for format in ["json", "html", "plain", "terminal"] {
      let answer = try household.run(
        ["packet", "preview", "--format", format, "--width", "200"] + option)
      #expect(answer.code == 0, "\(answer)")
      found.append(("preview \(format) \(option)", answer.output + answer.errors))
    }
    let html = try household.run(["packet", "html", "--stdout"] + option)
    #expect(html.code == 0, "\(html)")
    found.append(("html \(option)", html.output))
    let pdf = try household.run(["packet", "pdf", "--out", "packet.pdf", "--yes"] + option)
    #expect(pdf.code == 0, "\(pdf)")
    let path = household.path("packet.pdf")
    let facts = try Program.run(
      "/usr/bin/pdfinfo", [path], environment: household.environment)
    found.append(("pdf \(option)", try household.textOfPDF(path) + facts.output))
    return withSchools ? found : found + (try messages())
  }

  private func messages() throws -> [(String, String)] {
    let coach = try #require(try household.coachAddresses(1).first)
    let server = try SMTPServer()
    try household.setUpMail(server)
    let sent = try household.run(["packet", "email", coach.handle, "--yes"])
    #expect(sent.code == 0, "\(sent)")
    let taken = try server.taken()
    let attached = try household.textOfPDF(
      base64: try #require(taken.attachments.first).base64)
    let written = try household.run(
      ["packet", "email", coach.handle, "--eml", "message.eml", "--yes"])
    #expect(written.code == 0, "\(written)")
    let message = try household.readMessage(household.path("message.eml"))
    return [
      ("e-mail", "\(taken.headers) \(taken.text) \(attached)"),
      (
        "eml",
        message + (try household.contents(of: "message.eml"))
          + (try household.textOfPDF(household.path("message.eml.attached")))
      ),
    ]
  }

  private static func around(_ words: String, in text: String) -> String {
    guard let range = text.range(of: words) else { return "" }
    let start = text.index(range.lowerBound, offsetBy: -100, limitedBy: text.startIndex)
    let end = text.index(range.upperBound, offsetBy: 100, limitedBy: text.endIndex)
    return String(text[(start ?? text.startIndex)..<(end ?? text.endIndex)])
  }
}
