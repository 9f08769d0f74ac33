package import FeatureKit
package import HTTP
import JSON
package import WebRendering

// Creates pages for requests that belong to no session, such as error pages. These pages contain no
// data of a person.
extension WebHost {
  /// Returns the error page for a fault (the reason why a request failed). If the request asks for
  /// JSON, returns the fault as JSON.
  func page(
    of fault: WebFault, for request: HTTP.Request?, form: [FormField] = []
  ) -> Response {
    if let request, request.wantsJSON {
      return json(JSONAnswer(problem: fault.problem), fault.status)
    }
    var served = ServedFault(status: fault.status.code, fault.problem)
    served.form = form
    if fault.status != .unauthorized {
      served.links = [CommandLink("To the first page", "open /")]
    }
    var response = Response(fault.status, .html, bare(.fault(served)))
    if fault == .nameChanging {
      let isFetched = request?.method.isSafe == true
      response.headers["Refresh"] = isFetched ? "1" : "1; url=/"
    }
    return response
  }

  func json(_ answer: JSONAnswer, _ status: Status) -> Response {
    Response(status, .json, JSONRenderer.render(answer).text + "\n")
  }

  /// Returns a page whose content comes from the app that uses this web host, such as the sign-in
  /// page of a server. The page has no navigation and no forms of commands, and shows no person.
  package func answer(
    _ content: ServedPage.Content, status: Status = .ok,
    _ more: (inout ServedPage) -> Void = { _ in }
  ) -> Response {
    var response = Response(status, .html, bare(content, more))
    SecurityHeaders.add(to: &response)
    return response
  }

  /// Returns the error page for a problem that the app which uses this host has found, for example
  /// a server that refuses a request.
  package func answer(_ problem: Problem, to request: HTTP.Request) -> Response {
    answer(problem, to: request, form: [])
  }

  /// Returns the error page for a request that the app which uses this host could not begin to
  /// answer, for example because its database is not reachable. If the request came from a
  /// command's form, the page has a button that sends the form again.
  ///
  /// A page cannot contain a file or a very long form, so it has no button for such a form. It
  /// cannot contain a secret either, because the commands of a server's pages take none.
  package func answer(_ problem: Problem, toUnread request: HTTP.Request) async -> Response {
    guard request.method == .post, request.path == Addresses.command, !request.wantsJSON,
      let form = try? await request.form(Self.limitsOfCarriedForm, files: nil), form.files.isEmpty
    else { return answer(problem, to: request) }
    return answer(
      problem, to: request, form: form.fields.all.map { FormField($0.name, $0.value) })
  }

  /// The size limits of a form whose values an error page contains, so that the button on the page
  /// can send the form again. Such a form has no files.
  package static var limitsOfCarriedForm: FormLimits {
    var limits = FormLimits()
    limits.files = 0
    limits.textBytes = 48 * 1024
    return limits
  }

  private func answer(
    _ problem: Problem, to request: HTTP.Request, form: [FormField]
  ) -> Response {
    var response = page(of: WebFault(problem), for: request, form: form)
    SecurityHeaders.add(to: &response)
    return response
  }

  /// Returns a refusal if the request's header `Host` names another site or the request comes from
  /// a page of another site; otherwise nil.
  ///
  /// The app that uses this web host calls it before any other work, so that such a request has no
  /// effect.
  package func refusal(of request: HTTP.Request) -> Response? {
    do throws(WebFault) {
      try RequestGuard(origin: origin).check(request)
      return nil
    } catch {
      var response = page(of: error, for: request)
      SecurityHeaders.add(to: &response)
      return response
    }
  }

  /// Returns an HTML document without a person and without a navigation rail.
  func bare(
    _ content: ServedPage.Content, _ more: (inout ServedPage) -> Void = { _ in }
  ) -> String {
    var addresses = assets.addresses
    addresses.command = Addresses.command
    var page = ServedPage(content, addresses: addresses) { command in
      command == "open /" ? .page("/") : nil
    }
    more(&page)
    return page.html
  }
}
