import Composition
import FeatureKit
import Foundation
import HTTP
import JSON
import ShellHost
import Synchronization
import Testing
import ToolTesting
import WebHost
import WebTesting

// Tables that a browser sends, and files that it gets.
extension ServingTests {
  @Test("A table is taken in with its form, and nothing of it stays behind")
  func upload() async throws {
    try await served { (served) async throws -> Void in
      let before = try served.household.sql("SELECT count(*) FROM schools")
      let answer = try await served.send(
        "import schools", as: "Casey",
        files: [.init("file", "schools.csv", "Name\nOhio State\nDuke\n")])
      #expect(answer.status == 200, "\(answer.body)")
      #expect(try served.household.sql("SELECT count(*) FROM schools") != before)
      let broken = try await served.send(
        "import schools", as: "Casey", files: [.init("file", "x.csv", "Name,Division\nDuke,D9\n")])
      #expect(broken.status == 400, "\(broken.body)")
      for line in [
        "import schools /etc/passwd", "import schools schools.csv", "restore /etc/passwd",
      ] {
        try served.household.write("Name\nOwn\n", to: "schools.csv")
        let refused = try await served.send(line, as: "Casey")
        #expect(refused.status != 200, "\(line): \(refused.body)")
      }
      let left = try FileManager.default.contentsOfDirectory(
        atPath: ServingFolder(dataFolder: served.household.data).path)
      #expect(left.filter { $0.hasPrefix("upload-") } == [])
    }
  }

