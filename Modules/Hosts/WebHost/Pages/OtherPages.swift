import Conversation
import FeatureKit
import HTTP
import WebRendering

extension WebHost {
  /// Returns the page with an input for any command line, for browsers that run no script.
  func commandLine(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let frame = try await frame(request, session)
    let outcome = request.query[Addresses.saidKey].flatMap { session.outcome($0) }
    let html = try await frame.html(.commandLine) { $0.outcome = outcome }
    return Response(.ok, .html, html)
  }

  /// Returns a document that a command creates, for a preview in a frame of a page. The frame has
  /// no origin and runs only the script of the Print button, because a document may contain text
  /// from elsewhere.
  func preview(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let frame = try await frame(request, session)
    let line = request.query["line"] ?? ""
    guard let command = try? AskedCommand(line, in: frame.conversation.index),
      command.description.mode == .makesFile
    else { throw WebFault.noPage(request.path) }
    if let refusal = command.refusal(fields: [:], uploads: []) { throw refusal }
    var wanted = CommandRequest(line)
    wanted.onlyReads = true
    let answer = await frame.conversation.answer(wanted)
    guard let made = answer.artifacts.first else {
      let problem = await frame.naming(answer.problem ?? Problem(.notFound))
      return try await page(of: problem, frame, request)
    }
    guard let type = MediaType(made.mediaType),
      [MediaType.html.essence, "application/pdf"]
        .contains(type.essence)
    else { throw WebFault.noPage(request.path) }
    var response = try await download(made, frame)
    response.headers.remove("Content-Disposition")
    response.headers["Content-Security-Policy"] = SecurityHeaders.previewPolicy
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response
  }
}
