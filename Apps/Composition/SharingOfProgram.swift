import Domain
import FeatureKit
import Persistence
import SQLBackend
import Sharing
import ShellHost
import Sync

extension Program {
  /// Sync of the family's file with its server, for the signed-in person. It does nothing before its first call.
  var sharing: SharingGateway {
    let work = SharingWork(program: self)
    return SharingGateway {
      $0.status.implement { () throws(Problem) in try await work.status() }
      $0.plan.implement { request throws(Problem) in try await work.plan(request) }
      $0.connect.implement { request throws(Problem) in try await work.connect(request) }
      $0.disconnect.implement { () throws(Problem) in try await work.disconnect() }
      $0.signIn.implement { password throws(Problem) in try await work.signIn(password) }
      $0.signOutOthers.implement { () throws(Problem) in try await work.signOutOthers() }
      $0.changePassword.implement { current, new throws(Problem) in
        try await work.changePassword(from: current, to: new)
      }
      $0.sync.implement { mayTakeMuch throws(Problem) in
        try await work.sync(mayTakeMuch: mayTakeMuch)
      }
      $0.again.implement { mayTakeMuch throws(Problem) in
        try await work.again(mayTakeMuch: mayTakeMuch)
      }
      $0.conflicts.implement { () throws(Problem) in try await work.deciding().conflicts() }
      $0.keep.implement { number, side throws(Problem) in
        try await work.deciding().keep(number, side, journal: backend.stepJournal)
      }
      $0.othersSteps.implement { limit throws(Problem) in await othersSteps(limit: limit) }
      $0.renewCode.implement { () throws(Problem) in
        // The family may have been made a moment ago: the server has to know it first.
        _ = try await work.own().sync()
        let code = try await work.own().renewCode()
        _ = try await work.own().sync()
        return code
      }
      $0.askToJoin.implement { code throws(Problem) in try await work.own().askToJoin(code) }
      $0.joinRequests.implement { () throws(Problem) in try await work.own().joinRequests() }
      $0.answerJoin.implement { person, accept throws(Problem) in
        try await work.own().answerJoin(person, accept: accept)
        _ = try await work.own().sync()
      }
    }
  }
}

extension Program {
  /// How long a person waits for the next command while the last one's changes are sent.
  private static let patience = Duration.seconds(2)

  /// The state of one person's sync, as the file knows it; not connected if the file cannot be read.
  func sharingStatus(for person: RecordID) -> SharingStatus {
    (try? Sharing.status(of: backend.dataFile, for: person)) ?? SharingStatus()
  }

  /// Sync of the same file over its own connection.
  func quietSharing() -> QuietSharing {
    let own = Program(
      FamilyFile(
        folder: folder, home: home, clock: clock, ids: file.ids, usualZone: file.usualZone),
      visitor)
    let work = SharingWork(program: own)
    return QuietSharing(
      sync: { () throws(Problem) in try await work.syncQuietly() },
      news: { await work.news() })
  }

  /// Sends changes to the server after a command has answered or a prompt was left, if the server answers soon. A failure is not a failure
  /// of the command: the changes wait, and `sync status` says so.
  func sendWhatWasWritten(_ console: Console) async {
    guard backend.dataFile.hasKeptToSend, let person = try? await signedIn.current() else { return }
    let status = sharingStatus(for: person)
    guard status.email != nil, status.waiting > 0 else { return }
    let work = SharingWork(program: self)
    let outcome = await withTaskGroup(of: SyncOutcome?.self) { group in
      group.addTask { try? await work.syncOwn(patience: Self.patience) }
      group.addTask {
        try? await Task.sleep(for: Self.patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let words = outcome?.notTaken else { return }
    try? console.write(Array("\(words)\n".utf8), .errors)
  }
}
