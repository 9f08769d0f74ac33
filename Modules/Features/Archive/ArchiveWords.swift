import CivilTime
import Documents
import Domain
import FeatureKit

extension FailureWords {
  /// Returns the problem with the general text for its cause, such as a lost connection.
  ///
  /// A problem that lists details or a fix keeps its own text, because its own text helps more than
  /// the general one.
  func keepingOwn(_ problem: Problem, during moment: Moment) -> Problem {
    let isOwn = [.failed, .offline, .serverError].contains(problem.cause)
    let says = isOwn && (!problem.details.isEmpty || problem.fix != nil)
    return says ? problem : self.problem(problem, during: moment)
  }
}

extension Problem {
  static let whichTable = Problem(
    .usage, "Everything does not fit into one table.",
    fix: "Say which kind:  export schools --csv")
  static let nothingToMap = Problem(
    .usage, "--map is for tables; `import everything` reads what `export` wrote.")
  static let noBackups = Problem(
    .notFound, "There is no backup yet.", fix: "Make one:  backup")
  static let noFamily = Problem(
    .notFound, "You are in no family.", fix: "Erase yourself:  erase person")
}

extension Problem {
  /// Returns the usage problem with the ignored columns of the imported table as a detail. If the
  /// import lacks a required value, the value may be in one of these columns.
  ///
  /// - Parameter kind: the kind of the records, whose headings are named too; nil names none.
  func mentioning(ignored columns: [String], headingsOf kind: ReferenceKind?) -> Problem {
    guard cause == .usage, !columns.isEmpty else { return self }
    var problem = self
    problem.details.append(Self.leftOut(columns))
    if let kind { problem.details.append(Self.headings(of: kind)) }
    return problem
  }

  /// The headings of a table that the import understands, so that a person can rename the other
  /// headings.
  static func headings(of kind: ReferenceKind) -> String {
    let headings = kind.importColumns.filter(\.isOffered).map(\.heading)
    return "Headings that are understood: \(headings.joined(separator: ", "))"
  }

  static let nothingToUpdate = Problem(
    .usage, "--update is for tables: an export of everything changes nothing that is there.",
    fix: "Import one kind:  import schools FILE --update")

  static func leftOut(_ columns: [String]) -> String {
    "Left out, because no column of ours has that name: "
      + columns.map { "`\($0)`" }.joined(separator: ", ")
  }
}

// MARK: - The words about backups

extension Done {
  /// The result of a backup. A browser shows the time and neither the file nor its folder.
  static func backedUp(to path: String, in zone: Zone) -> Done {
    let parts = path.split(separator: "/")
    let name = parts.last.map(String.init) ?? path
    let time = ArchiveFeature.Backup(named: name).when(in: zone)
    return Done(
      "Backup made: \(name)",
      details: ["In /\(parts.dropLast().joined(separator: "/"))", "All of them:  backup list"],
      brief: Done.Brief("Backup made" + (time.map { ": \($0)." } ?? ".")))
  }

  static func restored(_ name: String, kept: String, in zone: Zone) -> Done {
    let keptName = kept.split(separator: "/").last.map(String.init) ?? kept
    return Done(
      "Restored \(name).",
      details: ["What was there before is kept: \(keptName)"]
        // The replaced file was kept beside the backups. If it was damaged, the answer does not
        // offer `restore latest`, because a damaged file cannot be restored.
        + (keptName.hasPrefix("damaged-") ? [] : ["To go back to it:  restore latest"]),
      brief: Done.Brief(
        "Restored \(ArchiveFeature.Backup(named: name).called(in: zone)).",
        warnings: ["What was there before is kept as a backup."]))
  }
}

extension ArchiveFeature.Backup {
  func when(in zone: Zone, withSeconds: Bool = false) -> String? {
    guard let madeAt else { return nil }
    let minute = "\(zone.day(of: madeAt).text(.shortWithYear)), \(zone.timeOfDay(of: madeAt))"
    guard withSeconds else { return minute }
    let second = madeAt.milliseconds / 1000 % 60
    return minute + (second < 10 ? ":0" : ":") + "\(second)"
  }

