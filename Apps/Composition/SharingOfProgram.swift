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
  /// The family's file together with its server, for this visit.
  var sharedFile: SharedFile {
    let (clock, signedIn, family) = (clock, signedIn, family)
    let file = file
    return SharedFile(
      backend,
      SharedFile.Host(
        path: folder.file, isMadeUp: folder.isMadeUp,
        hasFile: { [folder] () throws(Problem) in try folder.hasFile() },
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
        secrets: secrets, http: visitor.account?.http ?? .live(.ofEnvironment), ids: file.ids,
        now: { clock.now() }, machineTime: { Machine.moment().wall },
        stopBackgroundSync: { await file.backgroundSync?.stop() }))
  }

  /// The sync of the family's file with its server, for the signed-in person.
  var sharing: SharingGateway {
    sharedFile.gateway { limit in await othersSteps(limit: limit) }
  }

  /// Moves the password of a mail server to the new id of a profile that becomes an account.
  private func renameSecrets(from old: RecordID, to new: RecordID) async throws(Problem) {
    let name = OwnMail.secretName(of: old)
    guard let secret = try await secrets.read(name) else { return }
    try await secrets.save(secret, as: OwnMail.secretName(of: new))
    try await secrets.remove(name)
  }
}

extension Program {
  /// How long a person waits for the next command while the last one's changes are sent.
  private static let patience = Duration.seconds(2)

  /// The state of one person's sync, as the file knows it; not connected if the file cannot be read.
  func sharingStatus(for person: RecordID) -> SharingStatus {
    (try? Sharing.status(of: backend.dataFile, for: person)) ?? SharingStatus()
  }

  /// Returns a sync of the same file that uses its own connection.
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

  /// Sends changes to the server after a command has answered or a prompt was left, if the server answers soon. A failure is not a failure
  /// of the command: the changes wait, and `sync status` says so.
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
