import Basics
import Glibc

/// The failures of three tasks: reading a typed line, using the history file, and reading a secret
/// from a file or descriptor.
package enum LineEditingFailure: Error, Equatable, Sendable {
  /// libedit is not installed, or cannot drive this terminal.
  case editingUnavailable
  case historyNotRead(path: String, code: Int32)
  case historyNotKept(path: String, code: Int32)
  /// The path of the history is a link to another file, or names something other than a regular
  /// file.
  case historyIsLink(path: String)
  case secretNotRead(source: String, code: Int32)
  /// Users other than the owner may access the file with the secret; `mode` holds its permission
  /// bits.
  case secretNotPrivate(path: String, mode: UInt32)
  case secretNotAFile(path: String)
  case secretEmpty(source: String)
  case secretTooLong(source: String, limit: Int)
  case secretNotText(source: String)
}

extension LineEditingFailure {
  /// A sentence for the person that says what failed.
  package var what: String {
    switch self {
    case .editingUnavailable:
      "The arrow keys, history and completion need libedit, which did not load."
    case .historyNotRead(let path, let code):
      "The history in \(shown(path)) could not be read: \(reason(code))."
    case .historyNotKept(let path, let code):
      "What you type is not kept in \(shown(path)): \(reason(code))."
    case .historyIsLink(let path):
      "What you type is not kept: \(shown(path)) is a link to another file, or no file."
    case .secretNotRead(let source, let code):
      "The passphrase could not be read from \(shown(source)): \(reason(code))."
    case .secretNotPrivate(let path, let mode):
      "Other people on this computer can read \(shown(path)) (mode \(String(mode, radix: 8)))."
    case .secretNotAFile(let path):
      "\(shown(path)) is not a file."
    case .secretEmpty(let source):
      "The first line of \(shown(source)) is empty."
    case .secretTooLong(let source, let limit):
      "The first line of \(shown(source)) is longer than \(limit) bytes."
    case .secretNotText(let source):
      "The first line of \(shown(source)) is not UTF-8 text."
    }
  }

  /// A sentence for the person that says how to correct the failure.
  package var fix: String {
    switch self {
    case .editingUnavailable: "Install it with: sudo apt install libedit2"
    case .historyNotRead(let path, _), .historyNotKept(let path, _):
      "Check that \(shown(path)) is yours and that the disk has room."
    case .historyIsLink(let path): "Delete it:  rm \(shown(path))"
    case .secretNotRead: "Check the name, and that you may read it."
    case .secretNotPrivate(let path, _): "Make it yours alone: chmod 600 \(shown(path))"
    case .secretNotAFile: "Name a file whose first line is the passphrase."
    case .secretEmpty, .secretTooLong, .secretNotText:
      "Put the passphrase on the first line, and nothing else."
    }
  }

  private func shown(_ path: String) -> String { VisibleText(path).text }

  private func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