  /// The name of the backup in a question or an answer: the time at which it was made, or its file name if the
  /// file name contains no time.
  func called(in zone: Zone) -> String { when(in: zone).map { "the backup of \($0)" } ?? name }
}

extension ArchiveFeature.RestorePlan {
  func question(in zone: Zone) -> Question<ArchiveFeature.Action> {
    let backup = ArchiveFeature.Backup(named: name)
    return Question(
      "Put \(backup.called(in: zone)) in the place of everything in your file?",
      details: [
        backup.reason.map { "Made \($0)" },
        contents.people.isEmpty ? "No person is in it." : "In it: \(contents.people.inSentence())",
        contents.records.isEmpty ? nil : contents.records.map(\.words).joined(separator: ", "),
        "What is in your file now is kept as a backup first.",
      ].compactMap { $0 } + rightsToRead, agree: .takingAway("Restore"),
      yes: .restoreConfirmed(name, passphrases, rights))
  }

  /// The people's rights (roles, passphrases, memberships) after the restore: those of the backup
  /// or those of the current file.
  ///
  /// If the current file has no people or cannot be read, it has no rights to keep, so those of the
  /// backup are used.
  private var rights: RestoredRights {
    takesRights || contents.isAlone ? .taken(contents.rights) : .kept
  }

  private var rightsToRead: [String] {
    guard !contents.rights.isEmpty else { return [] }
    let heading =
      switch rights {
      case .taken where contents.isAlone: "These rights come with it:"
      case .taken: "These rights come with it, in the place of those of now:"
      case .kept: "Who may act in the file stays as it is now. In the backup it is otherwise:"
      }
    let way =
      rights == .kept
      ? ["To take that along too:  restore \(CommandText.quoted(name)) --rights"] : []
    return [heading] + contents.rights.map { "  \($0.words)" } + way
  }
}

extension CopySealing {
  /// Opens a backup that is encrypted with a passphrase. Returns nil for a backup that is not
  /// encrypted.
  func opened(_ backup: String, _ passphrase: SecretText?) throws(Problem) -> Opened? {
    guard try isSealed(backup) else { return nil }
    guard let passphrase else { throw Need.passphraseOfCopy.problem }
    return try open(backup, passphrase)
  }

  func file(
    named name: String, under passphrase: SecretText,
    _ copy:
      @escaping @Sendable (@escaping ArchiveGateway.ReceiveBytes) async throws(Problem) -> Void
  ) -> Artifact {
    Artifact(name: name, mediaType: "application/octet-stream") { [self] sink throws(Problem) in
      let sealing = try seal(passphrase, sink)
      try await copy { bytes throws(Problem) in try sealing.write(bytes) }
      try sealing.finish()
    }
    .holding("The whole file, sealed: it opens with its passphrase alone.")
  }
}

extension Problem {
  static func tooManyPassphrases(_ guards: [Reference]) -> Problem {
    Problem(
      .usage, "These are more passphrases than are needed.",
      fix: guards.isEmpty
        ? "Give one, for the copy itself."
        : "Give those of \(guards.map(\.title).inSentence()), in this order, and one for the copy itself."
    )
  }
}

extension NewSecret {
  /// The rule for the passphrase with which a new copy of the file is encrypted: it has at least 8
  /// characters.
  static let ofCopy = NewSecret(fewest: 8)
}

extension Need {
  /// The request for a new passphrase, with which a copy of the data file is encrypted.
  static let ownPassphrase = Need(
    "copy-passphrase",
    Problem(
      .signInNeeded,
      "Choose a passphrase for this copy. Without it the copy cannot be opened by anybody.",
      fix: "Give it with --copy-passphrase-file FILE or --copy-passphrase-fd N."),
    choosing: .ofCopy)
  /// The request for the passphrase with which the copy to restore was encrypted.
  static let passphraseOfCopy = Need(
    "passphrase",
    Problem(
      .signInNeeded, "This copy is sealed with a passphrase of its own.",
      fix: "Give it with --passphrase-file FILE or --passphrase-fd N."))

