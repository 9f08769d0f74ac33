import Domain
import Glibc
import Networking
import ShellHost

extension LinkProbe {
  /// Checks for a visitor in a browser whether a link still works, by requesting its address. Only
  /// public web addresses are requested, so that a visitor cannot explore this computer or its
  /// network.
  static let ofThePublicWeb = LinkProbe { address in
    PublicSite.isNamed(by: address) ? await LinkProbe.publicWeb.answer(of: address) : .notFromHere
  }

  /// Returns the check of links for a person at this computer. It requests web addresses over the
  /// network. Any other address counts as the path of a file on this machine.
  static func live(_ paths: PathGuard) -> LinkProbe {
    LinkProbe { address in
      let isOfTheWeb = ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
      return isOfTheWeb
        ? await LinkProbe.web.answer(of: address) : fileAnswer(address, paths)
    }
  }

  /// Returns whether a file of this machine exists and can be read. A file of the program itself
  /// counts as missing, because it is not a document.
  private static func fileAnswer(_ written: String, _ paths: PathGuard) -> LinkAnswer {
    guard !written.utf8.contains(0), let path = try? paths.path(for: written, .reading) else {
      return .fileMissing
    }
    guard path.hasPrefix("/") else { return .noFolder }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      return [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP].contains(errno) ? .fileMissing : .fileUnreadable
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { return .fileMissing }
    return access(path, R_OK) == 0 ? .fileFound : .fileUnreadable
  }
}
