import HTTPMessages
@testable import LibcurlTransport

/// Remembers how often a completion was called, and with what first.
final class Outcome: Sendable {
    private struct State {
        var results: [Result<HTTPResponse, TransportError>] = []
        var waiter: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?
        var exchange: (any Exchange)?
    }

    private let state = SanitizerVisibleMutex(State())

    func record(_ result: Result<HTTPResponse, TransportError>) {
        let waiter = state.withLock { state in
            state.results.append(result)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: result)
    }

    func hold(_ exchange: any Exchange) { state.withLock { $0.exchange = exchange } }

    var exchange: (any Exchange)? { state.withLock(\.exchange) }
    var count: Int { state.withLock(\.results.count) }

    /// The first result, as soon as there is one.
    var first: Result<HTTPResponse, TransportError> {
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

extension Result where Success == HTTPResponse, Failure == TransportError {
    var failure: TransportError? { if case .failure(let error) = self { error } else { nil } }
    var response: HTTPResponse? { if case .success(let response) = self { response } else { nil } }
}

/// Opens once, and lets through whoever waits.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = SanitizerVisibleMutex(State())

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
