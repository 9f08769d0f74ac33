import FeatureKit
import HTTP
import JSON
import WebRendering

// Standalone pages, which show no person.
extension WebHost {
  /// A fault in the format that the request asks for.
  func page(of fault: WebFault, for request: HTTP.Request?) -> Response {
    if let request, request.wantsJSON {
      return json(JSONAnswer(problem: fault.problem), fault.status)
    }
    var served = ServedFault(status: fault.status.code, fault.problem)
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

  /// A document without a person, a navigation rail or a form.
  func bare(_ content: ServedPage.Content) -> String {
    var addresses = ServedAddresses(styleSheet: assets.styleSheet, script: assets.script)
    addresses.command = Addresses.command
    let page = ServedPage(content, addresses: addresses) { command in
      command == "open /" ? .page("/") : nil
    }
    return page.html
  }
}
