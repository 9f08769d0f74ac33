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
  /// The service that copies, restores and erases the data. It extends the backend's service, which
  /// knows only the family's file, by the data that the program stores elsewhere: the remembered
  /// sign-in, mail passwords, and the lines typed at the prompt.
  var archive: ArchiveGateway {
    let stored = backend.archive { person, passphrase throws(Problem) in
      // A sign-in for `.process` stores no session: it only verifies the passphrase, and counts the
      // attempt against the limit.
      _ = try await auth.signIn(person, passphrase: passphrase, for: .process)
    }
    var whole = stored
    let typed = TypedLines(path: folder.history)
    let passwords = MailPasswords(secrets: secrets)
    let sharing = sharing
    /// Refuses to import, restore or erase everything in a file that is connected to a server.
    ///
    /// The program cannot send such an operation to the server as a change. The next sync would
    /// therefore fetch the server's data again and undo the operation.
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
      // The preview comes first because it checks the right to erase: without that right, the
      // person must not be erased at the server either.
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
    /// Refuses a backup that the program did not make itself, for a visitor on another
    /// computer. Such a visitor must not read other files of this computer.
    let refuseForeign: @Sendable (String) async throws(Problem) -> Void = {
      backup throws(Problem) in
      guard !reachesComputer, backup != "latest" else { return }
      guard try await stored.backups().contains(where: { $0.name == backup }) else {
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
      // A restored backup contains other records for its people, even if they have the same names.
      // The sign-in and the cached family are therefore forgotten.
      signedIn.forget()
      family.reset()
      return kept
    }
    return whole
  }

  /// Continues an erasure that was interrupted. It does this once in each run of the program, no
  /// matter which person uses the program.
  ///
  /// It does not try twice in one run, because a try can take a long time while another process
  /// reads the file.
  func goOnErasing() async {
    guard file.unfinished.begin(), (try? folder.hasFile()) == true else { return }
    // An error is ignored. If the erasure fails again, the next run of the program tries again, and
    // the command `doctor` reports it.
    try? await backend.goOnErasing { erased throws(Problem) in try await removeBeside(erased) }
  }

  /// Removes the data of erased people that is stored outside of the family's file: passwords for
  /// mail servers, lines typed at the prompt, uploads that a killed server left, and this device's
  /// session.
  private func removeBeside(_ erased: UnfinishedErasure) async throws(Problem) {
    ServingFolder(beside: folder).sweepUnlessServed()
    try await MailPasswords(secrets: secrets).remove(of: erased.people)
    try TypedLines(path: folder.history).remove()
    do throws(Problem) {
      // Reading the session removes its token from this device if its person was erased. The token
      // of another person stays.
      _ = try await auth.currentSession()
    } catch {
      guard error.cause == .sessionExpired else { throw error }
    }
    signedIn.forget()
    family.reset()
  }
}

/// Remembers whether something that must happen only once was already begun: `begin` returns true
/// at its first call, and false afterwards.
final class FirstTime: Sendable {
  private let isOver = Mutex(false)

  func begin() -> Bool {
    isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
  }
}

/// The people's passwords for their mail servers. They are in the secret store, and are erased
/// together with their owners.
private struct MailPasswords: Sendable {
  let secrets: SecretStore

  /// Returns how many of these people have a stored password that can be read. An unreadable
  /// password is not counted; `remove` reports it.
  func count(of people: [RecordID]) async -> Int {
    var count = 0
    for person in people where await (try? secrets.read(OwnMail.secretName(of: person))) != nil {
      count += 1
    }
    return count
  }

  /// Removes the passwords of these people, and reads each again to verify that it is gone.
  func remove(of people: [RecordID]) async throws(Problem) {
    for person in people {
      let name = OwnMail.secretName(of: person)
      do throws(Problem) {
        try await secrets.remove(name)
        if try await secrets.read(name) != nil { throw Problem(.failed, "It is still there.") }
      } catch {
        throw Problem(
          .failed, "The data is erased, but a password for an e-mail server could not be deleted.",
          details: [error.title], fix: "Delete it yourself. It is kept under the name \(name).")
      }
    }
  }
}

/// The file with the lines typed at earlier prompts. It does not say who typed a line, so erasing
/// any person deletes the whole file.
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