  @Test("An uploaded table shows what was understood of it before a press adds it")
  func understood() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      func upload(_ table: String) async throws -> Browser.Answer {
        try await browser.press(
          "import schools", on: try await browser.get("/c?line=import%20schools"), [],
          [.init("file", "a.csv", table)])
      }
      func count() throws -> String { try served.household.sql("SELECT count(*) FROM schools;") }
      let table = "Name,City\nOhio State,Columbus\n"
      let form = try await browser.get("/c?line=import%20schools")
      #expect(form.body.contains(#/<h1[^>]*>Paste many<\/h1>/#), "\(form.body)")
      #expect(form.body.contains(">Show what was understood</button>"), "\(form.body)")
      let asked = try await upload(table)
      #expect(asked.words.contains("1 school would be imported."), "\(asked.words)")
      #expect(asked.words.contains("Ohio State: City Columbus"), "\(asked.words)")
      #expect(!asked.words.contains("--dry-run"), "\(asked.words)")
      #expect(try count() == "30\n")
      let done = try await browser.press("import schools", on: asked)
      #expect(done.outcome.contains("Imported 1 school."), "\(done.words)")
      #expect(try count() == "31\n")
      let left = try FileManager.default.contentsOfDirectory(
        atPath: ServingFolder(dataFolder: served.household.data).path)
      #expect(left.filter { $0.hasPrefix("upload-") } == [])
      let again = try await upload(table)
      #expect(again.outcome.contains("Nothing new: the row is there already."), "\(again.words)")
      // The rows below a heading are a list of their own, and no short names are shown.
      let mixed = try await upload("Name,Mascot\nOhio State,Brutus\nKent State,Flash\n")
      #expect(mixed.words.contains("line 2: Ohio State"), "\(mixed.words)")
      #expect(mixed.body.contains(#/skipped:\s*<ul>/#), "\(mixed.body)")
      #expect(mixed.words.contains("Headings that are understood: Name,"), "\(mixed.words)")
      let noted = try await upload("Name,Notes\nKent State,Ask about --dry-run\n")
      #expect(noted.words.contains("Kent State: Notes Ask about --dry-run"), "\(noted.words)")
      let coaches = try await browser.press(
        "import coaches", on: try await browser.get("/c?line=import%20coaches"),
        [("_pasted.file", "Jared Embick\tOhio State\tHead\nAna Ruiz\tNowhere\tHead")], [])
      #expect(
        coaches.words.contains(
          "Line 2, Ana Ruiz: School Nowhere · Role Head · There is no school “Nowhere”."),
        "\(coaches.words)")
      #expect(
        coaches.body.contains(#/Ana Ruiz[^<]*Nowhere[^<]*Head\s*<\/textarea>/#), "\(coaches.body)")
      let broken = try await upload("Name,Division\nDuke,D9\n")
      #expect(broken.status == 400, "\(broken.words)")
      #expect(broken.words.contains("“D9” is not one of"), "\(broken.words)")
      #expect(broken.body.contains(#/<h1[^>]*>Paste many<\/h1>/#), "\(broken.body)")
      #expect(broken.body.contains(">Show what was understood</button>"), "\(broken.body)")
      let chosen = try await browser.press(
        "import", on: try await browser.get("/c?line=import"), [("kind", "schools")],
        [.init("file", "a.csv", "Name,Division\nDuke,D9\n")])
      #expect(chosen.status == 400, "\(chosen.words)")
      #expect(chosen.body.contains(#/<h1[^>]*>Import a table<\/h1>/#), "\(chosen.body)")
      #expect(chosen.body.contains(">Show what was understood</button>"), "\(chosen.body)")
      #expect(try count() == "31\n")
    }
  }

  @Test(
    "A form for many records that was sent empty says at its box what is missing",
    arguments: ["schools", "coaches"])
  func pastedNothing(kind: String) async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=import%20\(kind)")
      let refused = try await browser.press("import \(kind)", on: form, [("_pasted.file", " ")], [])
      #expect(refused.status == 400, "\(refused.words)")
      #expect(refused.body.contains(#/<h1[^>]*>Paste many<\/h1>/#), "\(refused.body)")
      #expect(
        refused.words.contains("Paste names or cells, or choose a file."), "\(refused.words)")
      #expect(refused.body.contains("href=\"#f-file-pasted\""), "\(refused.body)")
      let box = try #require(refused.body.firstMatch(of: /<textarea[^>]*>/))
      let tag = String(box.output)
      #expect(tag.contains("f-file-fault") && tag.contains("aria-invalid"), "\(tag)")
    }
  }

  @Test("Pasted names beside a chosen file are refused, and are there again without the file")
  func pastedBesideFile() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=import%20schools")
      let box = try #require(form.body.range(of: "id=\"f-file-pasted\"")?.lowerBound)
      let file = try #require(form.body.range(of: "id=\"f-file\"")?.lowerBound)
      #expect(box < file)
      let refused = try await browser.press(
        "import schools", on: form, [("_pasted.file", "Wrenfield College")],
        [.init("file", "a.csv", "Name\nHillmark College\n")])
      #expect(refused.status == 400, "\(refused.words)")
      #expect(refused.words.contains("only one of them can be taken"), "\(refused.words)")
      #expect(refused.body.contains("href=\"#f-file-pasted\""), "\(refused.body)")
      let asked = try await browser.press(
        "import schools", on: refused, [("_pasted.file", "Wrenfield College")], [])
      #expect(asked.words.contains("1 school would be imported."), "\(asked.words)")
      let done = try await browser.press("import schools", on: asked)
      #expect(done.outcome.contains("Imported 1 school."), "\(done.words)")
      let names = try served.household.sql(
        "SELECT name FROM schools WHERE name IN ('Hillmark College', 'Wrenfield College');")
      #expect(names == "'Wrenfield College'\n")
    }
  }

  @Test("A school's page leads to the form that uploads a file, and the school is chosen there")
  func fileOfSchool() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let page = try await browser.get("/c?line=schools%20show%20s1")
      let link = try #require(
        page.body.firstMatch(of: /<a href="([^"]+)"[^>]*>Upload a file</).map { String($0.1) })
      let form = try await browser.get(Browser.unescaped(link))
      let school = try #require(
        form.body.firstMatch(of: /name="school" value="([^"]+)"/).map { String($0.1) })
      #expect(
        school.count > 2 && form.body.contains("name=\"_named.school\" value=\"s1 \(school)\""))
      #expect(form.words.contains("At most 10 MB."), "\(form.words)")
      let sent = [("type", "transcript"), ("title", "Junior grades"), ("school", school)]
      let answer = try await browser.press(
        "documents upload", on: form, sent, [.init("file", "grades.pdf", "%PDF-1.4 a")])
      #expect(answer.outcome.contains("Added Junior grades"), "\(answer.words)")
      #expect(
        try served.household.sql(
          "SELECT count(*) FROM documents WHERE title = 'Junior grades' AND school_id IS NOT NULL;")
          == "1\n")
    }
  }

  @Test("Another file of the same name and size, sent from the same page, is kept too")
  func sameNameAndSize() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=documents%20upload")
      for (text, isRepeated) in [
        ("%PDF-1.4 a", false), ("%PDF-1.4 b", false), ("%PDF-1.4 b", true),
      ] {
        let answer = try await browser.press(
          "documents upload", on: form, [("type", "transcript"), ("title", "Junior year")],
          [.init("file", "grades.pdf", text)])
        #expect(answer.outcome.contains("Added Junior year"), "\(answer.words)")
        #expect(answer.outcome.contains("done once") == isRepeated, "\(answer.words)")
      }
      #expect(
        try served.household.sql("SELECT count(*) FROM documents WHERE title = 'Junior year';")
          == "2\n")
    }
  }

  @Test(
    "A file that is too large is refused at its field, and what was written stays if it can be read",
    arguments: [
      ((10 << 20) + 1, 400, "“grades.pdf” is too large: 10 MB is the limit.", true),
      (12 << 20, 413, "What else you wrote could not be read", false),
    ])
  func largeFile(size: Int, status: Int, words: String, isKept: Bool) async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let form = try await browser.get("/c?line=documents%20upload")
      let action = try #require(
        form.body.firstMatch(of: #/action="(\/command\?line=documents[^"]*)"/#).map { String($0.1) }
      )
      func send(_ headers: [String: String]) async throws -> Browser.Answer {
        try await browser.send(
          "POST", Browser.unescaped(action),
          ["Origin": browser.origin, "Content-Type": Browser.multipartType]
            .merging(headers) { $1 },
          Browser.multipart(
            form.hidden.map { ($0.key, $0.value) }
              + [
                ("_command", "documents upload"), ("type", "transcript"), ("title", "Junior year"),
              ],
            [.init("file", "grades.pdf", String(repeating: "x", count: size))]))
      }
      let refused = try await send([:])
      #expect(refused.status == status, "\(refused.words)")
      #expect(refused.words.contains(words), "\(refused.words)")
      #expect(refused.words.contains("too large: 10 MB is the limit."), "\(refused.words)")
      #expect(refused.body.contains("href=\"#f-file\""), "\(refused.body)")
      #expect(refused.body.contains("Junior year") == isKept, "\(refused.body)")
      // The page's script does not reload the form, so the answer needs only the words of the
      // fault.
      let told = try await send(["X-In-Place": "1"])
      #expect(told.status == 413, "\(told.words)")
      #expect(told.body.contains("page-fault"), "\(told.body)")
      #expect(told.words.contains("too large: 10 MB is the limit."), "\(told.words)")
      #expect(
        try served.household.sql("SELECT count(*) FROM documents WHERE title = 'Junior year';")
          == "0\n")
    }
  }

  @Test(
    "The form of a command that sends its file instead of making it is called by that",
    arguments: [
      ("reports pdf --email family", "E-mail the report", "E-mail the report"),
      ("reports pdf", "Write the report with its charts as a PDF", "Make the file"),
    ])
  func formOfEmail(line: String, heading: String, button: String) async throws {
    try await served { (served) async throws -> Void in
      let form = try await served.browser().get("/c?line=\(Browser.encoded(line))")
      #expect(form.body.contains("<h1 id=\"form-title\">\(heading)</h1>"), "\(form.body)")
      #expect(form.body.contains(">\(button)</button>"), "\(form.body)")
    }
  }

  @Test("Where no mail server is set up, e-mailing a report leads to a page with two ways on")
  func reportWithoutMail() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      let page = try await browser.get("/c?line=reports%20pdf%20last-30-days%20--email%20family")
      #expect(page.status == 200, "\(page.words)")
      #expect(page.words.contains("E-mail the report"), "\(page.words)")
      #expect(page.words.contains("Sending e-mail is not set up here yet."), "\(page.words)")
      #expect(!page.body.contains("id=\"faults\"") && !page.body.contains("id=\"f-range\""))
      let way = /<p><span>[^<]*<a href="([^"]+)"[^>]*>[^<]*<\/a><\/span><\/p>/
      let ways = page.body.matches(of: way).map { Browser.unescaped(String($0.1)) }
      #expect(ways.contains { $0.contains("settings") && $0.contains("mail") }, "\(ways)")
      let file = try #require(ways.first { $0.contains("pdf") }, "\(ways)")
      let type = try await browser.get(file).headers["content-type"]
      #expect(type?.hasPrefix("application/pdf") == true, "\(file)")
    }
  }

  @Test("Files come with their names and types, whatever they are")
  func downloads() async throws {
    try await served { (served) async throws -> Void in
      let browser = try await served.browser()
      for (line, type, name) in [
        ("export schools", "text/csv", ".csv\""), ("packet pdf", "application/pdf", ".pdf\""),
        ("calendar export", "text/calendar", ".ics\""), ("export", "application/json", ".json\""),
      ] {
        let answer = try await browser.get("/c?line=\(Browser.encoded(line))")
        #expect(answer.status == 200, "\(line)")
        #expect(answer.headers["content-type"]?.hasPrefix(type) == true, "\(line)")
        #expect(answer.headers["content-disposition"]?.hasSuffix(name) == true, "\(line)")
        #expect(
          answer.headers["content-length"] == "\(answer.body.utf8.count)" || type.contains("pdf"))
      }
      let preview = try await browser.get("/preview?line=packet%20html")
      #expect(
        preview.headers["content-security-policy"]?.hasPrefix(
          "sandbox allow-scripts allow-modals; default-src 'none'") == true)
      // The page may run only one script, that of the Print button.
      let script = try #require(
        preview.body.firstMatch(of: #/onclick="([^"]*)"/#).map { String($0.1) })
      let digest = try Program.run(
        "/bin/sh", ["-c", "printf %s \"$0\" | openssl dgst -sha256 -binary | base64", script],
        environment: ["PATH": "/usr/bin:/bin"])
      #expect(
        preview.headers["content-security-policy"]?.contains(
          "script-src 'unsafe-hashes' 'sha256-\(digest.output.trimmed)';") == true)
      #expect(preview.headers["content-disposition"] == nil)
      #expect(try await browser.get("/preview?line=schools").status == 404)
    }
  }

  @Test("A table that is sent and too long is refused before anything of it is done")
  func longTable() async throws {
    try await served { served in
      let rows = (0...50_000).map { "School \($0)\n" }.joined()
      let answer = try await served.send(
        "import schools", as: nil, files: [.init("file", "long.csv", "name\n" + rows)])
      #expect(answer.status == 400)
      #expect(answer.body.contains("more than 50,000 lines"), "\(answer.body.prefix(500))")
      #expect(try served.household.sql("SELECT count(*) FROM schools;") == "30\n")
    }
  }

  @Test("An import whose browser left takes nothing, and the next one is as ever")
  func leftImport() async throws {
    try await served { served in
      let table = "name\nOhio State\n"
      let writer = try OtherWriter(of: served.household.file)
      defer { writer.end() }
      let request = try await served.request(
        "import schools", files: [.init("file", "a.csv", table)])
      let host = served.host
      let isRead = Flag()
      let answer = Task { await host.answer(request { isRead.raise() }) }
      while !isRead.isRaised { await Task.yield() }
      answer.cancel()
      writer.end()
      _ = await answer.value
      #expect(try served.household.sql("SELECT count(*) FROM schools;") == "30\n")
      let again = try await served.send(
        "import schools", as: nil, files: [.init("file", "a.csv", table)])
      #expect(again.status == 200, "\(again.body)")
      #expect(try served.household.sql("SELECT count(*) FROM schools;") == "31\n")
    }
  }
}

