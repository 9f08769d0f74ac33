import FeatureKit
import HTTP
import WebHost
import WebRendering

/// A form that was sent after its person's session had ended. The sign-in page contains its fields,
/// so that any server can show the form again: nothing of it is stored before the person has signed
/// in.
struct KeptForm {
  /// The fields as one value of a form.
  let text: String

  static let name = "_kept"
  /// The largest size of a form that the sign-in page contains. The browser's back button still
  /// leads to a longer form.
  static let most = 48 * 1024

  /// Reads the form of a request without a session; nil for any other request, and for a form in
  /// which nothing was written.
  init?(_ request: Request) async {
    guard request.method == .post, request.segments == ["command"], !request.wantsJSON else {
      return nil
    }
    var limits = FormLimits()
    limits.files = 0
    limits.textBytes = Self.most
    guard let form = try? await request.form(limits, files: nil),
      let written = WebHost.written(form.fields)
    else { return nil }
    let text = Base64URL.text(Array(written.text.utf8))
    guard text.utf8.count <= Self.most else { return nil }
    self.text = text
  }

  /// Reads the form that the sign-in page sent back.
  init?(_ text: String?) {
    guard let text, !text.isEmpty, text.utf8.count <= Self.most else { return nil }
    self.text = text
  }

  /// The fields that the person wrote; nil if the text was not made by this type.
  var written: Fields? {
    guard let bytes = Base64URL.bytes(text), let query = String(validating: bytes, as: UTF8.self),
      let fields = try? Fields(parsing: query)
    else { return nil }
    return WebHost.written(fields)
  }

  var field: FormField { FormField(Self.name, text) }
}
