import Basics
import CivilTime
import Domain
import FeatureTesting
import Testing

@Suite("What is worth doing first")
struct NextStepTests {
  private static let today = CalendarDay("2026-02-10") ?? .first
  private static let now = Instant("2026-02-10T12:00:00.000Z") ?? Instant(milliseconds: 0)

  private func reference(_ kind: ReferenceKind, _ number: UInt64, _ title: String) -> Reference {
    Reference(kind: kind, id: .numbered(number), handle: "\(kind.letter)\(number)", title: title)
  }

  private func task(
    _ number: UInt64, _ title: String, due days: Int?, isRequired: Bool = true,
    status: TaskStatus? = nil, isLocked: Bool = false, waitsFor first: UInt64 = 99
  ) -> TaskWithStatus {
    var template = TimelineTask(
      id: .numbered(number), title: title, gradeLevel: 10, category: .academic)
    template.isRequired = isRequired
    var row = TaskWithStatus(
      reference: reference(.task, number, title), task: template,
      deadline: days.map { Self.today.adding(days: $0) })
    if let status {
      var touched = AthleteTask(
        id: .numbered(900 + number), athleteID: .numbered(1), taskID: template.id)
      touched.status = .known(status)
      row.athleteTask = touched
    }
    if isLocked {
      row.prerequisites = [
        .init(reference: reference(.task, first, "First"), gradeLevel: 10, isCompleted: false)
      ]
    }
    return row
  }

  private func coach(_ number: UInt64, _ name: String, lastContact days: Int?) -> CoachRow {
    var coach = Coach(
      id: .numbered(number), schoolID: .numbered(50), athleteID: .numbered(1), role: .head,
      firstName: "Ana", lastName: name)
    coach.lastContactDate = days.map { Self.now.adding(days: -$0) }
    return CoachRow(
      reference: reference(.coach, number, name), coach: coach,
      school: reference(.school, 50, "Cedar Valley"))
  }

  private func offer(_ number: UInt64, answerIn days: Int?) -> OfferRow {
    var offer = Offer(
      id: .numbered(number), athleteID: .numbered(1), schoolID: .numbered(50), type: .partial,
      offerDate: Self.today.adding(days: -20))
    offer.deadlineDate = days.map { Self.today.adding(days: $0) }
    return OfferRow(
      reference: reference(.offer, number, "Cedar Valley"), offer: offer,
      school: reference(.school, 50, "Cedar Valley"))
  }

  private func suggestion(
    _ number: UInt64, action: SuggestionAction? = .addVideo, school: Bool = false,
    task: Reference? = nil
  ) -> SuggestionRow {
    SuggestionRow(
      reference: reference(.suggestion, number, "g"),
      suggestion: RecruitingSuggestion(
        id: .numbered(number), athleteID: .numbered(1), rule: .missingVideo, urgency: .high,
        message: "You have no video yet.", action: action, createdAt: Self.now),
      school: school ? reference(.school, 50, "Cedar Valley") : nil, task: task)
  }

  private func steps(_ fill: (inout NextSteps) -> Void) -> [NextStep] {
    var steps = NextSteps(today: Self.today, zone: .utc)
    fill(&steps)
    return steps.chosen()
  }

  private func handles(_ fill: (inout NextSteps) -> Void) -> [String] {
    steps(fill).map(\.reference.handle)
  }

