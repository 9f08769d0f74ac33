import CivilTime
import Domain
import JSON
import Testing

@Suite("Preferences read as types")
struct PreferenceViewTests {
  @Test("A profile reads what it knows")
  func profile() throws {
    let profile = PlayerProfile(
      reading: try JSONValue.parse(
        """
        {"graduation_year": 2028, "primary_sport": "baseball", "positions": ["SS", 2, "2B"], "bats": "S",
         "throws": "R", "height_inches": 73, "gpa": 3.60, "allow_share_email": false,
         "video_links": [{"title": "Fall", "url": "https://example.org/v"}, {"title": "No address"}, "x"]}
        """))
    #expect(profile.graduationYear == 2028)
    #expect(profile.primarySport == "baseball")
    #expect(profile.positions == ["SS", "2B"])
    #expect(profile.bats == .switch)
    #expect(profile.throwing == .right)
    #expect(profile.heightInches == 73)
    #expect(profile.gpa == 3.6)
    #expect(profile.allowsSharingEmail == false)
    #expect(profile.allowsSharingPhone == nil)
    #expect(profile.videoLinks == [VideoLink(title: "Fall", url: "https://example.org/v")])
  }

  @Test(
    "The high school is found under either of its names", arguments: ["high_school", "school_name"])
  func highSchool(key: String) {
    var profile = PlayerProfile(reading: .object([key: "Cedar Valley High"]))
    #expect(profile.highSchool == "Cedar Valley High")
    profile.highSchool = "Lakeside High"
    #expect(profile.value == ["high_school": "Lakeside High"])
  }

  @Test(
    "A value of a wrong type reads as absent",
    arguments: [
      #"{"graduation_year": "2028"}"#, #"{"gpa": "3.6"}"#, #"{"height_inches": 73.5}"#,
      #"{"positions": "SS"}"#, #"{"bats": "X"}"#, #"{"video_links": {"url": "x"}}"#,
      #"{"primary_sport": ""}"#, #"{"allow_share_email": 0}"#,
    ])
  func wrongTypes(text: String) throws {
    let profile = PlayerProfile(reading: try JSONValue.parse(text))
    #expect(profile.graduationYear == nil && profile.gpa == nil && profile.heightInches == nil)
    #expect(profile.positions.isEmpty && profile.bats == nil && profile.videoLinks.isEmpty)
    #expect(profile.primarySport == nil && profile.allowsSharingEmail == nil)
  }

  @Test(
    "An empty value, or one that is no object, means nothing saved",
    arguments: [nil, .null, "baseball", 7, [], [["gpa": 3.6]], [:]] as [JSONValue?])
  func nothingSaved(stored: JSONValue?) {
    #expect(PlayerProfile(reading: stored).isEmpty)
    #expect(PlayerProfile(reading: stored) == PlayerProfile())
    #expect(HomeLocation(reading: stored).isEmpty)
  }

  @Test("What a view does not know is kept, in its place, when it is written back")
  func unknownKeysSurvive() throws {
    let text = #"{"club_team":"Lakeside","favourite_bat":{"wood":"ash"},"gpa":3.60}"#
    var profile = PlayerProfile(reading: try JSONValue.parse(text))
    #expect(profile.value.text == text)
    profile.clubTeam = "Cedar"
    #expect(
      profile.value.text == #"{"club_team":"Cedar","favourite_bat":{"wood":"ash"},"gpa":3.60}"#)
    profile.clubTeam = nil
    #expect(profile.value.text == #"{"favourite_bat":{"wood":"ash"},"gpa":3.60}"#)
  }

  @Test("A wish for schools survives being read and written, and a nameless one is left out")
  func wishes() throws {
    let text =
      #"{"preferences":[{"id":"1","category":"climate","type":"sun","value":true,"priority":2,"is_dealbreaker":true}]}"#
    var wishes = SchoolWishes(reading: try JSONValue.parse(text))
    let wish = try #require(wishes.wishes.first)
    #expect(wish.category == .unknown("climate"))
    #expect(wish.value == true && wish.priority == 2 && wish.isDealbreaker)
    wishes.wishes = wishes.wishes
    #expect(wishes.value.text == text)
    #expect(SchoolWishes(reading: ["preferences": [["type": "sun"], 3]]).wishes.isEmpty)
  }

  @Test("Every card and widget shows until it is switched off")
  func dashboard() {
    let settings = DashboardSettings(
      reading: ["statsCards": ["coaches": false], "widgets": ["quickTasks": "no"]])
    #expect(!settings.shows(DashboardCard.coaches))
    #expect(settings.shows(DashboardCard.aTier))
    #expect(settings.shows(DashboardWidget.quickTasks))
  }

  @Test("A school's size and place come from wherever they are known")
  func schools() {
    var school = School(id: Sample.id(1), athleteID: Sample.id(2), name: "Cedar Valley")
    #expect(school.studentSize == nil && school.place == nil)
    school.academicInfo = ["student_size": 4200, "city": "Lakeside", "state": "OH"]
    #expect(school.studentSize == 4200)
    #expect(school.place == "Lakeside, OH")
    school.location = "Northern Ohio"
    #expect(school.place == "Northern Ohio")
    school.academicInfo = ["student_size": "4200"]
    #expect(school.studentSize == nil)
  }
}
