import HTTPMessages
import Synchronization

/// One request on its way, from `send` to its completion.
///
/// `request` and the flags may be read by any thread. ``course`` belongs to the loop's thread alone, `completion` to
/// whoever completes it first.
final class Transfer: Exchange, @unchecked Sendable {  // see above: what changes is touched by one thread only
    let request: HTTPRequest
    private let engine: Engine
    private var completion: (@Sendable (Result<HTTPResponse, TransportError>) -> Void)?
    private let isOver = Atomic<Bool>(false)
    private let isGivenUp = Atomic<Bool>(false)

    /// Where it is, as the loop sees it.
    var course = TransferState()

    init(
        request: HTTPRequest, engine: Engine,
        completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) {
        self.request = request
        self.engine = engine
        self.completion = completion
    }

    func cancel() {
        guard !isOver.load(ordering: .acquiring) else { return }
        guard !isGivenUp.exchange(true, ordering: .acquiringAndReleasing) else { return }
        engine.cancel(self)
    }

    /// Whether somebody asked to give it up, perhaps before the loop has seen it.
    var isCancelled: Bool { isGivenUp.load(ordering: .acquiring) }

    /// Delivers the result, the first time.
    func complete(_ result: Result<HTTPResponse, TransportError>) {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // Somebody may keep the exchange for long, and what the completion holds may hold the exchange.
        let completion = self.completion
        self.completion = nil
        completion?(result)
    }
}

extension Transfer {
    /// What the loop knows about a transfer.
    struct TransferState {
        enum Stage {
            /// Not yet seen by the loop.
            case posted
            /// Waiting for its origin to have room.
            case waiting
            /// With libcurl.
            case running(Handle)
            /// Done; its completion has been called or is about to be.
            case over
        }

        var stage = Stage.posted
        /// Set from when the loop has accepted it.
        var origin: Origin?
        /// When it must be done.
        var deadline: UInt64 = 0
        /// Its place among the deadlines, or -1.
        var deadlineIndex = -1
    }
}

extension Transfer: Deadlined {
    var deadlineIndex: Int {
        get { course.deadlineIndex }
        set { course.deadlineIndex = newValue }
    }
}