extension ServingTests {
  @Test("Pages answer while an import of many rows is written")
  func pagesMeanwhile() async throws {
    try await served { served in
      let browser = try await served.browser()
      let rows = (1...2_000).map { "School \($0)\n" }.joined()
      let request = try await served.request(
        "import schools", files: [.init("file", "many.csv", "name\n" + rows)])
      let host = served.host
      let isImported = Flag()
      let answer = Task {
        let answer = await host.answer(request {})
        isImported.raise()
        return answer.status
      }
      var count = 0
      while !isImported.isRaised {
        let page = try await browser.get(["/schools", "/schools/s1", "/tasks"][count % 3])
        #expect(page.status == 200)
        count += 1
      }
      #expect(count > 0)
      #expect(await answer.value == .ok)
      #expect(try served.household.sql("SELECT count(*) FROM schools;") == "2030\n")
    }
  }
}

/// A process of `sqlite3` that holds the file's write lock until it ends.
final class OtherWriter {
  private let program: PipedProgram

  init(of file: String) throws {
    program = try PipedProgram(["sqlite3", "-bail", file])
    program.write("BEGIN IMMEDIATE;\n.print held\n")
    _ = program.line()
  }

  func end() {
    program.endInput()
    program.wait()
  }
}

private final class Flag: Sendable {
  private let raised = Mutex(false)

  var isRaised: Bool { raised.withLock { $0 } }
  func raise() { raised.withLock { $0 = true } }
}
