import Auth
import Domain
import FamilyContext
import FeatureKit
import Glibc
import Persistence
import SQLBackend
import SharedFile
import ShellHost
import Synchronization

extension Program {
  /// The archive, extended by the data that the program keeps beside the file: the signed-in
  /// person, and the lines typed at the prompt.
  var archive: ArchiveGateway {
    let stored = backend.archive { person, passphrase throws(Problem) in
      // A sign-in without a stored session: it verifies the passphrase and counts the attempt.
      _ = try await auth.signIn(person, passphrase: passphrase, for: .process)
    }
    var whole = stored
    let typed = TypedLines(path: folder.history)
    let passwords = MailPasswords(secrets: secrets)
    let sharing = sharing
    /// Importing, restoring or erasing everything is not a step that can be sent to a server, and erased data may not wait in an outbox.
    let refuseConnected: @Sendable () async throws(Problem) -> Void = { () throws(Problem) in
      guard let status = try? await sharing.status(), status.address != nil else { return }
      let others =
        status.others.isEmpty
        ? [] : ["It has to be disconnected for \(status.others.inSentence()) too."]
      throw Problem(
        .conflict, "This file is connected to a server.",
        details: ["What is there stays there, and would come back."] + others,
        fix: "Disconnect it first:  account disconnect")
    }
    whole.erasurePreview.implement { scope throws(Problem) in
      let server = try await sharedFile.serverToEraseAt()
      var erasure = try await stored.erasurePreview(scope)
      erasure.server = server
      erasure.typedLines = typed.count
      erasure.mailPasswords = await passwords.count(of: erasure.people.map(\.id))
      return erasure
    }
    whole.erase.implement { scope throws(Problem) in
      // A person without the right to erase here may not erase at the server either.
      _ = try await stored.erasurePreview(scope)
      let typedLines = typed.count
      let server = try await sharedFile.eraseAtServer()
      var mailPasswords = 0
      var erasure: Erasure
      do throws(Problem) {
        erasure = try await backend.erase(scope) { erased throws(Problem) in
          mailPasswords = await passwords.count(of: erased.people)
          try await removeBeside(erased)
          try await signedIn.client.choose(nil)
        }
      } catch {
        throw server == nil ? error : error.afterErasingThere
      }
      erasure.mailPasswords = mailPasswords
      erasure.typedLines = typedLines
      erasure.server = server
      return erasure
    }
    if visitor.account != nil {
      whole.exportEverything.implement { receive throws(Problem) in
        try await sharedFile.fetchFiles()
        return try await stored.exportEverything(receive)
      }
    }
    let paths = paths
    let reachesComputer = visitor.reachesComputer
    /// A visitor on another computer can name one of the program's own backups, but no file of this computer.
    let refuseForeign: @Sendable (String) async throws(Problem) -> Void = {
      backup throws(Problem) in
      guard !reachesComputer, backup != "latest" else { return }
      guard try await stored.backups().contains(backup) else {
        throw Problem(
          .notFound, "There is no backup `\(backup)`.", fix: "All backups:  backup list")
      }
    }
    whole.inspect.implement { backup throws(Problem) in
      try await refuseForeign(backup)
      return try await stored.inspect(try paths.path(for: backup, DataFolder.readingBackups))
    }
    whole.restore.implement { backup, passphrases, rights throws(Problem) in
      try await refuseConnected()
      try await refuseForeign(backup)
      let backup = try paths.path(for: backup, DataFolder.readingBackups)
      let kept = try await stored.restore((backup, passphrases, rights))
      // The people in the backup are different people, even if some have the same names.
      signedIn.forget()
      family.reset()
      return kept
    }
    return whole
  }

  /// Continues an interrupted erasure at the start of the program, whichever person starts it. It tries once, because a reader of the file
  /// may block it for a long time.
  func goOnErasing() async {
    guard file.unfinished.begin(), (try? folder.hasFile()) == true else { return }
    // If the erasure fails again, the next start tries again, and `doctor` reports it.
    try? await backend.goOnErasing { erased throws(Problem) in try await removeBeside(erased) }
  }

  /// Removes data of the erased people outside of the file: mail server passwords, typed lines, and this device's session.
  private func removeBeside(_ erased: UnfinishedErasure) async throws(Problem) {
    try await MailPasswords(secrets: secrets).remove(of: erased.people)
    try TypedLines(path: folder.history).remove()
    do throws(Problem) {
      // Reading the session removes the token of an erased person; another person's token stays.
      _ = try await auth.currentSession()
    } catch {
      guard error.cause == .sessionExpired else { throw error }
    }
    signedIn.forget()
    family.reset()
  }
}

/// A gate that lets only the first caller do a thing.
final class FirstTime: Sendable {
  private let isOver = Mutex(false)

  func begin() -> Bool {
    isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
  }
}

/// The passwords of people's mail servers. They are in the secret store, and are erased together
/// with their owners.
private struct MailPasswords: Sendable {
  let secrets: SecretStore

  /// Returns the number of these people whose stored password can be read. A password that cannot
  /// be read makes `remove` fail.
  func count(of people: [RecordID]) async -> Int {
    var count = 0
    for person in people where await (try? secrets.read(OwnMail.secretName(of: person))) != nil {
      count += 1
    }
    return count
  }

  /// Removes the passwords of these people, and reads again to verify that the passwords are gone.
  func remove(of people: [RecordID]) async throws(Problem) {
    for person in people {
      let name = OwnMail.secretName(of: person)
      do throws(Problem) {
        try await secrets.remove(name)
        if try await secrets.read(name) != nil { throw Problem(.failed, "It is still there.") }
      } catch {
        throw Problem(
          .failed, "The data is erased, but a password for a mail server could not be deleted.",
          details: [error.title], fix: "Delete it yourself. It is kept under the name \(name).")
      }
    }
  }
}

/// The lines typed at earlier prompts. The lines do not say who typed them, so erasing any person
/// deletes all of them.
private struct TypedLines: Sendable {
  let path: String

  var count: Int {
    guard let file = fopen(path, "re") else { return 0 }
    defer { fclose(file) }
    var count = 0
    while case let byte = getc(file), byte != EOF { count += byte == 0x0A ? 1 : 0 }
    return count
  }

  func remove() throws(Problem) {
    do {
      try ErasedFile.remove(path)
    } catch {
      throw Problem(
        .failed, "The data is erased, but the lines typed at the prompt could not be deleted.",
        details: ["\(error)"], fix: "Delete the file yourself:  \(path)")
    }
  }
}
