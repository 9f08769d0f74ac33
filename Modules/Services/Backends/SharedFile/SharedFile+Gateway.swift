import Basics
package import Domain
import SQLBackend
import Sharing

extension SharedFile {
  /// Returns the gateway (the functions with which features use the server) for the signed-in
  /// person.
  ///
  /// Creating it reads no data and sends no request; its functions do.
  ///
  /// - Parameter othersSteps: returns the newest changes of other people that the server has
  ///   reported, at most as many as its argument says.
  package func gateway(
    othersSteps: @escaping @Sendable (Int) async throws(Failure) -> [OthersStep]
  ) -> SharingGateway {
    SharingGateway {
      $0.status.implement { () throws(Problem) in try await self.status() }
      $0.isSignedIn.implement { () throws(Problem) in try await self.isSignedIn() }
      $0.plan.implement { request throws(Problem) in try await self.plan(request) }
      $0.connect.implement { request throws(Problem) in try await self.connect(request) }
      $0.disconnect.implement { () throws(Problem) in try await self.disconnect() }
      $0.signIn.implement { password, email throws(Problem) in
        try await self.signIn(password, email: email)
      }
      $0.signOutOthers.implement { () throws(Problem) in try await self.signOutOthers() }
      $0.changePassword.implement { current, new throws(Problem) in
        try await self.changePassword(from: current, to: new)
      }
      $0.sync.implement { mayTakeMuch throws(Problem) in
        try await self.sync(mayTakeMuch: mayTakeMuch)
      }
      $0.again.implement { mayTakeMuch throws(Problem) in
        try await self.again(mayTakeMuch: mayTakeMuch)
      }
      $0.conflicts.implement { () throws(Problem) in try await self.deciding().conflicts() }
      $0.keep.implement { number, side throws(Problem) in
        try await self.deciding().keep(number, side, journal: self.backend.stepJournal)
      }
      $0.othersSteps.implement { limit throws(Problem) in try await othersSteps(limit) }
      $0.renewCode.implement { () throws(Problem) in
        // The family may have been created on this device a moment ago. The server creates a code
        // only for a family that it knows, so a sync sends the family first.
        _ = try await self.own().sync()
        let code = try await self.own().renewCode()
        _ = try await self.own().sync()
        return code
      }
      $0.askToJoin.implement { code throws(Problem) in try await self.own().askToJoin(code) }
      $0.joinRequests.implement { () throws(Problem) in try await self.own().joinRequests() }
      $0.answerJoin.implement { person, accept throws(Problem) in
        try await self.own().answerJoin(person, accept: accept)
        _ = try await self.own().sync()
      }
      $0.withdrawJoin.implement { () throws(Problem) in try await self.own().withdrawJoin() }
    }
  }
}
