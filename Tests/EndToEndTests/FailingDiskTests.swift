import Composition
import Foundation
import Testing

@Suite("A disk that fails late")
struct FailingDiskTests {
  /// The calls of `fsync` and `fdatasync` that fail, numbered from the start of the program; `2+`
  /// means the second call and all later ones.
  static let faults = ["1", "2", "3", "4", "1+", "2+", "3+"]

  static let canInject = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  @Test(
    "Nothing that was said to be unchanged is there at the next start, and nothing that was saved is missing",
    .enabled(if: FailingDiskTests.canInject, "strace makes the calls fail"), arguments: faults)
  func commit(_ which: String) throws {
    let household = try Household()
    // This command writes a committed change into SQLite's write-ahead log. When the next commit
    // fails, that change must not be damaged.
    try household.run(["tasks", "complete", "t54"])
    let before = try household.dump()
    let failing = try Program.run(
      "/usr/bin/strace",
      [
        "-f", "-o", household.folder + "/calls", "-e", "trace=fsync,fdatasync",
        "-e", "inject=fsync,fdatasync:error=EIO:when=\(which)", Program.path,
      ] + household.options + ["tasks", "complete", "t43"],
      environment: household.environment)
    let after = try household.dump()
    if failing.code == 0 {
      #expect(after != before, "\(failing)")
    } else if failing.errors.contains("Nothing was changed") {
      #expect(after == before, "\(failing)")
    } else {
      #expect(
        failing.errors.contains("It is not known whether the last change was kept"), "\(failing)")
    }
    #expect(try household.run(["doctor"]).code == 0)
  }

  @Test(
    "A page that cannot be read is a failing disk and no damaged file, which a backup would be put over",
    .enabled(if: FailingDiskTests.canInject, "strace makes the calls fail"),
    arguments: ["10+", "20+", "40+"])
  func reading(_ which: String) throws {
    let household = try Household()
    let failing = try Program.run(
      "/usr/bin/strace",
      [
        "-f", "-o", household.folder + "/calls", "-e", "trace=pread64",
        "-e", "inject=pread64:error=EIO:when=\(which)", Program.path,
      ] + household.options + ["tasks", "complete", "t43"],
      environment: household.environment)
    #expect(failing.code == 1, "\(failing)")
    #expect(failing.errors.contains("The disk failed"), "\(failing)")
    #expect(!failing.errors.contains("damaged"), "\(failing)")
    #expect(try household.run(["doctor"]).code == 0)
  }

  /// Starts a program whose calls fail, opens its pages at the address that it prints, prints the
  /// page of the schools and what the program said, and ends the program.
  private static let visit = """
    out="$0"
    /usr/bin/timeout 100 "$@" > "$out" 2>&1 &
    for turn in $(seq 600); do grep -q 'enter?key=' "$out" && break; sleep 0.1; done
    /usr/bin/python3 -c '
    import sys, urllib.request as web
    address = sys.argv[1]
    opener = web.build_opener(web.HTTPCookieProcessor())
    opener.open(address)
    print(opener.open(address.split("/enter")[0] + "/schools").read().decode())
    ' "$(grep -o 'http://[^ ]*key=[^ ]*' "$out")"
    kill $!
    wait
    cat "$out"
    """

  @Test(
    "Pages are served on a full disk, where a second program need not find the port",
    .enabled(if: FailingDiskTests.canInject, "strace makes the calls fail"),
    arguments: ["openat", "pwrite64"])
  func fullDiskServing(_ call: String) throws {
    let household = try Household()
    let folder = ServingFolder(dataFolder: household.data)
    try folder.make()
    // Only the port's file cannot be made, or the whole disk is full.
    let place = call == "openat" ? ["-P", "\(folder.path)/port"] : []
    var words = ["-c", Self.visit, household.folder + "/said", "/usr/bin/strace"]
    words += ["-f", "-o", household.folder + "/calls"] + place
    words += ["-e", "trace=\(call)", "-e", "inject=\(call):error=ENOSPC", Program.path]
    words += household.options + ["serve", "--port", "0"]
    let served = try Program.run(
      "/bin/sh", words, environment: household.environment, seconds: 120)
    #expect(served.code == 0, "\(served)")
    #expect(served.output.contains("<h1"), "\(served)")
    #expect(served.output.contains("Ended."), "\(served)")
    #expect(!served.output.contains("could not be made"), "\(served)")
    #expect(served.output.contains("The disk is full: you can look") == (call == "pwrite64"))
    #expect(try folder.claim() != nil)
  }

  @Test(
    "On a full disk everything can be looked at, and one line says that nothing can be saved",
    .enabled(if: FailingDiskTests.canInject, "strace makes the calls fail"),
    arguments: [["schools"], ["coaches"], ["doctor"], ["history"]])
  func fullDisk(_ line: [String]) throws {
    let household = try Household()
    let usual = try household.run(line)
    let full = try Program.run(
      "/usr/bin/strace",
      [
        "-f", "-o", household.folder + "/calls", "-e", "trace=pwrite64",
        "-e", "inject=pwrite64:error=ENOSPC", Program.path,
      ] + household.options + line,
      environment: household.environment)
    #expect(full.code == 0, "\(full)")
    #expect(full.output.hasPrefix(usual.output), "\(full)")
    let words = "The disk is full: you can look at everything, but nothing can be saved."
    #expect((full.output + full.errors).components(separatedBy: words).count == 2, "\(full)")
  }
}
