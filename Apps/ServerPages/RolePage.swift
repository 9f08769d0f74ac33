import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingServer
import WebHost
import WebRendering

// The page on which a person who signed up with the wrong role (athlete or parent) can choose the
// role again.
extension ServerPages {
  private static let back = CommandLink("Back", OwnPage.account.rawValue)

  private static func roleForm(isAthlete: Bool) -> AccountForm {
    AccountForm(
      title: "Athlete or parent",
      sentences: [
        isAthlete ? "You are the athlete here." : "You are a parent here.",
        "If you choose again, your profile and your settings are deleted, and the next page asks who you are. Your address and your password stay.",
      ], submit: "Choose again", action: OwnPage.role.address, fields: [], links: [back])
  }

  /// Returns the sentence that says why the person cannot choose again, and what to do first.
  ///
  /// - Parameter reason: the reason as `accounts.choice_of_role` names it.
  private static func refusal(_ reason: String, isAthlete: Bool) -> String {
    switch reason {
    case "family":
      isAthlete
        ? "A parent is in your family. Remove them on the Family page first."
        : "You are in an athlete's family. Leave it on the Family page first."
    case "devices":
      "A device is signed in with this account and has your profile. Sign it out under Account first."
    default:
      "There are schools, tasks or other records of yours, which would be lost. Delete them first, or delete the account and make a new one."
    }
  }

  func chooseRole(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    let isSent = request.method == .post
    if isSent {
      try await requireToken(request, signedIn)
      // The database may lack the last changes of the person. They are sent to it first, because
      // the database decides by the person's records whether the role may be chosen again.
      await files.sendRest(of: signedIn.person)
    }
    let choice = try await ground.ask(
      isSent
        ? "SELECT accounts.choose_role_again($1::uuid)"
        : "SELECT accounts.choice_of_role($1::uuid)",
      [signedIn.person.description]
    ).json
    let begin = Response.seeOther(try RequestTarget(OwnPage.begin.address))
    guard let choice else { return begin }
    let isAthlete = choice["role"]?.string == "player"
    if let reason = choice["against"]?.string {
      let page = Page(title: "Athlete or parent") {
        Paragraph(Self.refusal(reason, isAthlete: isAthlete))
        Links([Self.back])
      }
      return try show(.page(page), to: signedIn, status: isSent ? .conflict : .ok)
    }
    guard isSent else {
      return try show(Self.roleForm(isAthlete: isAthlete).content(), to: signedIn)
    }
    files.dismiss(signedIn.session)
    await files.remove(signedIn.person)
    return begin
  }
}
