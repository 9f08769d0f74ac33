import HTTP

/// Runs the handler of a request as a task, so that the server's own thread can serve other
/// requests in the meantime.
struct Answering: Sendable {
  let settings: ServerSettings
  let handler: Handler

  func begin(_ request: Request, _ exchange: Exchange) {
    exchange.begin(on: settings.executor(request)) {
      let response = await response(to: request)
      exchange.answer(response)
      // The response to a HEAD request consists of headers only, so its body is not produced.
      guard request.method != .head, !response.status.hasNoBody else { return exchange.end(.whole) }
      await produce(response.body, into: exchange)
    }
  }

  private func response(to request: Request) async -> Response {
    do {
      let response = try await handler(request)
      guard settings.compresses else { return response }
      // A large response takes so long that it would hold up the other tasks of an executor that
      // the program has chosen.
      guard case .bytes(let bytes) = response.body, bytes.count > 32 * 1024 else {
        return Gzip.applied(to: response, for: request)
      }
      return await withTaskExecutorPreference(globalConcurrentExecutor) {
        Gzip.applied(to: response, for: request)
      }
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
      // The response is aborted, so that the client cannot mistake the incomplete body for a
      // complete one.
      exchange.end(.broken)
    }
  }
}
