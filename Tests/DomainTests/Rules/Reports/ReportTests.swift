import Basics
import CivilTime
import Domain
import Testing

@Suite("Reports")
struct ReportTests {
  @Test(
    "Presets count back in UTC days, and a year to date begins on January 1",
    arguments: [
      (ReportPreset.last7Days, "2026-02-04"), (.last30Days, "2026-01-12"),
      (.last90Days, "2025-11-13"),
      (.last6Months, "2025-08-15"), (.lastYear, "2025-02-11"), (.yearToDate, "2026-01-01"),
    ])
  func presets(preset: ReportPreset, from: String) throws {
    // The current day is February 11 in UTC and still February 10 in New York. With the zone UTC,
    // the range must end on February 11.
    let range = preset.range(now: try Sample.instant("2026-02-11T04:30:00Z"), in: .utc)
    #expect(range.from.description == from)
    #expect(range.to.description == "2026-02-11")
  }

  @Test("A year to date on January 1 is a single day")
  func newYear() throws {
    let range = ReportPreset.yearToDate.range(
      now: try Sample.instant("2026-01-01T00:00:00Z"), in: .utc)
    #expect(range.from == range.to)
    #expect(ReportPreset.standard == .last30Days)
    #expect(
      ReportPreset.allCases.map(\.words) == [
        "Last 7 days", "Last 30 days", "Last 90 days", "Last 6 months", "Year to date", "Last year",
      ])
  }

  private func range(_ from: String, _ to: String) throws -> ReportRange {
    try ReportRange.make(from: try Sample.day(from), to: try Sample.day(to), in: .utc).get()
  }

  @Test("A range may be one day and may not end before it starts")
  func order() throws {
    #expect(try range("2026-02-10", "2026-02-10").contains(try Sample.day("2026-02-10")))
    #expect(
      ReportRange.make(
        from: try Sample.day("2026-02-10"), to: try Sample.day("2026-02-09"), in: .utc)
        == .failure(ReportRangeRefusal()))
    #expect(ReportRangeRefusal().words == "End date must be after start date")
    #expect(try range("2026-01-11", "2026-02-10").text == "Jan 11, 2026 - Feb 10, 2026")
  }

  @Test(
    "Ten years are worth a warning",
    arguments: [("2016-02-11", false), ("2016-02-10", true), ("1990-01-01", true)])
  func long(from: String, isVeryLong: Bool) throws {
    #expect(try range(from, "2026-02-10").isVeryLong == isVeryLong)
  }

  @Test(
    "Both ends are whole days in UTC",
    arguments: [
      ("2026-01-31T23:59:59.999Z", false), ("2026-02-01T00:00:00Z", true),
      ("2026-02-10T23:59:59.999Z", true), ("2026-02-11T00:00:00Z", false),
    ])
  func ends(moment: String, isInside: Bool) throws {
    #expect(try range("2026-02-01", "2026-02-10").contains(try Sample.instant(moment)) == isInside)
  }

  private func school(_ status: String?, _ division: String?) -> School {
    var school = School(id: Sample.id(1), athleteID: Sample.id(99), name: "S")
    school.status = status.map(Open.init)
    school.division = division.map(Open.init)
    return school
  }

  private func coach(_ school: UInt64) -> Coach {
    Coach(
      id: Sample.id(1), schoolID: Sample.id(school), athleteID: Sample.id(99), role: .head,
      firstName: "A", lastName: "B")
  }

  private func contact(
    _ at: String, _ type: InteractionType, _ direction: Direction, _ sentiment: Sentiment? = nil
  ) throws -> Interaction {
    var contact = Interaction(
      id: Sample.id(1), schoolID: Sample.id(1), type: type, direction: direction,
      occurredAt: try Sample.instant(at), loggedBy: Sample.id(99))
    contact.sentiment = sentiment.map(Open.known)
    return contact
  }

  private func metric(_ day: String, _ type: String, _ value: Double) throws -> PerformanceMetric {
    var metric = PerformanceMetric(
      id: Sample.id(1), athleteID: Sample.id(99), recordedDate: try Sample.day(day), type: .era,
      value: value)
    metric.type = Open(type)
    return metric
  }

  private func report() throws -> RecruitingReport {
    let range = try range("2026-02-01", "2026-02-10")
    let figures = ReportFigures(
      range: range, now: try Sample.instant("2026-03-01T00:00:00Z"),
      schools: [
        school("contacted", "D1"), school(nil, nil), school("interested", "D2"),
        school("contacted", "D1"), school("=cmd()", "D3"),
      ],
      coaches: [coach(1), coach(1), coach(2)],
      interactions: [
        try contact("2026-02-10T23:00:00Z", .email, .inbound, .positive),
        try contact("2026-02-01T00:00:00Z", .email, .outbound),
        try contact("2026-02-02T00:00:00Z", .phoneCall, .inbound, .neutral),
        try contact("2026-02-11T00:00:00Z", .camp, .inbound, .negative),
      ],
      metrics: [
        try metric("2026-02-01", "velocity", 80), try metric("2026-02-10", "velocity", 85.5),
        try metric("2026-02-05", "era", 2.125), try metric("2026-02-05", "odd", .infinity),
        try metric("2026-01-31", "era", 99),
      ])
    return RecruitingReport(
      range: range, generatedAt: try Sample.instant("2026-02-10T12:00:00Z"), figures: figures)
  }

  @Test("A report counts the range's contacts and metrics, and all schools and coaches")
  func figures() throws {
    let report = try report()
    let schools = try report.figures.schools.get()
    #expect(schools.total == 5)
    #expect(
      schools.byStatus == [
        Tally("contacted", 2), Tally("=cmd()", 1), Tally("interested", 1), Tally("researching", 1),
      ])
    #expect(schools.byDivision == [Tally("D1", 2), Tally("D2", 1), Tally("D3", 1)])
    let coaches = try report.figures.coaches.get()
    #expect(coaches.total == 3)
    #expect(coaches.schools == 2)
    #expect(report.responseRate == 200.0 / 3)
    #expect(report.responseRateText == "66.67")
    let contacts = try report.figures.interactions.get()
    #expect(contacts.total == 3)
    #expect(contacts.inbound == 2)
    #expect(contacts.byType == [Tally("email", 2), Tally("phone_call", 1)])
    #expect(contacts.bySentiment == [Tally("neutral", 2), Tally("positive", 1)])
    #expect(contacts.byNotedSentiment == [Tally("neutral", 1), Tally("positive", 1)])
    let metrics = try report.figures.metrics.get()
    #expect(metrics.total == 4)
    #expect(metrics.byType == [Tally("velocity", 2), Tally("era", 1), Tally("odd", 1)])
    #expect(
      metrics.bounds == [
        .init(type: "era", average: 2.125, maximum: 2.125, minimum: 2.125),
        .init(type: "velocity", average: 82.75, maximum: 85.5, minimum: 80),
      ])
    #expect(!report.isEmpty)
    #expect(report.figures.missing.isEmpty)
  }

  @Test("Without coaches the response rate is 0, and contacts of few coaches can take it past 100")
  func rates() throws {
    var report = try report()
    var coaches = ReportFigures.Coaches()
    report.figures.coaches = .success(coaches)
    #expect(report.responseRateText == "0")
    coaches.total = 1
    report.figures.coaches = .success(coaches)
    #expect(report.responseRateText == "200")
  }

  private func empty() throws -> RecruitingReport {
    RecruitingReport(
      range: try range("2026-02-01", "2026-02-10"),
      generatedAt: try Sample.instant("2026-02-10T12:00:00Z"), figures: ReportFigures())
  }

  @Test("A report of nothing is empty, one of a single thing is not")
  func nothing() throws {
    #expect(try empty().isEmpty)
    #expect(try empty().responseRate == 0)
    let changes: [@Sendable (inout ReportFigures) -> Void] = [
      {
        $0.schools = $0.schools.map {
          var one = $0; one.total = 1; return one
        }
      },
      {
        $0.coaches = $0.coaches.map {
          var one = $0; one.total = 1; return one
        }
      },
      {
        $0.interactions = $0.interactions.map {
          var one = $0; one.total = 1; return one
        }
      },
      {
        $0.metrics = $0.metrics.map {
          var one = $0; one.total = 1; return one
        }
      },
      { $0.metrics = .failure(Problem(.timedOut)) },
    ]
    for change in changes {
      var report = try empty()
      change(&report.figures)
      #expect(!report.isEmpty)
    }
    #expect(RecruitingReport.emptyWords == "No data found for selected date range")
    #expect(RecruitingReport.notGeneratedWords == "Generate a report first before exporting")
    #expect(RecruitingReport.longRangeWords == "Large date range may take longer to generate")
  }

  @Test("The table has the shipped shape, with formulas disarmed")
  func csv() throws {
    #expect(
      ReportCSV.text(try report()) == """
        "Recruiting Report"
        "Report Date: 2026-02-10T12:00:00.000Z"
        "Date Range: 2026-02-01 to 2026-02-10"

        "Schools Summary"
        "Total Schools",5
        ,,By Status
        ,"Contacted",2
        ,"'=cmd()",1
        ,"Interested",1
        ,"Researching",1
        ,,By Division
        ,"D1",2
        ,"D2",1
        ,"D3",1
        ,"No division",1

        "Coaches Summary"
        "Total Coaches",3
        "Average Response Rate",66.67
        "Reply Rate","--"

        "Interactions Summary"
        "Total Interactions",3
        ,,By Type
        ,"Email",2
        ,"Phone call",1
        ,,By Sentiment
        ,"Neutral",2
        ,"Positive",1

        "Performance Metrics Summary"
        "Total Metrics",4
        ,,Metric,Average,Max,Min
        ,"","ERA",2.125,2.125,2.125
        ,"","Fastball Velocity",82.75,85.5,80
        """)
    #expect(
      ReportCSV.fileName(on: try Sample.day("2026-02-10")) == "recruiting-report-2026-02-10.csv")
  }

  @Test("A section without data has its total as 0 and the bare headers of its tables")
  func emptySections() throws {
    #expect(
      ReportCSV.text(try empty()) == """
        "Recruiting Report"
        "Report Date: 2026-02-10T12:00:00.000Z"
        "Date Range: 2026-02-01 to 2026-02-10"

        "Schools Summary"
        "Total Schools",0
        ,,By Status
        ,,By Division

        "Coaches Summary"
        "Total Coaches",0
        "Average Response Rate",0
        "Reply Rate","--"

        "Interactions Summary"
        "Total Interactions",0
        ,,By Type
        ,,By Sentiment

        "Performance Metrics Summary"
        "Total Metrics",0
        ,,Metric,Average,Max,Min
        """)
  }

  @Test("A missing section leaves its headers out, and the others as they are")
  func missingSections() throws {
    var report = try report()
    report.figures.interactions = .failure(Problem(.timedOut))
    report.figures.metrics = .failure(Problem(.timedOut))
    #expect(report.responseRate == nil)
    #expect(report.figures.missing.map(\.section) == ["Interactions", "Performance metrics"])
    #expect(
      ReportCSV.text(report).hasSuffix(
        """
        "D3",1
        ,"No division",1

        "Coaches Summary"
        "Total Coaches",3
        "Average Response Rate","--"
        "Reply Rate","--"

        "Interactions Summary"
        "Total Interactions","--"

        "Performance Metrics Summary"
        "Total Metrics","--"
        """))
  }

  @Test("A report of another zone than UTC names it; its days are those of the zone")
  func zones() throws {
    let zone = try Zone.named("America/New_York")
    var report = try report()
    report.range = try ReportRange.make(
      from: try Sample.day("2026-02-10"), to: try Sample.day("2026-02-10"), in: zone
    ).get()
    #expect(
      ReportCSV.text(report).split(separator: "\n")[2...3] == [
        "\"Date Range: 2026-02-10 to 2026-02-10\"", "\"Time Zone: America/New_York\"",
      ])
    for (moment, isIn) in [
      ("2026-02-10T04:59:59.999Z", false), ("2026-02-10T05:00:00.000Z", true),
      ("2026-02-11T04:59:59.999Z", true), ("2026-02-11T05:00:00.000Z", false),
    ] {
      #expect(report.range.contains(try Sample.instant(moment)) == isIn, "\(moment)")
    }
  }

  @Test("A day that is 23 hours long ends where the next begins, and the calendar's last day ends")
  func oddDays() throws {
    let zone = try Zone.named("America/New_York")
    let range = try ReportRange.make(
      from: try Sample.day("2026-03-08"), to: try Sample.day("2026-03-08"), in: zone
    ).get()
    #expect(range.contains(try Sample.instant("2026-03-09T03:59:59.999Z")))
    #expect(!range.contains(try Sample.instant("2026-03-09T04:00:00.000Z")))
    let whole = try ReportRange.make(from: .first, to: .last, in: .utc).get()
    #expect(whole.contains(try Sample.instant("9999-12-31T23:59:59.999Z")))
  }

  @Test("What is dated ahead of now is a plan and no contact")
  func plans() throws {
    let range = try range("2026-02-01", "2026-02-28")
    var fold = ReportFold(range, now: try Sample.instant("2026-02-10T12:00:00Z"))
    for moment in ["2026-02-10T12:00:00Z", "2026-02-10T12:00:00.001Z", "2026-02-20T00:00:00Z"] {
      fold.addInteraction(
        at: try Sample.instant(moment), type: "email", direction: "inbound", sentiment: nil)
    }
    #expect(try fold.figures.interactions.get().total == 1)
  }

  @Test(
    "An average never stands outside of the highest and the lowest, in no form",
    arguments: [
      ([0.206], "batting_avg", "0.206", ".206", ".206"),
      ([0.206, 0.207], "batting_avg", "0.207", ".207", ".207"),
      ([85.5, 80], "velocity", "82.75", "82.75", "82.8"),
      ([85.25, 85.26], "velocity", "85.26", "85.26", "85.26"),
      ([1e308, 1e308], "other", "1e308", "1e308", "1e308"),
      (
        [1e15, 1e15], "other", "1000000000000000.00", "1,000,000,000,000,000",
        "1,000,000,000,000,000"
      ),
      ([1e-5], "other", "0.00001", "0.0000100", "0.0000100"),
      ([0.0009996], "other", "0.0009996", "0.001", "0.001"),
      ([-3, -4], "other", "-3.50", "-3.50", "-3.5"),
      ([7.105, 7.106], "sixty_time", "7.106", "7.11", "7.11"),
    ] as [([Double], String, String, String, String)])
  func averages(
    values: [Double], type: String, cell: String, page: String, paper: String
  ) throws {
    var fold = ReportFold(try range("2026-02-01", "2026-02-10"), now: .init(milliseconds: 0))
    for value in values {
      fold.addMetric(on: try Sample.day("2026-02-01"), type: type, value: value)
    }
    let report = RecruitingReport(
      range: fold.range, generatedAt: try Sample.instant("2026-02-10T12:00:00Z"),
      figures: fold.figures)
    let line = try #require(ReportCSV.text(report).split(separator: "\n").last)
    let cells = line.split(separator: ",").suffix(3)
    #expect(cells.first.map(String.init) == cell)
    let numbers = try cells.map { try #require(Double($0)) }
    #expect(numbers[2] <= numbers[0] && numbers[0] <= numbers[1])
    let bounds = try #require(try fold.figures.metrics.get().bounds.first)
    #expect(bounds.minimum <= bounds.roundedAverage && bounds.roundedAverage <= bounds.maximum)
    #expect(MetricText.number(bounds.roundedAverage, type: Open(type)) == page)
    #expect(MetricAverage(values)?.text(Open(type)) == paper)
  }

  @Test(
    "Cells of text are quoted, their quotes doubled, and formulas disarmed",
    arguments: [
      ("a,b", "\"a,b\""), ("say \"go\"", "\"say \"\"go\"\"\""), ("+1", "\"'+1\""),
      ("-2", "\"'-2\""), ("@x", "\"'@x\""), ("\tx", "\"'\tx\""), ("\rx", "\"'\rx\""),
      ("two\nlines", "\"two\nlines\""),
    ])
  func cells(text: String, cell: String) throws {
    var fold = ReportFold(
      try range("2026-02-01", "2026-02-10"), now: try Sample.instant("2026-03-01T00:00:00Z"))
    fold.addSchool(status: text, division: text)
    fold.addInteraction(
      at: try Sample.instant("2026-02-01T00:00:00Z"), type: text, direction: "inbound",
      sentiment: text)
    fold.addMetric(on: try Sample.day("2026-02-01"), type: text, value: -1.5)
    let report = RecruitingReport(
      range: fold.range, generatedAt: try Sample.instant("2026-02-10T12:00:00Z"),
      figures: fold.figures)
    let csv = ReportCSV.text(report)
    #expect(csv.split(separator: "\n,\(cell),1", omittingEmptySubsequences: false).count == 5)
    #expect(
      csv.hasSuffix(",\"\",\(cell),-1.50,-1.5,-1.5"), "a number that is below 0 is no formula")
  }
}
