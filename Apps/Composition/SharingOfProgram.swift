import Auth
import Domain
import FamilyContext
import FeatureKit
import HTTP
import Networking
import Persistence
import SQLBackend
import SharedFile
import Sharing
import ShellHost
import Sync

extension Program {
  /// The family's file with its connection to a server, for the person who uses the program.
  var sharedFile: SharedFile {
    let (clock, signedIn, family) = (clock, signedIn, family)
    let file = file
    return SharedFile(
      backend,
      SharedFile.Host(
        path: folder.file, isMadeUp: folder.isMadeUp,
        hasFile: { () throws(Problem) in try file.hasFile() },
        person: SharedFile.SignedInHere(
          confirmed: { () throws(Problem) in try await signedIn.confirmed() },
          become: { old, new throws(Problem) in
            if let old { try await renameSecrets(from: old, to: new) }
            try await signedIn.client.choose(new)
            family.reset()
          },
          lookAgain: {
            signedIn.forget()
            family.reset()
          }),
        secrets: secrets, http: visitor.account?.http ?? .live(.ofEnvironment),
        computer: Machine.name, ids: file.ids, now: { clock.now() },
        machineTime: { Machine.moment().wall },
        stopBackgroundSync: { await file.backgroundSync?.stop() }))
  }

  /// The functions with which the sync feature syncs the family's file with its server, for the
  /// signed-in person.
  var sharing: SharingGateway {
    sharedFile.gateway { limit in await othersSteps(limit: limit) }
  }

  /// Moves a mail server password to a new id: when a profile connects to an account, it gets the
  /// id of the account.
  private func renameSecrets(from old: RecordID, to new: RecordID) async throws(Problem) {
    let name = OwnMail.secretName(of: old)
    guard let secret = try await secrets.read(name) else { return }
    try await secrets.save(secret, as: OwnMail.secretName(of: new))
    try await secrets.remove(name)
  }
}

extension Program {
  /// The longest time that a person waits while the program sends the changes of the last command.
  private static let patience = Duration.seconds(2)

  /// Returns the state of one person's sync from the file. If the file cannot be read, the result
  /// is “not connected”.
  func sharingStatus(for person: RecordID) -> SharingStatus {
    (try? Sharing.status(of: backend.dataFile, for: person)) ?? SharingStatus()
  }

  /// Returns the sync that runs in the background beside the commands. It has its own connection to
  /// the database.
  func quietSync() -> QuietSync {
    let own = Program(
      FamilyFile(
        folder: folder, home: home, clock: clock, ids: file.ids, usualZone: file.usualZone),
      visitor)
    let shared = own.sharedFile
    return QuietSync(
      sync: { () throws(Problem) in try await shared.syncQuietly() },
      news: { await shared.news() })
  }

  /// Sends written changes to the server after a command has answered or the person has left the
  /// prompt. It stops waiting if the server does not answer soon.
  ///
  /// A failure does not fail the command: the changes wait to be sent, and `sync status` shows
  /// them.
  func sendWhatWasWritten(_ console: Console) async {
    guard backend.dataFile.hasKeptToSend, let person = try? await signedIn.current() else { return }
    let status = sharingStatus(for: person)
    guard status.email != nil, status.waiting > 0 else { return }
    let shared = sharedFile
    let outcome = await withTaskGroup(of: SyncOutcome?.self) { group in
      group.addTask { try? await shared.syncOwn(patience: Self.patience) }
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
