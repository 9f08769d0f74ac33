import Glibc
import Testing

@testable import LineEditing

@Suite("A secret from elsewhere")
struct SecretSourceTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/secret"
  }

  private func write(_ bytes: [UInt8], mode: mode_t = 0o600) throws {
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    chmod(path, mode)
  }

  @Test(
    "The first line is the secret, spaces and all",
    arguments: [
      ("Harbor7light\n", "Harbor7light"), ("Harbor7light", "Harbor7light"),
      ("Harbor7light\r\nsecond\n", "Harbor7light"), ("  two words \n", "  two words "),
      ("Grüße7\n", "Grüße7"),
    ])
  func firstLine(text: String, secret: String) throws {
    try write(Array(text.utf8))
    #expect(try SecretSource.file(path).read() == secret)
  }

  @Test("A descriptor gives its first line and keeps what follows")
  func descriptor() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    Glibc.write(ends[1], "Harbor7light\nnext", 17)
    #expect(try SecretSource.descriptor(ends[0]).read() == "Harbor7light")
    var rest = [UInt8](repeating: 0, count: 10)
    #expect(read(ends[0], &rest, 10) == 4)
  }

  @Test("A file that others can read is refused", arguments: [0o640, 0o604, 0o644, 0o660])
  func notPrivate(mode: mode_t) throws {
    try write(Array("Harbor7light\n".utf8), mode: mode)
    let failure = LineEditingFailure.secretNotPrivate(path: path, mode: mode)
    #expect(throws: failure) { try SecretSource.file(path).read() }
    #expect(
      failure.what
        == "Other people on this computer can read \(path) (mode \(String(mode, radix: 8))).")
    #expect(failure.fix == "Make it yours alone: chmod 600 \(path)")
  }

  @Test("What is no secret is refused, and never repeated")
  func refused() throws {
    try write([0x0A, 0x78])
    #expect(throws: LineEditingFailure.secretEmpty(source: path)) {
      try SecretSource.file(path).read()
    }
    try write([UInt8](repeating: 0x78, count: 1024))
    #expect(try SecretSource.file(path).read().count == 1024)
    try write([UInt8](repeating: 0x78, count: 1025))
    #expect(throws: LineEditingFailure.secretTooLong(source: path, limit: 1024)) {
      try SecretSource.file(path).read()
    }
    try write([0xFF, 0x0A])
    #expect(throws: LineEditingFailure.secretNotText(source: path)) {
      try SecretSource.file(path).read()
    }
    #expect(throws: LineEditingFailure.secretNotAFile(path: folder.path)) {
      try SecretSource.file(folder.path).read()
    }
    #expect(throws: LineEditingFailure.secretNotRead(source: "/nowhere", code: ENOENT)) {
      try SecretSource.file("/nowhere").read()
    }
    #expect(throws: LineEditingFailure.secretNotRead(source: "descriptor -1", code: EBADF)) {
      try SecretSource.descriptor(-1).read()
    }
  }

  @Test("A control character in a path is shown, not obeyed")
  func hostilePath() {
    let failure = LineEditingFailure.secretNotAFile(path: "a\u{1B}[2Jb")
    #expect(failure.what == "a␛[2Jb is not a file.")
  }
}
