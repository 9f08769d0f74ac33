import CivilTime
import Domain
import FeatureKit
import Glibc
import Persistence
import SQLBackend

/// What is checked about the file and the machine, and how it stands: the page behind `doctor`.
struct DoctorPage {
  let program: Program

  func page(in context: PageContext) -> Page {
    let (findings, trouble) = fileFindings()
    let problem =
      trouble
      ?? findings.first.map { finding in
        Problem(
          .storage(.damaged), "The file has a fault.", details: [finding],
          fix: "Restore a backup:  backup list")
      }
    return Page(title: "Doctor", problem: problem) {
      if let trouble {
        Message(trouble)
      } else if findings.isEmpty {
        Message(
          program.folder.hasFile ? "The file is sound." : "There is no file yet.", tone: .positive)
      } else {
        Message("The file has \(findings.count) faults.", details: findings, tone: .danger)
      }
      if isErasing {
        Message(
          "An erasure is not finished: copies of what was erased are still on the disk.",
          details: ["Close every other program that has the file open, then start this one again."],
          tone: .warning)
      }
      Facts([
        Fact("Version", Compass.version),
        Fact("File", program.folder.shown(home: program.home)),
        Fact("Closed to others", permissionWords, tone: isPrivate ? .neutral : .warning),
        Fact("Backups", program.folder.backupsWords),
        Fact("Time zone", context.zone.name),
        Fact("Today", context.today.text(.long)),
      ])
    }
  }

  private var isErasing: Bool {
    program.folder.hasFile && (try? program.backend.unfinishedErasure()) != nil
  }

  /// What is wrong inside the file, or why nobody can look inside; the rest of the page holds either way.
  private func fileFindings() -> (findings: [String], trouble: Problem?) {
    guard program.folder.hasFile else { return ([], nil) }
    do {
      return (try program.backend.dataFile.findings(), nil)
    } catch {
      return ([], program.backend.dataFile.problem(for: error))
    }
  }

  private var mode: mode_t? {
    var status = stat()
    return stat(program.folder.file, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  private var isPrivate: Bool { mode.map { $0 & 0o077 == 0 } ?? true }

  private var permissionWords: String {
    guard let mode else { return "Nothing to close yet" }
    return isPrivate
      ? "Yes"
      : "No: others on this computer may open it (\(String(mode, radix: 8))). chmod 600 closes it."
  }
}

extension DataFolder {
  var hasFile: Bool { access(file, F_OK) == 0 }

  var backupsWords: String { path + "/backups" }
}
