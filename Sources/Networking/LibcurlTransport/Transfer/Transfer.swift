import HTTPMessages
import Synchronization

/// A request in progress, from `send` to its completion.
///
/// Any thread may read `request` and the flags. Only the loop's thread accesses ``state``, and only the first call of
/// ``complete(_:)`` accesses `completion`.
final class Transfer: TransportExchange, @unchecked Sendable {  // see above: one thread accesses each mutable property
    private(set) var request: TransportRequest
    private let engine: Engine
    private var completion: TransportCompletion?
    private let isOver = Atomic<Bool>(false)
    private let isCancellationRequested = Atomic<Bool>(false)

    var state = TransferState()

    init(request: TransportRequest, engine: Engine, completion: @escaping TransportCompletion) {
        self.request = request
        self.engine = engine
        self.completion = completion
    }

    /// Overwrites the request's body, which may contain a refresh token; a body that the caller keeps is not changed.
    deinit { request.body.overwrite() }

    func cancel() {
        guard !isOver.load(ordering: .acquiring) else { return }
        guard !isCancellationRequested.exchange(true, ordering: .acquiringAndReleasing) else { return }
        engine.cancel(self)
    }

    /// Whether the caller has cancelled the transfer, possibly before the loop accepts it.
    var isCancelled: Bool { isCancellationRequested.load(ordering: .acquiring) }

    /// Calls the completion with a result; only the first call has an effect.
    func complete(_ result: Result<TransportResponse, TransportError>) {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // The caller may retain the exchange for long, and the completion may retain the exchange.
        let completion = self.completion
        self.completion = nil
        completion?(result)
    }

    /// Returns the error of a transfer that waits for a connection.
    func unsent(_ code: TransportError.Code, _ detail: String? = nil) -> TransportError {
        TransportError(code, detail: detail, requestMayHaveArrived: state.wasSent)
    }

    /// The loop's state of a transfer.
    struct TransferState {
        enum Stage {
            /// Submitted, but not yet accepted by the loop.
            case posted
            case waiting
            case running(Handle)
            /// Done; its completion was called or is enqueued.
            case over
        }

        var stage = Stage.posted
        /// The origin; set when the loop accepts the transfer.
        var origin: Origin?
        /// Whether a part of the request may have been sent before the transfer had to wait for a name resolution.
        var wasSent = false
        /// The deadline of the transfer in nanoseconds of the monotonic clock.
        var deadline: UInt64 = 0
        /// The index in the loop's deadlines, or -1.
        var deadlineIndex = -1
    }
}

extension Transfer: Deadlined {
    var deadlineIndex: Int {
        get { state.deadlineIndex }
        set { state.deadlineIndex = newValue }
    }
}

extension Result<TransportResponse, TransportError> {
    /// Overwrites the body of a response whose completion has returned; a body that the program keeps is not changed.
    mutating func overwriteBody() {
        guard case .success(let response) = self, response.body.count <= TransportResponse.maximumOverwrittenBytes
        else { return }
        self = .failure(TransportError(.cancelled))
        var body = (consume response).body
        body.overwrite()
    }
}
