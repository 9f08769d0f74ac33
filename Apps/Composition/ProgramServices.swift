import Archive
import Auth
import CivilTime
import Conversation
import Domain
import FamilyContext
import FeatureKit
import Persistence
import SQLBackend
import SharedFile
import Sharing
import ShellHost
import Synchronization

extension Program {
  /// What the shell needs from the program: its version, a visit (one person's use of the data),
  /// and the paths of files.
  var services: ShellServices {
    // The features stay in memory until the process ends. Deallocating ten thousand records would
    // delay the end of the process by as long as reading them took.
    ShellServices(
      version: Compass.version, visit: visit(keepsFeatures: true), historyFile: folder.history,
      paths: paths,
      opening: folder.isMadeUp
        ? Notice(
          "This family is made up and not yours: try whatever you like. To leave it:  quit. The next start asks again how you want to begin."
        ) : nil)
  }

  /// Creates a visit, through which one person uses the program. It has features of its own.
  ///
  /// - Parameter keepsFeatures: whether the features stay in memory after the visit has ended.
  func visit(keepsFeatures: Bool = false) -> Visit {
    Visit(
      time: { () throws(Problem) in
        ParseContext(now: clock.now(), zone: try await currentZone())
      },
      makeFeatures: { tell in
        let dependencies = dependencies
        let boxes = FeatureList.all.map { $0.box(dependencies, tell) }
        if keepsFeatures { for box in boxes { _ = Unmanaged.passRetained(box) } }
        return boxes
      },
      resolver: resolver,
      looking: { () throws(Problem) in try await looking() },
      welcome: { () throws(Problem) in try await welcome() },
      steps: steps, lists: lists, upkeep: upkeep,
      preferences: PreferenceStore(
        load: { () throws(Problem) in try storedSettings() },
        save: { key, value throws(Problem) in try backend.setDeviceValue(value, for: key) }),
      answers: .live(backend.devicePreferences))
  }

  private var steps: Visit.Steps {
    Visit.Steps(
      undo: { () throws(Problem) in tookBack(try await backend.undo.undo()) },
      redo: { () throws(Problem) in didAgain(try await backend.undo.redo()) },
      undoStep: { id throws(Problem) in tookBack(try await backend.undo(step: id)) },
      redoStep: { id throws(Problem) in didAgain(try await backend.redo(step: id)) },
      undoEarlier: { id throws(Problem) in tookBack(try await backend.undo.undoStep(id)) },
      made: {
        backend.newestStep.map {
          StepMade(id: $0.id, summary: HistoryStep.withoutNumber($0.act.summary))
        }
      },
      newest: {
        guard let found = try? await backend.stepToUndo() else { return nil }
        return StepToUndo(
          id: found.step.id, summary: found.step.plainSummary, madeProfile: found.madeProfile)
      },
      history: { number, context throws(Problem) in try await history(number, in: context) })
  }

  private var upkeep: Visit.Upkeep {
    let changes = ChangesSeen()
    return Visit.Upkeep(
      doctor: { context throws(Problem) in
        await goOnErasing()
        return DoctorPage(program: self).page(in: context)
      },
      repair: { () throws(Problem) in try repair() },
      remarks: {
        let unreadable = backend.takeUnreadable().map {
          Notice("\($0). See why:  doctor", tone: .warning)
        }
        return backend.dataFile.isOnFullDisk ? unreadable + [Self.fullDisk] : unreadable
      },
      dataVersion: {
        let version = try? backend.dataFile.changesElsewhere()
        // Another process may have changed which parents may help an athlete. The cached rights of
        // the family are therefore read again.
        if changes.isNew(version) { family.reset() }
        return version
      },
      dailyChores: { await daily.runIfDue() })
  }

  private static let fullDisk = Notice(
    "The disk is full: you can look at everything, but nothing can be saved.", tone: .warning)

  /// Returns the changes of other family members that the server reported to the signed-in person.
  /// Changes that were reported to other people of this computer are left out.
  func othersSteps(limit: Int) async -> [OthersStep] {
    guard let person = try? await signedIn.current() else { return [] }
    return
      (try? Sharing.othersSteps(of: backend.dataFile, toldTo: person, limit: limit)) ?? []
  }

  private func tookBack(_ step: HistoryStep) -> Done {
    signedIn.forget()
    family.reset()
    // If the undone change was the newest, it is now marked as undone. If it was older, `step` is a
    // new change that reverses it, and the summary of `step` names the reversed change.
    guard step.isUndone else {
      return Done(
        "\(HistoryStep.withoutNumber(step.summary)).",
        details: step.undoneWarnings + [Done.redoneHint])
    }
    return Done(
      "\(step.wordsOfUndo).", details: step.undoneWarnings + [Done.redoHint])
  }

  private func didAgain(_ step: HistoryStep) -> Done {
    signedIn.forget()
    family.reset()
    return Done("\(step.wordsOfRedo).", details: step.redoneWarnings + [Done.undoHint])
  }