  /// Returns the request for the passphrase of the next person who has to agree.
  ///
  /// Nil if all of these people have entered their passphrases.
  ///
  /// - Parameter count: the number of passphrases that were entered so far.
  static func passphrase(of people: [Reference], given count: Int) -> Need? {
    guard count < people.count else { return nil }
    let several = people.count > 1
    return Need(
      "passphrase",
      Problem(
        .signInNeeded, "\(people[count].title) has a passphrase, and has to agree.",
        details: several
          ? ["It takes those of \(people.map(\.title).inSentence()), in this order."] : [],
        fix: several
          ? "Give each with --passphrase-file FILE or --passphrase-fd N."
          : "Give it with --passphrase-file FILE or --passphrase-fd N."))
  }
}

// MARK: - The words about erasing people

extension Erasure {
  var names: String { people.map(\.title).inSentence() }

  /// The lines about the erased data, apart from the people's profiles. Each line names one kind of
  /// data with its count, such as records, steps of the history or backups.
  func lines(in zone: Zone) -> [String] {
    let copies = backups.map { ArchiveFeature.Backup(named: $0).when(in: zone) ?? $0 }
    return [
      server.map { "You and all that is yours at \($0.address), an athlete's family with it" },
      records.isEmpty ? nil : records.map(\.words).joined(separator: ", "),
      journalSteps == 0
        ? nil
        : journalSteps == 1 ? "1 step of the history" : "\(journalSteps) steps of the history",
      typedLines == 0
        ? nil
        : typedLines == 1
          ? "1 line typed at the prompt" : "\(typedLines) lines typed at the prompt",
      mailPasswords == 0
        ? nil
        : mailPasswords == 1
          ? "1 password for an e-mail server" : "\(mailPasswords) passwords for e-mail servers",
      backups.isEmpty
        ? nil
        : (backups.count == 1 ? "1 backup: " : "\(backups.count) backups: ")
          + copies.joined(separator: "; "),
    ].compactMap { $0 }
  }

  func done(in zone: Zone) -> Done {
    Done(
      "Erased \(names).",
      details: lines(in: zone) + [
        "Read back: nothing of it is left in the file, its log, the history\(mailPasswords == 0 ? "" : ", the place of your passwords") and our backups.",
        copiesOfOthers.isEmpty
          ? "Copies that you made yourself are where you put them."
          : "Copies that you made yourself are yours to delete. Beside the file: \(copiesOfOthers.joined(separator: ", "))",
      ] + (server?.outOfReach ?? []))
  }
}

extension ErasedServer {
  /// The lines of the answer about data that the program cannot delete: files on the person's other
  /// devices, the server's backups, and the rest of the account at the server.
  fileprivate var outOfReach: [String] {
    [
      "Out of reach: your own other devices, which are signed out and keep their files; backups of the server.",
      keepsAccount
        ? "The address and password that open \(address) are kept there. Ask its owner to delete them."
        : nil,
      disconnected.isEmpty
        ? nil
        : "This file is not connected for \(disconnected.inSentence()) either. What they had waiting goes there when they connect again:  account connect",
    ].compactMap { $0 }
  }
}

extension ArchiveFeature.ErasurePlan {
  func question(in zone: Zone) -> Question<ArchiveFeature.Action> {
    Question(
      "Erase \(erasure.names) for good?",
      details: erasure.lines(in: zone).map { "Goes: \($0)" } + [
        "This cannot be undone. Keep a copy first:  export"
      ], agree: .takingAway("Erase"), yes: .erasureConfirmed(scope))
  }
}
