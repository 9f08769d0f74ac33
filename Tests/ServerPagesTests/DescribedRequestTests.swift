import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Testing
import ToolTesting

@testable import ServerPages
@testable import SharingServer

/// Tests that the server's answers are as docs/openapi.yaml describes them.
///
/// The program schemathesis (from PyPI) makes valid and invalid requests from the document and
/// compares each answer with it.
@Suite(.serialized) struct DescribedRequestTests {
  @Test(
    "Answers are as docs/openapi.yaml describes them, to an athlete, a parent and a stranger",
    arguments: ["player", "parent", nil] as [String?])
  func answers(_ role: String?) async throws {
    let program = Project.root.appending(path: ".build/schemathesis/bin/schemathesis").path
    try #require(
      FileManager.default.isExecutableFile(atPath: program),
      "schemathesis is not installed. Run  Tools/test ServerPages")
    let document = Project.root.appending(path: "docs/openapi.yaml").path
    let mailbag = Mailbag()
    try await ServedPeople.with(mail: mailbag.mail, inOwnDatabase: true) { people in
      // The test makes more requests than the server allows one address in a minute. The SQL
      // function that counts them is therefore replaced with one that always returns a count of 1.
      try await people.server.admin.script(
        """
        CREATE OR REPLACE FUNCTION accounts.count_call(whose text, most integer) RETURNS jsonb
        LANGUAGE sql AS $$ SELECT '{"calls": 1, "seconds": 60}'::jsonb $$
        """)
      var arguments = [
        "run", document, "--url", people.server.address, "--max-examples", "4", "--seed", "20",
        // An answer may take long while hundreds of other tests run. One worker is used, because
        // Python 3.11 fails if two threads parse its source code at once.
        "--request-timeout", "300",
        "--workers", "1", "--no-color",
        // For athletes, the program tries each way in which a value can be wrong (`coverage`). For
        // other callers, a random sample is enough.
        "--phases", role == "player" ? "coverage,fuzzing" : "fuzzing",
        "--suppress-health-check", "all",
        // These checks are left out, because they would report correct answers as faults. A caller
        // may send a cookie instead of a token, and a value of the right type can break a rule,
        // such as a birthday in the future.
        "--exclude-checks",
        "unsupported_method,ignored_auth,missing_required_header,positive_data_acceptance",
      ]
      if let role {
        let token = try await people.confirmed(role) { try await mailbag.code(for: $0) }
        arguments += ["--header", "Authorization: Bearer \(token)"]
      }
      let (status, said) = try await PipedProgram.said(
        [program] + arguments,
        environment: [
          "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", "NO_PROXY": "127.0.0.1",
          "HOME": people.folder,
        ], folder: people.folder)
      #expect(status == 0, "\(said.suffix(6_000))")
    }
  }
}
