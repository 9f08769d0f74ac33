import CivilTime
import Conversation
import Domain
import FamilyContext
import FeatureKit
import Glibc
import Persistence
import SQLBackend

/// Makes the page of the command `doctor`, which checks the data file and this computer.
struct DoctorPage {
  let program: Program

  func page(in context: PageContext) -> Page {
    let (faults, trouble) = fileFindings()
    // Single values are checked only if the database can return all rows. It cannot if its pages
    // are damaged. A reference to a missing row is a fault too, but the rows can still be read.
    let isWhole = faults.isEmpty || (try? program.backend.dataFile.damage())?.isEmpty == true
    let values = trouble == nil && isWhole ? damagedValues() : []
    let findings = faults + values.map(\.words)
    let problem =
      trouble
      ?? findings.first.map { finding in
        Problem(
          .storage(.damaged), "The file has a fault.", details: [finding],
          fix: values.isEmpty
            ? "Restore a backup:  backup list" : "Repair what can be:  doctor --repair")
      }
    return Page(title: context.hasButtons ? "Check of this computer" : "Doctor", problem: problem) {
      if let trouble {
        Message(trouble)
      } else if findings.isEmpty {
        Message(
          (try? program.file.hasFile()) == true ? "The file is sound." : "There is no file yet.",
          tone: .positive)
      } else {
        Message(
          "The file has \(findings.count) \(findings.count == 1 ? "fault" : "faults").",
          details: findings, tone: .danger, links: context.hasButtons ? remedies(values) : [])
      }
      if trouble == nil, isOnlyReadable {
        Message(
          "The file can be read but not written, so nothing can be saved.",
          details: context.hasButtons
            ? [] : [MissingPermission.sentence(for: program.folder.file)].compactMap(\.self),
          tone: .warning)
      }
      if isErasing {
        Message(
          "An erasure is not finished: copies of what was erased are still on the disk.",
          details: ["Close every other program that has the file open, then start this one again."],
          tone: .warning)
      }
      Facts(
        [Fact("Version", Compass.version)] + places(context) + [
          Fact("Time zone", context.zone.name), Fact("Today", context.today.text(.long)),
        ])
    }
  }

  /// Returns where the data and the backups are, and who can open them. A page in a browser names
  /// no paths, because a command in a browser accepts none.
  private func places(_ context: PageContext) -> [Fact] {
    let isClosed = Fact(
      "Closed to others", permissionWords(context), tone: isPrivate ? .neutral : .warning)
    guard !context.hasButtons else {
      return [Fact("Your data", "In one file on this computer"), isClosed]
    }
    return [
      Fact("File", program.folder.shown(home: program.home)), isClosed,
      Fact("Backups", program.folder.backupsWords),
    ]
  }

  private var isOnlyReadable: Bool {
    (try? program.folder.hasFile()) == true && !program.backend.dataFile.isWritable
  }

  private var isErasing: Bool {
    (try? program.file.hasFile()) == true && (try? program.backend.unfinishedErasure()) != nil
  }

  /// Returns the faults inside the data file, or the problem that prevents reading it. It does not
  /// throw this problem, because the page also shows checks that do not need the file.
  private func fileFindings() -> (findings: [String], trouble: Problem?) {
    do {
      guard try program.file.hasFile() else { return ([], nil) }
      return (try program.backend.dataFile.findings(), nil)
    } catch {
      return ([], program.backend.dataFile.problem(for: error))
    }
  }

  /// The paths of the data folder and of the data file, each only if other users of this computer
  /// have access to the folder or the file. `mode` is the present file mode of the path, and
  /// `usual` the mode that it should have, in octal digits.
  private var openToOthers: [(path: String, mode: mode_t, usual: String)] {
    [(program.folder.path, "700"), (program.folder.file, "600")].compactMap { path, usual in
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
      return (path, status.st_mode & 0o777, usual)
    }
  }

  private func damagedValues() -> [DamagedValue] {
    (try? program.file.hasFile()) == true ? (try? program.backend.damagedValues()) ?? [] : []
  }

  private var isPrivate: Bool { openToOthers.isEmpty }

  /// Returns the commands that a page in a browser offers as buttons for a damaged file. In a
  /// terminal, the text of the problem names them.
  private func remedies(_ values: [DamagedValue]) -> [CommandLink] {
    values.isEmpty
      ? [CommandLink("Show the backups", "backup list")]
      : [CommandLink("Repair what can be repaired", "doctor --repair")]
  }

  private func permissionWords(_ context: PageContext) -> String {
    guard access(program.folder.path, F_OK) == 0 else { return "Nothing to close yet" }
    guard !isPrivate else { return "Yes" }
    if context.hasButtons {
      let paths = openToOthers.map(\.path).inSentence()
      return
        "No: other people with an account on this computer may open \(paths). In the properties of each, allow it to its owner only."
    }
    return "No: "
      + openToOthers.map { open in
        "others on this computer may open \(open.path) (\(String(open.mode, radix: 8))); "
          + "chmod \(open.usual) \(CommandText.quoted(open.path)) closes it"
      }.joined(separator: ". ") + "."
  }
}

extension Program {
  /// Returns the repair of the damaged values in the data file: the question for the person, and
  /// the work. Returns nil if no value is damaged.
  func repair() throws(Problem) -> Repair? {
    guard try file.hasFile() else { return nil }
    let values = try backend.damagedValues()
    guard !values.isEmpty else { return nil }
    let count = values.count == 1 ? "this value" : "these \(values.count) values"
    return Repair(
      "Repair \(count)? A backup is made first.",
      details: values.map { "\($0.words) \($0.remedyWords)" }
    ) { () throws(Problem) in
      let repaired = try await backend.repair(values)
      signedIn.forget()
      family.reset()
      return Done(
        "\(repaired.words).",
        details: ["The file as it was before: \(repaired.backup)", Done.undoHint])
    }
  }
}

extension DataFolder {
  var backupsWords: String { path + "/backups" }
}
