import FeatureKit
import HTTP
import WebHost
import WebRendering

/// A form that was sent after its person's session had ended. The page to sign in carries it along, so that any server can show it again:
/// nothing of it is stored before somebody has signed in.
struct KeptForm {
  /// The fields as one value of a form.
  let text: String

  static let name = "_kept"
  /// A longer form is not carried along; the browser's way back still has it.
  static let most = 48 * 1024

  /// The form of a request without a session; nil for any other request, and for a form in which nothing was written.
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

  /// The form that the page to sign in sent back.
  init?(_ text: String?) {
    guard let text, !text.isEmpty, text.utf8.count <= Self.most else { return nil }
    self.text = text
  }

  /// What was written; nil where the text was not made here.
  var written: Fields? {
    guard let bytes = Base64URL.bytes(text), let query = String(validating: bytes, as: UTF8.self),
      let fields = try? Fields(parsing: query)
    else { return nil }
    return WebHost.written(fields)
  }

  var field: FormField { FormField(Self.name, text) }
}
