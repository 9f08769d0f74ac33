import Domain
import FamilyContext
import FeatureKit
import Mailing
import PostgreSQL
import SharingServer

/// Sends an athlete's recruiting packets (the documents that present the athlete to coaches)
/// through the server, which limits their number for each day.
///
/// The server counts a message before it sends it. The count is in the database and not in the
/// athlete's data file, because that file is a cache which may be deleted.
struct CountedPackets: Sendable {
  let mail: PacketMail
  let ground: PagesGround
  let person: RecordID
  /// The athlete's e-mail address, to which coaches reply.
  let email: String

  func outgoing(_ family: FamilyContextClient) -> OutgoingMail {
    OutgoingMail(
      through: { () throws(Problem) in
        // Counting zero messages changes nothing, but fails if the server cannot send for this
        // person, for example because the account's e-mail address is not confirmed. The person
        // learns that before writing a message.
        try await take(0)
        return "Recruiting Compass"
      },
      compose: { draft throws(Problem) in
        let name = try await family.current().name
        let athlete: Mailbox
        do throws(MailFailure) { athlete = try Mailbox(email, cleaning: name) } catch {
          throw error.problem
        }
        return try mail.compose(draft, for: athlete)
      },
      send: { message throws(MailFailure) in
        do throws(Problem) { try await take(1) } catch { throw .unavailable(error) }
        do throws(MailFailure) {
          try await mail.send(message)
        } catch {
          // After the failure `unconfirmed`, the message may have been sent, so it stays counted.
          // After any other failure it was not sent, so the count is reduced again.
          if case .unconfirmed = error { throw error }
          try? await take(-1)
          throw error
        }
      })
  }

  private func take(_ messages: Int) async throws(Problem) {
    let answer: String?
    do {
      answer = try await ground.ask(
        "SELECT accounts.take_packets($1::uuid, $2::integer, $3::integer)",
        [person.description, "\(messages)", "\(PacketDailyLimit.count)"]
      ).value
    } catch {
      throw .databaseAway
    }
    switch answer {
    case "taken": return
    case "unconfirmed":
      throw Problem(
        .refused, "Confirm the address of your account first: coaches' answers go there.")
    default: throw Problem(.locked, "\(PacketDailyLimit.count) packets a day can be e-mailed.")
    }
  }
}

extension PagesGround {
  /// Returns a closure that creates the mail service of a person with this address; nil if the
  /// server sends no e-mail for people.
  func packetMail(
    of person: RecordID, at email: String
  ) -> (@Sendable (FamilyContextClient) -> OutgoingMail)? {
    mail?.packets.map { mail in
      CountedPackets(mail: mail, ground: self, person: person, email: email).outgoing
    }
  }
}
