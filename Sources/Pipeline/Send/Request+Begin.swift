import Encodings
import HTTP
package import Streams

extension Request {
    /// Sends the request: the one way from a description to its result, whatever the style.
    ///
    /// - Parameter completion: Called exactly once, never before this returns, on a background thread: the transport's,
    ///   which it may block only if the transport tolerates it, or one of the SDK.
    /// - Returns: Cancels what is under way; `completion` is called all the same.
    package func begin(
        _ completion: @escaping @Sendable (Result<Value, Failure>) -> Void
    ) -> any Cancellable {
        let message: HTTPRequest
        do {
            message = try self.message()
        } catch {
            let failure = Failure(cause: error, statusCode: 0)
            DeliveryQueue.background.deliver { completion(.failure(failure)) }
            return NothingToCancel()
        }
        let (decode, logger, transport) = (decode, client.logger, client.transport)
        logger?.log(message)
        let exchange = transport.send(message) { result in
            // A request under way keeps its transport, which nobody else may hold.
            defer { withExtendedLifetime(transport) {} }
            if let logger, case .success(let response) = result { logger.log(response) }
            guard case .success(let response) = result, response.body.count > largeBody else {
                return completion(judged(result, decode))
            }
            // The transport's thread serves every transfer: what takes long to decode is decoded elsewhere.
            DeliveryQueue.background.deliver { completion(judged(result, decode)) }
        }
        return ExchangeInFlight(exchange: exchange)
    }
}

/// The size in bytes up to which an answer is decoded where it arrived: some tens of microseconds.
private let largeBody = 32 * 1024

private struct ExchangeInFlight: Cancellable {
    let exchange: any Exchange
    func cancel() { exchange.cancel() }
}

private struct NothingToCancel: Cancellable {
    func cancel() {}
}
