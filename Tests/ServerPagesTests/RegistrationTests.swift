import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

@Suite struct RegistrationTests {
  @Test("Where registration is closed, no way makes an account")
  func closed() async throws {
    try await ServedPeople.with(registration: .closed) { people in
      #expect(try await people.browser().get("/sign-up").status == 403)
      #expect(try await !people.browser().get("/sign-in").words.contains("Make an account"))
      let email = ServedPeople.address()
      let asked = try await people.signUp(email)
      #expect(asked.status == 422 && asked.words.contains("No new accounts are made here."))
      let program = try await people.server.ask(
        .post, "/auth/v1/signup",
        [
          "email": .string(email), "password": .string(ServedPeople.password),
          "data": ["birth_date": "1990-05-31"],
        ])
      #expect(program.status == 422 && program.json["error_code"] == "signup_disabled")
      #expect(
        try await people.count("SELECT count(*) FROM accounts.people WHERE email = $1", email) == 0)
    }
  }

  @Test("An invitation is good once, for one address, and for seven days")
  func invited() async throws {
    try await ServedPeople.with(registration: .invite) { people in
      #expect(try await people.browser().get("/sign-up").status == 403)
      func invite(_ email: String, _ code: String) async throws {
        _ = try await people.server.admin.run(
          "SELECT accounts.invite($1, sha256(convert_to($2, 'UTF8')))", [email, code])
      }
      let (email, code) = (ServedPeople.address(), UUID().uuidString)
      try await invite(email, code)
      let form = try await people.browser().get("/sign-up?invite=\(code)")
      #expect(form.status == 200 && form.body.contains("value=\"\(code)\""))
      // The invitation names one e-mail address, so a sign-up with another address must be refused.
      #expect(try await people.signUp(ServedPeople.address(), [("invite", code)]).status == 422)
      #expect(try await people.signUp(email, [("invite", "another")]).status == 422)
      #expect(try await people.signUp(email).status == 422)
      #expect(try await people.signUp(email, [("invite", code)]).path == "/begin")
      #expect(try await people.signUp(email, [("invite", code)]).status == 422)
      try await Self.expectOver("/sign-up?invite=\(code)", people)
      // An invitation must be refused after it has expired, and as soon as a newer invitation was
      // made for the same address.
      let late = ServedPeople.address()
      try await invite(late, code)
      _ = try await people.server.admin.run(
        "UPDATE accounts.invites SET until = now() - interval '1 second' WHERE email = $1", [late])
      #expect(try await people.signUp(late, [("invite", code)]).status == 422)
      try await Self.expectOver("/sign-up?invite=\(code)", people)
      try await invite(late, "second \(code)")
      #expect(try await people.signUp(late, [("invite", code)]).status == 422)
      #expect(try await people.signUp(late, [("invite", "second \(code)")]).path == "/begin")
    }
  }

  /// Expects that the page of an invitation that is over says so at once, and shows no form.
  private static func expectOver(_ page: String, _ people: ServedPeople) async throws {
    let over = try await people.browser().get(page)
    #expect(over.status == 404 && over.words.contains("is not good any more"), "\(over.words)")
    #expect(!over.body.contains("name=\"password\"") && over.body.contains("href=\"/sign-in\""))
  }
}
