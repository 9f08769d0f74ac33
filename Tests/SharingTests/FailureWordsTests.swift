import Basics
import Domain
import HTTP
import SharingTesting
import Supabase
import Testing

@testable import Sharing

/// Tests the sentences that people read when a server refuses a request or does not answer.
@Suite struct FailureWordsTests {
  @Test(
    "Each reason has a sentence of its own, and only a server in trouble is busy",
    arguments: [
      (SupabaseFailure.tooMuch, "A change is too large for the server."),
      (.wrongKey, "The key is not that of this server."),
      (.tooManyRequests(wait: .seconds(12)), "The server takes no more tries from you just now."),
      (.unavailable(.unavailable, wait: nil), "The server is busy."),
      (.network(.refused(host: "h")), "The server does not answer."),
      (.network(.untrusted(host: "h")), "The certificate of h is not to be trusted."),
      (
        .network(.certificatesUnreadable(path: "/ca.pem")),
        "The certificates in /ca.pem cannot be read."
      ),
      (.network(.noTLS(host: "h")), "h and this program found no encryption that both speak."),
    ])
  func sentences(failure: SupabaseFailure, title: String) {
    #expect(failure.problem.title == title)
  }

  @Test("A key of another server is told apart from a wrong password")
  func wrongKey() async throws {
    try await RunningServer.with { server in
      let device = try Device(server, key: "sb_publishable_of_another")
      await #expect(throws: SupabaseFailure.wrongKey) {
        try await device.auth.signIn(email: device.email, password: Device.password)
      }
      await #expect(throws: SupabaseFailure.wrongKey) { try await device.signUp() }
    }
  }

  @Test("Who can wait is told how long, and a private authority is named as the way out")
  func advice() {
    #expect(
      SupabaseFailure.tooManyRequests(wait: .seconds(12)).problem.fix == "Try again in 12 seconds.")
    #expect(
      SupabaseFailure.network(.untrusted(host: "h")).problem.fix?.contains("SSL_CERT_FILE") == true)
    // An untrusted certificate does not become valid by waiting, so the problem must not have the
    // cause of a temporary outage.
    #expect(SupabaseFailure.network(.untrusted(host: "h")).problem.cause != .offline)
    #expect(SupabaseFailure.network(.offline).problem.cause == .offline)
  }
}
