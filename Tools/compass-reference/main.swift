import Composition
import Glibc
import ServerInterface
import ShellHost

// Writes the manual, the page docs/commands.md and the completion scripts from the declarations of
// the commands. Also writes the description of the server's own endpoints from the declarations of
// its operations. With `--check` it writes nothing and lists the files that are out of date. Paths
// are relative to the current folder, which `Tools/reference` sets.

func contents(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

func write(_ text: String, to path: String) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  let bytes = Array(text.utf8)
  let isWhole = fwrite(bytes, 1, bytes.count, file) == bytes.count
  return fclose(file) == 0 && isWhole
}

func say(_ line: String) { print(line) }

let arguments = CommandLine.arguments.dropFirst()
guard arguments.isEmpty || Array(arguments) == ["--check"] else {
  say("✗ Tools/reference takes nothing but --check.")
  exit(2)
}

let files =
  Compass.reference.files.map { ($0.path, $0.text) } + [("docs/openapi.yaml", OpenAPI.document)]
let stale = files.map { (path: $0.0, text: $0.1) }.filter { contents(of: $0.path) != $0.text }
for file in stale {
  if !arguments.isEmpty {
    say("✗ \(file.path) is stale. Run Tools/reference.")
  } else if write(file.text, to: file.path) {
    say("✓ \(file.path)")
  } else {
    say("✗ \(file.path) could not be written: \(String(cString: strerror(errno))).")
    exit(1)
  }
}
if stale.isEmpty {
  say("✓ The manual, the completion scripts and docs/openapi.yaml are up to date.")
}
exit(!stale.isEmpty && !arguments.isEmpty ? 1 : 0)
