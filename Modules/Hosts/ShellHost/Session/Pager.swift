import FeatureKit

/// Shows a long page one screen at a time; what was shown stays in the terminal's own scrollback.
struct Pager {
  let lines: [String]
  let rows: Int
  let console: Console

  static let help = "space next · Enter one line · b back · / search · q leave"

  func run() {
    var position = 0
    var step = max(1, rows - 1)
    var note: String?
    while true {
      let end = min(lines.count, position + step)
      put(lines[position..<end].map { $0 + "\n" }.joined())
      position = end
      guard position < lines.count else { return }
      switch key(at: position, note) {
      case .leave: return
      case .next(let count): (step, note) = (count, nil)
      case .back:
        position = max(0, position - 2 * (rows - 1))
        (step, note) = (rows - 1, nil)
      case .search(let text):
        if let found = find(text, from: position) {
          (position, step, note) = (found, rows - 1, nil)
        } else {
          (step, note) = (0, "`\(text)` is not further down.")
        }
      case .unknown: (step, note) = (0, Self.help)
      }
    }
  }

  private enum Key { case leave, back, unknown, next(Int), search(String) }

  private func key(at position: Int, _ note: String?) -> Key {
    // What is said once goes above, like a line of the page; the status itself fits 40 columns.
    if let note { put(note + "\n") }
    put("-- \(position * 100 / lines.count)%  space more, q leave, ? help --")
    let pressed = console.readKey()
    clear()
    switch pressed.map({ Character(Unicode.Scalar($0)) }) {
    case nil, "q", "Q", "\u{3}", "\u{4}": return .leave
    case " ", "f": return .next(rows - 1)
    case "\r", "\n", "j": return .next(1)
    case "b": return .back
    case "/": return searched()
    default: return .unknown
    }
  }

  private func searched() -> Key {
    var typed: [UInt8] = []
    while true {
      clear()
      put("/" + VisibleText(String(decoding: typed, as: UTF8.self)).text)
      guard let key = console.readKey(), key != 3 else {
        clear()
        return .next(0)
      }
      switch key {
      case 0x0A, 0x0D:
        clear()
        return typed.isEmpty ? .next(0) : .search(String(decoding: typed, as: UTF8.self))
      case 0x08, 0x7F:
        while let last = typed.popLast(), last & 0xC0 == 0x80 {}
      default: if key >= 0x20 { typed.append(key) }
      }
    }
  }

  private func find(_ text: String, from start: Int) -> Int? {
    let wanted = NameMatch.folded(text)
    return lines.indices[start...].first { NameMatch.folded(lines[$0]).contains(wanted) }
  }

  private func clear() { put("\r\u{1B}[K") }

  private func put(_ text: String) { try? console.write(Array(text.utf8), .output) }
}