  private var resolver: ReferenceResolver {
    ReferenceResolver { lookup throws(Problem) in
      let viewing = try await family.current()
      let found = try await backend.recordIndex.find(lookup, of: viewing.athlete)
      if found.isEmpty, case .handle(let kind, let number) = lookup {
        try await refuseDeleted(kind, "\(kind.letter)\(number)")
      }
      return found
    }
  }

  /// Throws a problem that says how to get the record back, if the undo history has the change that
  /// deleted it. The history contains only the changes that the viewer may see.
  private func refuseDeleted(_ kind: ReferenceKind, _ handle: String) async throws(Problem) {
    let words = "Deleted \(handle)"
    let steps = (try? await backend.undo.history(limit: 1000)) ?? []
    guard
      let step = steps.first(where: {
        !$0.isUndone && $0.takenBackBy == nil
          && ($0.summary == words || $0.summary.hasPrefix(words + " "))
      })
    else { return }
    // `plainSummary` is the word "Deleted" and the name of the record, without the record's handle
    // (its short name, such as `s4`).
    let name =
      step.namedHandle == nil ? handle : "“\(step.plainSummary.dropFirst("Deleted ".count))”"
    throw Problem(
      .notFound, "The \(kind.singular) \(name) was deleted.",
      fix: step.mayTakeBack && step.isUndoable
        ? "Bring it back:  undo \(step.id)" : "See who did what:  history")
  }

  /// Returns the viewer and the viewed athlete.
  ///
  /// Both are empty while no person is signed in, or if the person cannot be read; each page then
  /// says why. The call does not fail in these cases, because signing in must work, and so must
  /// restoring a backup over a file that does not open.
  private func looking() async throws(Problem) -> Looking {
    await goOnErasing()
    var looking = Looking(viewer: Viewer(name: ""), identity: nil)
    do throws(Problem) {
      if try await signedIn.confirmed() != nil { return try await lookingNow() }
      looking.withoutAthlete = .signInNeeded
    } catch {
      guard error.cause == .signInNeeded || error.cause == .sessionExpired || error.isOfNoFile
      else { throw error }
      family.reset()
      if error.cause == .signInNeeded { looking.withoutAthlete = error }
    }
    return looking
  }

  private func lookingNow() async throws(Problem) -> Looking {
    let viewing = try await family.current()
    let person = FirstName.of(viewing.name)
    let subject = viewing.firstNameOfAthlete
    var looking = Looking(
      viewer: Viewer(
        name: viewing.name ?? "", subject: subject, isReadOnly: viewing.isReadOnly,
        mayChange: Set(viewing.helps.map(\.area))),
      identity: "\(viewing.person) \(viewing.athlete?.description ?? "")",
      // The prompt shows a parent's first name, or the word `Parent` if the parent has entered no
      // name. It shows no name to athletes, who only see their own data.
      person: viewing.role == .parent ? (person.isEmpty ? "Parent" : person) : nil,
      subject: viewing.isReadOnly ? subject ?? "Athlete" : nil,
      athlete: viewing.isReadOnly ? viewing.athlete : nil,
      badges: folder.isMadeUp ? ["made up"] : [],
      waits: file.backgroundSync?.look(sharingStatus(for: viewing.person)) ?? [],
      wayToChange: viewing.wayToChange)
    do throws(Problem) {
      _ = try viewing.chosenAthlete()
    } catch {
      looking.withoutAthlete = error
    }
    return looking
  }

  private func history(_ number: Int, in context: PageContext) async throws(Problem) -> Page {
    try await HistoryPage.page(number, in: context, beginsAnew: visitor.account != nil) {
      limit throws(Problem) in
      try await backend.undo.history(limit: limit)
    } others: {
      await othersSteps(limit: $0)
    }
  }

  private var lists: Visit.Lists {
    Visit.Lists(
      words: { name in await words(name) }, choices: { name in await choices(name) },
      meaning: { name, text throws(Problem) in try await meaning(name, text) })
  }

  private func words(_ name: String) async -> [String] {
    switch name {
    case "profiles": await profiles().map(\.typedName)
    case "zones": Self.commonZones
    case "earlier-steps": ["all", "grade 9", "grade 10", "grade 11", "none"]
    case OfferedMeasures.choices:
      await offeredMeasures()?.all.map(\.typed) ?? []
    case OfferedMeasures.ownChoices: await offeredMeasures()?.own.map(\.words) ?? []
    case Sport.choices: Sport.all.map(\.name)
    case Sport.positionChoices: await offeredMeasures()?.sport.positions ?? []
    case "backups": await namesOfBackups()
    default: []
    }
  }

  /// Returns the backups, newest first.
  private func backups() async -> [ArchiveFeature.Backup] {
    ((try? await backend.archive.backups()) ?? []).map { ArchiveFeature.Backup(named: $0.name) }
  }

  private func namesOfBackups() async -> [String] {
    let names = await backups().map(\.name)
    return names.isEmpty ? [] : ["latest"] + names
  }

  private func profiles() async -> [Profile] {
    (try? await backend.credentials.profiles()) ?? []
  }

