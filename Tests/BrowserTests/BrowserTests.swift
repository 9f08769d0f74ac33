import Foundation
import Testing
import ToolTesting

/// Tests of the pages in a real browser: the built program serves them to Debian's Chromium, which
/// Playwright controls.
///
/// `Tools/test` installs Chromium and Playwright. The scripts are in `Browser`, one file for each
/// topic. Three browsers run at a time: one opens every page and presses every button, one performs
/// whole tasks, and one uses the pages of a server. A process that runs several tests of a script
/// makes its browser, its example family and its server's database once.
@Suite("In a real browser")
struct BrowserTests {
  @Suite("Every page", .serialized)
  struct EveryPage {
    @Test(
      "Every page of an athlete and a parent keeps axe-core's rules, fits its window and has no word of a terminal: light, dark, 768, 390 and 320 pixels"
    )
    func everyPage() async throws { try await run("pages") }

    @Test(
      "Every button of every page of a new, the example's and a large family comes to a page that says what was done or asked: for an athlete, a parent and a parent who helps, at 1280 and 390 pixels and without scripts"
    )
    func everyButton() async throws { try await run("every") }
  }

  @Suite("What people do", .serialized)
  struct WhatPeopleDo {
    @Test(
      "A family sets itself up, brings its tables, logs and ticks off: with scripts turned off, with them, and without a mouse; work that lasts can be stopped"
    )
    func week() async throws { try await run("week") }

    @Test("Hostile words in every field run on no page")
    func hostile() async throws { try await run("hostile", "everywhere") }

    @Test("No fault, offer of Find or line of History tells who looks at it to type something")
    func terminal() async throws { try await run("terminal") }

    @Test("Every form says at its fields what it refuses, in no words of a terminal")
    func wrong() async throws { try await run("wrong") }

    @Test("Single presses come to what they say")
    func presses() async throws { try await run("presses") }

    @Test("Without a connection the last pages are there to be read, and nobody else's")
    func offline() async throws { try await run("offline") }
  }

  @Suite("Pages of a server")
  struct PagesOfServer {
    @Test(
      "The pages of a server do what those of a family's own computer do, new accounts find the way to a family, and a killed server shows what its database has"
    )
    func server() async throws { try await run("server") }
  }
}

/// Runs the tests of a script that have these names, or all of them. What failed is said by name.
private func run(_ file: String, _ names: String...) async throws {
  let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  let repository = folder.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
  let python = repository + "/.build/browser/bin/python3"
  try #require(
    FileManager.default.isExecutableFile(atPath: python),
    "The browser's driver is not installed. Run  Tools/test Browser")
  let (status, words) = try await PipedProgram.said(
    [python, "\(folder)/Browser/\(file).py", program] + names,
    environment: PipedProgram.ownEnvironment)
  #expect(status == 0, "\(words)")
}

/// The path of the program: in the folder that `Tools/test` names, or else in that of the tests.
private var program: String {
  if let named = ProcessInfo.processInfo.environment["COMPASS_PROGRAMS"] {
    return named + "/compass-shell"
  }
  let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/compass-shell"
}
