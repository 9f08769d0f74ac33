import Auth
import Domain
import FamilyContext
import FeatureKit
import Glibc
import SQLBackend
import ShellHost

extension Program {
  /// The archive with what the program itself remembers beside the file: who is signed in, and the lines typed at the prompt.
  var archive: ArchiveGateway {
    var whole = backend.archive
    let stored = backend.archive
    let typed = TypedLines(path: folder.history)
    let passwords = MailPasswords(secrets: secrets)
    whole.erasurePreview = { scope throws(Problem) in
      var erasure = try await stored.erasurePreview(scope)
      erasure.typedLines = typed.count
      erasure.mailPasswords = await passwords.count(of: erasure.people)
      return erasure
    }
    whole.erase = { scope throws(Problem) in
      // Whoever may erase goes with it, so their session is over.
      let typedLines = typed.count
      var erasure = try await stored.erase(scope)
      erasure.mailPasswords = await passwords.count(of: erasure.people)
      try await passwords.remove(of: erasure.people)
      try typed.remove()
      try await auth.signOut()
      try await signedIn.client.choose(nil)
      family.reset()
      erasure.typedLines = typedLines
      return erasure
    }
    let paths = paths
    whole.inspect = { backup throws(Problem) in
      try await stored.inspect(try paths.path(for: backup, DataFolder.readingBackups))
    }
    whole.restore = { backup throws(Problem) in
      let backup = try paths.path(for: backup, DataFolder.readingBackups)
      let kept = try await stored.restore(backup)
      // The people of the backup are other people, even if some have the same names.
      signedIn.forget()
      family.reset()
      return kept
    }
    return whole
  }
}

/// What people's mail servers know them by: kept where secrets are, and erased with them.
private struct MailPasswords: Sendable {
  let secrets: SecretStore

  /// How many there are; one that cannot be read is found out about when it is taken out.
  func count(of people: [Reference]) async -> Int {
    var count = 0
    for person in people where await (try? secrets.read(Outbox.secretName(of: person.id))) != nil {
      count += 1
    }
    return count
  }

  /// Takes them out, and reads back that they are gone.
  func remove(of people: [Reference]) async throws(Problem) {
    for person in people {
      let name = Outbox.secretName(of: person.id)
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
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw Problem(
      .failed, "The data is erased, but the lines typed at the prompt could not be deleted.",
      details: [String(cString: strerror(errno))], fix: "Delete the file yourself:  \(path)")
  }
}
