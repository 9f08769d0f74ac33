import Auth
import Domain
import FamilyContext
import FeatureKit
import Glibc
import SQLBackend

extension Program {
  /// The archive with what the program itself remembers beside the file: who is signed in, and the lines typed at the prompt.
  var archive: ArchiveGateway {
    var whole = backend.archive
    let stored = backend.archive
    let typed = TypedLines(path: folder.history)
    whole.erasurePreview = { scope throws(Problem) in
      var erasure = try await stored.erasurePreview(scope)
      erasure.typedLines = typed.count
      return erasure
    }
    whole.erase = { scope throws(Problem) in
      // Whoever may erase goes with it, so their session is over.
      let typedLines = typed.count
      var erasure = try await stored.erase(scope)
      try typed.remove()
      try await auth.signOut()
      try await signedIn.client.choose(nil)
      family.reset()
      erasure.typedLines = typedLines
      return erasure
    }
    whole.restore = { backup throws(Problem) in
      let kept = try await stored.restore(backup)
      // The people of the backup are other people, even if some have the same names.
      signedIn.forget()
      family.reset()
      return kept
    }
    return whole
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
