import Basics
import CivilTime
import Domain
import JSON
import Testing

@Suite("Edits of records")
struct RecordEditTests {
  private let me = Sample.id(9)
  private var school: School {
    var school = School(id: Sample.id(1), athleteID: me, name: "Cedar Valley")
    school.conference = "Lakes"
    school.priorityTier = .unknown("S")
    school.academicInfo = ["tuition": 30_000, "student_size": 900]
    school.privateNotes = ["other": "theirs"]
    return school
  }

  @Test("A value inside an object leaves its neighbours alone")
  func nested() {
    var edited = school
    edited.studentSize = 4200
    edited.setPrivateNote("mine", of: me)
    #expect(edited.academicInfo == ["tuition": 30_000, "student_size": 4200])
    #expect(edited.privateNote(of: me) == "mine")
    #expect(edited.privateNotes["other"] == "theirs")
    edited.studentSize = nil
    #expect(edited.academicInfo == ["tuition": 30_000])
  }

  @Test("A document with a new link is a new version that nobody has tried")
  func documents() {
    var document = Document(
      id: Sample.id(1), athleteID: me, type: .highlightVideo, title: "Fall",
      fileURL: "https://example.org/a", uploadedBy: me)
    document.healthStatus = .known(.broken)
    document.move(to: document.fileURL)
    #expect(document.version == 1 && document.healthStatus == LinkHealth.broken)
    document.move(to: "https://example.org/b")
    #expect(document.version == 2 && document.healthStatus == nil)
  }

  @Test("Another type of measurement brings its usual unit, and leaves one that was chosen")
  func metricUnits() {
    var metric = PerformanceMetric(
      id: Sample.id(1), athleteID: me, recordedDate: .first, type: .velocity, value: 7)
    metric.unit = "mph"
    for (unit, expected) in [("mph", "sec"), ("km/h", "km/h"), (nil, nil)] as [(String?, String?)] {
      metric.type = .known(.velocity)
      metric.unit = unit
      metric.become(.sixtyTime)
      #expect(metric.unit == expected)
    }
  }

  @Test("With another coach an interaction is with that coach's school, unless one is named")
  func coaches() {
    var interaction = Interaction(
      id: Sample.id(1), schoolID: Sample.id(2), type: .email, direction: .outbound,
      occurredAt: Instant(milliseconds: 0), loggedBy: me)
    interaction.meet(nil)
    #expect(interaction.schoolID == Sample.id(2))
    interaction.meet(Sample.id(3))
    #expect(interaction.schoolID == .none)
    interaction.schoolID = Sample.id(4)
    interaction.meet(Sample.id(3))
    #expect(interaction.schoolID == Sample.id(4))
  }

  @Test(
    "A change conflicts with what somebody else wrote into the same column since, and with nothing else"
  )
  func conflicts() {
    let shown = school
    var stored = shown
    stored.notes = "Somebody else's"
    stored.setPrivateNote("theirs, newer", of: Sample.id(8))
    func found(_ change: (inout School) -> Void) -> [String] {
      var new = stored
      change(&new)
      let rows = [stored, new].map { school in
        SchoolRow(
          reference: Reference(kind: .school, id: school.id, handle: "s1", title: school.name),
          school: school)
      }
      return School.table.conflicts(
        shown: shown, stored: rows[0], new: rows[1], to: me, today: .first, zone: .utc
      ).map(\.label)
    }
    #expect(found { $0.city = "Lima" } == [])
    #expect(found { $0.notes = "Mine" } == ["Notes"])
    #expect(found { $0.notes = "Somebody else's" } == [])
    #expect(found { $0.setPrivateNote("mine", of: me) } == [])
    #expect(found { $0.setPrivateNote("mine", of: Sample.id(8)) } == ["Private note"])
    #expect(found { $0.studentSize = 10 } == [])
    stored.studentSize = 20
    #expect(found { $0.studentSize = 10 } == ["Students"])
    stored.faviconURL = "https://example.com/theirs.png"
    #expect(
      found {
        $0.studentSize = 10
        $0.faviconURL = "https://example.com/mine.png"
      } == ["Students", "Favicon url"])
  }

  @Test(
    "A count of a kind has the right noun",
    arguments: [(0, "0 coaches"), (1, "1 coach"), (3, "3 coaches")])
  func counts(count: Int, words: String) {
    #expect(KindCount(.coach, count).words == words)
  }
}
