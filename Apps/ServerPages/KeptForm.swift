import AuthLive
import FeatureKit
import HTTP
import WebHost
import WebRendering

/// A form that arrived after the session of its person had ended.
///
/// The sign-in page contains the form's fields in a hidden field, and the form is shown again after
/// signing in. Before that, the server stores nothing of the form, so the person can sign in at
/// another server of the same database. After signing in, the form is also in the database,
/// encrypted, because another server may answer the next request. It stays there until it is
/// submitted and its command is done, or for fifteen minutes.
struct KeptForm {
  /// The form's fields, encoded as the value of one hidden field.
  let text: String

  static let name = "_kept"
  /// The largest size of a form that the sign-in page can contain in a hidden field. A person with
  /// a longer form can still go back to it with the browser's back button.
  static let most = WebHost.limitsOfCarriedForm.textBytes

  /// Reads the form of a request without a valid session. Returns nil for other requests, for an
  /// empty form, and for a form that is too long.
  init?(_ request: Request) async {
    guard request.method == .post, request.segments == ["command"], !request.wantsJSON else {
      return nil
    }
    guard let form = try? await request.form(WebHost.limitsOfCarriedForm, files: nil),
      let written = WebHost.written(form.fields)
    else { return nil }
    let text = Base64URL.text(Array(written.text.utf8))
    guard text.utf8.count <= Self.most else { return nil }
    self.text = text
  }

  /// Reads the hidden field that the sign-in page sent back; nil if there is none, or if it is too
  /// long.
  init?(_ text: String?) {
    guard let text, !text.isEmpty, text.utf8.count <= Self.most else { return nil }
    self.text = text
  }

  /// The fields that the person filled in; nil if the text is not an encoded form.
  var written: Fields? {
    guard let bytes = Base64URL.bytes(text), let query = String(validating: bytes, as: UTF8.self),
      let fields = try? Fields(parsing: query)
    else { return nil }
    return WebHost.written(fields)
  }

  var field: FormField { FormField(Self.name, text) }

  /// Returns the form, encrypted with the browser's cookie; nil if this machine cannot encrypt, for
  /// example without libsodium.
  func sealed(with cookie: String) -> String? {
    SealedText(text, with: cookie).map { Base64URL.text($0.joined) }
  }

  /// Reads a form that `sealed` returned for the same cookie.
  init?(sealed: String, with cookie: String) {
    self.init(
      Base64URL.bytes(sealed).flatMap { SealedText(joined: $0) }?.text(with: cookie))
  }
}
