import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

// Tests of how an import reads the values of a row, which values it refuses, and about which it
// asks.
extension RowImportTests {
  @Test("Dates as a spreadsheet counts them, decimal commas, and rare values with their lines")
  func spreadsheets() async throws {
    var request = request(
      .metric,
      [
        ["metric_type": "Exit Velo", "value": "88,5", "recorded_date": "46032"],
        ["metric_type": "velocity", "value": "42", "recorded_date": "1/11/2026"],
        ["metric_type": "velocity", "value": "39", "recorded_date": "2026-01-12"],
      ])
    request.hasDecimalCommas = true
    let report = try await backend.archive.importRows(request, for: athlete)
    let first = try await backend.metrics.show(report.added[0].id, of: athlete).metric
    #expect(first.value == 88.5 && first.recordedDate == CalendarDay(year: 2026, month: 1, day: 10))
    #expect(report.doubts.map(\.line) == [4] && report.doubtCount == 1)
  }

  @Test("A school abroad is taken with the state that its line names")
  func abroad() async throws {
    let report = try await take(
      .school,
      [
        ["name": "Oxford", "city": "Oxford", "state": "England"],
        ["name": "Kent State", "city": "Kent", "state": "Ohio"],
      ])
    var states: [String?] = []
    for school in report.added {
      states.append(try await backend.schools.show(school.id, of: athlete).row.school.state)
    }
    #expect(states == ["England", "OH"])
  }

  @Test("Words in place of a phone number are kept, and their line is named")
  func phones() async throws {
    _ = try await take(.school, [["name": "Duke"]])
    func row(_ name: String, _ phone: String) -> JSONObject {
      [
        "school": "Duke", "first_name": "Ana", "last_name": .string(name), "role": "head",
        "phone": .string(phone),
      ]
    }
    var request = request(.coach, [row("Ruiz", "555–010–1234"), row("Park", "call the office")])
    let report = try await backend.archive.importRows(request, for: athlete)
    let doubt = Doubt("`call the office` is not a phone number.")
    #expect(report.doubts == [ImportReport.LineDoubt(line: 3, doubt)] && report.addedCount == 2)
    #expect(
      try await backend.coaches.show(report.added[1].id, of: athlete).row.coach.phone
        == "call the office")
    request.rows = ImportRows([ImportRequest.Line(number: 2, values: row("Park", "555 or 556"))])
    request.updates = true
    let updated = try await backend.archive.importRows(request, for: athlete)
    #expect(updated.doubts.map(\.line) == [2] && updated.updatedCount == 1)
    await #expect {
      try await backend.coaches.edit(report.added[0].id, of: athlete) { $0.phone = "call Ana" }
    } throws: { ($0 as? Problem)?.title == "`call Ana` is not a phone number." }
  }

  @Test("Words in place of a name in a social network are kept, and their line is named")
  func handles() async throws {
    let report = try await take(
      .school,
      [
        ["name": "Duke", "twitter_handle": "@duke"],
        ["name": "Elm", "twitter_handle": "Elm Baseball"],
      ])
    let doubt = Doubt("`Elm Baseball` is not a name on Twitter.")
    #expect(report.doubts == [ImportReport.LineDoubt(line: 3, doubt)] && report.addedCount == 2)
    var handles: [String?] = []
    for school in report.added {
      handles.append(
        try await backend.schools.show(school.id, of: athlete).row.school.twitterHandle)
    }
    #expect(handles == ["duke", "Elm Baseball"])
  }

  @Test("The last day of an event is read from its first day, wherever its column stands")
  func lastDays() async throws {
    let report = try await take(
      .event,
      [["name": "Camp", "type": "camp", "end_date": "Jan 2", "start_date": "2024-12-30"]])
    let event = try await backend.events.show(report.added[0].id, of: athlete).row.event
    #expect(event.endDate == CalendarDay("2025-01-02"))
  }

  @Test("A result is not of a day before its event, unless an export has it so")
  func resultsAtEvents() async throws {
    let event = try await backend.events.add(for: athlete) {
      $0.name = "Showcase"
      $0.type = .known(.showcase)
      $0.startDate = CalendarDay("2026-02-05")!
    }.row.reference
    func row(_ day: String) -> JSONObject {
      [
        "metric_type": "velocity", "value": "80", "recorded_date": .string(day),
        "event": "Showcase",
      ]
    }
    let refused = await refusal { _ = try await take(.metric, [row("2026-02-04")]) }
    #expect(
      refused?.title
        == "Line 2: Feb 4, 2026 is before the event, which begins on Feb 5, 2026.")
    var exported = row("2026-02-04")
    exported["id"] = "9c1f8a5e-2c1b-4c57-9a57-0d5b54f0a001"
    #expect(try await take(.metric, [row("2026-02-05"), exported]).addedCount == 2)
    let early = await refusal {
      _ = try await backend.metrics.add(for: athlete) {
        $0.type = .known(.velocity)
        $0.value = 80
        $0.recordedDate = CalendarDay("2026-02-01")!
        $0.eventID = event.id
      }
    }
    #expect(early?.parameters == ["on", "event"])
  }

  @Test(
    "An event does not move behind its results, however far it moves before them",
    arguments: [
      ("2026-02-06", true), ("2026-02-05", true), ("2026-02-04", false), ("2026-01-01", false),
    ])
  func eventsWithResults(day: String, isRefused: Bool) async throws {
    let event = try await backend.events.add(for: athlete) {
      $0.name = "Showcase"
      $0.type = .known(.showcase)
      $0.startDate = CalendarDay("2026-02-02")!
    }.row.reference
    func row(_ day: String) -> JSONObject {
      [
        "metric_type": "velocity", "value": "80", "recorded_date": .string(day),
        "event": "Showcase",
      ]
    }
    var earlier = row("2026-02-01")
    earlier["id"] = "9c1f8a5e-2c1b-4c57-9a57-0d5b54f0a001"
    _ = try await take(.metric, [earlier, row("2026-02-04"), row("2026-02-07")])
    let problem = await refusal {
      _ = try await backend.events.edit(event.id, of: athlete) {
        $0.startDate = CalendarDay(day)!
      }
    }
    let title = "The event has a result of Feb 4, 2026: m2 "
    #expect(problem?.title.hasPrefix(title) ?? false == isRefused)
    #expect(problem?.parameters == (isRefused ? ["on"] : nil))
  }

  @Test("The number of students is taken from a column of its own, and joins what is known")
  func students() async throws {
    let report = try await take(
      .school,
      [
        ["name": "Ohio State", "student_size": "61,391"],
        [
          "name": "Duke", "student_size": "6,500",
          "academic_info": #"{"gpa_requirement":3.5,"student_size":1}"#,
        ],
        ["name": "Kenyon", "student_size": " "],
      ])
    var sizes: [Double?] = []
    for school in report.added {
      sizes.append(try await backend.schools.show(school.id, of: athlete).row.school.studentSize)
    }
    #expect(sizes == [61_391, 6_500, nil])
    let duke = try await backend.schools.show((report.added[1].id, athlete)).row.school
    #expect(duke.academicInfo?["gpa_requirement"]?.double == 3.5)
    await #expect {
      try await take(.school, [["name": "Yale", "student_size": "many"]])
    } throws: { ($0 as? Problem)?.title == "Line 2: student_size: “many” is not a number." }
    await #expect {
      try await take(.school, [["name": "Yale", "student_size": "9,000,000"]])
    } throws: { ($0 as? Problem)?.title.contains("the number of students") == true }
  }
}
