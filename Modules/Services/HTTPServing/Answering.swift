import HTTP

/// The way of a request through its handler, as a task: away from the server's own thread, which goes on with others.
struct Answering: Sendable {
  let settings: ServerSettings
  let handler: Handler

  func begin(_ request: Request, _ exchange: Exchange) {
    exchange.begin {
      let response = await response(to: request)
      exchange.answer(response)
      // Whoever asks for the head alone gets no body made.
      guard request.method != .head, !response.status.hasNoBody else { return exchange.end(.whole) }
      await produce(response.body, into: exchange)
    }
  }

  private func response(to request: Request) async -> Response {
    do {
      let response = try await handler(request)
      return settings.compresses ? Gzip.applied(to: response, for: request) : response
    } catch let fault as RequestFault {
      return settings.refusal(fault.status, fault, request)
    } catch {
      return settings.refusal(.internalError, nil, request)
    }
  }

  private func produce(_ body: Response.Body, into exchange: Exchange) async {
    let writer = BodyWriter { try await exchange.write($0) }
    do {
      switch body {
      case .bytes: break
      case .stream(_, let produce): try await produce(writer)
      case .events(let send): try await send(EventWriter(writer))
      }
      exchange.end(.whole)
    } catch {
      // The receiver sees a body that breaks off, and never one that looks whole.
      exchange.end(.broken)
    }
  }
}
