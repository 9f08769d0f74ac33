import CMicroHTTPD
import Glibc
import HTTP
import Threads

/// The callbacks of libmicrohttpd for the requests of a connection. It calls all of them on the
/// server's own thread.
extension Link {
  func asked(_ target: UnsafePointer<CChar>) {
    stage = .asked(target: String(cString: target))
    targetStart = target
    targetCount = strlen(target)
    began = loop.now
  }

  /// Called when the headers have arrived, for each piece of the body, at the end of the body, and
  /// again after each suspension of the connection.
  func received(
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, _ piece: UnsafeRawBufferPointer
  ) -> CInt {
    guard !isDoomed else { return CInt(compass_http_close) }
    switch stage {
    case .asked(let target): return begin(method, target, version)
    case .deciding: return decide()
    case .receiving where piece.isEmpty:
      exchange?.bodyEnded()
      stage = .answering
      return sendAnswer()
    case .receiving: return receive(piece)
    case .discarding where piece.isEmpty:
      stage = .answering
      return sendAnswer()
    case .discarding:
      receivedBytes += piece.count
      let isTooMuch = receivedBytes > loop.settings.limits.unwantedBody
      return CInt(isTooMuch ? compass_http_close : compass_http_go_on)
    case .answering: return sendAnswer()
    case .idle, .sending: return CInt(compass_http_close)
    }
  }

  /// Called when a request has ended, whether its response was sent or not.
  func completed(isWhole: Bool) {
    let isOver = isWhole && !isDoomed
    if let exchange {
      if stage == .receiving { exchange.bodyEnded(.bodyCutShort) }
      exchange.leave()
    }
    if exchange != nil || status != nil {
      loop.settings.served(
        ServedRequest(
          method: self.method, target: parsedTarget, status: status, isWhole: isOver,
          isEvents: isEvents, microseconds: Uptime.microseconds - began))
    }
    exchange = nil
    stage = .idle
    idleSince = loop.now
    if clientKind == .waiting { clientKind = .known }
    isEvents = false
    status = nil
    // Between two requests, the client may send nothing for the time `idle`. After that it has the
    // usual time for the headers of its next request.
    headerDeadline = loop.now + loop.times.idle + loop.times.headers
    if loop.isStopping, !isDoomed { doom() }
  }

  private func begin(
    _ method: UnsafePointer<CChar>, _ target: String, _ version: UnsafePointer<CChar>
  ) -> CInt {
    headerDeadline = nil
    self.method = Method(String(cString: method))
    parsedTarget = nil
    receivedBytes = 0
    bodyHeldUp = 0
    bodyBegan = loop.now
    let head: RequestHead
    do throws(RequestFault) {
      guard
        compass_connection_head_is_whole(
          loop.daemon, connection, method, targetStart, targetCount, version)
      else { throw .headUnclear }
      head = try RequestHead(
        method: self.method, target: target, version: String(cString: version), headers: headers(),
        limits: loop.settings.limits)
    } catch {
      return refuse(error, nil)
    }
    parsedTarget = head.target
    declaredLength = head.bodyLength
    expectsContinue = head.expectsContinue
    let hasBody = head.bodyLength != 0
    let exchange = Exchange(link: id, orders: loop.orders, hasBody: hasBody)
    let request = Request(
      self.method, head.target, headers: head.headers, peer: peer,
      isSecure: loop.settings.tls != nil,
      body: RequestBody(length: head.bodyLength) { () throws(RequestFault) -> [UInt8]? in
        try await exchange.nextPiece()
      })
    let wasWaiting = loop.waitingLinks
    clientKind = loop.settings.clientKind(request)
    if clientKind == .waiting, wasWaiting >= loop.settings.limits.waiting {
      clientKind = .known
      var refusal = loop.settings.refusal(.unavailable, nil, request)
      refusal.headers["Retry-After"] = "30"
      exchange.answer(refusal)
    } else {
      // A request whose body is too large is passed to the handler too. The handler finds out when
      // it reads the body, and can then choose the answer itself, such as a page with the form.
      if let length = head.bodyLength, length > loop.settings.limits.body {
        exchange.bodyEnded(.bodyTooLarge(limit: loop.settings.limits.body))
      }
      Answering(settings: loop.settings, handler: loop.handler).begin(request, exchange)
    }
    self.exchange = exchange
    // After the headers of a request without a body, libmicrohttpd calls `received` a second time,
    // and the response is sent in that call. If it were sent here, libmicrohttpd 0.9.75 would close
    // the connection.
    stage = hasBody ? .deciding : .answering
    return hasBody ? decide() : CInt(compass_http_go_on)
  }

