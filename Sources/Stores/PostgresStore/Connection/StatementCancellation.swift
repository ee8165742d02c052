import CAuth0Postgres
import Dispatch
import LinuxSystemCalls
import Synchronization

/// Requests to cancel a statement, which libpq sends over separate connections, without a deadline.
enum StatementCancellation {
    private struct Request: @unchecked Sendable {  // a PGcancel, which one thread uses and frees
        let handle: OpaquePointer
    }

    private static let running = Atomic(0)
    /// Requests that a hanging server does not answer occupy their threads; its statements end at their time limit.
    private static let maximum = 4
    private static let patience = DispatchTimeInterval.milliseconds(500)

    /// Sends a request of libpq, which this function frees, and waits half a second for the answer of the server;
    /// blocks.
    static func send(_ request: OpaquePointer) {
        let request = Request(handle: request)
        let isAnswered = DispatchSemaphore(value: 0)
        let isAllowed = running.add(1, ordering: .relaxed).newValue <= maximum
        let isStarted =
            isAllowed
            && BackgroundThread.start(named: "auth0-pg-cancel") {
                var message = [CChar](repeating: 0, count: 256)
                PQcancel(request.handle, &message, Int32(message.count))
                end(request)
                isAnswered.signal()
            }
        guard isStarted else { return end(request) }
        _ = isAnswered.wait(timeout: .now() + patience)
    }

    private static func end(_ request: Request) {
        PQfreeCancel(request.handle)
        running.subtract(1, ordering: .relaxed)
    }
}
