import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing
import WebHost

@testable import Composition

@Suite("Sessions of browsers that outlast the program")
struct KeptSessionTests {
  private static let start: Int64 = 1_800_000_000
  private static let session = KeptSession(
    visitor: ["person": "Dana Quillfeather", "secret.session": "hunter2"], token: [1, 2, 255],
    pages: 7)

  private let place: Place
  private let file: FamilyFile
  private let clock = MovingClock(Instant(seconds: Self.start))
  private let memory: SessionMemory

  init() throws {
    place = try Place()
    file = place.family()
    memory = .kept(in: file, now: { [clock] in clock.now })
  }

  private var backend: SQLBackend { Program(file, .onDevice()).backend }

  private func stored() throws -> String? {
    try backend.deviceValues()[DevicePreferenceKey.browserSessions]
  }

  private func store(_ text: String?) throws {
    try backend.setDeviceValue(text, for: DevicePreferenceKey.browserSessions)
  }

  /// Makes the data file, without which no session is stored.
  private func makeFile() throws { try backend.setDeviceValue("dark", for: "theme") }

  @Test("A session comes back with its cookie, also after the program began again")
  func restart() throws {
    try makeFile()
    try memory.save("cookie", Self.session)
    #expect(memory.load("cookie") == Self.session)
    file.close()
    let again = SessionMemory.kept(in: place.family(), now: { [clock] in clock.now })
    #expect(again.load("cookie") == Self.session)
    #expect(again.load("other") == nil && again.load("") == nil && again.load("cookie ") == nil)
  }

  @Test("The file shows neither a cookie nor what its session holds")
  func hidden() throws {
    try makeFile()
    try memory.save("a long cookie", Self.session)
    let text = try #require(try stored())
    for part in ["a long cookie", "cookie", "Quillfeather", "hunter2", "person", "AQL_"] {
      #expect(!text.contains(part), "\(text)")
    }
  }

  @Test("Without a data file no session is kept, and signing in makes no file")
  func noFile() throws {
    try memory.save("cookie", Self.session)
    try memory.remove("cookie")
    #expect(memory.load("cookie") == nil)
    #expect(try place.names() == [])
  }

  @Test(
    "A session lasts thirteen hours, and a clock that is set back a minute does not end it",
    arguments: [
      (0, true), (13 * 3_600, true), (13 * 3_600 + 1, false), (-60, true), (-61, false),
      (4_000_000_000, false), (-1_800_000_000, false),
    ] as [(Int64, Bool)])
  func ages(seconds: Int64, lasts: Bool) throws {
    try makeFile()
    try memory.save("cookie", Self.session)
    clock.move(to: Instant(seconds: Self.start + seconds))
    #expect((memory.load("cookie") != nil) == lasts)
    clock.move(to: Instant(seconds: Self.start))
    #expect(memory.load("cookie") == Self.session, "the clock is right again")
  }

  @Test("A session that is over leaves the file when another one is stored")
  func sweep() throws {
    try makeFile()
    try memory.save("early", Self.session)
    clock.move(to: Instant(seconds: Self.start + 14 * 3_600))
    try memory.save("late", Self.session)
    #expect(try stored()?.split(separator: "\n").count == 1)
    #expect(memory.load("late") == Self.session)
  }

  @Test("The forty-first session takes the place of the one that was stored longest ago")
  func most() throws {
    try makeFile()
    for number in 1...40 { try memory.save("cookie \(number)", Self.session) }
    try memory.save("cookie 1", Self.session)
    try memory.save("cookie 41", Self.session)
    #expect(try stored()?.split(separator: "\n").count == 40)
    #expect(memory.load("cookie 2") == nil)
    for number in [1, 3, 40, 41] { #expect(memory.load("cookie \(number)") != nil, "\(number)") }
  }

  @Test("A session that is removed opens no page any more, and the others do")
  func remove() throws {
    try makeFile()
    try memory.save("cookie", Self.session)
    try memory.save("other", Self.session)
    try memory.remove("cookie")
    #expect(memory.load("cookie") == nil)
    #expect(memory.load("other") == Self.session)
    try memory.remove("other")
    #expect(try stored() == nil)
  }

  @Test(
    "A line that another program damaged is no session, and the sessions beside it are",
    arguments: [
      "x", "a b c", "a 1 AAAA", "a 1 AAAA AAAA AAAA", "a one AAAA AAAA", "a 1 = =", "   ",
      "a \(Int64.min) AAAA AAAA", "a \(Int64.max) AAAA AAAA", "a 9223372036854775808 AAAA AAAA",
      "\u{7F} 1 \u{1B}[31m é",
    ])
  func damagedLine(line: String) throws {
    try makeFile()
    try memory.save("cookie", Self.session)
    try store([line, try #require(try stored()), line].joined(separator: "\n"))
    #expect(memory.load("cookie") == Self.session)
    #expect(memory.load("a") == nil)
    try memory.save("other", Self.session)
    try memory.remove("nothing")
    #expect(memory.load("cookie") == Self.session && memory.load("other") == Self.session)
  }

  @Test(
    "A line with the digest of a cookie opens nothing if its other parts are not of that cookie",
    arguments: [0, 1, 2, 3])
  func damagedPart(part: Int) throws {
    try makeFile()
    try memory.save("other", Self.session)
    let other = try #require(try stored()).split(separator: " ")
    try store(nil)
    try memory.save("cookie", Self.session)
    var parts = try #require(try stored()).split(separator: " ")
    parts[part] = part == 1 ? "\(Int64.min)" : other[part]
    try store(parts.joined(separator: " "))
    #expect(memory.load("cookie") == nil)
    #expect(memory.load("other") == nil)
  }

  @Test("Sessions that are stored at the same time are all kept")
  func atTheSameTime() async throws {
    try makeFile()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask { try memory.save("cookie \(number)", Self.session) }
      }
      try await group.waitForAll()
    }
    for number in 0..<12 { #expect(memory.load("cookie \(number)") == Self.session) }
  }
}
