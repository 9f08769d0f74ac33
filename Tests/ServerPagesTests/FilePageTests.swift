import Foundation
import PostgreSQL
import SharingTesting
import Synchronization
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

/// Tests of the server's pages on which people upload and read the files of documents.
@Suite struct FilePageTests {
  private static let pdf = "%PDF-1.4\n" + String(repeating: "a line of grades\n", count: 20_000)

  private static func upload(
    _ browser: Browser, _ content: String = pdf, named name: String = "grades.pdf",
    title: String = "Grades"
  ) async throws -> Browser.Answer {
    let form = try await browser.get("/c?line=documents%20upload")
    return try await browser.press(
      "documents upload", on: form, [("type", "transcript"), ("title", title)],
      [Browser.Upload("file", name, content)])
  }

  private static func download(_ browser: Browser, _ document: String) async throws
    -> Browser.Answer
  {
    try await browser.get("/c?line=documents%20download%20\(document)")
  }

  @Test("A file that is too large is refused by a page in words")
  func tooLarge() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp()
      let refused = try await Self.upload(sam, String(repeating: "x", count: 12 << 20))
      #expect(refused.status == 413, "\(refused.status)")
      #expect(refused.words.contains("too large"), "\(refused.words)")
      #expect(refused.headers["content-type"]?.hasPrefix("text/html") == true)
    }
  }

  @Test("A file is in the database before the page says so, and every later page has it")
  func kept() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let sam = try await people.signedUp(email)
      let done = try await Self.upload(sam)
      #expect(done.outcome.contains("Added"), "\(done.status) \(done.outcome) \(done.words)")
      #expect(
        try await people.count(
          """
          SELECT count(*) FROM compass.files AS f JOIN public.users AS u ON u.id = f.athlete
          WHERE u.email = $1 AND compass.next_part(f.athlete, f.id) IS NULL
          """, email) == 1)

      // After signing in again, the server makes a new data file for the person. It has to fetch
      // the file of the document from the database.
      let out = try await sam.get("/sign-out")
      _ = try await sam.post(out.fields, to: "/sign-out")
      let again = try await people.signedIn(email)
      let page = try await again.get("/documents/d1")
      #expect(page.words.contains("332 KB"), "\(page.words)")
      let file = try await Self.download(again, "d1")
      #expect(file.headers["content-type"] == "application/pdf")
      #expect(file.headers["content-disposition"]?.contains("grades.pdf") == true)
      #expect(file.body == Self.pdf)

      let everything = try await again.get("/c?line=export")
      #expect(
        everything.body.contains("kept_files") && everything.body.contains("JVBERi0xLjQK"),
        "\(everything.status) \(everything.words.prefix(300))")
    }
  }

  @Test("What cannot be kept is refused, and nothing of it is left")
  func refused() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let sam = try await people.signedUp(email)
      let page = try await Self.upload(sam, "<html><script>", named: "grades.pdf")
      #expect(page.words.contains("is no file that can be kept"), "\(page.words)")
      #expect(page.body.contains("id=\"f-file-fault\""), "it is said at the field")
      let large = try await Self.upload(
        sam, "%PDF-1.4\n" + String(repeating: "x", count: 10 << 20))
      #expect(large.words.contains("10 MB is the limit"), "\(large.status) \(large.words)")

      _ = try await people.server.admin.run(
        """
        INSERT INTO compass.files (athlete, id, size)
        SELECT u.id, gen_random_uuid(), 10485760 FROM public.users AS u, generate_series(1, 20)
        WHERE u.email = $1
        """, [email])
      let full = try await Self.upload(sam)
      #expect(full.words.contains("There is no room for “grades.pdf”"), "\(full.words)")
      let list = try await sam.get("/documents")
      #expect(!list.words.contains("Grades"), "\(list.words)")
      #expect(
        try await people.count(
          "SELECT count(*) FROM public.documents WHERE user_id = (SELECT id FROM public.users WHERE email = $1)",
          email) == 0)
    }
  }

  @Test("A file of which the server has a part is nowhere")
  func halves() async throws {
    try await ServedPeople.with { people in
      let email = ServedPeople.address()
      let sam = try await people.signedUp(email)
      _ = try await Self.upload(sam)
      _ = try await people.server.admin.run(
        """
        DELETE FROM compass.file_parts AS p USING public.users AS u
        WHERE u.id = p.athlete AND u.email = $1 AND p.part = 1
        """, [email])
      let out = try await sam.get("/sign-out")
      _ = try await sam.post(out.fields, to: "/sign-out")
      let again = try await people.signedIn(email)
      #expect(try await again.get("/documents/d1").words.contains("On another device"))
      let refused = try await Self.download(again, "d1")
      #expect(refused.words.contains("The file is not here."), "\(refused.words)")
    }
  }

  @Test("Nobody else reads a file, whatever they name")
  func strangers() async throws {
    try await ServedPeople.with { people in
      let sam = try await people.signedUp(name: "Sam Lee")
      _ = try await Self.upload(sam)
      let kim = try await people.signedUp(name: "Kim Oh")
      #expect(try await Self.download(kim, "d1").status == 404)
      let link = try #require(
        try await people.server.admin.run(
          """
          SELECT file_url FROM public.documents WHERE file_url LIKE 'kept:%'
          ORDER BY created_at DESC LIMIT 1
          """
        ).value)
      let form = try await kim.get("/c?line=documents%20add")
      _ = try await kim.press(
        "documents add", on: form,
        [("title", "Mine"), ("type", "transcript"), ("link", link)])
      let answer = try await Self.download(kim, "d1")
      #expect(!answer.body.contains("a line of grades"))
    }
  }
}
