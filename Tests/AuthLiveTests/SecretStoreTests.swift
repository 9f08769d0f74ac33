import Auth
import Basics
import Glibc
import Testing

@testable import AuthLive

@Suite("Secrets on disk", .serialized)
struct SecretStoreTests {
  let parent = TemporaryFolder()
  var folder: String { parent.path + "/secrets" }
  var store: SecretStore { .files(in: folder) }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test(
    "What is saved is read again, to the byte",
    arguments: ["token", "", "zeilen\nmit\u{0}null und 🔑", String(repeating: "x", count: 20_000)])
  func roundTrip(text: String) async throws {
    try await store.save(SecretText(text), as: "session")
    #expect(try await store.read("session") == SecretText(text))
  }

  @Test("The file and its folder are their owner's alone")
  func modes() async throws {
    try await store.save(SecretText("token"), as: "session")
    #expect(mode(folder) == 0o700)
    #expect(mode(folder + "/session") == 0o600)
  }

  @Test("A file that others could read is closed to them when it is read")
  func tightened() async throws {
    try await store.save(SecretText("token"), as: "session")
    chmod(folder + "/session", 0o644)
    _ = try await store.read("session")
    #expect(mode(folder + "/session") == 0o600)
  }

  @Test("Saving replaces, removing forgets, and removing nothing is fine")
  func replaced() async throws {
    try await store.save(SecretText("one"), as: "session")
    try await store.save(SecretText("two"), as: "session")
    #expect(try await store.read("session") == SecretText("two"))
    #expect(parent.entries(of: "secrets") == ["session"])
    try await store.remove("session")
    try await store.remove("session")
    #expect(try await store.read("session") == nil)
    #expect(parent.entries(of: "secrets").isEmpty)
  }

  @Test("No name leaves the folder", arguments: ["../session", "/etc/passwd", "..", "a b", "ü"])
  func names(name: String) async throws {
    try await store.save(SecretText("token"), as: name)
    #expect(try await store.read(name) == SecretText("token"))
    #expect(parent.entries(of: "").count == 1)
    #expect(parent.entries(of: "secrets").count == 1)
  }

  @Test("A link in place of the file is not followed")
  func link() async throws {
    try await store.save(SecretText("token"), as: "session")
    rename(folder + "/session", folder + "/elsewhere")
    symlink(folder + "/elsewhere", folder + "/session")
    await #expect(throws: Problem.self) { try await store.read("session") }
    try await store.save(SecretText("new"), as: "session")
    #expect(try await store.read("elsewhere") == SecretText("token"))
  }

  @Test("A folder that cannot be made is a sentence with its name and no secret")
  func unwritable() async {
    let store = SecretStore.files(in: parent.path + "/missing/secrets")
    let expected = Problem(
      .failed,
      "\(parent.path)/missing/secrets/session could not be written: No such file or directory.",
      fix: "Check that its folder is yours and that the disk has room.")
    await #expect(throws: expected) { try await store.save(SecretText("token"), as: "session") }
  }

  @Test(
    "Without a session bus that answers, secrets go to files",
    arguments: [nil, "autolaunch:", "unix:path=/nowhere/bus", "nonsense"])
  func noBus(address: String?) async throws {
    let before = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) }
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    defer {
      set("DBUS_SESSION_BUS_ADDRESS", before)
      set("XDG_RUNTIME_DIR", runtime)
    }
    set("DBUS_SESSION_BUS_ADDRESS", address)
    set("XDG_RUNTIME_DIR", parent.path)
    let store = SecretStore.keyring(orFilesIn: folder)
    #expect(try await store.read("smtp") == nil)
    try await store.save(SecretText("letters"), as: "smtp")
    #expect(try await store.read("smtp") == SecretText("letters"))
    #expect(parent.entries(of: "secrets") == ["smtp"])
    try await store.remove("smtp")
    #expect(try await store.read("smtp") == nil)
  }

  @Test("What a killed process left half written is swept, and goes with its secret")
  func drafts() async throws {
    try await store.save(SecretText("token"), as: "session")
    // Linux gives no process an id as high as 4194999, so the files with this number belong to no
    // running process and have to be removed.
    for file in ["mail-x.4194999.new", "session.4194999.new", "session.\(getpid()).new", "other"] {
      fclose(fopen("\(folder)/\(file)", "w"))
    }
    SecretStore.sweepFiles(in: folder)
    #expect(parent.entries(of: "secrets") == ["other", "session", "session.\(getpid()).new"])
    try await store.remove("session")
    #expect(parent.entries(of: "secrets") == ["other"])
    SecretStore.sweepFiles(in: folder + "/nowhere")
  }

  private func set(_ name: String, _ value: String?) {
    if let value { setenv(name, value, 1) } else { unsetenv(name) }
  }
}
