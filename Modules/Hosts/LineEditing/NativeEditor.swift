import CLineEdit
import Glibc

/// An editor for typed lines that uses the C library libedit and keeps the lines of the history.
final class NativeEditor {
  private let edit: OpaquePointer
  private let terminal: Terminal

  init?(terminal: Terminal, library: String) {
    let limit = Int32(HistoryFile.usualLimit)
    guard let edit = compass_edit_open(library, terminal.input, terminal.output, limit) else {
      return nil
    }
    self.edit = edit
    self.terminal = terminal
  }

  deinit {
    compass_edit_close(edit)
  }

  func read(_ prompt: Prompt, browsing: Bool, completion: @escaping LineCompletion) -> Reading {
    let tab = TabKey(completion: completion, terminal: terminal)
    var line: UnsafePointer<wchar_t>?
    var length = 0
    let end = withExtendedLifetime(tab) {
      compass_edit_read(
        edit, prompt.marked.wide, browsing,
        { context, edit, again in
          guard let context, let edit else { return compass_edit_unchanged }
          return Unmanaged<TabKey>.fromOpaque(context).takeUnretainedValue().pressed(edit, again)
        },
        Unmanaged.passUnretained(tab).toOpaque(), &line, &length)
    }
    switch end {
    case compass_edit_line: return .line(String(wide: line, length: length))
    case compass_edit_interrupted: return .interrupted
    default: return .endOfInput
    }
  }

  func remember(_ line: String) {
    compass_edit_remember(edit, line.wide)
  }
}

/// Answers the TAB key while libedit reads a line: it asks `completion` for candidates, and changes
/// the line or lists them.
private final class TabKey {
  let completion: LineCompletion
  let terminal: Terminal

  init(completion: @escaping LineCompletion, terminal: Terminal) {
    self.completion = completion
    self.terminal = terminal
  }

  func pressed(_ edit: OpaquePointer, _ again: Bool) -> compass_edit_tab {
    var wide: UnsafePointer<wchar_t>?
    var length = 0
    var cursor = 0
    compass_edit_current(edit, &wide, &length, &cursor)
    let line = String(wide: wide, length: length)
    switch completion(line, cursor).answer(line: line, cursor: cursor, again: again) {
    case .nothing: return compass_edit_unchanged
    case .replace(let count, let text):
      return compass_edit_replace(edit, count, text.wide)
        ? compass_edit_changed : compass_edit_unchanged
    case .list(let candidates):
      compass_edit_list(edit, CandidateList(candidates).text(in: terminal.size))
      return compass_edit_listed
    }
  }
}

extension String {
  /// The scalars as C wide characters, terminated by zero.
  var wide: [wchar_t] { unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0] }

  /// The number of columns that the text takes on a terminal.
  var columns: Int {
    let wide = wide
    return compass_edit_width(wide, wide.count - 1)
  }

  fileprivate init(wide: UnsafePointer<wchar_t>?, length: Int) {
    var scalars = String.UnicodeScalarView()
    for character in UnsafeBufferPointer(start: wide, count: length) {
      scalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    self = String(scalars)
  }
}
