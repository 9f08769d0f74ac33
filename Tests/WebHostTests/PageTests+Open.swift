import Conversation
import Domain
import ExampleBackend
import FeatureKit
import Foundation
import JSON
import Testing
import WebTesting

@testable import WebHost

// What a page hears and asks while it is open in a browser.
extension PageTests {
  @Test("An open page hears of a change, and of the end of its session")
  func live() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      #expect(page.body.contains("/live?since=1"))
      async let stream = browser.get("/live?since=0")
      while family.host.changes.readers == 0 { await Task.yield() }
      family.change(to: 2)
      family.pauses.end()
      // A session ends after a time without requests, and a stream that stays open does not prolong
      // it. The stream of an ended session ends when the next change arrives.
      family.pass(BrowserSessions.idleMilliseconds + 1)
      family.change(to: 3)
      family.pauses.end()
      let over = try await stream
      let text = over.body
      #expect(text.contains("event: changed") && text.contains("event: over"), "\(text)")
    }
  }

  @Test("A page that somebody left open hears at once that they signed out")
  func signedOut() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      async let stream = browser.get("/live?since=0")
      while family.host.changes.readers == 0 { await Task.yield() }
      _ = try await browser.press("account sign-out", on: page)
      #expect(try await stream.body.contains("event: over"))
    }
  }

  @Test(
    "Who presses quickly is refused nothing: the oldest stream makes room"
  )
  func quickPages() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/tasks")
      #expect(page.status == 200)
      try await withThrowingTaskGroup(of: Browser.Answer.self) { group in
        for number in 1...(BrowserSession.mostStreams + 2) {
          group.addTask { try await browser.get("/live?since=0") }
          while family.host.changes.readers < min(number, BrowserSession.mostStreams) {
            await Task.yield()
          }
        }
        for _ in 1...2 {
          let ended = try #require(try await group.next())
          #expect(ended.status == 200 && !ended.body.contains("event: over"), "\(ended)")
        }
        #expect(family.host.changes.readers <= BrowserSession.mostStreams)
        // The server allows a session only a few open streams of events, so it has ended the oldest
        // ones. The remaining streams must end together with the session.
        family.pass(BrowserSessions.idleMilliseconds + 1)
        family.change(to: 3)
        family.pauses.end()
        for try await ended in group { #expect(ended.body.contains("event: over")) }
      }
    }
  }

  @Test("Work that lasts can be asked after and stopped, by nobody but its own pages")
  func longWork() async throws {
    try await served { (family) async throws -> Void in
      let browser = try await family.browser()
      let page = try await browser.get("/schools")
      let number = try #require(page.hidden["_once"])
      let token = try #require(page.hidden["_token"])
      #expect(try await browser.get("/work?_once=\(number)").status == 204, "nothing was sent yet")
      let gate = family.backend.hook.hold("schools.add")
      async let answer = browser.press("schools add Kent", on: page)
      while family.backend.hook.count(of: "schools.add") == 0 { await Task.yield() }
      let other = try await family.browser()
      #expect(try await other.get("/work?_once=\(number)").status == 204, "another browser's")
      let shown = try await browser.get("/work?_once=\(number)", ["Accept": "application/json"])
      #expect(shown.status == 200 && shown.body == "{}\n")
      for wrong in [[("_once", number)], [("_token", token), ("_once", "7")]] {
        #expect(try await browser.post(wrong, to: "/work").status != 200)
      }
      let stop = [("_token", token), ("_once", number)]
      #expect(try await browser.post(stop, to: "/work").status == 200)
      #expect(try await answer.body.contains("Stopped."))
      #expect(try await browser.get("/work?_once=\(number)").status == 204, "it is over")
      gate.open()
    }
  }
}
