import CCurl
import Glibc
import HTTP

/// The loop that runs all outgoing HTTP requests on one thread. It waits only for sockets,
/// libcurl's timers and orders of other threads.
final class WebLoop {
  private struct UnderWay {
    let exchange: OpaquePointer
    let transfer: Unmanaged<Transfer>
  }

  private let multi: OpaquePointer
  private let orders: WebOrders
  private var underWay: [UInt64: UnderWay] = [:]
  private var ids: [OpaquePointer: UInt64] = [:]
  private var isEnding = false

  /// Starts the loop on a new thread and returns its queue of orders; nil if there is not enough
  /// memory or no thread can be created.
  static func start(_ library: OpaquePointer) -> WebOrders? {
    guard let multi = compass_multi_make(library) else { return nil }
    let orders = WebOrders(multi)
    let box = Unmanaged.passRetained(WebLoop(multi, orders))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<WebLoop>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      orders.close()
      compass_multi_free(multi)
      return nil
    }
    pthread_detach(thread)
    return orders
  }

  private init(_ multi: OpaquePointer, _ orders: WebOrders) {
    self.multi = multi
    self.orders = orders
  }

  private func run() {
    // All signals are blocked on this thread; other threads of the program handle them. SIGPIPE
    // must not end the process, because `write` reports a closed socket as an error.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
    while true {
      orders.take().forEach(obey)
      compass_multi_run(multi)
      finish()
      if isEnding, underWay.isEmpty { break }
      // If another thread wakes the loop before this pause begins, the pause ends at once.
      compass_multi_pause(multi, 60_000)
    }
    orders.close()
    compass_multi_free(multi)
  }

  private func obey(_ order: WebOrders.Order) {
    switch order {
    case .begin(let transfer, let id): begin(transfer, id)
    case .resume(let id):
      if let exchange = underWay[id]?.exchange { compass_exchange_resume(multi, exchange) }
    case .leave(let id): end(id)
    case .end: isEnding = true
    }
  }

  private func begin(_ transfer: Transfer, _ id: UInt64) {
    let held = Unmanaged.passRetained(transfer)
    guard let exchange = transfer.order.begin(multi, held.toOpaque()) else {
      transfer.leave(.badAddress)
      held.release()
      return
    }
    underWay[id] = UnderWay(exchange: exchange, transfer: held)
    ids[exchange] = id
  }

  private func finish() {
    var context: UnsafeMutableRawPointer?
    var result = compass_exchange_result()
    while let exchange = compass_multi_finished(multi, &context, &result) {
      Transfer.of(context)?.end(result)
      if let id = ids[exchange] { end(id) }
    }
  }

  private func end(_ id: UInt64) {
    guard let ended = underWay.removeValue(forKey: id) else { return }
    ids[ended.exchange] = nil
    compass_exchange_end(multi, ended.exchange)
    ended.transfer.release()
  }
}
