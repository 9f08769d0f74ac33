import CivilTime
import Domain
import FeatureKit
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

  @Test("An edit that says nothing changes nothing")
  func empty() {
    var edited = school
    SchoolEdit().apply(to: &edited, by: me)
    #expect(edited == school)
  }

  @Test("A column is kept, cleared or set")
  func columns() {
    var edit = SchoolEdit()
    edit.conference = .clear
    edit.priorityTier = .set(.a)
    edit.name = "Lakeside State"
    var edited = school
    edit.apply(to: &edited, by: me)
    #expect(edited.conference == nil)
    #expect(edited.priorityTier == PriorityTier.a)
    #expect(edited.name == "Lakeside State")
  }

  @Test("A value inside an object leaves its neighbours alone")
  func nested() {
    var edit = SchoolEdit()
    edit.studentSize = .set(4200)
    edit.privateNote = .set("mine")
    var edited = school
    edit.apply(to: &edited, by: me)
    #expect(edited.academicInfo == ["tuition": 30_000, "student_size": 4200])
    #expect(edited.privateNote(of: me) == "mine")
    #expect(edited.privateNotes["other"] == "theirs")
    edit.studentSize = .clear
    edit.apply(to: &edited, by: me)
    #expect(edited.academicInfo == ["tuition": 30_000])
  }

  @Test("A document with a new link is a new version that nobody has tried")
  func documents() {
    var document = Document(
      id: Sample.id(1), athleteID: me, type: .highlightVideo, title: "Fall",
      fileURL: "https://example.org/a", uploadedBy: me)
    document.healthStatus = .known(.broken)
    var edit = DocumentEdit()
    edit.fileURL = document.fileURL
    edit.apply(to: &document)
    #expect(document.version == 1 && document.healthStatus == LinkHealth.broken)
    edit.fileURL = "https://example.org/b"
    edit.apply(to: &document)
    #expect(document.version == 2 && document.healthStatus == nil)
  }

  @Test("Another type of measurement brings its usual unit, and leaves one that was chosen")
  func metricUnits() {
    var metric = PerformanceMetric(
      id: Sample.id(1), athleteID: me, recordedDate: .first, type: .velocity, value: 7)
    metric.unit = "mph"
    var edit = MetricEdit()
    edit.type = .sixtyTime
    var timed = metric
    edit.apply(to: &timed)
    #expect(timed.unit == "sec")
    for chosen in ["km/h", nil] {
      var own = metric
      own.unit = chosen
      edit.apply(to: &own)
      #expect(own.unit == chosen)
    }
    edit.unit = .set("min")
    edit.apply(to: &metric)
    #expect(metric.unit == "min")
  }

  @Test(
    "A count of a kind has the right noun",
    arguments: [(0, "0 coaches"), (1, "1 coach"), (3, "3 coaches")])
  func counts(count: Int, words: String) {
    #expect(KindCount(.coach, count).words == words)
  }
}
