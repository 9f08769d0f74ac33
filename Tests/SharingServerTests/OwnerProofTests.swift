import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

@Suite("What a new password or address needs", .serialized)
struct OwnerProofTests {
  @Test(
    "A session of ten minutes or a recovery is enough, and a password that is shown has to be right",
    arguments: [
      (0, false, nil, true), (600, false, nil, true), (601, false, nil, false),
      (86_400, true, nil, true), (86_400, false, true, true), (0, false, false, false),
      (0, true, false, false), (86_400, true, true, true),
    ] as [(Int, Bool, Bool?, Bool)])
  func rule(age: Int, recovers: Bool, isRight: Bool?, isEnough: Bool) {
    let proof = OwnerProof(sessionAge: age, recovers: recovers, isPasswordRight: isRight)
    #expect(proof.isEnough == isEnough)
  }

  @Test("A client that has just signed in sets a new password without the current one")
  func fresh() async throws {
    try await RunningServer.with { server in
      let device = try server.device()
      try await device.signUp()
      let (token, person) = (try await device.token, try await device.id)
      func change(_ body: JSONValue) async throws -> Response {
        try await server.ask(
          .put, "/auth/v1/user", token: token,
          headers: ["X-Supabase-Api-Version": "2024-01-01"], body)
      }
      let same = try await change(["password": .string(Device.password.revealed)])
      #expect(same.status.code == 422 && same.json["code"] == "same_password")
      for wrong: JSONValue in ["wrong", 1] {
        let refused = try await change(["password": "a better one", "current_password": wrong])
        #expect(refused.status == .badRequest && refused.json["code"] == "invalid_credentials")
      }
      #expect(try await change(["password": "a much better one"]).status == .ok)
      _ = try await server.admin.run(
        "UPDATE accounts.sessions SET created_at = now() - interval '11 minutes' WHERE person = $1::uuid",
        [person])
      let late = try await change(["password": "yet a better one"])
      #expect(late.status == .badRequest && late.json["code"] == "invalid_credentials")
      let shown = try await change([
        "password": "yet a better one", "current_password": "a much better one",
      ])
      #expect(shown.status == .ok)
    }
  }
}
