import Synchronization

/// The time and the content of the response to a request.
struct ResponseSchedule: Sendable {
    /// The event that the response waits for.
    enum Wait: Sendable {
        /// No event: the server responds immediately.
        case none
        case delay(Duration)
        /// The next release; `after` is the number of releases when the request was read.
        case untilReleased(after: Int)
        /// A condition, which is polled until it is true or a period of time has passed.
        case polling(until: @Sendable () -> Bool, Duration)
        /// The transmission of these bytes, which replace the response.
        case sending(EmulatedTenant.RawResponse)
    }

    enum Answer: Sendable {
        case response(HTTPResponse)
        /// The connection is closed without a response.
        case close
        /// The connection is reset without a response.
        case reset
    }

    var wait = Wait.none
    /// Creates the answer, after the wait.
    let answer: @Sendable () -> Answer

    static func response(_ response: HTTPResponse) -> ResponseSchedule { ResponseSchedule { .response(response) } }
}

/// The answer to a request that waits, which is created when the wait ends, also if the client has given up.
final class DelayedAnswer: Sendable {
    private let schedule: ResponseSchedule
    private let created = Mutex<ResponseSchedule.Answer?>(nil)

    init(_ schedule: ResponseSchedule) { self.schedule = schedule }

    /// The answer; `nil` as long as it was not created.
    var answer: ResponseSchedule.Answer? { created.withLock { $0 } }

    /// Creates the answer; called once.
    func create() {
        let answer = schedule.answer()
        created.withLock { $0 = answer }
    }
}
