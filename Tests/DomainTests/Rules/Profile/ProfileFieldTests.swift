import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Profile fields")
struct ProfileFieldTests {
  private func parse(_ name: String, _ typed: String) throws -> Result<JSONValue, ProfileRefusal> {
    let field = try #require(ProfileField.named(name))
    return field.parse(typed, today: try Sample.day("2026-02-10"))
  }

  @Test(
    "What fits a field is stored in its own type",
    arguments: [
      ("graduation-year", "2026", "2026"), ("graduation-year", "2036", "2036"),
      ("sport", "  baseball ", "\"baseball\""), ("positions", "SS, 2B ,, SS", "[\"SS\",\"2B\"]"),
      (
        "positions", "1,2,3,4,5,6,7,8,9,10,11,12,1",
        #"["1","2","3","4","5","6","7","8","9","10","11","12"]"#
      ),
      ("bats", "Switch", "\"S\""), ("bats", "l", "\"L\""), ("throws", "right", "\"R\""),
      ("height", "73", "73"), ("height", "6'1\"", "73"), ("height", "6’1”", "73"),
      ("height", "6 ft 1 in", "73"), ("height", "6-1", "73"), ("height", "6'", "72"),
      ("height", "6 feet 1 inch", "73"), ("height", "48", "48"), ("height", "96", "96"),
      ("height", "4'0\"", "48"), ("height", "8'0", "96"),
      ("weight", "100", "100"), ("weight", "400", "400"), ("weight", "180 lbs", "180"),
      ("gpa", "0", "0"), ("gpa", "5", "5"), ("gpa", "3.60", "3.60"), ("gpa", "5.0", "5.0"),
      ("sat", "400", "400"), ("sat", "1600", "1600"), ("act", "1", "1"), ("act", "36", "36"),
      ("share-email", "No", "false"), ("share-phone", "on", "true"),
      ("twitter", "@sam.lee_7", "\"sam.lee_7\""),
      ("phone", "+1 (555) 010-1234", "\"+1 (555) 010-1234\""),
      ("email", " Sam@Example.org ", "\"sam@example.org\""), ("zip", "43440", "\"43440\""),
      ("zip", "43440-1234", "\"43440-1234\""), ("latitude", "-90", "-90"), ("latitude", "90", "90"),
      ("longitude", "-180", "-180"), ("longitude", "180", "180"),
      ("videos", "https://youtu.be/a", #"[{"url":"https://youtu.be/a","platform":"youtube"}]"#),
      (
        "videos", "Spring | http://www.hudl.com/v/1, https://x.org/a",
        #"[{"title":"Spring","url":"http://www.hudl.com/v/1","platform":"hudl"},{"url":"https://x.org/a","platform":"other"}]"#
      ),
    ])
  func fits(name: String, typed: String, stored: String) throws {
    #expect(try parse(name, typed).get().text == stored)
  }

  @Test("Nothing typed clears any field", arguments: ["", "  "])
  func clearing(typed: String) throws {
    for field in ProfileField.all { #expect(try parse(field.name, typed).get() == .null) }
  }

  @Test(
    "What does not fit is refused for its own reason",
    arguments: [
      ("graduation-year", "2025", .outOfRange), ("graduation-year", "2037", .outOfRange),
      ("graduation-year", "soon", .notANumber), ("graduation-year", "2028.5", .notWhole),
      ("sport", String(repeating: "x", count: 61), .tooLong(count: 61, max: 60)),
      ("sport", "a\u{1B}[31m", .controlCharacter), ("city", "a\nb", .controlCharacter),
      ("positions", ",,", .nothingBetweenCommas),
      ("positions", (1...13).map(String.init).joined(separator: ","), .tooMany(count: 13, max: 12)),
      ("core-courses", String(repeating: "x", count: 101), .tooLong(count: 101, max: 100)),
      ("bats", "both", .notAChoice), ("throws", "switch", .notAChoice),
      ("throws", "S", .notAChoice),
      ("height", "47", .outOfRange), ("height", "97", .outOfRange), ("height", "3'11", .outOfRange),
      ("height", "8'1", .outOfRange), ("height", "6'12", .notANumber),
      ("height", "6.1", .notANumber),
      ("height", "tall", .notANumber), ("height", "-73", .notANumber),
      ("height", "6'1'2", .notANumber),
      ("height", "99999999999999999999", .notANumber),
      ("height", "9223372036854775807'", .outOfRange),
      ("weight", "99", .outOfRange), ("weight", "401", .outOfRange), ("weight", "180.5", .notWhole),
      ("weight", "lbs", .notANumber), ("weight", "0x64", .notANumber), ("gpa", "5.01", .outOfRange),
      ("gpa", "-0.1", .outOfRange), ("gpa", "nan", .notANumber), ("gpa", "inf", .notANumber),
      ("gpa", "3,6", .notANumber), ("gpa", "1e999", .notANumber), ("sat", "399", .outOfRange),
      ("sat", "1601", .outOfRange), ("act", "0", .outOfRange), ("act", "37", .outOfRange),
      ("share-email", "maybe", .notYesOrNo), ("twitter", "@", .notAHandle),
      ("twitter", "https://x.com/sam", .notAHandle), ("tiktok", "sam lee", .notAHandle),
      ("twitter", String(repeating: "a", count: 65), .notAHandle), ("phone", "123456", .notAPhone),
      ("phone", "1234567890123456", .notAPhone), ("phone", "call me 5550101234", .notAPhone),
      ("phone", "555+0101234", .notAPhone), ("email", "sam", .notAnEmail),
      ("zip", "4344", .notAZip),
      ("zip", "434401", .notAZip), ("zip", "43440-12", .notAZip), ("zip", "43440-1234-5", .notAZip),
      ("zip", "4344O", .notAZip), ("latitude", "90.1", .outOfRange),
      ("longitude", "-180.1", .outOfRange),
      ("videos", "youtu.be/a", .notALink("youtu.be/a")),
      ("videos", "https://youtu.be/a, javascript:alert(1)", .notALink("javascript:alert(1)")),
      ("videos", "https://", .notALink("https://")),
      ("videos", "https://localhost", .notALink("https://localhost")),
      ("videos", "https://a b.org", .notALink("https://a b.org")),
      ("videos", "https://x.org/\"onload=", .notALink("https://x.org/\"onload=")),
    ] as [(String, String, ProfileRefusal.Reason)])
  func refused(name: String, typed: String, reason: ProfileRefusal.Reason) throws {
    let field = try #require(ProfileField.named(name))
    let today = try Sample.day("2026-02-10")
    #expect(
      field.parse(typed, today: today)
        == .failure(ProfileRefusal(field: field, typed: typed, reason: reason, today: today)))
  }

  @Test(
    "A refusal says what was typed, what is wrong and what to type",
    arguments: [
      (
        "weight", "heavy", "`heavy` is not a number for Weight.",
        "Weight takes a whole number from 100 to 400 pounds, like 180."
      ),
      ("gpa", "6", "`6` is out of range for GPA.", "GPA takes a number from 0 to 5, like 3.6."),
      (
        "bats", "both", "`both` is no choice for Bats.",
        "Bats takes left, right or switch, like right."
      ),
      (
        "graduation-year", "1999", "`1999` is out of range for Graduation year.",
        "Graduation year takes a year from 2026 to 2036, like 2028."
      ),
      (
        "height", "3'", "`3'` is out of range for Height.",
        "Height takes feet and inches, or inches from 48 to 96, like 6'1\"."
      ),
      (
        "videos", "clip", "`clip` is not a link to a video.",
        "Video links takes at most 20 links that begin with http:// or https://, like https://youtu.be/abc123."
      ),
    ])
  func words(name: String, typed: String, title: String, fix: String) throws {
    guard case .failure(let refusal) = try parse(name, typed) else {
      Issue.record("\(typed) was taken for \(name)")
      return
    }
    #expect(refusal.problem == Problem(.usage, title, fix: fix))
    #expect(refusal.problem.exitCode == .usage)
  }

  @Test("Every field takes its own example, and shows what it stored")
  func examples() throws {
    let today = try Sample.day("2026-02-10")
    for field in ProfileField.all {
      let value = try field.parse(field.example, today: today).get()
      #expect(field.text(of: .object([field.key: value]))?.isEmpty == false, "\(field.name)")
      #expect(field.hint(today: today).contains(field.example), "\(field.name)")
    }
  }

  @Test(
    "In a list a field says what it takes, where its name and its choices do not",
    arguments: [
      ("gpa", "GPA: a number from 0 to 5"),
      ("height", "Height: feet and inches, or inches from 48 to 96"),
      ("weight", "Weight: a whole number from 100 to 400 pounds"),
      ("graduation-year", "Graduation year: this year or one of the ten after it"),
      ("bats", "Bats"), ("high-school", "High school"),
    ])
  func summary(name: String, summary: String) throws {
    #expect(ProfileField.all.first { $0.name == name }?.summary == summary)
  }

  @Test("Names and keys are each used once")
  func unique() {
    #expect(Set(ProfileField.all.map(\.name)).count == ProfileField.all.count)
    #expect(Set(ProfileField.all.map(\.key)).count == ProfileField.all.count)
    #expect(ProfileField.named("no-such") == nil)
  }

  @Test(
    "A stored value is shown as people read it, and one of a wrong type is not there",
    arguments: [
      ("height", #"{"height_inches":73}"#, "6'1\""), ("height", #"{"height_inches":"73"}"#, nil),
      ("weight", #"{"weight_lbs":180.0}"#, "180 lbs"), ("gpa", #"{"gpa":3.6}"#, "3.60"),
      ("gpa", #"{"gpa":"3.6"}"#, nil), ("sat", #"{"sat_score":1210}"#, "1210"),
      ("bats", #"{"bats":"S"}"#, "switch"), ("bats", #"{"bats":"Q"}"#, "Q"),
      ("share-email", #"{"allow_share_email":false}"#, "no"),
      ("share-email", #"{"allow_share_email":0}"#, nil),
      ("positions", #"{"positions":["SS",1,"2B"]}"#, "SS, 2B"),
      ("positions", #"{"positions":[]}"#, nil),
      ("positions", #"{"positions":"SS"}"#, nil), ("twitter", #"{"twitter_handle":"sam"}"#, "@sam"),
      ("twitter", #"{"twitter_handle":"@sam"}"#, "@sam"), ("sport", #"{"primary_sport":""}"#, nil),
      ("high-school", #"{"school_name":"Old High"}"#, "Old High"),
      ("high-school", #"{"school_name":"Old High","high_school":"New High"}"#, "New High"),
      ("high-school", #"{"high_school":7,"school_name":"Old High"}"#, "Old High"),
      (
        "videos", #"{"video_links":[{"url":"https://a.org","title":"T"},{"title":"no url"}]}"#,
        "T (https://a.org)"
      ),
      ("latitude", #"{"latitude":41.54}"#, "41.54"), ("sport", "[]", nil), ("sport", "null", nil),
      ("graduation-year", #"{"graduation_year":2028}"#, "2028"),
    ] as [(String, String, String?)])
  func shown(name: String, stored: String, text: String?) throws {
    let field = try #require(ProfileField.named(name))
    #expect(field.text(of: try JSONValue.parse(stored)) == text)
  }

  @Test(
    "Graduation years run from this one ten years on, within what the database takes",
    arguments: [
      ("2020-01-01", 2024, 2030), ("2026-02-10", 2026, 2036), ("2030-12-31", 2030, 2040),
      ("2031-01-01", 2031, 2040), ("2041-01-01", 2040, 2040), ("0001-01-01", 2024, 2024),
      ("9999-01-01", 2040, 2040),
    ])
  func graduationYears(today: String, first: Int, last: Int) throws {
    #expect(ProfileField.graduationYears(today: try Sample.day(today)) == first...last)
  }

  @Test(
    "The platform is told by the host, not by a word in the address",
    arguments: [
      ("https://www.youtube.com/watch?v=1", "youtube"), ("https://YOUTU.BE/1", "youtube"),
      ("https://vimeo.com:443/1", "vimeo"), ("https://notyoutube.com/1", "other"),
      ("https://evil.org/youtube.com", "other"), ("https://youtube.com@evil.org/", "other"),
    ])
  func platforms(url: String, platform: String) {
    #expect(VideoLink(typed: url)?.platform == platform)
  }

  private static let full = #"""
    {"primary_position":"SS","high_school":"H","graduation_year":2028,"height_inches":73,"weight_lbs":180,
    "gpa":3.6,"act_score":27,"core_courses":["Biology"],"email":"s@x.org","video_links":[{"url":"https://a.org"}]}
    """#

  @Test("An empty profile lacks everything, a full one nothing")
  func readiness() throws {
    #expect(
      PacketReadiness.missing(player: nil, fullName: nil, graduationYear: nil, accountEmail: nil)
        == PacketReadiness.Gap.allCases)
    let full = try JSONValue.parse(Self.full)
    #expect(
      PacketReadiness.missing(
        player: full, fullName: "Sam", graduationYear: nil, accountEmail: nil
      ).isEmpty)
  }

  @Test(
    "Each missing part is named by itself",
    arguments: [
      ("primary_position", PacketReadiness.Gap.position), ("high_school", .highSchool),
      ("graduation_year", .graduationYear), ("height_inches", .height), ("weight_lbs", .weight),
      ("gpa", .gpa), ("act_score", .testScore), ("core_courses", .coreCourses), ("email", .email),
      ("video_links", .video),
    ])
  func oneMissing(key: String, gap: PacketReadiness.Gap) throws {
    var object = try #require(try JSONValue.parse(Self.full).object)
    object[key] = nil
    func missing(year: Int? = nil, email: String? = nil) -> [PacketReadiness.Gap] {
      PacketReadiness.missing(
        player: .object(object), fullName: "Sam", graduationYear: year, accountEmail: email)
    }
    #expect(missing() == [gap])
    if gap == .graduationYear { #expect(missing(year: 2028).isEmpty) }
    if gap == .email {
      #expect(missing(email: "s@x.org").isEmpty)
      object["allow_share_email"] = false
      #expect(missing().isEmpty)
    }
    #expect(!gap.words.isEmpty && !gap.fields.isEmpty)
  }
}