  @Test("One of each kind comes before a second, in the order overdue, coach, deadline, suggestion")
  func rounds() {
    let chosen = handles {
      $0.tasks = [
        task(1, "Old", due: -40), task(2, "Older", due: -60), task(3, "Soon", due: 10),
      ]
      $0.followUp = [coach(4, "Rivera", lastContact: 30)]
      $0.suggestions = [suggestion(5)]
    }
    #expect(chosen == ["t2", "t3", "g5"])
    #expect(
      handles {
        $0.tasks = [task(1, "Old", due: -40), task(2, "Older", due: -60)]
        $0.suggestions = [suggestion(5), suggestion(6)]
      } == ["t2", "g5", "t1"])
  }

  @Test(
    "Whatever has a deadline in two weeks stands above a coach to write to", arguments: [4, 14])
  func deadlines(days: Int) {
    let event = RecruitingEvent(
      id: .numbered(8), athleteID: .numbered(1), type: .camp, name: "Winter Camp",
      startDate: Self.today.adding(days: 1))
    func handles(after number: Int) -> [String] {
      self.handles {
        $0.offers = [offer(7, answerIn: days)]
        $0.followUp = [coach(4, "Rivera", lastContact: nil)]
        if number > 0 {
          $0.events = [EventRow(reference: reference(.event, 8, "Winter Camp"), event: event)]
        }
        if number > 1 { $0.suggestions = [suggestion(5)] }
      }
    }
    #expect(handles(after: 0) == ["o7", "c4"])
    #expect(handles(after: 1) == ["e8", "o7", "c4"])
    #expect(handles(after: 2) == ["e8", "g5", "o7"])
  }

  @Test("An overdue optional task comes after everything else, and says that it is late")
  func lateOptional() {
    let chosen = steps {
      $0.tasks = [
        task(1, "Film", due: -30, isRequired: false), task(2, "Fit", due: -1, isRequired: false),
        task(3, "Locked film", due: -30, isRequired: false, isLocked: true),
      ]
      $0.suggestions = [suggestion(5)]
    }
    #expect(chosen.map(\.reference.handle) == ["g5", "t1", "t2"])
    #expect(chosen.map(\.reason).dropFirst() == ["Was due Jan 11.", "Was due yesterday."])
    #expect(chosen.last?.command?.command == "tasks complete t2")
    #expect(
      handles {
        $0.tasks = [task(1, "Film", due: -30, isRequired: false), task(2, "Old", due: -1)]
        $0.suggestions = [suggestion(5), suggestion(6)]
      } == ["t2", "g5", "g6"])
  }

  @Test(
    "A locked required task is named with what it waits for in the two weeks before it is due",
    arguments: [
      (-1, nil), (0, "Due today, and waits for First."), (1, "Due tomorrow, and waits for First."),
      (14, "Due Feb 24, in 14 days, and waits for First."), (15, nil),
    ] as [(Int, String?)])
  func locked(days: Int, reason: String?) {
    let chosen = steps {
      $0.tasks = [
        task(1, "Visits", due: days, isLocked: true), task(2, "Writing", due: 14, isLocked: true),
        task(3, "Camp", due: 1, isRequired: false, isLocked: true),
      ]
    }
    #expect(chosen.first { $0.reference.handle == "t1" }?.reason == reason)
    #expect(chosen.count == 1, "only the one that is due first")
    #expect(chosen.allSatisfy { $0.command == nil })
    // The task waits for a task of the same grade. That task becomes a step of its own when it is
    // due.
    #expect(
      handles {
        $0.tasks = [
          task(1, "Visits", due: 1, isLocked: true, waitsFor: 2), task(2, "Letters", due: 30),
        ]
      } == [])
  }

  @Test("What is due within three days comes before everything else, the soonest first")
  func pressing() {
    let chosen = handles {
      $0.tasks = [task(1, "Old", due: -40), task(2, "Now", due: 3), task(3, "Later", due: 4)]
      $0.offers = [offer(7, answerIn: 0), offer(8, answerIn: nil)]
    }
    #expect(chosen == ["o7", "t2", "t1"])
  }

  @Test("What is done, locked, optional and not late, or far away is nothing to do now")
  func leftOut() {
    #expect(
      handles {
        $0.tasks = [
          task(1, "Done", due: -3, status: .completed),
          task(2, "Skipped", due: 1, status: .skipped),
          task(3, "Locked", due: -3, isLocked: true), task(4, "Far", due: 15),
          task(6, "Optional soon", due: 2, isRequired: false), task(7, "Whenever", due: nil),
        ]
        $0.offers = [offer(8, answerIn: -61), offer(9, answerIn: 15)]
      } == [])
    #expect(handles { $0.tasks = [task(5, "Optional", due: 0, isRequired: false)] } == ["t5"])
  }

  @Test("Who wrote comes before who has not heard from you, and that before whom nobody wrote to")
  func coaches() {
    let chosen = steps {
      $0.unanswered = [coach(1, "Smith", lastContact: 2)]
      $0.followUp = [coach(2, "Never", lastContact: nil), coach(3, "Long", lastContact: 40)]
    }
    #expect(chosen.map(\.reference.handle) == ["c1", "c3", "c2"])
    #expect(chosen.first?.title == "Answer Ana Smith, Cedar Valley")
    #expect(
      chosen.map(\.reason) == [
        "Wrote Feb 8, and has no answer yet.", "The last contact was Jan 1.",
        "There was no contact yet.",
      ])
    #expect(chosen.first?.command?.command == "interactions log email c1")
  }

  @Test("A suggestion that repeats what stands above it is left out")
  func repeated() {
    #expect(
      handles {
        $0.unanswered = [coach(1, "Smith", lastContact: 2)]
        $0.suggestions = [suggestion(5, action: .logInteraction, school: true), suggestion(6)]
      } == ["c1", "g6"])
    let due = task(3, "Register", due: -1)
    #expect(
      handles {
        $0.tasks = [due]
        $0.suggestions = [suggestion(5, task: due.reference)]
      } == ["t3"])
  }

  @Test("Each says why in a sentence, with the days of a deadline")
  func words() {
    let chosen = steps {
      $0.tasks = [task(1, "Old", due: -1), task(2, "Tomorrow", due: 1)]
      $0.offers = [offer(7, answerIn: 4)]
    }
    #expect(
      chosen.map(\.reason) == [
        "Due tomorrow.", "Was due yesterday, and is required.",
        "They want to know by Feb 14, in 4 days.",
      ])
    #expect(chosen.last?.title == "Answer: Partial offer from Cedar Valley")
    #expect(
      chosen.map(\.command?.command) == [
        "tasks complete t2", "tasks complete t1", "offers show o7",
      ])
  }

  @Test(
    "An offer stays until it is answered, and says when they wanted to know",
    arguments: [
      ("2026-02-10T23:30:00.000Z", "They want to know today."),
      ("2026-02-11T00:30:00.000Z", "The deadline was yesterday: answer, or ask for more time."),
      ("2026-02-09T23:30:00.000Z", "They want to know by tomorrow."),
      ("2026-02-13T12:00:00.000Z", "The deadline was 3 days ago: answer, or ask for more time."),
      ("2026-04-11T12:00:00.000Z", "The deadline was 60 days ago: answer, or ask for more time."),
      ("2026-04-12T00:00:00.000Z", ""),
    ])
  func lateAnswer(now: String, reason: String) throws {
    let today = Zone.utc.day(of: try #require(Instant(now)))
    var steps = NextSteps(today: today, zone: .utc)
    steps.offers = [offer(7, answerIn: 0)]
    let step = steps.chosen().first
    #expect(step?.reason ?? "" == reason)
    #expect(step?.isPressing ?? true)
    steps.offers[0].offer.status = .known(.declined)
    #expect(steps.chosen() == [])
  }

  private func details(_ status: SchoolStatus? = nil) -> SchoolDetails {
    var school = School(id: .numbered(50), athleteID: .numbered(1), name: "Cedar Valley")
    school.status = status.map { .known($0) }
    return SchoolDetails(
      row: SchoolRow(reference: reference(.school, 50, "Cedar Valley"), school: school))
  }

  @Test(
    "A school has one next step: an answer that is due, a coach who waits or was not heard of, else its suggestion"
  )
  func ofSchool() {
    func handle(_ details: SchoolDetails) -> String? {
      NextSteps.first(of: details, today: Self.today, zone: .utc)?.reference.handle
    }
    var details = details()
    #expect(handle(details) == nil)
    details.suggestions = [suggestion(5)]
    #expect(handle(details) == "g5")
    details.silent = [coach(4, "Rivera", lastContact: 34)]
    #expect(handle(details) == "c4")
    details.unanswered = [coach(6, "Smith", lastContact: 2)]
    #expect(handle(details) == "c6")
    details.offers = Listing([offer(7, answerIn: 3)])
    #expect(handle(details) == "o7")
  }

  @Test(
    "An event of a school is to be got ready for from a week ahead, even where the school is out of the question",
    arguments: [(-1, nil), (0, "e8"), (7, "e8"), (8, nil)] as [(Int, String?)])
  func eventOfSchool(days: Int, handle: String?) {
    for status in [SchoolStatus.interested, .declined] {
      var details = details(status)
      let event = RecruitingEvent(
        id: .numbered(8), athleteID: .numbered(1), type: .camp, name: "Winter Camp",
        startDate: Self.today.adding(days: days))
      details.events = Listing([
        EventRow(reference: reference(.event, 8, "Winter Camp"), event: event)
      ])
      let step = NextSteps.first(of: details, today: Self.today, zone: .utc)
      #expect(step?.reference.handle == handle)
    }
  }

  @Test(
    "Nobody has to write to a school that is out of the question",
    arguments: [SchoolStatus.declined, .notPursuing])
  func ofSchoolThatIsOut(_ status: SchoolStatus) {
    var details = details(status)
    details.silent = [coach(4, "Rivera", lastContact: 34)]
    details.unanswered = [coach(6, "Smith", lastContact: 2)]
    details.suggestions = [suggestion(5)]
    #expect(NextSteps.first(of: details, today: Self.today, zone: .utc) == nil)
  }
}
