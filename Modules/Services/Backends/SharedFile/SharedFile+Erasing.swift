package import Basics
package import Domain
import Persistence
import Sharing
import Supabase

// Erases a person at the server. This happens before the person is erased on this device (decision
// 32).
extension SharedFile {
  /// Returns the server from which the signed-in person would be erased too; nil if the data file
  /// is not connected.
  package func serverToEraseAt() async throws(Problem) -> ErasedServer? {
    let all = try connections()
    guard let first = all.first else { return nil }
    let person = try await host.person.confirmed()
    guard let own = all.first(where: { $0.account == person }) else {
      throw Problem(
        .conflict, "This file is connected to a server, as another person.",
        details: ["What is shared would come back from there."],
        fix: "Let \(first.email) disconnect it first:  account disconnect")
    }
    return ErasedServer(
      address: own.address, disconnected: all.filter { $0 != own }.map(\.email))
  }

  /// Erases the signed-in person at the server, and then disconnects the data file. If the server
  /// cannot be reached, the data file does not change, so the person can try again.
  package func eraseAtServer() async throws(Problem) -> ErasedServer? {
    guard var erased = try await serverToEraseAt() else {
      // The data file is not connected now, but it may have unsent changes from an earlier
      // connection. They may contain data of the person who is erased, so they are deleted too.
      if let person = try await host.person.confirmed() {
        try words { try Sharing.disconnectErased(file, person) }
      }
      return nil
    }
    let connection = try await ownConnection()
    do throws(Problem) {
      erased.keepsAccount = try await !sharing(connection).eraseThere()
    } catch {
      // The error `erasedThere` means that another device has already erased the person's data at
      // the server. The data on this device still has to be erased, so this error does not stop the
      // erasing.
      guard error == .erasedThere else { throw error.beforeErasing(connection) }
      erased.keepsAccount = false
    }
    // The person is erased at the server now. The background sync is stopped, so that it sends no
    // more requests for this person.
    await host.stopBackgroundSync()
    do throws(Problem) {
      let all = try connections()
      for one in all where one != connection || erased.keepsAccount {
        _ = try? await client(one).auth.signOut()
      }
      // Unsent changes of other people on this computer may contain the erased data. So all unsent
      // changes are deleted, and those people have to connect again.
      try words { try Sharing.disconnectErased(file, connection.account) }
      for one in all { try await secrets(of: one.account).forget() }
    } catch {
      throw error.afterErasingThere
    }
    return erased
  }
}

extension Problem {
  /// The problem to show if the server has erased the person and then this device fails. Its title
  /// says that the person is erased at the server, so that the user does not believe that nothing
  /// happened.
  package var afterErasingThere: Problem {
    Problem(
      .failed, "You are erased at the server, but not wholly here.", details: [title] + details,
      fix: fix ?? "Ask again:  erase person")
  }

  /// The problem to show if the server could not erase the person. It says that nothing was erased
  /// on this computer either.
  fileprivate func beforeErasing(_ connection: Sharing.Connection) -> Problem {
    let onlyHere = "To erase only what is on this computer:  account disconnect, then erase"
    return switch cause {
    case .offline:
      Problem(
        .offline, "The server did not answer, so nothing was erased here.",
        details: [
          "Should it have heard you all the same, you are gone there; asking again does no harm.",
          onlyHere,
        ], fix: "Ask again when \(connection.address) answers.")
    case .signInNeeded:
      Problem(
        .signInNeeded, "You are signed out at the server, so nothing was erased.",
        details: ["If it does not know you any more, you are erased there already.", onlyHere],
        fix: "Sign in again:  sync sign-in")
    default:
      Problem(
        .serverError, "The server did not erase you, so nothing was erased here.",
        details: [title] + details + [onlyHere],
        fix: "Its owner can:  compass-server users erase")
    }
  }
}