  /// Asks the handler whether it wants the request body. Before it has decided, no byte of the body
  /// is read and no `100 Continue` is sent.
  private func decide() -> CInt {
    switch exchange?.next(canTakeBody: true) ?? .giveUp {
    case .giveUp: return CInt(compass_http_close)
    case .wait: suspend()
    case .takeBody:
      stage = .receiving
      bodyBegan = loop.now
    case .answer(let answer):
      // The handler has answered without reading the body. The response is sent at once if the
      // client still waits for `100 Continue`, or if its body is too long to discard. Otherwise the
      // body is received and discarded first, because a browser shows no response before it has
      // sent the whole body.
      let length = declaredLength ?? 0
      guard !expectsContinue, length <= loop.settings.limits.unwantedBody else {
        return send(answer)
      }
      stage = .discarding
      bodyBegan = loop.now
    }
    return CInt(compass_http_go_on)
  }

  private func receive(_ piece: UnsafeRawBufferPointer) -> CInt {
    guard let exchange else { return CInt(compass_http_close) }
    receivedBytes += piece.count
    if exchange.hasAnswer {
      stage = .discarding
    } else if receivedBytes > loop.settings.limits.body {
      exchange.bodyEnded(.bodyTooLarge(limit: loop.settings.limits.body))
      stage = .discarding
    } else if !exchange.received(piece) {
      suspend()
    }
    return CInt(compass_http_go_on)
  }

  private func sendAnswer() -> CInt {
    switch exchange?.next(canTakeBody: false) ?? .giveUp {
    case .answer(let answer): return send(answer)
    case .wait:
      suspend()
      return CInt(compass_http_go_on)
    case .giveUp, .takeBody: return CInt(compass_http_close)
    }
  }

  private func refuse(_ fault: RequestFault, _ request: Request?) -> CInt {
    send(loop.settings.refusal(fault.status, fault, request))
  }

  private func headers() throws(RequestFault) -> Headers {
    final class Reading {
      var headers = Headers()
      var bytes = 0
      var count = 0
      var fault: RequestFault?
    }
    let reading = Reading()
    compass_connection_headers(
      loop.daemon, connection, Unmanaged.passUnretained(reading).toOpaque()
    ) { closure, name, nameCount, value, valueCount in
      guard let closure, let name, let value else { return }
      let reading = Unmanaged<Reading>.fromOpaque(closure).takeUnretainedValue()
      let text = { (start: UnsafePointer<CChar>, count: Int) in
        String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
      }
      reading.bytes += nameCount + valueCount + 4
      reading.count += 1
      do throws(RequestFault) {
        try reading.headers.addReceived(text(name, nameCount), text(value, valueCount))
      } catch {
        reading.fault = reading.fault ?? error
      }
    }
    guard reading.bytes <= loop.settings.limits.headers else {
      throw .headersTooLarge(limit: loop.settings.limits.headers)
    }
    guard reading.count <= loop.settings.limits.headerCount else {
      throw .tooManyHeaders(limit: loop.settings.limits.headerCount)
    }
    if let fault = reading.fault { throw fault }
    return reading.headers
  }
}
