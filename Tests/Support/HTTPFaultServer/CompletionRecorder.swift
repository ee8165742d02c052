package import HTTPMessages
import LibcurlTransport

/// Records every call of a completion, and publishes the first result.
package final class CompletionRecorder: Sendable {
    private struct State {
        var results: [Result<TransportResponse, TransportError>] = []
        var waiter: CheckedContinuation<Result<TransportResponse, TransportError>, Never>?
        var exchange: (any TransportExchange)?
    }

    private let state = SanitizerVisibleMutex(State())

    /// Creates a recorder without results.
    package init() {}

    /// Records a result.
    ///
    /// - Parameter result: The result that the completion was called with.
    package func record(_ result: Result<TransportResponse, TransportError>) {
        let waiter = state.withLock { state in
            state.results.append(result)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: result)
    }

    /// Keeps an exchange for a later ``exchange``.
    ///
    /// - Parameter exchange: The exchange.
    package func hold(_ exchange: any TransportExchange) { state.withLock { $0.exchange = exchange } }

    /// The exchange that ``hold(_:)`` was called with.
    package var exchange: (any TransportExchange)? { state.withLock(\.exchange) }
    /// The number of calls.
    package var count: Int { state.withLock(\.results.count) }

    /// The first result, as soon as there is one.
    package var first: Result<TransportResponse, TransportError> {
        get async {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state in
                    if state.results.isEmpty { state.waiter = continuation }
                    return state.results.first
                }
                if let result { continuation.resume(returning: result) }
            }
        }
    }
}
