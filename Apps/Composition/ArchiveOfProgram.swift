import Auth
import Domain
import FamilyContext
import FeatureKit
import Glibc
import Persistence
import SQLBackend
import ShellHost
import Synchronization

extension Program {
  /// The archive with what the program itself remembers beside the file: who is signed in, and the lines typed at the prompt.
  var archive: ArchiveGateway {
    let stored = backend.archive { person, passphrase throws(Problem) in
      // A sign-in of which nothing is kept: it proves the passphrase and counts tries.
      _ = try await auth.signIn(person, passphrase: passphrase, for: .process)
    }
    var whole = stored
    let typed = TypedLines(path: folder.history)
    let passwords = MailPasswords(secrets: secrets)
    let sharing = sharing
    /// What goes or comes as a whole is no step that a server could be sent, and what is erased may not wait in an outbox.
    let refuseConnected: @Sendable () async throws(Problem) -> Void = { () throws(Problem) in
      guard let status = try? await sharing.status(), status.address != nil else { return }
      let others =
        status.others.isEmpty
        ? [] : ["It has to be disconnected for \(status.others.joined(separator: " and ")) too."]
      throw Problem(
        .conflict, "This file is connected to a server.",
        details: ["What is there stays there, and would come back."] + others,
        fix: "Disconnect it first:  account disconnect")
    }
    whole.erasurePreview = { scope throws(Problem) in
      let server = try await serverToEraseAt()
      var erasure = try await stored.erasurePreview(scope)
      erasure.server = server
      erasure.typedLines = typed.count
      erasure.mailPasswords = await passwords.count(of: erasure.people.map(\.id))
      return erasure
    }
    whole.erase = { scope throws(Problem) in
      // Whoever may not do it here does not do it there.
      _ = try await stored.erasurePreview(scope)
      let typedLines = typed.count
      let server = try await eraseAtServer()
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
    let paths = paths
    let reachesComputer = visitor.reachesComputer
    /// Whoever is elsewhere names one of the program's own backups, and no file of this computer.
    let refuseForeign: @Sendable (String) async throws(Problem) -> Void = {
      backup throws(Problem) in
      guard !reachesComputer, backup != "latest" else { return }
      guard try await stored.backups().contains(backup) else {
        throw Problem(
          .notFound, "There is no backup `\(backup)`.", fix: "All backups:  backup list")
      }
    }
    whole.inspect = { backup throws(Problem) in
      try await refuseForeign(backup)
      return try await stored.inspect(try paths.path(for: backup, DataFolder.readingBackups))
    }
    whole.restore = { backup, passphrases, rights throws(Problem) in
      try await refuseConnected()
      try await refuseForeign(backup)
      let backup = try paths.path(for: backup, DataFolder.readingBackups)
      let kept = try await stored.restore(backup, passphrases, rights)
      // The people of the backup are other people, even if some have the same names.
      signedIn.forget()
      family.reset()
      return kept
    }
    return whole
  }

  /// Goes on with an erasure that was interrupted, whoever starts the program; once, because a reader that holds it up may
  /// hold it up for long.
  func goOnErasing() async {
    guard file.unfinished.begin(), (try? folder.hasFile()) == true else { return }
    // What stays undone is begun again by the next start; `doctor` tells of it.
    try? await backend.goOnErasing { erased throws(Problem) in try await removeBeside(erased) }
  }

  /// What belongs to the erased outside of the file: passwords for mail servers, the lines typed, this device's session.
  private func removeBeside(_ erased: UnfinishedErasure) async throws(Problem) {
    try await MailPasswords(secrets: secrets).remove(of: erased.people)
    try TypedLines(path: folder.history).remove()
    do throws(Problem) {
      // A token that opens nothing any more is removed by looking at it; another person's stays.
      _ = try await auth.currentSession()
    } catch {
      guard error.cause == .sessionExpired else { throw error }
    }
    signedIn.forget()
    family.reset()
  }
}

/// Lets a thing be done by the first who comes.
final class FirstTime: Sendable {
  private let isOver = Mutex(false)

  func begin() -> Bool {
    isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
  }
}

/// What people's mail servers know them by: kept where secrets are, and erased with them.
private struct MailPasswords: Sendable {
  let secrets: SecretStore

  /// How many there are; one that cannot be read is found out about when it is taken out.
  func count(of people: [RecordID]) async -> Int {
    var count = 0
    for person in people where await (try? secrets.read(OwnMail.secretName(of: person))) != nil {
      count += 1
    }
    return count
  }

  /// Takes them out, and reads back that they are gone.
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

/// The lines typed at earlier prompts: nobody's in particular, so they go with anybody.
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
