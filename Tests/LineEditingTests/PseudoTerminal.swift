import Glibc
import Synchronization
import Testing

@testable import LineEditing

/// A terminal without a window: the test types its keys and reads its screen.
final class PseudoTerminal {
  private var master: Int32
  let slave: Int32
  private var seen: [UInt8] = []
  private var consumed = 0

  var terminal: Terminal { Terminal(input: slave, output: slave) }

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    setenv("TERM", "xterm", 1)
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var unlocked: Int32 = 0
    var number: Int32 = 0
    try #require(ioctl(master, lockRequest, &unlocked) == 0)
    try #require(ioctl(master, numberRequest, &number) == 0)
    slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(slave >= 0)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(slave)
    hangUp()
  }

  /// Closes the terminal, as a user does by closing its window.
  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    type(bytes: Array(text.utf8))
  }

  func type(bytes: [UInt8]) {
    _ = write(master, bytes, bytes.count)
  }

  /// Returns the output that the screen received since the last call, up to and including `text`.
  /// It waits until `text` has arrived.
  @discardableResult
  func screen(until text: String, _ location: SourceLocation = #_sourceLocation) -> String {
    while true {
      let new = String(decoding: seen[consumed...], as: UTF8.self)
      if let end = new.range(ofText: text) {
        let shown = String(new[..<end])
        consumed += shown.utf8.count
        return shown
      }
      var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      var chunk = [UInt8](repeating: 0, count: 4096)
      guard poll(&waiting, 1, 20_000) == 1, case let count = read(master, &chunk, chunk.count),
        count > 0
      else {
        Issue.record("\(text.debugDescription) never came: \(new)", sourceLocation: location)
        return new
      }
      seen += chunk[..<count]
    }
  }
}

// Numbers of Linux's terminal requests. Swift's Glibc module has no <pty.h> and no <termios.h>,
// which define them.
private let lockRequest: UInt = 0x4004_5431
private let numberRequest: UInt = 0x8004_5430
private let settingsRequest: UInt = 0x5401

/// Returns whether a terminal shows what is typed.
func isEchoing(_ descriptor: Int32) -> Bool {
  var settings = [UInt32](repeating: 0, count: 16)
  return ioctl(descriptor, settingsRequest, &settings) == 0 && settings[3] & 8 != 0
}

/// Runs blocking work on its own thread, because it would block a thread of Swift's task pool.
final class Background<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let work: @Sendable () -> Value
  private let thread = Mutex(pthread_t())

  init(_ work: @escaping @Sendable () -> Value) {
    self.work = work
    let context = Unmanaged.passRetained(self as AnyObject).toOpaque()
    _ = thread.withLock { thread in
      pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          let object = Unmanaged<AnyObject>.fromOpaque(context).takeRetainedValue()
          (object as? any Runnable)?.run()
          return nil
        }, context)
    }
  }

  func value() throws -> Value {
    pthread_join(thread.withLock { $0 }, nil)
    return try #require(result.withLock { $0 })
  }
}

private protocol Runnable {
  func run()
}

extension Background: Runnable {
  fileprivate func run() {
    let value = work()
    result.withLock { $0 = value }
  }
}

extension String {
  /// Returns the end of the first occurrence of a text.
  fileprivate func range(ofText text: String) -> String.Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].unicodeScalars.starts(with: text.unicodeScalars) {
        return unicodeScalars.index(start, offsetBy: text.unicodeScalars.count)
      }
      start = unicodeScalars.index(after: start)
    }
    return nil
  }
}

/// A folder that is deleted after the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/line-editing-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
  }

  deinit {
    guard let entries = opendir(path) else { return }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(path)/\(name)")
    }
    closedir(entries)
    rmdir(path)
  }
}

/// The failures that an editor reported, in order.
final class Told: Sendable {
  private let failures = Mutex<[LineEditingFailure]>([])

  func add(_ failure: LineEditingFailure) { failures.withLock { $0.append(failure) } }

  var all: [LineEditingFailure] { failures.withLock { $0 } }
}