  /// Returns the choices of a form field that depend on the person whose data the form is about,
  /// such as the athlete's open tasks of earlier grades.
  private func choices(_ name: String) async -> [Form.Field.Choice] {
    switch name {
    case "earlier-steps": await earlierSteps()
    case "profiles": await profiles().map { Form.Field.Choice($0.handle, $0.distinctName) }
    case OfferedMeasures.choices:
      await offeredMeasures()?.all.map { Form.Field.Choice($0.word, $0.words) } ?? []
    case "backups": await backups().choices(in: calendar.zone())
    case EventType.choices: await offeredMeasures().map { Self.eventTypes(in: $0.sport) } ?? []
    default: []
    }
  }

  private static func eventTypes(in sport: Sport) -> [Form.Field.Choice] {
    EventType.allCases.map { type in
      Form.Field.Choice(
        FieldKind<EventType>.choice.wrap(type).typed, sport.words(of: .known(type)))
    }
  }

  /// Returns the value that is stored for a typed text, if the text names an entry of a list, such
  /// as a measure of the athlete's sport; nil if the command parses the text as it was typed.
  ///
  /// - Parameter name: the name of the list.
  private func meaning(_ name: String, _ text: String) async throws(Problem) -> String? {
    guard name == OfferedMeasures.choices, !text.trimmed.isEmpty, !MetricType.isWholeName(text)
    else { return nil }
    return try await offeredMeasures()?.meant(by: text).rawValue
  }

  private func offeredMeasures() async -> OfferedMeasures? {
    guard let athlete = try? await family.current().athlete else { return nil }
    return try? await backend.measures.offered(athlete)
  }

  /// Returns the open tasks of earlier grades as choices, grouped by grade. Each group begins with
  /// a choice for the whole grade.
  private func earlierSteps() async -> [Form.Field.Choice] {
    guard let athlete = try? await family.athleteToChange(.tasks),
      let earlier = try? await backend.timeline.unfinishedTasks(
        of: athlete, today: calendar.today()
      ).earlier
    else { return [] }
    let none = Form.Field.Choice("none", "None of them")
    return [none]
      + Set(earlier.map(\.task.gradeLevel)).sorted().flatMap { grade in
        let tasks = earlier.filter { $0.task.gradeLevel == grade }
        func choices(_ group: String, isOpen: Bool) -> [Form.Field.Choice] {
          tasks.filter { $0.status.isOpen == isOpen }.map {
            Form.Field.Choice($0.handle, $0.task.title, group: group)
          }
        }
        // The choice for the whole grade does not include the tasks that the athlete has skipped.
        // They are in a group of their own.
        return [
          Form.Field.Choice(
            "grade \(grade)", "All of grade \(grade)", group: "Grade \(grade)", isWholeGroup: true)
        ] + choices("Grade \(grade)", isOpen: true)
          + choices("Grade \(grade), skipped", isOpen: false)
      }
  }

  /// The time zones that are offered as choices. Every other zone that the machine knows is
  /// accepted too.
  private static let commonZones = [
    "America/New_York", "America/Chicago", "America/Denver", "America/Phoenix",
    "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu", "UTC",
  ]

  /// Reads the setting `timezone` again, and returns the zone in which days begin.
  func currentZone() async throws(Problem) -> Zone {
    zone.set(try storedSettings()["shell_timezone"])
    return zone.zone
  }

  /// Returns the settings in the data file. The result is empty if the file does not exist or does
  /// not open; reading settings must not create the file.
  private func storedSettings() throws(Problem) -> [String: String] {
    do throws(Problem) {
      guard try file.hasFile() else { return [:] }
      return try backend.deviceValues()
    } catch {
      guard error.isOfNoFile else { throw error }
      return [:]
    }
  }
}

/// Remembers the version of the file that a visit (one person's use of the data) saw last.
private final class ChangesSeen: Sendable {
  private let last = Mutex<Int64?>(nil)

  /// Returns whether another process has written to the file since the last call; false on the
  /// first call.
  func isNew(_ version: Int64?) -> Bool {
    last.withLock { last in
      defer { last = version }
      return last != nil && last != version
    }
  }
}

extension Problem {
  /// Whether the problem means that the program cannot read a data file: the file is missing or
  /// damaged, or the user of this computer may not open its folder.
  var isOfNoFile: Bool { cause == .storage(.damaged) || cause == .storage(.missing) }
}

extension Viewing {
  /// The advice on how the athlete signs in, for a computer on which a parent is signed in and only
  /// views; nil for everyone else.
  fileprivate var wayToChange: String? {
    guard isReadOnly, let link = athletesWayIn else { return nil }
    return "\(owner.within) signs in at this computer with:  \(link.command)"
  }

  /// The first name of the athlete whom a parent views; nil for the athlete, and if the athlete has
  /// no name.
  fileprivate var firstNameOfAthlete: String? {
    guard isReadOnly, athleteName != AccessibleAthlete.nameOfUnnamed else { return nil }
    let name = FirstName.of(athleteName)
    return name.isEmpty ? nil : name
  }
}
